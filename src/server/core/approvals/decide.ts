/** Deciding requests: the checker approves, rejects; the maker cancels, or takes what was approved. */
import type { AuditFields } from "../../../contract/audit.ts";
import { approvalAct, COLLECT_LIFE_MS } from "../../../contract/approvals.ts";
import type { ApprovalRow } from "../../../contract/approvals.schema.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { can } from "../../../contract/permissions.ts";
import { Undone } from "../../platform/db/undone.ts";
import { type Answer, doneOf, isOther } from "../../platform/answer.ts";
import { audit, nothingChanged } from "../../platform/audit.ts";
import type { Ctx, UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { noteMaker } from "../staff/acted.ts";
import { answerOfVerb, Refused } from "../../platform/refusal.ts";
import { requireRecheck } from "../session/recheck.ts";
import { actOf, type StoredAct } from "./acts.ts";
import { requireActiveChecker, requireActiveMaker } from "./maker.ts";
import { objectName } from "./objects.ts";
import { approvalById, approvalRaw, type ApprovalRaw } from "./queries.ts";
import { openPayload } from "./store.ts";

/** A request under its lock, where what the caller decided on stands. Else `not_found`, `conflict`, or what his own check refuses */
async function lockApproval(
  ctx: UserCtx,
  tx: Tx,
  id: bigint | null,
  { first, version }: Pick<DecideWith<never>, "first" | "version">,
): Promise<ApprovalRaw | Refused> {
  const stale = await first?.(tx);
  if (stale) return stale;
  const found = await approvalRaw(tx, id, ctx.actor);
  if (found instanceof Refused) return found;
  await tx.run("select 1 from approvals where id = $1 for no key update", [found.id]);
  const raw = doneOf(await approvalRaw(tx, found.id, ctx.actor));
  if (version !== undefined && raw.version !== version) return new Refused("conflict", { details: { version: raw.version, status: raw.status } });
  return raw;
}

/** `wrong_state` when it was decided, or its time is over; null: it waits. */
function decided(ctx: UserCtx, raw: ApprovalRaw): Refused | null {
  if (raw.status !== "waiting") return new Refused("wrong_state", { details: { status: raw.status } });
  return raw.expires_at.getTime() <= ctx.app.now() ? new Refused("wrong_state", { details: { status: "lapsed" } }) : null;
}

/** Who decides holds the act's own permission (rule 45). Null: he does; else `forbidden`. */
function withoutPermission(ctx: UserCtx, raw: ApprovalRaw): Refused | null {
  return can(ctx.actor, approvalAct(raw.kind).by) ? null : new Refused("forbidden");
}

async function storedOf(ctx: Ctx, tx: Tx, raw: ApprovalRaw): Promise<StoredAct> {
  const { app } = ctx;
  return { objectId: raw.object_id, id: objectName(app, raw.object_type, raw.object_id), action: raw.action, payload: await openPayload(app, tx, raw.id) };
}

/** Runs the act inside the transaction of its approval, as the person who calls. */
async function runAct(ctx: UserCtx, tx: Tx, raw: ApprovalRaw): Promise<Answer<unknown>> {
  const inside: UserCtx = {
    ...ctx,
    tx: (work) => work(tx),
    approval: {
      id: raw.id,
      kind: raw.kind,
      objectId: raw.object_id,
      action: raw.action,
      maker: raw.maker_account,
      checker: raw.checker_account ?? ctx.actor.account,
    },
  };
  const done = await actOf(ctx.app, raw.kind).run(inside, await storedOf(ctx, tx, raw));
  if (isOther(done)) return done;
  await noteMaker(tx, { type: raw.object_type, id: raw.object_id }, raw.maker_account);
  return done;
}

async function record(ctx: Ctx, tx: Tx, raw: ApprovalRaw, action: "approve" | "reject" | "cancel" | "lapse" | "collect", after: AuditFields): Promise<void> {
  await audit(ctx, tx, {
    action: `approvals.${action}`,
    objectType: "approval",
    objectId: ctx.app.publicIds.encode("approval", raw.id),
    merchantId: raw.merchant_id,
    before: { status: raw.status, version: raw.version },
    after: {
      status: raw.status,
      version: raw.version + 1,
      kind: raw.kind,
      object: objectName(ctx.app, raw.object_type, raw.object_id),
      amount: formatAmountOrNull(raw.amount),
      maker: raw.maker_account,
      ...after,
    },
    approvalId: raw.id,
  });
  ctx.emit({ kind: "approvals", objectId: raw.id, version: raw.version + 1, change: "changed", merchantId: raw.merchant_id });
}

/** Two people, both of the platform still, and where the act says so two of certain types. Else `same_person`, `maker_inactive`, `forbidden`. */
async function requireChecker(ctx: UserCtx, tx: Tx, raw: ApprovalRaw): Promise<Refused | null> {
  const { by, askedWith = by } = approvalAct(raw.kind);
  const lost = await requireActiveChecker(tx, ctx.actor.id, by);
  if (lost) return lost;
  if (raw.maker === ctx.actor.id) return ctx.app.config.current.one_person ? null : new Refused("same_person");
  const away = await requireActiveMaker(tx, raw.maker, askedWith);
  if (away) return away;
  const together = actOf(ctx.app, raw.kind).together;
  if (!together) return null;
  const maker = await tx.one<{ user_type: UserCtx["actor"]["userType"] }>("select user_type from users where id = $1", [raw.maker]);
  return maker && together(maker.user_type, ctx.actor.userType) ? null : new Refused("forbidden");
}

/**
 * The checker's yes: the stored act runs now, in one transaction with the decision. An act that answers a secret is
 * only set free: its maker runs it with {@link collectApproval}.
 * Refuses `not_found`, `forbidden`, `same_person`, `maker_inactive`, `recheck_required`, `wrong_state`, `conflict` when
 *   the object changed since (the request lapses), and whatever the act refuses
 */
export function approveApproval(ctx: UserCtx, id: bigint | null, version?: number): Promise<Answer<ApprovalRow>> {
  return approveWith(ctx, id, { version, view: (tx, found) => approvalById(ctx.app, tx, found, ctx.actor) });
}

/** How another feature's call decides a request of its own kind, all in one transaction. */
export interface DecideWith<T> {
  readonly version?: number | undefined;
  /** Checks what the caller decided on, before anything else; null: it stands. */
  readonly first?: (tx: Tx) => Promise<Refused | null>;
  /** Reads the call's answer. */
  readonly view: (tx: Tx, id: bigint) => Promise<T | Refused>;
}

/** As {@link approveApproval}, for a call of another feature. */
export async function approveWith<T>(ctx: UserCtx, id: bigint | null, how: DecideWith<T>): Promise<Answer<T>> {
  const { app } = ctx;
  const seen: { raw: ApprovalRaw | null; ran: boolean } = { raw: null, ran: false };
  const answer = await answerOfVerb(() =>
    ctx.tx(async (tx) => {
      const raw = await lockApproval(ctx, tx, id, how);
      if (raw instanceof Refused) return raw;
      seen.raw = raw;
      seen.ran = false;
      const against = withoutPermission(ctx, raw) ?? (await requireChecker(ctx, tx, raw)) ?? decided(ctx, raw);
      if (against) return against;
      await requireRecheck(ctx);
      const collect = approvalAct(raw.kind).collect === true;
      if (!collect) {
        seen.ran = true;
        const done = await runAct(ctx, tx, raw);
        if (isOther(done)) return done;
      }
      const nowMs = app.now();
      await tx.run(
        "update approvals set status = $6, checker = $2, alone = $3, decided_at = $4, collect_until = $5, version = version + 1 where id = $1 and status = 'waiting'",
        [
          raw.id,
          ctx.actor.id,
          raw.maker === ctx.actor.id,
          new Date(nowMs),
          collect ? new Date(nowMs + COLLECT_LIFE_MS) : null,
          transition("approvals", raw.status, "approve"),
        ],
      );
      await record(ctx, tx, raw, "approve", { status: "approved", checker: ctx.actor.account });
      return how.view(tx, raw.id);
    }),
  );
  // The object is not what the maker saw and never will be again.
  if (seen.raw && seen.ran && answer instanceof Refused && answer.code === "conflict") await lapseChanged(ctx, seen.raw);
  if (seen.raw && !(answer instanceof Undone)) actOf(ctx.app, seen.raw.kind).after?.(app);
  return answer;
}

async function lapseChanged(ctx: UserCtx, raw: ApprovalRaw): Promise<void> {
  const lapse = async (tx: Tx): Promise<void> => {
    const done = await tx.run(
      "update approvals set status = $4, reason = 'changed', decided_at = $2, version = version + 1 where id = $1 and status = 'waiting' and version = $3",
      [raw.id, new Date(ctx.app.now()), raw.version, transition("approvals", "waiting", "lapse")],
    );
    if (done !== 1) {
      nothingChanged(tx);
      return;
    }
    await actOf(ctx.app, raw.kind).ended?.(ctx, tx, await storedOf(ctx, tx, raw), "lapsed", "changed");
    await record(ctx, tx, raw, "lapse", { status: "lapsed", reason: "changed" });
  };
  if (ctx.aside) await ctx.aside(lapse);
  else doneOf(await ctx.tx(lapse));
}

/** What ends a request without its act, and what it is then. */
const ENDS = { rejected: "reject", cancelled: "cancel", lapsed: "lapse" } as const;

async function end(ctx: Ctx, tx: Tx, raw: ApprovalRaw, how: "rejected" | "cancelled" | "lapsed", reason: string | null, checker: bigint | null): Promise<void> {
  await tx.run("update approvals set status = $2, reason = $3, checker = $4, decided_at = $5, version = version + 1 where id = $1 and status = 'waiting'", [
    raw.id,
    transition("approvals", raw.status, ENDS[how]),
    reason,
    checker,
    new Date(ctx.app.now()),
  ]);
  await actOf(ctx.app, raw.kind).ended?.(ctx, tx, await storedOf(ctx, tx, raw), how, reason);
  await record(ctx, tx, raw, how === "rejected" ? "reject" : how === "cancelled" ? "cancel" : "lapse", {
    status: how,
    ...(checker === null || ctx.actor.type !== "user" ? {} : { checker: ctx.actor.account }),
    ...(reason === null ? {} : { reason }),
  });
}

/** The checker's no. Refuses `not_found`, `forbidden`, `same_person`, `wrong_state`, `conflict` */
export function rejectApproval(ctx: UserCtx, id: bigint | null, reason: string, version?: number): Promise<Answer<ApprovalRow>> {
  return rejectWith(ctx, id, reason, { version, view: (tx, found) => approvalById(ctx.app, tx, found, ctx.actor) });
}

/** As {@link rejectApproval}, for a call of another feature. */
export function rejectWith<T>(ctx: UserCtx, id: bigint | null, reason: string, how: DecideWith<T>): Promise<Answer<T>> {
  return ctx.tx(async (tx) => {
    const raw = await lockApproval(ctx, tx, id, how);
    if (raw instanceof Refused) return raw;
    const against = withoutPermission(ctx, raw) ?? (raw.maker === ctx.actor.id ? new Refused("same_person") : decided(ctx, raw));
    if (against) return against;
    await end(ctx, tx, raw, "rejected", reason, ctx.actor.id);
    return how.view(tx, raw.id);
  });
}

/** The maker takes his request back. Refuses `not_found`, `forbidden` for anybody else, `wrong_state`, `conflict` */
export function cancelApproval(ctx: UserCtx, id: bigint | null, version?: number): Promise<Answer<ApprovalRow>> {
  return cancelWith(ctx, id, { version, view: (tx, found) => approvalById(ctx.app, tx, found, ctx.actor) });
}

/** As {@link cancelApproval}, for a call of another feature. */
export function cancelWith<T>(ctx: UserCtx, id: bigint | null, how: DecideWith<T>): Promise<Answer<T>> {
  return ctx.tx(async (tx) => {
    const raw = await lockApproval(ctx, tx, id, how);
    if (raw instanceof Refused) return raw;
    const against = raw.maker === ctx.actor.id ? decided(ctx, raw) : new Refused("forbidden");
    if (against) return against;
    await end(ctx, tx, raw, "cancelled", null, null);
    return how.view(tx, raw.id);
  });
}

/**
 * The maker runs what was approved and gets its secret, once (docs/decisions/0007).
 * Refuses `not_found`, `forbidden` for anybody else, `recheck_required`, `wrong_state` when nothing is to be
 *   taken (any more), `conflict` when the object changed since, and whatever the act refuses
 */
export async function collectApproval(
  ctx: UserCtx,
  id: bigint | null,
  version?: number,
): Promise<Answer<{ approval: ApprovalRow; result: Record<string, unknown> }>> {
  const { app } = ctx;
  const taken = await ctx.tx(async (tx) => {
    const raw = await lockApproval(ctx, tx, id, { version });
    if (raw instanceof Refused) return raw;
    const against =
      raw.maker === ctx.actor.id
        ? (withoutPermission(ctx, raw) ?? (await requireActiveChecker(tx, raw.maker, approvalAct(raw.kind).by)))
        : new Refused("forbidden");
    if (against) return against;
    if (raw.status !== "approved" || raw.collect_until === null || raw.collected_at !== null || raw.collect_until.getTime() <= app.now())
      return new Refused("wrong_state", { details: { status: raw.status } });
    await requireRecheck(ctx);
    // Acts that are taken answer an object with the secret in it.
    const done = await runAct(ctx, tx, raw);
    if (isOther(done)) return done;
    const result = done as Record<string, unknown>;
    await tx.run("update approvals set collected_at = $2, version = version + 1 where id = $1 and collected_at is null", [raw.id, new Date(app.now())]);
    await record(ctx, tx, raw, "collect", { checker: raw.checker_account });
    return { kind: raw.kind, approval: doneOf(await approvalById(app, tx, raw.id, ctx.actor)), result };
  });
  if (taken instanceof Undone) return taken;
  actOf(ctx.app, taken.kind).after?.(app);
  return { approval: taken.approval, result: taken.result };
}

/** Ends requests whose time is over; for the job. @returns how many */
export async function lapseExpired(ctx: Ctx, limit: number): Promise<number> {
  const lapsed = await ctx.tx(async (tx) => {
    const rows = await tx.rows<ApprovalRaw>(
      "select a.*, (select u.account from users u where u.id = a.maker) as maker_account from approvals a where status = 'waiting' and expires_at <= $1 order by expires_at limit $2 for no key update skip locked",
      [new Date(ctx.app.now()), limit],
    );
    for (const raw of rows) await end(ctx, tx, raw, "lapsed", "expired", null);
    return rows.length;
  });
  return doneOf(lapsed);
}
