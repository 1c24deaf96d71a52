/** Rows as a table or as cards, and their pages. */
export { Cards } from "./cards.tsx";
export { Pager } from "./pager.tsx";
export { Skeleton } from "./skeleton.tsx";
export { preloadVirtual, VIRTUAL_FROM } from "./table-body.tsx";
export { ListTable } from "./table.tsx";
export { useRoom } from "./use-room.ts";
