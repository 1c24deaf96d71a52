/** The drawer beside a list: one object in full. */
export { useReadAhead } from "./ahead.ts";
export { DrawerBody, preloadBody } from "./body.tsx";
export { default as drawerCss } from "./drawer.module.css";
export { Drawer } from "./drawer.tsx";
export { oneKey, oneQuery, useOne } from "./one.ts";
