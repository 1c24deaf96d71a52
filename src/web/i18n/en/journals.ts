import { journalKind } from "../../../contract/words/en/entries.ts";
import type { Shape } from "../shape.ts";
import type { journals as zh } from "../zh/journals.ts";

export const journals = {
  searchHint: "Entry ID, order ID",
  empty: "No entries yet. They appear here when a merchant's balance changes.",
  column: {
    id: "Entry ID",
    kind: "Kind",
    reference: "Reference",
    before: "Before balance",
    after: "After balance",
  },
  kind: journalKind,
  integrity: {
    ok: "Entries are continuous, sums agree",
    broken: "Entries are not continuous or sums disagree: see the ledger check on the dashboard",
    detail: "{{accounts}} account{{accounts, s}}, {{entries}} entr{{entries, ies}}, checked",
    checking: "Checking entries…",
    failed: "Cannot be checked right now",
    again: "Check again",
  },
  balance: {
    open: "Balance at a time",
    title: "Balance at a time",
    at: "Time (Beijing time)",
    show: "Show",
    available: "Available balance",
    held: "Held balance",
    asOf: "As of {{at}}",
    future: "Choose a time that is not in the future",
  },
  tabs: { label: "Journals and sealed days", journals: "Journals", seals: "Sealed days" },
} satisfies Shape<typeof zh>;
