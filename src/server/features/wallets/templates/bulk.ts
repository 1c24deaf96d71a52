/** What applying a template to many wallets says before it is done: which wallets change in which fields. */
import { WALLET_SETTINGS, type WalletSetting } from "../../../../contract/wallets.ts";
import type { BulkChange } from "../../../../contract/bulk.schema.ts";
import type { BulkPuts, BulkTarget } from "../../../core/bulk/acts.ts";
import { Refused, refusedField } from "../../../platform/refusal.ts";
import { differingSql, settingOut, type SettingColumns } from "./settings.ts";

const WITH_EDITION = "bulk_items i join wallets w on w.id = i.object_id join wallet_template_editions e on e.template_id = $2 and e.edition = $3";

type ChangesRaw = { readonly position: number; readonly differs: readonly WalletSetting[] } & Readonly<
  Record<`w_${WalletSetting}` | `e_${WalletSetting}`, unknown>
>;

function side(raw: ChangesRaw, alias: "w" | "e"): SettingColumns {
  return Object.fromEntries(WALLET_SETTINGS.map((name) => [name, raw[`${alias}_${name}`]])) as unknown as SettingColumns; // each name once, by the list that the query has
}

export const TEMPLATE_PUTS: BulkPuts = {
  async name(q, target) {
    const found = await q.one<{ name: string; edition: number; deleted_at: Date | null }>(
      "select name, edition, deleted_at from wallet_templates where id = $1",
      [target.id],
    );
    return found?.name ?? null;
  },
  async check(q, target) {
    const found = await q.one<{ edition: number; deleted_at: Date | null }>("select edition, deleted_at from wallet_templates where id = $1", [target.id]);
    if (!found || found.deleted_at !== null) return refusedField("target.id", "invalid");
    return found.edition === target.edition ? null : new Refused("conflict", { details: { status: "newer_template" } });
  },
  newest: (q, target) => q.one<BulkTarget>("select id, edition from wallet_templates where id = $1 and deleted_at is null", [target.id]),
  fields: (q, jobId, target) =>
    q.rows(
      `select field, count(*)::int as count from ${WITH_EDITION}, unnest(${differingSql("w", "e")}) field where i.job_id = $1 and i.status = 'waiting'
       group by field order by array_position(array[${WALLET_SETTINGS.map((name) => `'${name}'`).join(", ")}], field)`,
      [jobId, target.id, target.edition],
    ),
  async changes(q, jobId, target, positions) {
    const named = (alias: string): string => WALLET_SETTINGS.map((name) => `${alias}.${name} as ${alias}_${name}`).join(", ");
    const rows = await q.rows<ChangesRaw>(
      `select i.position, ${differingSql("w", "e")} as differs, ${named("w")}, ${named("e")} from ${WITH_EDITION}
       where i.job_id = $1 and i.position = any ($4::int[]) and i.status in ('waiting', 'unchecked')`,
      [jobId, target.id, target.edition, positions],
    );
    const changesOf = (raw: ChangesRaw): BulkChange[] =>
      raw.differs.map((field) => ({ field, before: settingOut(side(raw, "w"), field), after: settingOut(side(raw, "e"), field) }));
    return new Map(rows.map((raw) => [raw.position, changesOf(raw)]));
  },
};
