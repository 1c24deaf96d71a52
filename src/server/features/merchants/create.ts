/** A new merchant with its ledger accounts, its app secret and its webhook secret, both shown this once. */
import type { MerchantCreate, MerchantCreated } from "../../../contract/merchants.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { insertRow } from "../../platform/db/rows.ts";
import { dropMerchants } from "../../core/parties/merchants.ts";
import { canonical, wrongFields, columnsOf } from "./fields.ts";
import { merchantById } from "./queries.ts";
import { newAppId, newAppSecret, newWebhookSecret } from "./secrets.ts";

/** Refuses `validation_failed`, `target_not_allowed` */
export async function createMerchant(ctx: UserCtx, body: MerchantCreate): Promise<Answer<MerchantCreated>> {
  const { app } = ctx;
  const defaults = { payment_fee: app.config.current.default_payment_fee, disburse_fee: app.config.current.default_disburse_fee };
  const input = { ...defaults, ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) };
  const wrong = await wrongFields(app, input);
  if (wrong) return wrong;
  const fields = canonical(input);
  const id = app.ids.next();
  const appId = newAppId();
  const key = newAppSecret(appId);
  const webhook = newWebhookSecret(app, id);
  const columns = {
    id,
    app_id: appId,
    app_secret_hash: key.hash,
    app_secret_last4: key.last4,
    webhook_secret: webhook.sealed,
    ...columnsOf(fields),
  };
  const created = await ctx.tx(async (tx) => {
    await insertRow(tx, "merchants", columns);
    await tx.run("select account_open('merchant', $1, ''), account_open('hold', $1, '')", [id]);
    const publicId = app.publicIds.encode("merchant", id);
    await audit(ctx, tx, { action: "merchant.create", objectType: "merchant", objectId: publicId, merchantId: id, after: { ...fields, app_id: appId } });
    ctx.emit({ kind: "merchants", objectId: id, version: 1, change: "created", merchantId: id });
    const row = await merchantById(app, tx, id, ctx.actor);
    if (!row) throw new Error("the new merchant cannot be read");
    return { ...row, app_secret: key.secret, webhook_secret: webhook.secret };
  });
  dropMerchants(app);
  return created;
}
