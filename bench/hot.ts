/** `settle` where one merchant takes all, against `settle` spread over 200. */
import { benchHot } from "./lib/settle.ts";

await benchHot("hot", 0.8, 1);
