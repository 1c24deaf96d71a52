/** Puts a template's settings on a wallet: a change of the wallet like any other, by the verb that changes one. */
import type { WalletRow, WalletTemplateApply } from "../../../../contract/wallets.schema.ts";
import type { Answer } from "../../../platform/answer.ts";
import type { UserCtx } from "../../../platform/context.ts";
import { requireRecheck } from "../../../core/session/recheck.ts";
import { inField, Refused } from "../../../platform/refusal.ts";
import { lockLiveWallet } from "../locked.ts";
import { writeWallet } from "../patch.ts";
import { lockEdition } from "./edition.ts";
import { settingsOf, type SettingColumns } from "./settings.ts";

const SAME = (): Refused => new Refused("wrong_state", { details: { status: "same" } });

/**
 * Gives a wallet the settings of a template, in the edition that was looked at; without one it follows none any more.
 * Refuses not_found, conflict (the wallet or the template has changed since), validation_failed (the template is deleted), wrong_state (deleted, of
 * another type, nothing would change), recheck_required where the phones' trust limit changes
 */
export function applyTemplate(ctx: UserCtx, id: bigint, input: WalletTemplateApply): Promise<Answer<WalletRow>> {
  return ctx.tx(async (tx) => {
    const wallet = await lockLiveWallet(tx, id, input.version);
    if (wallet instanceof Refused) return wallet;
    const before = await tx.one<SettingColumns & { template_id: number | null; template_edition: number | null }>(
      `select w.template_id, w.template_edition, ${settingsOf("w")} from wallets w where w.id = $1`,
      [id],
    );
    if (!before) return new Refused("not_found");
    if (input.template === null) {
      if (before.template_id === null) return SAME();
      return writeWallet(ctx, tx, wallet, { template_id: null, template_edition: null }, { action: "wallets.template", trail: { template: null } });
    }
    const template = inField("template", await lockEdition(tx, input.template, wallet));
    if (template instanceof Refused) return template;
    if (template.newest !== input.template.edition) return new Refused("conflict", { details: { status: "newer_template" } });
    const { operator: _operator, wallet_type: _type, name, newest, deleted_at: _deleted, ...settings } = template;
    const columns = { ...settings, template_id: Number(input.template.id), template_edition: newest };
    const isSame = Object.entries(columns).every(([column, value]) => (before as unknown as Record<string, unknown>)[column] === value);
    if (isSame) return SAME();
    // How far the word of a phone is believed (docs/decisions/0094).
    if (columns.phone_trust_limit !== before.phone_trust_limit) await requireRecheck(ctx);
    return writeWallet(ctx, tx, wallet, columns, { action: "wallets.template", trail: { template: name, edition: newest } });
  });
}
