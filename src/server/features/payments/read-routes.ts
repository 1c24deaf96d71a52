/** Reading payments in the dashboard. */
import { paymentDetail as paymentDetailSchema, paymentQuery, paymentRow } from "../../../contract/payments.schema.ts";
import { paymentEvidence } from "../../../contract/evidence.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { evidenceRoute } from "../../core/orders/evidence.ts";
import { revealRoute } from "../../core/privacy/reveal.ts";
import { read, type AnyRoute } from "../../platform/http/route.ts";
import { withId } from "../../platform/lists/page.ts";
import { listRoute } from "../../platform/lists/routes.ts";
import { paymentDetail, PAYMENT_LIST } from "./reads.ts";

export const paymentsReadRoutes: AnyRoute[] = [
  listRoute(PAYMENT_LIST, { url: "/api/payments", summary: "Payments, newest first", permission: "payments.see", query: paymentQuery, row: paymentRow }),
  read("payments.see", {
    url: "/api/payments/:id",
    summary: "One payment with its timeline, entries, messages and notifications",
    params: idParams,
    data: paymentDetailSchema,
    handler: (ctx, { params }) => withId(ctx.app, "payment", params.id, (id) => paymentDetail(ctx.app, ctx.app.db, id, ctx.actor)),
  }),
  evidenceRoute({ type: "payment", address: "/api/payments", permission: "payments.see", data: paymentEvidence, detailOf: paymentDetail }),
  revealRoute("payment", "/api/payments", paymentDetailSchema, paymentDetail),
];
