/** As {@link ./jsx-runtime.ts}, for the development server. */
import * as react from "react/jsx-dev-runtime";
import { coverProps } from "./cover-props.ts";

export { Fragment, type JSX } from "react/jsx-dev-runtime";
export const jsxDEV: typeof react.jsxDEV = (type, props, ...rest) => react.jsxDEV(type, coverProps(props), ...rest);
