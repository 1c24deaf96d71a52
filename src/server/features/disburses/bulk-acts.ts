/** What can be done to many payouts. */
import { disburseQuery } from "../../../contract/disburses.schema.ts";
import { asSource, type BulkAct } from "../../core/bulk/acts.ts";
import { refusedField } from "../../platform/refusal.ts";
import { approveDisburse } from "./approve.ts";
import { completeDisburse } from "./complete.ts";
import { notifyDisburse } from "./notify.ts";
import { DISBURSE_LIST } from "./queries.ts";
import { recheckDisburse } from "./recheck.ts";
import { rejectDisburse } from "./reject.ts";

const source = asSource(DISBURSE_LIST, disburseQuery, {
  version: "t.version",
  amount: "t.amount",
  merchant: "t.merchant_id",
  label: "t.merchant_order_id",
});

export const DISBURSE_BULK: readonly BulkAct[] = [
  { name: "disburses.approve", source, audit: ["disburses.approve"], check: "verb", run: (ctx, { id, version }) => approveDisburse(ctx, id, { version }) },
  {
    name: "disburses.reject",
    source,
    audit: ["disburses.reject"],
    check: "verb",
    run: (ctx, { id, version, reason }) => rejectDisburse(ctx, id, { version, reason }),
  },
  {
    name: "disburses.recheck",
    source,
    audit: ["disburses.recheck"],
    check: { row: "recheck" },
    run: (ctx, { id, version }) => recheckDisburse(ctx, id, { version }),
  },
  {
    name: "disburses.complete",
    source,
    audit: ["disburses.complete"],
    check: "verb",
    run: async (ctx, { id, version, reference, reason }) =>
      reference === null ? refusedField("reference", "required") : completeDisburse(ctx, id, { version, trx_id: reference, note: reason }),
  },
  { name: "disburses.notify", source, audit: ["disburses.notify"], check: "verb", run: (ctx, { id, version }) => notifyDisburse(ctx, id, { version }) },
];
