/** The drawer beside a list: one object in full. */
export { default as drawerCss } from "./drawer.module.css";
export { Drawer, oneKey, useOne } from "./drawer.tsx";
