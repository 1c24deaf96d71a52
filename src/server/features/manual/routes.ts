/** Manual operations: list, one, ask, try, apply, reject. */
import { manualApply, manualCreate, manualDetail, manualQuery, manualReject, manualRow, manualTried, manualTry } from "../../../contract/manual.schema.ts";
import type { ManualRow } from "../../../contract/manual.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { approveWith, cancelWith, rejectWith, type DecideWith } from "../../core/approvals/decide.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { withId } from "../../platform/lists/page.ts";
import { listRoute } from "../../platform/lists/routes.ts";
import { Refused } from "../../platform/refusal.ts";
import { MANUAL_LIST, manualById, manualRaw } from "./queries.ts";
import { createManual, getManual, tryManual } from "./request.ts";

/** The call's answer, and the check of what its caller decided on: both inside the transaction of the decision. */
function decision(ctx: UserCtx, id: bigint, version: number): DecideWith<ManualRow> {
  return {
    async first(tx) {
      const raw = await manualRaw(tx, id, ctx.actor);
      if (raw instanceof Refused) return raw;
      if (raw.version !== version) return new Refused("conflict", { details: { version: raw.version, status: raw.status } });
      return raw.status === "requested" ? null : new Refused("wrong_state", { details: { status: raw.status } });
    },
    view: (tx) => manualById(ctx.app, tx, id, ctx.actor),
  };
}

async function apply(ctx: UserCtx, id: bigint, version: number): Promise<Answer<ManualRow>> {
  const raw = await manualRaw(ctx.app.db, id, ctx.actor);
  return raw instanceof Refused ? raw : approveWith(ctx, raw.approval_id, decision(ctx, id, version));
}

/** A checker rejects; the maker takes his own back. */
async function reject(ctx: UserCtx, id: bigint, version: number, reason: string): Promise<Answer<ManualRow>> {
  const raw = await manualRaw(ctx.app.db, id, ctx.actor);
  if (raw instanceof Refused) return raw;
  const { approval_id, maker } = raw;
  const how = decision(ctx, id, version);
  return maker === ctx.actor.id ? cancelWith(ctx, approval_id, how) : rejectWith(ctx, approval_id, reason, how);
}

export const manualRoutes: AnyRoute[] = [
  listRoute(MANUAL_LIST, { url: "/api/manual", summary: "Manual operations, newest first", permission: "manual.see", query: manualQuery, row: manualRow }),
  read("manual.see", {
    url: "/api/manual/:id",
    summary: "One manual operation, with what it would do now",
    params: idParams,
    data: manualDetail,
    handler: (ctx, { params }) => withId(ctx.app, "manual", params.id, (id) => getManual(ctx, id)),
  }),
  route({
    method: "POST",
    url: "/api/manual",
    access: { kind: "session", permission: "manual.create" },
    summary: "Request a manual operation; a second approval applies it",
    body: manualCreate,
    data: manualRow,
    status: 201,
    audit: "manual.request",
    handler: (ctx, { body }) => createManual(ctx, body),
  }),
  route({
    method: "POST",
    url: "/api/manual/preview",
    access: { kind: "session", permission: "manual.create" },
    summary: "What a manual operation would do now; nothing is stored",
    body: manualTry,
    data: manualTried,
    audit: null,
    unaudited: "looks",
    keyless: true,
    handler: (ctx, { body }) => tryManual(ctx, body),
  }),
  route({
    method: "POST",
    url: "/api/manual/:id/apply",
    access: { kind: "session", permission: "manual.decide" },
    summary: "Apply a manual operation: the second approval",
    params: idParams,
    body: manualApply,
    data: manualRow,
    audit: ["manual.apply", "approvals.lapse"],
    handler: (ctx, { params, body }) => withId(ctx.app, "manual", params.id, (id) => apply(ctx, id, body.version)),
  }),
  route({
    method: "POST",
    url: "/api/manual/:id/reject",
    access: { kind: "session", permission: "manual.create" },
    summary: "Reject a manual operation, or take your own back",
    params: idParams,
    body: manualReject,
    data: manualRow,
    audit: "manual.reject",
    handler: (ctx, { params, body }) => withId(ctx.app, "manual", params.id, (id) => reject(ctx, id, body.version, body.reason)),
  }),
];
