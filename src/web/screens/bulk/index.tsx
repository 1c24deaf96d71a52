/** Acts on many rows: who did what to how many, and what became of each. */
import { List } from "../../list/index.ts";
import { bulkList } from "./spec.tsx";

/** The screen at /bulk. */
export default function Bulk() {
  return <List spec={bulkList} />;
}
