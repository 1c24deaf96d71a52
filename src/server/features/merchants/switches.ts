/** Switches of a merchant: enabled or not, order acceptance open or closed. */
import type * as z from "zod";
import type { merchantOpen, MerchantRow } from "../../../contract/merchants.schema.ts";
import { can } from "../../../contract/permissions.ts";
import { raiseAlert } from "../../core/alerts/raise.ts";
import { GIVEN_UP } from "../../core/outbox/queries.ts";
import type { Answer } from "../../platform/answer.ts";
import { changed } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { changeMerchant } from "./write.ts";

/** What a merchant was not told while nobody served it, or before, waits for somebody again. */
async function tellGivenUp(app: App, tx: Tx, merchantId: bigint): Promise<void> {
  const found = await tx.one(`select 1 from (${GIVEN_UP}) g where g.merchant_id = $1 limit 1`, [merchantId]);
  if (found) await raiseAlert(app, tx, { kind: "delivery_failed", object: { type: "merchant", id: merchantId }, merchantId });
}

/** Enables or disables: disabling stops the acceptance of orders only (rule 17). Refuses `not_found`, `conflict`, `wrong_state` */
export function enableMerchant(ctx: UserCtx, id: string, version: number, enabled: boolean): Promise<Answer<MerchantRow>> {
  return changeMerchant(ctx, { id, version, action: enabled ? "merchant.enable" : "merchant.disable" }, async (raw, tx) => {
    if (raw.deleted || raw.enabled === enabled) return new Refused("wrong_state");
    if (enabled) await tellGivenUp(ctx.app, tx, raw.id);
    return { columns: { enabled }, before: { enabled: raw.enabled }, after: { enabled } };
  });
}

/** Closes or opens order acceptance for one merchant; only an admin opens (rule 45). Refuses `forbidden`, `not_found`, `conflict`, `wrong_state` */
export async function openMerchant(ctx: UserCtx, id: string, body: z.output<typeof merchantOpen>): Promise<Answer<MerchantRow>> {
  if ((body.payments === true || body.disburses === true) && !can(ctx.actor, "merchants.open")) return new Refused("forbidden");
  if (body.payments === undefined && body.disburses === undefined) return refusedField("payments", "required");
  return changeMerchant(ctx, { id, version: body.version, action: "merchant.open" }, (raw) => {
    if (raw.deleted) return new Refused("wrong_state");
    const stored = { payments_open: raw.payments_open, disburses_open: raw.disburses_open };
    const difference = changed(stored, { payments_open: body.payments ?? raw.payments_open, disburses_open: body.disburses ?? raw.disburses_open });
    return Object.keys(difference.after).length === 0 ? null : { columns: difference.after, ...difference };
  });
}
