/** A payout as its merchant sees it: the object of `/v1` and of notifications. */
import { merchantStatus } from "../../../contract/disburses.ts";
import type { MerchantDisburse } from "../../../contract/disburses.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Disburse } from "../payouts/store.ts";

/** The merchant's object. Which wallet paid, what it cost and what staff wrote stay inside; a reason is told once it is final. */
export function merchantDisburseOf(app: Pick<App, "publicIds">, order: Omit<Disburse, "version">): MerchantDisburse {
  return {
    id: app.publicIds.encode("disburse", order.id),
    merchant_order_id: order.merchantOrderId,
    operator: order.operator,
    amount: formatAmount(order.amountMinor),
    fee: formatAmount(order.feeMinor),
    trx_id: order.status === "completed" ? order.trxId : null,
    customer: order.customer,
    user_id: order.userRef,
    status: merchantStatus(order.status, order.attemptCount),
    reason: order.status === "failed" || order.status === "rejected" ? order.reason : null,
    created_at: idIso(order.id),
    expires_at: null,
    paid_at: order.paidAt?.toISOString() ?? null,
    returned_at: order.returnedAt?.toISOString() ?? null,
    metadata: order.metadata,
  };
}
