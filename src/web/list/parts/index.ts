/** Blocks that drawers are made of; whoever shows an object elsewhere uses them too. */
export { default as partsCss } from "./parts.module.css";
export { ArchivedFromFile, ArchivedNote } from "./archived.tsx";
export { Block, copied, Entries, MerchantLink, ObjectLink, ObjectTimeline, RawText, Reasons } from "./parts.tsx";
