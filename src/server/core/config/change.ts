/** Writes changed parameters: one version up, the difference kept in the history and in the audit trail. */
import type { AuditAction } from "../../../contract/audit.ts";
import { FEE_KEYS, SAFEGUARDS } from "../../../contract/config.ts";
import { requireApproval } from "../approvals/need.ts";
import type { Waiting } from "../../platform/answer.ts";
import { audit, changed, nothingChanged } from "../../platform/audit.ts";
import type { Ctx, UserCtx } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { requireRecheck } from "../session/recheck.ts";
import { crossErrors, lockedOut, otherCurrency, type Values } from "./judge.ts";
import { holdTouched } from "./schedule/hold.ts";
import { overDefaults } from "./store.ts";

/** The configuration under its lock. */
export interface Locked {
  readonly version: number;
  readonly values: Values;
}
/** What a change changes, from what. */
export interface Difference {
  readonly before: Values;
  readonly after: Values;
}
/** How a change came about, as history and trail keep it. */
export interface Cause {
  readonly action: AuditAction;
  /** Why, in the person's words. */
  readonly reason?: string | null | undefined;
  /** The version whose values these were. */
  readonly restored?: number | null | undefined;
  /** The scheduled change that this is. */
  readonly schedule?: number | null | undefined;
}
/** Who wanted a change, and who approved it. */
export interface People {
  readonly id: bigint;
  readonly account: string;
  readonly checker: string | null;
}

/** Takes the lock that every change of the configuration goes through. */
export async function lockConfig(tx: Tx): Promise<Locked> {
  const row = await tx.one<{ version: number; value: Record<string, unknown> }>("select version, value from config where id = 1 for update");
  if (row === null) throw new Error("The row of the configuration is missing.");
  return { version: row.version, values: overDefaults(row.value) };
}

/** Who acts: an approved act is its maker's, whoever of the two runs it. */
export async function peopleOf(ctx: UserCtx, tx: Tx): Promise<People & { readonly checkerId: bigint | null }> {
  const { actor, approval } = ctx;
  if (!approval) return { id: actor.id, account: actor.account, checker: null, checkerId: null };
  const asked = await tx.one<{ maker: bigint }>("select maker from approvals where id = $1", [approval.id]);
  return { id: asked?.maker ?? actor.id, account: approval.maker, checker: approval.checker, checkerId: actor.id };
}

/** Refuses what may not become so; null: it may. @param values all values as they would be */
export async function refuseBad(ctx: UserCtx, tx: Tx, given: Values, values: Values, after: Values): Promise<Refused | null> {
  const crossed = crossErrors(given, values);
  const fields = Object.keys(crossed).length > 0 ? crossed : { ...lockedOut(ctx.ip, after), ...(await otherCurrency(tx, after)) };
  return Object.keys(fields).length > 0 ? new Refused("validation_failed", { fields }) : null;
}

/**
 * Asks for what a change of these keys asks for, now or at its moment alike: a fresh proof for what keeps people from acting
 * alone, a second approval for default fees.
 * @param act which of the acts of `config.fees` the approval would run, and with what
 */
export async function askFor(
  ctx: UserCtx,
  tx: Tx,
  difference: Difference,
  act: { readonly action: "fees" | "schedule"; readonly version: number; readonly payload: Values; readonly shown?: Values },
): Promise<Waiting | null> {
  if (SAFEGUARDS.some((key) => key in difference.after)) await requireRecheck(ctx);
  if (!FEE_KEYS.some((key) => key in difference.after)) return null;
  return requireApproval(ctx, tx, {
    kind: "config.fees",
    objectType: "config",
    objectId: 0n,
    action: act.action,
    objectVersion: act.version,
    payload: act.payload,
    before: difference.before,
    after: { ...difference.after, ...act.shown },
  });
}

/** Writes a change that has been allowed. @returns the new version */
export async function writeConfig(ctx: Ctx, tx: Tx, locked: Locked, difference: Difference, by: People, cause: Cause): Promise<number> {
  const version = locked.version + 1;
  const at = new Date(ctx.app.now());
  const { reason = null, restored = null, schedule = null } = cause;
  await tx.run("update config set version = $1, value = $2, updated_at = $3 where id = 1", [version, toJson({ ...locked.values, ...difference.after }), at]);
  const changes = Object.keys(difference.after).map((key) => ({ key, before: difference.before[key] ?? null, after: difference.after[key] ?? null }));
  await tx.run(
    "insert into config_history (version, at, user_id, account, checker, changes, reason, restored, schedule) values ($version, $at, $user_id, $account, $checker, $changes, $reason, $restored, $schedule)",
    {
      version,
      at,
      user_id: by.id,
      account: by.account,
      checker: by.checker,
      changes: toJson(changes),
      reason,
      restored,
      schedule,
    },
  );
  await audit(ctx, tx, {
    action: cause.action,
    objectType: "config",
    objectId: null,
    before: difference.before,
    after: {
      ...difference.after,
      ...(reason === null ? {} : { reason }),
      ...(ctx.actor.type === "job" ? { maker: by.account, ...(by.checker === null ? {} : { checker: by.checker }) } : {}),
    },
  });
  ctx.emit({ kind: "config", objectId: BigInt(version), version, change: "changed", merchantId: null });
  return version;
}

/**
 * Changes parameters inside the acting transaction; without a difference nothing is written. Scheduled changes of the same
 * keys are held: their people decided on other values.
 * @param given validated keys and values
 * @returns what is in force then, or that it waits for a second approval (default fees)
 * Refuses `conflict`, `validation_failed`, `recheck_required`
 */
export async function changeConfig(ctx: UserCtx, tx: Tx, expectedVersion: number, given: Values, cause: Cause): Promise<Locked | Waiting | Refused> {
  const locked = await lockConfig(tx);
  if (locked.version !== expectedVersion) return new Refused("conflict");
  const values: Values = { ...locked.values, ...given };
  const difference = changed(locked.values, given);
  const against = await refuseBad(ctx, tx, given, values, difference.after);
  if (against) return against;
  if (Object.keys(difference.after).length === 0) {
    nothingChanged(tx);
    return { version: locked.version, values };
  }
  const { reason, restored } = cause;
  const waiting = await askFor(ctx, tx, difference, {
    action: "fees",
    version: locked.version,
    payload: { ...difference.after, version: locked.version, ...(reason ? { reason } : {}), ...(restored ? { restored } : {}) },
  });
  if (waiting) return waiting;
  const version = await writeConfig(ctx, tx, locked, difference, await peopleOf(ctx, tx), cause);
  await holdTouched(ctx, tx, Object.keys(difference.after));
  return { version, values };
}
