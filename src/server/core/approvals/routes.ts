/** The inbox of what waits for a second approval. */
import { approvalCollected, approvalDecide, approvalDetail, approvalQuery, approvalReject, approvalRow } from "../../../contract/approvals.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { listRoute } from "../../platform/lists/routes.ts";
import { withId } from "../../platform/lists/page.ts";
import { Refused } from "../../platform/refusal.ts";
import { timelineFor } from "../staff/timeline.ts";
import { approveApproval, cancelApproval, collectApproval, rejectApproval } from "./decide.ts";
import { APPROVAL_LIST, approvalById } from "./queries.ts";

const decide = { kind: "session", permission: "approvals.decide" } as const;
/** What the acts on one of them share. */
const act = { method: "POST", access: decide, params: idParams, data: approvalRow } as const;

export const approvalsRoutes: AnyRoute[] = [
  listRoute(APPROVAL_LIST, {
    url: "/api/approvals",
    summary: "Requests for a second approval, newest first",
    permission: "approvals.see",
    query: approvalQuery,
    row: approvalRow,
  }),
  read("approvals.see", {
    url: "/api/approvals/:id",
    summary: "One request with its history",
    params: idParams,
    data: approvalDetail,
    handler: (ctx, { params }) =>
      withId(ctx.app, "approval", params.id, async (id) => {
        const row = await approvalById(ctx.app, ctx.app.db, id, ctx.actor);
        if (row instanceof Refused) return row;
        return { ...row, timeline: await timelineFor(ctx, "approval", row.id) };
      }),
  }),
  route({
    ...act,
    url: "/api/approvals/:id/approve",
    summary: "Give the second approval: the action is executed now",
    body: approvalDecide,
    audit: ["approvals.approve", "approvals.lapse"],
    handler: (ctx, { params, body }) => withId(ctx.app, "approval", params.id, (id) => approveApproval(ctx, id, body.version)),
  }),
  route({
    ...act,
    url: "/api/approvals/:id/reject",
    summary: "Reject a request",
    body: approvalReject,
    audit: "approvals.reject",
    handler: (ctx, { params, body }) => withId(ctx.app, "approval", params.id, (id) => rejectApproval(ctx, id, body.reason, body.version)),
  }),
  route({
    ...act,
    url: "/api/approvals/:id/cancel",
    summary: "Take your own request back",
    body: approvalDecide,
    audit: "approvals.cancel",
    handler: (ctx, { params, body }) => withId(ctx.app, "approval", params.id, (id) => cancelApproval(ctx, id, body.version)),
  }),
  route({
    ...act,
    url: "/api/approvals/:id/collect",
    summary: "Take the new secret of your approved request, this once",
    body: approvalDecide,
    data: approvalCollected,
    audit: "approvals.collect",
    secret: true,
    handler: (ctx, { params, body }) => withId(ctx.app, "approval", params.id, (id) => collectApproval(ctx, id, body.version)),
  }),
];
