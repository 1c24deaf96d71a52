/** A template in an edition, as wallets are given it. */
import type { AuditFields } from "../../../../contract/audit.ts";
import type { Operator } from "../../../../contract/operators.ts";
import type { Tx } from "../../../platform/db/pool.ts";
import { Refused, refusedField } from "../../../platform/refusal.ts";
import { settingsOf, type SettingColumns } from "./settings.ts";

/** A template as somebody saw it. */
interface Seen {
  readonly id: string;
  readonly edition: number;
}
interface Locked extends SettingColumns {
  readonly operator: string;
  readonly wallet_type: string;
  readonly name: string;
  readonly newest: number;
  readonly deleted_at: Date | null;
}

/**
 * A template in an edition; it stays as it is until the transaction ends.
 * Refuses not_found: there is no such edition, or the template is deleted; wrong_state (`other_type`): it is for wallets of another type
 */
export async function lockEdition(tx: Tx, seen: Seen, type: { readonly operator: string; readonly wallet_type: string }): Promise<Locked | Refused> {
  const found = await tx.one<Locked>(
    `select p.operator, p.wallet_type, p.name, p.edition as newest, p.deleted_at, ${settingsOf("e")}
     from wallet_templates p join wallet_template_editions e on e.template_id = p.id and e.edition = $2 where p.id = $1 for share of p`,
    [Number(seen.id), seen.edition],
  );
  if (!found || found.deleted_at !== null) return new Refused("not_found");
  if (found.operator !== type.operator || found.wallet_type !== type.wallet_type) return new Refused("wrong_state", { details: { status: "other_type" } });
  return found;
}

/** The columns of what a new wallet remembers of the template that it was begun with, and how the trail names it; its settings are in its call. */
interface Begun {
  readonly columns: Record<string, unknown>;
  readonly trail: AuditFields;
}

/** Refuses validation_failed */
export async function begunWith(tx: Tx, seen: Seen | undefined, type: { operator: Operator; wallet_type: string }): Promise<Begun | Refused> {
  if (seen === undefined) return { columns: {}, trail: {} };
  const found = await lockEdition(tx, seen, type);
  if (found instanceof Refused) return refusedField("template", "invalid");
  return { columns: { template_id: Number(seen.id), template_edition: seen.edition }, trail: { template: found.name, edition: seen.edition } };
}
