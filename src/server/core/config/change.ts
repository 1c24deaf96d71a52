/** Writes changed parameters: one version up, the difference kept in the history and in the audit trail. */
import type { AuditAction } from "../../../contract/audit.ts";
import { APPROVAL_SWITCHES } from "../../../contract/approvals.ts";
import { CONFIG_DEFAULTS } from "../../../contract/config.ts";
import type { FieldErrors } from "../../../contract/errors.ts";
import { parseAmount } from "../../../contract/money.ts";
import { OPERATORS } from "../../../contract/operators.ts";
import { requireApproval } from "../approvals/need.ts";
import type { Waiting } from "../../platform/answer.ts";
import { audit, changed, nothingChanged } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { ipAllowed, parseRange } from "../../platform/http/ip.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { requireRecheck } from "../session/recheck.ts";
import { overDefaults } from "./store.ts";

type Values = Readonly<Record<string, unknown>>;
/** What keeps people from acting alone: nobody changes it from a desk that was left open. */
const SAFEGUARDS = ["one_person", "manual_complete_threshold", "payout_reset_threshold", "disburse_approval_threshold", ...APPROVAL_SWITCHES] as const;

const amount = (value: unknown): bigint | null => (typeof value === "string" ? parseAmount(value) : null);
const above = (low: unknown, high: unknown): boolean => {
  const [lowMinor, highMinor] = [amount(low), amount(high)];
  return lowMinor !== null && highMinor !== null && lowMinor > highMinor;
};

/** What no single key shows: bounds that cross, addresses that cannot be read. Only given keys are blamed. */
function crossErrors(given: Values, values: Values): FieldErrors {
  const fields: Record<string, FieldErrors[string]> = {};
  for (const operator of OPERATORS) {
    const [min, max] = [`${operator}_min_amount`, `${operator}_max_amount`];
    if (max in given && amount(values[max]) === 0n) fields[max] = "too_small";
    const senders = `${operator}_sender_ids`;
    // Without one, every message of the operator would count as forged.
    if (senders in given && (given[senders] as readonly string[]).length === 0) fields[senders] = "required";
    if ((min in given || max in given) && above(values[min], values[max])) fields[max in given ? max : min] = max in given ? "too_small" : "too_large";
  }
  for (const key of ["default_payment_fee", "default_disburse_fee"] as const) {
    const rule = values[key] as (typeof CONFIG_DEFAULTS)[typeof key]; // checked by the schema
    if (key in given && above(rule.min, rule.max)) fields[`${key}.max`] = "too_small";
  }
  // Checked by the schema: an array of texts.
  const ranges = (given["staff_ip_allowlist"] ?? []) as readonly string[];
  ranges.forEach((range, index) => {
    if (parseRange(range) === null) fields[`staff_ip_allowlist.${index}`] = "invalid";
  });
  return fields;
}

/** What may not become so: the caller locked out, or another currency over books that have entries. Null: it may. */
async function standsAgainst(ctx: UserCtx, tx: Tx, after: Values): Promise<Refused | null> {
  // Whoever sets the list must stay inside it, or nobody could take it back.
  if ("staff_ip_allowlist" in after && !ipAllowed(after["staff_ip_allowlist"] as readonly string[], ctx.ip))
    return refusedField("staff_ip_allowlist", "not_allowed");
  if (!("currency" in after)) return null;
  const booked = await tx.one<{ there: boolean }>("select exists (select 1 from entries) or exists (select 1 from archived_months) as there");
  return booked?.there ? refusedField("currency", "not_allowed") : null;
}

/**
 * Changes parameters inside the acting transaction; without a difference nothing is written.
 * @param given validated keys and values
 * @returns what is in force then, or that it waits for a second approval (default fees)
 * Refuses `conflict`, `validation_failed`, `recheck_required`
 */
export async function changeConfig(
  ctx: UserCtx,
  tx: Tx,
  expectedVersion: number,
  given: Values,
  action: AuditAction,
): Promise<{ version: number; values: Values } | Waiting | Refused> {
  const row = await tx.one<{ version: number; value: Record<string, unknown> }>("select version, value from config where id = 1 for update");
  if (row?.version !== expectedVersion) return new Refused("conflict");
  const before: Values = overDefaults(row.value);
  const values: Values = { ...before, ...given };
  const fields = crossErrors(given, values);
  if (Object.keys(fields).length > 0) return new Refused("validation_failed", { fields });
  const difference = changed(before, given);
  const keys = Object.keys(difference.after);
  if (keys.length === 0) {
    nothingChanged(tx);
    return { version: row.version, values };
  }
  const against = await standsAgainst(ctx, tx, difference.after);
  if (against) return against;
  if (SAFEGUARDS.some((key) => key in difference.after)) await requireRecheck(ctx);
  if ("default_payment_fee" in difference.after || "default_disburse_fee" in difference.after) {
    const waiting = await requireApproval(ctx, tx, {
      kind: "config.fees",
      objectType: "config",
      objectId: 0n,
      action: "fees",
      objectVersion: row.version,
      payload: { ...given, version: row.version },
      ...difference,
    });
    if (waiting) return waiting;
  }
  const version = row.version + 1;
  await tx.run("update config set version = $1, value = $2, updated_at = $3 where id = 1", [version, toJson(values), new Date(ctx.app.now())]);
  const changes = keys.map((key) => ({ key, before: difference.before[key] ?? null, after: difference.after[key] ?? null }));
  await tx.run("insert into config_history (version, at, user_id, account, changes) values ($1, $2, $3, $4, $5)", [
    version,
    new Date(ctx.app.now()),
    ctx.actor.id,
    ctx.actor.account,
    toJson(changes),
  ]);
  await audit(ctx, tx, { action, objectType: "config", objectId: null, before: difference.before, after: difference.after });
  ctx.emit({ kind: "config", objectId: BigInt(version), version, change: "changed", merchantId: null });
  return { version, values };
}
