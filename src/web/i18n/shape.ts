/** The contract's words and the dashboard's messages have their shape by the same rule. */
export type { Shape } from "../../contract/words/shape.ts";
