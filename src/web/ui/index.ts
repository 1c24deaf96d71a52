/** The primitives: looks only, no resource knowledge. Everything a screen needs from here. */
export { EmptyState, ErrorState, KeyValue, PageHeader, Placeholder, Section, Strip, Timeline, type TimelineEntry } from "./blocks.tsx";
export { type ConfirmQuestion, confirm, confirmWithText, useConfirm } from "./confirm.ts";
export { Copy, IdText, Phone } from "./copy.tsx";
export { errorWords, type Notice, notify, notifyError } from "./notices.tsx";
export { StaleStrip } from "./stale.tsx";
export { StatusDot, Tag } from "./status.tsx";
export { Amount, Count, DateOnly, DateTime } from "./values.tsx";
