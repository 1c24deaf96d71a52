/** Templates as rows. They are few, and read in one piece. */
import type { Operator, WalletType } from "../../../../contract/operators.ts";
import type { WalletTemplateEditions, WalletTemplateRow } from "../../../../contract/wallet-templates.schema.ts";
import type { Queryable } from "../../../platform/db/pool.ts";
import { Refused } from "../../../platform/refusal.ts";
import { differSql, settingsOf, settingsOut, type SettingColumns } from "./settings.ts";

/** So many templates at the most. */
export const MOST_TEMPLATES = 300;

/** A template as SQL gives it, with what its newest edition says. */
export interface TemplateRaw extends SettingColumns {
  readonly id: number;
  readonly operator: Operator;
  readonly wallet_type: WalletType;
  readonly name: string;
  readonly edition: number;
  readonly is_default: boolean;
  readonly deleted_at: Date | null;
  readonly version: number;
  readonly saved_by: string;
  readonly saved_at: Date;
  readonly wallets: number;
  readonly differing: number;
}

const TEMPLATES = `select p.id, p.operator, p.wallet_type, p.name, p.edition, p.is_default, p.deleted_at, p.version, e.saved_by, e.saved_at, ${settingsOf("e")},
    coalesce(c.wallets, 0) as wallets, coalesce(c.differing, 0) as differing
  from wallet_templates p join wallet_template_editions e on e.template_id = p.id and e.edition = p.edition
  left join lateral (select count(*)::int as wallets, count(*) filter (where ${differSql("w", "e")})::int as differing
    from wallets w where w.template_id = p.id and w.deleted_at is null) c on true`;

/** A template as the contract has it. */
export function templateRow(raw: TemplateRaw): WalletTemplateRow {
  return {
    id: String(raw.id),
    operator: raw.operator,
    wallet_type: raw.wallet_type,
    name: raw.name,
    edition: raw.edition,
    is_default: raw.is_default,
    settings: settingsOut(raw),
    saved_by: raw.saved_by,
    saved_at: raw.saved_at.toISOString(),
    wallets: raw.wallets,
    differing: raw.differing,
    version: raw.version,
  };
}

/** All templates that are not deleted, by type, the default first. */
export function allTemplates(q: Queryable): Promise<TemplateRaw[]> {
  return q.rows<TemplateRaw>(
    `${TEMPLATES} where p.deleted_at is null order by p.operator, p.wallet_type, p.is_default desc, lower(p.name) limit ${MOST_TEMPLATES}`,
  );
}

/** One template, deleted or not. Refuses not_found */
export async function templateRaw(q: Queryable, id: number): Promise<TemplateRaw | Refused> {
  return (await q.one<TemplateRaw>(`${TEMPLATES} where p.id = $1`, [id])) ?? new Refused("not_found");
}

interface EditionRaw extends SettingColumns {
  readonly edition: number;
  readonly saved_by: string;
  readonly saved_at: Date;
  readonly wallets: number;
}

/** All that a template ever said, the newest first; the last hundred. Refuses not_found */
export async function templateEditions(q: Queryable, id: number): Promise<WalletTemplateEditions | Refused> {
  const rows = await q.rows<EditionRaw>(
    `select e.edition, e.saved_by, e.saved_at, ${settingsOf("e")},
       (select count(*)::int from wallets w where w.template_id = e.template_id and w.template_edition = e.edition and w.deleted_at is null) as wallets
     from wallet_template_editions e where e.template_id = $1 order by e.edition desc limit 100`,
    [id],
  );
  if (rows.length === 0) return new Refused("not_found");
  return {
    items: rows.map((row) => ({
      edition: row.edition,
      settings: settingsOut(row),
      saved_by: row.saved_by,
      saved_at: row.saved_at.toISOString(),
      wallets: row.wallets,
    })),
  };
}
