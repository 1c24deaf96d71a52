/** Makes, changes, deletes and restores templates. No wallet changes by any of it: a template is applied by an act of its own. */
import type { WalletTemplateCreate, WalletTemplatePatch, WalletTemplateRow } from "../../../../contract/wallet-templates.schema.ts";
import type { Operator, WalletType } from "../../../../contract/operators.ts";
import { audit, changed, nothingChanged } from "../../../platform/audit.ts";
import type { Answer } from "../../../platform/answer.ts";
import type { UserCtx } from "../../../platform/context.ts";
import { violated, type Tx } from "../../../platform/db/pool.ts";
import { insertRow } from "../../../platform/db/rows.ts";
import { ANY_OBJECT } from "../../../platform/events/view.ts";
import { Refused, refusedField } from "../../../platform/refusal.ts";
import { checkBounds } from "../input.ts";
import { MOST_TEMPLATES, templateRaw, templateRow, type TemplateRaw } from "./queries.ts";
import { columnsOfSettings, settingsOut, type SettingColumns } from "./settings.ts";

/** Whoever makes one or says which is the default waits for whoever does the same. */
const TEMPLATES_LOCK = 4175;
const lockAll = (tx: Tx): Promise<number> => tx.run("select pg_advisory_xact_lock($1)", [TEMPLATES_LOCK]);

function nameTaken(error: unknown): Refused {
  if (violated(error) !== "wallet_templates_name") throw error;
  return new Refused("already_exists", { fields: { name: "taken" } });
}

/** Every list that shows what follows a template reads anew. */
function told(ctx: UserCtx): void {
  ctx.emit({ kind: "wallets", objectId: ANY_OBJECT, version: 1, change: "changed", merchantId: null });
}

const insertEdition = (ctx: UserCtx, tx: Tx, id: number, edition: number, columns: SettingColumns): Promise<void> =>
  insertRow(tx, "wallet_template_editions", { template_id: id, edition, ...columns, saved_by: ctx.actor.account, saved_at: new Date(ctx.app.now()) });

/** Takes the default away from whatever has it, which is told in the trail of that one, and gives it to this one. */
async function makeDefault(
  ctx: UserCtx,
  tx: Tx,
  template: { readonly id: number; readonly operator: Operator; readonly wallet_type: WalletType },
): Promise<void> {
  const former = await tx.one<{ id: number }>(
    "update wallet_templates set is_default = false, version = version + 1 where operator = $1 and wallet_type = $2 and is_default and id <> $3 returning id",
    [template.operator, template.wallet_type, template.id],
  );
  if (former !== null)
    await audit(ctx, tx, {
      action: "wallet-template.update",
      objectType: "wallet-template",
      objectId: String(former.id),
      before: { is_default: true },
      after: { is_default: false },
    });
  await tx.run("update wallet_templates set is_default = true where id = $1", [template.id]);
}

/** Null: there is room for one more. */
async function refuseMore(tx: Tx): Promise<Refused | null> {
  const all = await tx.one<{ n: number }>("select count(*)::int as n from wallet_templates where deleted_at is null");
  return (all?.n ?? 0) >= MOST_TEMPLATES ? new Refused("wrong_state", { details: { most: MOST_TEMPLATES } }) : null;
}

/** Refuses validation_failed (bounds that cross, an operator that is not switched on), already_exists (the name), wrong_state (too many) */
export async function createTemplate(ctx: UserCtx, body: WalletTemplateCreate): Promise<Answer<WalletTemplateRow>> {
  if (!ctx.app.config.current.operators.includes(body.operator)) return refusedField("operator", "not_allowed");
  const columns = columnsOfSettings(body.settings);
  const crossed = checkBounds(columns);
  if (crossed) return withinSettings(crossed);
  return ctx
    .tx(async (tx) => {
      await lockAll(tx);
      const full = await refuseMore(tx);
      if (full) return full;
      const made = await tx.one<{ id: number }>("insert into wallet_templates (operator, wallet_type, name, created_at) values ($1, $2, $3, $4) returning id", [
        body.operator,
        body.wallet_type,
        body.name,
        new Date(ctx.app.now()),
      ]);
      const id = made?.id ?? 0;
      await insertEdition(ctx, tx, id, 1, columns);
      if (body.is_default) await makeDefault(ctx, tx, { id, operator: body.operator, wallet_type: body.wallet_type });
      const { settings: _given, ...head } = body;
      const after = { ...head, ...settingsOut(columns) };
      await audit(ctx, tx, { action: "wallet-template.create", objectType: "wallet-template", objectId: String(id), after });
      told(ctx);
      const raw = await templateRaw(tx, id);
      return raw instanceof Refused ? raw : templateRow(raw);
    })
    .catch(nameTaken);
}

/** A field of the settings that is wrong, as the body names it. */
function withinSettings(refused: Refused): Refused {
  return new Refused(refused.code, { fields: Object.fromEntries(Object.entries(refused.fields ?? {}).map(([name, code]) => [`settings.${name}`, code])) });
}

