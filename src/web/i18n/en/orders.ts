import type { Shape } from "../shape.ts";
import type { orders as zh } from "../zh/orders.ts";

export const orders = {
  approve: "Approve",
  notifyDetail: "{{status}}, {{n}} attempt{{n, s}}, last response {{code}}",
  complete: "Complete manually",
  correct: "Correct TrxID",
  fail: "Mark as failed",
  routing: "Wallet choice",
  done: {
    approve: "Approved",
    reject: "Rejected",
    recheck: "Re-checked",
    recheckSame: "Re-checked: nothing new, still “{{status}}”",
    recheckNow: "Re-checked: now “{{status}}”",
    complete: "Completed manually",
    correct: "TrxID corrected",
    fail: "Marked as failed",
    note: "Note added",
    notify: "Notification queued",
  },
  waiting: {
    notifyFailed: "The merchant was not notified. You can notify it again.",
  },
  ask: {
    recheckTitle: "Re-check {{id}} ({{amount}})?",
    noteTitle: "Add a note to {{id}}",
    notifyTitle: "Notify again about {{id}} ({{amount}})?",
    notifyBody: "The order's current status is sent to the merchant again.",
    approveTitle: "Approve {{id}} ({{amount}})",
    completeTitle: "Complete {{id}} ({{amount}}) manually",
  },
  form: {
    reasonHelp: "The merchant sees it",
    complete: "Complete and book",
    correctReason: "Reason",
    saveNote: "Save note",
  },
} satisfies Shape<typeof zh>;
