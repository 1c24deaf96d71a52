/** Puts back what stood after an earlier version: through the checks, the approval and the trail of any other change. */
import type * as z from "zod";
import { configPatch, type ConfigOut, type configRestore, type configRestoreOut } from "../../../contract/config.schema.ts";
import type { FieldErrors } from "../../../contract/errors.ts";
import { changed } from "../../platform/audit.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { changeConfig } from "./change.ts";
import { saveConfig } from "./config.ts";
import { crossErrors, formErrors, lockedOut, otherCurrency, type Values } from "./judge.ts";
import { ALL_DEFAULTS, asWritten, overDefaults } from "./store.ts";

/** Every key that has changed since a version, with what stood then. Keys that this build does not know are left out. */
async function valuesAfter(q: Queryable, version: number): Promise<Values> {
  const rows = await q.rows<{ key: string; value: unknown }>(
    `select distinct on (c ->> 'key') c ->> 'key' as key, c -> 'before' as value
     from config_history h, jsonb_array_elements(h.changes) c where h.version > $1 order by c ->> 'key', h.version`,
    [version],
  );
  return asWritten(Object.fromEntries(rows.filter(({ key }) => key in ALL_DEFAULTS).map(({ key, value }) => [key, value])));
}

/** What stands now, and what would be put back. Refuses `validation_failed` for a version that is not before the present one */
async function backTo(q: Queryable, to: number): Promise<{ version: number; values: Values; back: Values } | Refused> {
  const row = await q.one<{ version: number; value: Record<string, unknown> }>("select version, value from config where id = 1");
  if (row === null || to >= row.version) return refusedField("to", "too_large");
  const values: Values = overDefaults(row.value);
  return { version: row.version, values, back: changed(values, await valuesAfter(q, to)).after };
}

/** What putting back a version would change, and what of it is refused today: rules may be narrower than they were then. */
export async function previewRestore(ctx: UserCtx, to: number): Promise<z.output<typeof configRestoreOut> | Refused> {
  const { db } = ctx.app;
  const found = await backTo(db, to);
  if (found instanceof Refused) return found;
  const { version, values, back } = found;
  const form: FieldErrors = formErrors(back);
  const cross: FieldErrors =
    Object.keys(form).length > 0 ? {} : { ...crossErrors(back, { ...values, ...back }), ...lockedOut(ctx.ip, back), ...(await otherCurrency(db, back)) };
  const changes = Object.entries(back).map(([key, after]) => ({ key, before: values[key] ?? null, after }));
  return { version, to, changes, refused: { ...form, ...cross } };
}

/**
 * Puts back all that differs, or the named keys.
 * Refuses `conflict`, `validation_failed` for what is not allowed any more, `recheck_required`; waits as any change of the same keys
 */
export function restoreConfig(ctx: UserCtx, { version, to, keys, reason }: z.output<typeof configRestore>): Promise<Answer<ConfigOut>> {
  return saveConfig(ctx, async (tx) => {
    const found = await backTo(tx, to);
    if (found instanceof Refused) return found;
    if (found.version !== version) return new Refused("conflict");
    const unknown = keys?.find((key) => !(key in ALL_DEFAULTS));
    if (unknown !== undefined) return refusedField("keys", "not_allowed");
    const given = Object.fromEntries(Object.entries(found.back).filter(([key]) => keys === undefined || keys.includes(key)));
    const fields = formErrors(given);
    if (Object.keys(fields).length > 0) return new Refused("validation_failed", { fields });
    // The version is looked at again under the lock.
    const { version: _version, reason: _reason, ...values } = configPatch.parse({ ...given, version });
    return changeConfig(ctx, tx, version, values, { action: "config.restore", reason, restored: to });
  });
}
