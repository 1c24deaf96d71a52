/**
 * Acts that need a second approval (rule 13). A verb adds one line under its object's lock, after its own checks and
 * before it changes anything:
 *
 *   const waiting = await requireApproval(ctx, tx, { kind: "disburses.reset", objectType: "disburse", objectId: order.id,
 *     action: "reset", objectVersion: order.version, payload: input, amountMinor: order.amountMinor });
 *   if (waiting) return waiting;
 *
 * It answers null where the verb may go on: the act is below its threshold, the platform is run by one person, or an approved
 * request is being fulfilled. Otherwise the verb answers what it was given: all its work is rolled back, the request is kept,
 * and the call answers 202 `{success: true, code: "approval_required", data: {approval}}`. A transaction that goes on all the
 * same cannot commit (`platform/db/undone.ts`), and a test reads that every call looks (`server/verbs.test.ts`).
 *
 * The kind stands in `contract/approvals.ts` (when it asks, who may), and what the approval runs in `acts.ts`.
 */
import { approvalAct, type ApprovalRule } from "../../../contract/approvals.ts";
import type { Config } from "../../../contract/config.ts";
import { parseAmount } from "../../../contract/money.ts";
import type { UserCtx } from "../../platform/context.ts";
import { doneOf, Waiting } from "../../platform/answer.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { endingWith } from "../../platform/db/undone.ts";
import { Refused } from "../../platform/refusal.ts";
import { requireRecheck } from "../session/recheck.ts";
import { approvalById } from "./queries.ts";
import type { RequestedAct } from "./acts.ts";
import { checkOwnLimit, withTogether } from "../staff/limit.ts";
import { keepRequest } from "./store.ts";

/** What a rule asks of an act: nothing below its threshold, else a fresh password, and a checker unless its switch is off. */
function asksFor(config: Config, rule: ApprovalRule, amountMinor: bigint): { readonly password: boolean; readonly person: boolean } {
  if (rule === "always") return { password: true, person: true };
  if ("on" in rule) return { password: true, person: config[rule.on] === true };
  const above = amountMinor >= (parseAmount(config[rule.from]) ?? 0n);
  return { password: above, person: above };
}

/**
 * Lets the verb go on, or asks for a second approval (see the head of this file). From its threshold on, the caller has
 * re-authenticated within five minutes, also when he may act alone.
 * Refuses `recheck_required`, `approval_waiting` (the same act waits already)
 */
export async function requireApproval(ctx: UserCtx, tx: Tx, act: RequestedAct): Promise<Waiting | null> {
  if (ctx.approval?.kind === act.kind && ctx.approval.objectId === act.objectId && ctx.approval.action === act.action) return null;
  const config = ctx.app.config.current;
  const asks = asksFor(config, approvalAct(act.kind).rule, withTogether(ctx, act.amountMinor ?? 0n));
  if (!asks.password) return null;
  await requireRecheck(ctx);
  if (!asks.person || config.one_person) return null;
  const waiting = new Waiting("approval_required", async (later) => {
    const id = await keepRequest(ctx, later, act);
    return id instanceof Refused ? id : { approval: doneOf(await approvalById(ctx.app, later, id, ctx.actor)) };
  });
  return endingWith(tx, waiting);
}

/**
 * The maker's own limit, then the second approval, of an act whose one amount is held against both.
 * @returns forbidden above the limit, or that it waits for a checker; null: the verb goes on
 */
export async function permitAct(ctx: UserCtx, tx: Tx, act: RequestedAct): Promise<Waiting | Refused | null> {
  return checkOwnLimit(ctx, act.amountMinor ?? 0n) ?? requireApproval(ctx, tx, act);
}
