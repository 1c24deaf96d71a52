/** What can be done to many payments. */
import { paymentQuery } from "../../../contract/payments.schema.ts";
import { asSource, type BulkAct } from "../../core/bulk/acts.ts";
import { notifyPayment } from "./notify.ts";
import { PAYMENT_LIST } from "./queries.ts";
import { recheckPayment } from "./recheck.ts";
import { rejectPayment } from "./reject.ts";

const source = asSource(PAYMENT_LIST, paymentQuery, { version: "t.version", amount: "t.amount", merchant: "t.merchant_id", label: "t.merchant_order_id" });

export const PAYMENT_BULK: readonly BulkAct[] = [
  {
    name: "payments.recheck",
    source,
    audit: ["payments.recheck"],
    check: { row: "recheck" },
    run: (ctx, { id, version }) => recheckPayment(ctx, id, { version }),
  },
  { name: "payments.notify", source, audit: ["payments.notify"], check: "verb", run: (ctx, { id, version }) => notifyPayment(ctx, id, { version }) },
  {
    name: "payments.reject",
    source,
    audit: ["payments.reject"],
    check: "verb",
    run: (ctx, { id, version, reason }) => rejectPayment(ctx, id, { version, reason }),
  },
];
