/** Reading messages in the dashboard. */
import { idParams } from "../../../contract/schema.ts";
import { smsDetail as smsDetailSchema, smsQuery, smsRow } from "../../../contract/sms.schema.ts";
import { smsShapeQuery, smsShapes } from "../../../contract/sms-shapes.schema.ts";
import { revealRoute } from "../../core/privacy/reveal.ts";
import { read, type AnyRoute } from "../../platform/http/route.ts";
import { withId } from "../../platform/lists/page.ts";
import { listRoute } from "../../platform/lists/routes.ts";
import { SMS_LIST, smsDetail } from "./reads.ts";
import { listShapes } from "./shapes.ts";

export const smsReadRoutes: AnyRoute[] = [
  listRoute(SMS_LIST, { url: "/api/sms", summary: "Messages that phones forwarded, newest first", permission: "sms.see", query: smsQuery, row: smsRow }),
  read("sms.try", {
    url: "/api/sms/shapes",
    summary: "What no rule reads, grouped by its wording; as far as the answer's time allows",
    query: smsShapeQuery,
    data: smsShapes,
    handler: (ctx, { query }) => listShapes(ctx, query.operator ?? null),
  }),
  read("sms.see", {
    url: "/api/sms/:id",
    summary: "One message with its evidence, entries and the orders it could pay",
    params: idParams,
    data: smsDetailSchema,
    handler: (ctx, { params }) => withId(ctx.app, "sms", params.id, (id) => smsDetail(ctx.app, ctx.app.db, id, ctx.actor)),
  }),
  revealRoute("sms", "/api/sms", smsDetailSchema, smsDetail),
];
