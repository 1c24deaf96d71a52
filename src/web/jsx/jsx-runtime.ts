/**
 * React's own functions behind JSX, with the one place that covers amounts in front: nothing that the dashboard draws goes past it
 * (docs/decisions/0070). The compiler is told of it in `tsconfig.json` (`jsxImportSource`).
 */
import * as react from "react/jsx-runtime";
import { coverProps } from "./cover-props.ts";

export { Fragment, type JSX } from "react/jsx-runtime";
export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, coverProps(props), key);
export const jsxs: typeof react.jsxs = (type, props, key) => react.jsxs(type, coverProps(props), key);
