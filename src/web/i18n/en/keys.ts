import type { Shape } from "../shape.ts";
import type { keys as zh } from "../zh/keys.ts";

/** The list of keyboard shortcuts (`?`), which few open. */
export const keys = {
  title: "Keyboard shortcuts",
  palette: "Search and go to",
  help: "Show this list",
  goTo: "Go to {{screen}}",
  search: "Search in the list",
  rows: "Next row, previous row",
  open: "Open details",
  select: "Select or unselect the row",
  bulk: "To the actions on selected rows",
  copy: "Copy the ID",
  reload: "Reload",
  queueOpen: "Do what is suggested",
  queueClaim: "Claim or release",
  close: "Close",
  then: "then",
  general: "General",
  navigation: "Navigation",
  lists: "Lists",
  decide: "With the details open",
  approve: "Approve or complete, then the next opens",
  reject: "Reject, ignore or mark as failed",
  match: "Match the message to an order",
  days: "Reconciliation",
  closeDays: "Close days without difference",
} satisfies Shape<typeof zh>;
