/** The merchant's order object from the database, scoped to its merchant. */
import type { MerchantPayment } from "../../../contract/payments.schema.ts";
import type { App, MerchantCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { StoredPayment } from "../../core/acceptance/acceptance.ts";
import { Refused } from "../../platform/refusal.ts";
import { loadWalletForSms } from "../../core/parties/wallets.ts";
import { orderByNumber } from "../../core/orders/merchant-number.ts";
import { MERCHANT_PAYMENT_COLUMNS, merchantPaymentOf, toMerchantPayment, type MerchantPaymentRaw } from "../../core/orders/payment-view.ts";

/** One order of one merchant, as it sees it. Refuses not_found, for another's order as for none */
export async function loadMerchantPayment(app: App, q: Queryable, merchantId: bigint, id: bigint | null): Promise<MerchantPayment | Refused> {
  const row =
    id === null
      ? null
      : await q.one<MerchantPaymentRaw>(
          `select ${MERCHANT_PAYMENT_COLUMNS} from payments p join wallets w on w.id = p.wallet_id where p.id = $1 and p.merchant_id = $2`,
          [id, merchantId],
          "merchant_payment",
        );
  return row ? toMerchantPayment(app, row) : new Refused("not_found");
}

/** The object of an order that acceptance has just written or found. */
export async function bodyOf(app: App, order: StoredPayment): Promise<MerchantPayment> {
  return merchantPaymentOf(app.publicIds, order, await loadWalletForSms(app, order.walletId));
}

/** One order by its public id, for the merchant that calls. */
export function getPayment(ctx: MerchantCtx, publicId: string): Promise<MerchantPayment | Refused> {
  return loadMerchantPayment(ctx.app, ctx.app.db, ctx.actor.merchantId, ctx.app.publicIds.decode("payment", publicId));
}

/** One order by the merchant's number. */
export async function findPayment(ctx: MerchantCtx, merchantOrderId: string): Promise<MerchantPayment | Refused> {
  return loadMerchantPayment(ctx.app, ctx.app.db, ctx.actor.merchantId, await orderByNumber(ctx.app.db, ctx.actor.merchantId, "payment", merchantOrderId));
}
