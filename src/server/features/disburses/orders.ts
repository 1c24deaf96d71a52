/** The merchant's payout from the database, scoped to its merchant. */
import type { MerchantDisburse } from "../../../contract/disburses.schema.ts";
import type { App, MerchantCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { orderByNumber } from "../../core/orders/merchant-number.ts";
import { merchantDisburseOf } from "../../core/orders/disburse-view.ts";
import { readDisburse } from "../../core/payouts/store.ts";

/** One payout of one merchant, as it sees it. Refuses not_found, for another's order as for none */
export async function loadMerchantDisburse(app: App, q: Queryable, merchantId: bigint, id: bigint | null): Promise<MerchantDisburse | Refused> {
  const order = id === null ? null : await readDisburse(q, id);
  return order?.merchantId === merchantId ? merchantDisburseOf(app, order) : new Refused("not_found");
}

/** One payout by its public id, for the merchant that calls. */
export function getDisburse(ctx: MerchantCtx, publicId: string): Promise<MerchantDisburse | Refused> {
  return loadMerchantDisburse(ctx.app, ctx.app.db, ctx.actor.merchantId, ctx.app.publicIds.decode("disburse", publicId));
}

/** One payout by the merchant's number. */
export async function findDisburse(ctx: MerchantCtx, merchantOrderId: string): Promise<MerchantDisburse | Refused> {
  return loadMerchantDisburse(ctx.app, ctx.app.db, ctx.actor.merchantId, await orderByNumber(ctx.app.db, ctx.actor.merchantId, "disburse", merchantOrderId));
}
