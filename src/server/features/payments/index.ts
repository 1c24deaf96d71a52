/** Money that customers pay to merchants. */
import { paymentApprove, paymentComplete, paymentCorrect } from "../../../contract/payments.schema.ts";
import type { Feature } from "../../core/feature.ts";
import { approvePayment } from "./approve.ts";
import { PAYMENT_BULK } from "./bulk-acts.ts";
import { completePayment } from "./complete.ts";
import { correctPayment } from "./correct.ts";
import { PAYMENT_DETECTORS } from "./detectors.ts";
import { paymentsExport } from "./export.ts";
import { paymentsJobs } from "./jobs.ts";
import { paymentsReadRoutes } from "./read-routes.ts";
import { paymentsRoutes } from "./routes.ts";
import { PAYMENT_SUGGESTIONS } from "./suggestions.ts";

export const payments: Feature = {
  name: "payments",
  routes: [...paymentsReadRoutes, ...paymentsRoutes, paymentsExport],
  bulkActs: PAYMENT_BULK,
  jobs: paymentsJobs,
  detectors: PAYMENT_DETECTORS,
  suggestions: PAYMENT_SUGGESTIONS,
  approvalActs: [
    { kind: "payments.complete", run: (ctx, { id, payload }) => completePayment(ctx, id, paymentComplete.parse(payload)) },
    { kind: "payments.correct", run: (ctx, { id, payload }) => correctPayment(ctx, id, paymentCorrect.parse(payload)) },
    { kind: "payments.approve", run: (ctx, { id, payload }) => approvePayment(ctx, id, paymentApprove.parse(payload)) },
  ],
};
