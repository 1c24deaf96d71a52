import type { Shape } from "../shape.ts";
import type { seals as zh } from "../zh/seals.ts";

/** Messages of sealed days, which come with their tab. */
export const seals = {
  title: "Sealed days",
  hint: "After each business day all entries and activity records go under one signed root that is chained to the day before. Whatever is changed, removed, added or re-ordered afterwards is found. The stand-alone program in verify/ verifies the downloads.",
  empty: "No day is sealed yet. A business day is sealed a few minutes after it has ended.",
  waiting: "{{n}} ended business day{{n, s}} not sealed yet. It is under way.",
  column: {
    day: "Business day",
    state: "State",
    entries: "Entries",
    turnover: "Debits = credits",
    rows: "Activity records",
    root: "Root of entries",
    sealed: "Sealed at",
    files: "Files",
  },
  state: { sealed: "Sealed", holds: "Verified", broken: "Does not match", archived: "Archived" },
  archived: {
    title: "Archived months",
    hint: "Entries and activity records of these months are in files and no longer in the system. Balances, seals and figures by day stay. Whoever runs the server can attach a month again.",
    column: { month: "Month", entries: "Entries", rows: "Activity records", root: "Root of the month", by: "By", at: "Archived at", folder: "Folder" },
  },
  file: { seal: "Seal", entries: "Entries", audit: "Activity", all: "Download all seals" },
  again: "Check again",
  checked: "{{day}} matches its seal",
  differs: "{{day}} does not match its seal: {{why}} Find out why now.",
  fault: {
    chain: "It is not chained to the day before.",
    signature: "The signature does not fit.",
    summary: "The summary was changed.",
    accounts: "The accounts do not give the signed root.",
    entries: "The entries do not give the signed root.",
    figures: "The entries come to other figures than were signed.",
    audit: "The activity records do not give the signed root.",
    audit_hash: "The activity records do not give the signed hash.",
  },
  newer: "Newer",
  older: "Older",
  key: {
    title: "Keys that sign days",
    hint: "Who verifies goes by the first key: tell them its ID by another route. Each later key is endorsed by the one before it.",
    first: "First key, since {{from}}",
    later: "Endorsed by the key before it, since {{from}}",
    renew: "Replace key",
    question:
      "A new key is made and endorsed by the present one. Days are signed with it from the next one on; days that are sealed stay verified by their own key.",
    renewed: "The key that signs days was replaced",
  },
} satisfies Shape<typeof zh>;
