/** Figures of orders and messages as this process takes them: how many, how they end, how long they wait. Counted after the commit. */
import { Counter, Histogram } from "prom-client";
import { registry } from "../../platform/http/observe.ts";

const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const orders = new Counter({
  name: "floatdesk_orders_total",
  help: "Orders by what became of them in this process, as committed",
  labelNames: ["kind", "outcome"],
  registers: [registry],
});
const acceptance = new Histogram({
  name: "floatdesk_acceptance_seconds",
  help: "From a payment order's request, checked, to its commit",
  buckets: BUCKETS,
  registers: [registry],
});
const posting = new Histogram({
  name: "floatdesk_match_seconds",
  help: "From a message received to its commit: parsed, matched, booked",
  buckets: BUCKETS,
  registers: [registry],
});

/** Counts orders that were accepted, or `refused` because no wallet could take them. */
export function countOrders(kind: "payment" | "disburse", outcome: "accepted" | "refused", count: number): void {
  if (count > 0) orders.inc({ kind, outcome }, count);
}

/** Counts what notifications tell, of which each change of an order has one, wherever it is sent. @param rows their types, `payment.completed` */
export function countTold(rows: readonly { readonly type: string }[]): void {
  for (const { type } of rows) {
    const [kind = "", outcome = ""] = type.split(".");
    orders.inc({ kind, outcome });
  }
}

/** Takes the time of an order's acceptance. @param fromMs by `performance.now()` */
export const observeAcceptance = (fromMs: number): void => acceptance.observe((performance.now() - fromMs) / 1000);
/** Takes the time of a message's way into the books. @param fromMs by `performance.now()` */
export const observePosting = (fromMs: number): void => posting.observe((performance.now() - fromMs) / 1000);