/** The template under its lock, at the version that was decided on. Whoever applies it holds the same row shared. */
async function lockTemplate(tx: Tx, id: number, version: number, deleted = false): Promise<TemplateRaw | Refused> {
  await lockAll(tx);
  await tx.run("select 1 from wallet_templates where id = $1 for update", [id]);
  const raw = await templateRaw(tx, id);
  if (raw instanceof Refused) return raw;
  if ((raw.deleted_at !== null) !== deleted) return new Refused("wrong_state");
  return raw.version === version ? raw : new Refused("conflict", { details: { version: raw.version } });
}

/** Refuses not_found, wrong_state (deleted), conflict, validation_failed, already_exists */
export async function patchTemplate(ctx: UserCtx, id: number, body: WalletTemplatePatch): Promise<Answer<WalletTemplateRow>> {
  const columns = body.settings === undefined ? null : columnsOfSettings(body.settings);
  const crossed = columns === null ? null : checkBounds(columns);
  if (crossed) return withinSettings(crossed);
  return ctx
    .tx(async (tx) => {
      const raw = await lockTemplate(tx, id, body.version);
      if (raw instanceof Refused) return raw;
      const asked = { name: body.name ?? raw.name, is_default: body.is_default ?? raw.is_default };
      // As both are kept: the same amount written in another way is no change.
      const settings = changed({ ...settingsOut(raw) }, columns === null ? {} : { ...settingsOut(columns) });
      const head = changed({ name: raw.name, is_default: raw.is_default }, asked);
      const isOther = columns !== null && Object.keys(settings.after).length > 0;
      if (!isOther && Object.keys(head.after).length === 0) {
        nothingChanged(tx);
        return templateRow(raw);
      }
      const edition = isOther ? raw.edition + 1 : raw.edition;
      if (isOther) await insertEdition(ctx, tx, id, edition, columns);
      if (asked.is_default && !raw.is_default) await makeDefault(ctx, tx, raw);
      await tx.run("update wallet_templates set name = $2, edition = $3, is_default = $4, version = version + 1 where id = $1", [
        id,
        asked.name,
        edition,
        asked.is_default,
      ]);
      const numbered = isOther ? { before: { edition: raw.edition }, after: { edition } } : { before: {}, after: {} };
      await audit(ctx, tx, {
        action: "wallet-template.update",
        objectType: "wallet-template",
        objectId: String(id),
        before: { ...head.before, ...settings.before, ...numbered.before },
        after: { ...head.after, ...settings.after, ...numbered.after },
      });
      told(ctx);
      const now = await templateRaw(tx, id);
      return now instanceof Refused ? now : templateRow(now);
    })
    .catch(nameTaken);
}

/** Wallets that follow it keep their settings, and that they were given it. Refuses not_found, wrong_state (deleted already), conflict */
export function deleteTemplate(ctx: UserCtx, id: number, version: number): Promise<Answer<{ version: number }>> {
  return ctx.tx(async (tx) => {
    const raw = await lockTemplate(tx, id, version);
    if (raw instanceof Refused) return raw;
    await tx.run("update wallet_templates set deleted_at = $2, is_default = false, version = version + 1 where id = $1", [id, new Date(ctx.app.now())]);
    await audit(ctx, tx, {
      action: "wallet-template.delete",
      objectType: "wallet-template",
      objectId: String(id),
      before: { name: raw.name, operator: raw.operator, wallet_type: raw.wallet_type, is_default: raw.is_default },
    });
    told(ctx);
    return { version: raw.version + 1 };
  });
}

/** Refuses not_found, wrong_state (not deleted, too many), conflict, already_exists (another one has its name by now) */
export async function restoreTemplate(
  ctx: UserCtx,
  id: number,
  body: { readonly version: number; readonly is_default: boolean },
): Promise<Answer<WalletTemplateRow>> {
  return ctx
    .tx(async (tx) => {
      const raw = await lockTemplate(tx, id, body.version, true);
      if (raw instanceof Refused) return raw;
      const full = await refuseMore(tx);
      if (full) return full;
      await tx.run("update wallet_templates set deleted_at = null, version = version + 1 where id = $1", [id]);
      const other = await tx.one("select 1 from wallet_templates where operator = $1 and wallet_type = $2 and is_default", [raw.operator, raw.wallet_type]);
      const isDefault = body.is_default && other === null;
      if (isDefault) await makeDefault(ctx, tx, raw);
      await audit(ctx, tx, {
        action: "wallet-template.restore",
        objectType: "wallet-template",
        objectId: String(id),
        after: { name: raw.name, operator: raw.operator, wallet_type: raw.wallet_type, is_default: isDefault },
      });
      told(ctx);
      const now = await templateRaw(tx, id);
      return now instanceof Refused ? now : templateRow(now);
    })
    .catch(nameTaken);
}
