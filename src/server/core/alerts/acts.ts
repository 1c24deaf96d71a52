/** People act on exceptions: on one, or on all of a line in one call, where each is done or refused by itself. */
import { isExceptionKind, EXCEPTION_INFO } from "../../../contract/exceptions.ts";
import type { ExceptionAct, ExceptionActs, ExceptionRow, ExceptionsActed } from "../../../contract/exceptions.schema.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { can } from "../../../contract/permissions.ts";
import type { Answer } from "../../platform/answer.ts";
import { auditAll, nothingChanged } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { ANY_OBJECT } from "../../platform/events/view.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { type ActRules, claimedBy, type Locked, rulesOf } from "./act-rules.ts";
import { queueRow } from "./queue.ts";

/** An exception as the person saw it. */
interface Target {
  readonly id: bigint | null;
  readonly version: number;
}
/** What came of one: it was done to what was locked, or refused. */
interface Outcome {
  readonly row: Locked | null;
  readonly refused: Refused | null;
}

/** All of them under their locks, in one order whoever asks. Of kinds that the person may not see there are none. */
async function lockAll(ctx: UserCtx, tx: Tx, targets: readonly Target[]): Promise<ReadonlyMap<bigint, Locked>> {
  const rows = await tx.rows<Omit<Locked, "kind"> & { readonly kind: string }>(
    `select id, kind, status, claimed_by, (select u.account from users u where u.id = claimed_by) as claimed_account, version
     from alerts where id = any ($1::bigint[]) order by id for no key update`,
    [targets.flatMap(({ id }) => id ?? [])],
  );
  return new Map(
    rows.flatMap((row): [bigint, Locked][] => {
      const { kind } = row;
      return isExceptionKind(kind) && can(ctx.actor, EXCEPTION_INFO[kind].see) ? [[row.id, { ...row, kind }]] : [];
    }),
  );
}

/** Why an exception takes no act at all now: gone, changed since it was seen, over. */
function refusedAnyway(row: Locked | undefined, { version }: Target): Refused | null {
  if (row === undefined) return new Refused("not_found");
  if (row.version !== version) return new Refused("conflict", { details: { status: row.status, claimed_by: claimedBy(row) } });
  return row.status === "resolved" ? new Refused("wrong_state", { details: { status: row.status } }) : null;
}

/** Why this act is not done to it, for this person. */
function refusedBy({ own, refuses }: ActRules, row: Locked, { actor }: UserCtx): Refused | null {
  const isOthers = row.status === "claimed" && row.claimed_by !== actor.id && actor.userType !== "admin";
  if (own && isOthers) return new Refused("wrong_state", { details: { status: row.status, claimed_by: row.claimed_account } });
  return refuses(row);
}

/** Writes the act: what it changes, an audit row for each, and that they have changed. */
async function write(ctx: UserCtx, tx: Tx, { deed }: ActRules, rows: readonly Locked[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return nothingChanged(tx);
  // An event leads to the same status from wherever it may begin.
  const to = rows.map((row) => transition("alerts", row.status, deed.event))[0];
  const done = await tx.run(
    `update alerts al set status = $3, ${deed.set}, version = al.version + 1
     from unnest($1::bigint[], $2::int[]) as asked (id, version) where al.id = asked.id and al.version = asked.version`,
    [rows.map((row) => row.id), rows.map((row) => row.version), to, ...deed.values],
  );
  if (done !== rows.length) throw new Error("exceptions changed under their locks");
  await auditAll(
    ctx,
    tx,
    rows.map((row) => ({
      action: deed.action,
      objectType: "exception",
      objectId: ctx.app.publicIds.encode("exception", row.id),
      before: { status: row.status, claimed_by: claimedBy(row) },
      after: { kind: row.kind, status: to, ...deed.after },
    })),
  );
  for (const row of rows) ctx.emit({ kind: "exceptions", objectId: row.id, version: row.version + 1, change: "changed", merchantId: null });
  ctx.emit({ kind: "home", objectId: ANY_OBJECT, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
}

/** What becomes of each, in the order in which they are asked for. Refuses `validation_failed` where the act itself cannot be as it is asked for */
async function actOn(ctx: UserCtx, tx: Tx, targets: readonly Target[], act: ExceptionAct): Promise<Outcome[] | Refused> {
  const locked = await lockAll(ctx, tx, targets);
  const first = targets.map((target): Outcome => {
    const row = target.id === null ? undefined : locked.get(target.id);
    return { row: row ?? null, refused: refusedAnyway(row, target) };
  });
  const taken = first.flatMap(({ row, refused }) => (row !== null && refused === null ? [row] : []));
  if (taken.length === 0) {
    nothingChanged(tx);
    return first;
  }
  const rules = await rulesOf(ctx, tx, act, taken);
  if (rules instanceof Refused) return rules;
  const outcomes = first.map(({ row, refused }): Outcome => ({ row, refused: refused ?? (row === null ? null : refusedBy(rules, row, ctx)) }));
  const unfit = outcomes.find(({ refused }) => refused?.code === "validation_failed")?.refused;
  if (unfit) return unfit;
  await write(
    ctx,
    tx,
    rules,
    outcomes.flatMap(({ row, refused }) => (row !== null && refused === null ? [row] : [])),
  );
  return outcomes;
}

/**
 * One act on one exception, as the person saw it.
 * Refuses `not_found`, `conflict` (naming who has it), `wrong_state`, `cause_stands`, `validation_failed`
 */
export function actOnException(ctx: UserCtx, publicId: string, version: number, act: ExceptionAct): Promise<Answer<ExceptionRow>> {
  const id = ctx.app.publicIds.decode("exception", publicId);
  return ctx.tx(async (tx) => {
    const outcomes = await actOn(ctx, tx, [{ id, version }], act);
    if (outcomes instanceof Refused) return outcomes;
    return outcomes[0]?.refused ?? queueRow(ctx.app, tx, id, ctx.actor);
  });
}

const named = (details: Refused["details"], name: string): string | null => {
  const value = details?.[name];
  return typeof value === "string" ? value : null;
};

/** One act on many: each is done with its audit row, or answered with why not; the others do not mind. Refuses `validation_failed` */
export function actOnExceptions(ctx: UserCtx, { items, ...act }: ExceptionActs): Promise<Answer<ExceptionsActed>> {
  const targets = items.map(({ id, version }) => ({ id: ctx.app.publicIds.decode("exception", id), version }));
  const ids = targets.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size !== ids.length) return Promise.resolve(refusedField("items"));
  return ctx.tx(async (tx) => {
    const outcomes = await actOn(ctx, tx, targets, act);
    if (outcomes instanceof Refused) return outcomes;
    const now = await tx.rows<Pick<Locked, "id" | "status" | "version">>("select id, status, version from alerts where id = any ($1::bigint[])", [ids]);
    const stands = new Map(now.map((row) => [row.id, row]));
    return {
      done: outcomes.filter(({ refused }) => refused === null).length,
      items: outcomes.map(({ row, refused }, at) => ({
        id: items[at]?.id ?? "",
        status: (row && stands.get(row.id)?.status) ?? null,
        version: (row && stands.get(row.id)?.version) ?? null,
        error: refused?.code ?? null,
        claimed_by: named(refused?.details, "claimed_by"),
      })),
    };
  });
}
