/** Reading payouts in the dashboard. */
import { disburseDetail as disburseDetailSchema, disburseQuery, disburseRow } from "../../../contract/disburses.schema.ts";
import { disburseEvidenceFile } from "../../../contract/evidence.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { evidenceRoute } from "../../core/orders/evidence.ts";
import { revealRoute } from "../../core/privacy/reveal.ts";
import { read, type AnyRoute } from "../../platform/http/route.ts";
import { withId } from "../../platform/lists/page.ts";
import { listRoute } from "../../platform/lists/routes.ts";
import { disburseDetail } from "./detail.ts";
import { DISBURSE_LIST } from "./queries.ts";

export const disbursesReadRoutes: AnyRoute[] = [
  listRoute(DISBURSE_LIST, { url: "/api/disburses", summary: "Payouts, newest first", permission: "disburses.see", query: disburseQuery, row: disburseRow }),
  read("disburses.see", {
    url: "/api/disburses/:id",
    summary: "One payout with its attempts, evidence, timeline, entries, messages and notifications",
    params: idParams,
    data: disburseDetailSchema,
    handler: (ctx, { params }) => withId(ctx.app, "disburse", params.id, (id) => disburseDetail(ctx.app, ctx.app.db, id, ctx.actor)),
  }),
  evidenceRoute({ type: "disburse", address: "/api/disburses", permission: "disburses.see", data: disburseEvidenceFile, detailOf: disburseDetail }),
  revealRoute("disburse", "/api/disburses", disburseDetailSchema, disburseDetail),
];
