/** POST /v1/payments: a merchant asks to collect money. */
import { operatorConfig } from "../../../contract/config.ts";
import { feeFits, parseAmount, type FeeRule } from "../../../contract/money.ts";
import { normaliseAccount } from "../../../contract/operators.ts";
import type { MerchantPayment, PaymentCreate } from "../../../contract/payments.schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer } from "../../platform/answer.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import type { MerchantCtx } from "../../platform/context.ts";
import { refusedNotifyUrl } from "../../core/outbox/target.ts";
import { type IdempotencyClaim } from "../../platform/http/call.ts";
import { contentHash } from "../../core/acceptance/payment-order.ts";
import { feeRuleFor, loadMerchant } from "../../core/parties/merchants.ts";
import { closedFor } from "../../core/switches/closed.ts";
import { orderByNumber } from "../../core/orders/merchant-number.ts";
import { bodyOf } from "./orders.ts";
import { withPaymentUrl } from "./payment-url.ts";

/** What refuses a new order: acceptance that is closed, an amount outside the operator's bounds, a fee above the amount. */
function checkAcceptance({ app }: MerchantCtx, input: PaymentCreate, amountMinor: bigint, feeRule: FeeRule, isClosed: boolean): Refused | null {
  if (isClosed) return new Refused("intake_closed");
  const { minMinor, maxMinor, min_amount, max_amount } = operatorConfig(app.config.current, input.operator);
  if (amountMinor < minMinor || (maxMinor !== null && amountMinor > maxMinor))
    return new Refused("amount_out_of_bounds", {
      fields: { amount: amountMinor < minMinor ? "too_small" : "too_large" },
      details: { min: min_amount, max: max_amount },
    });
  if (!feeFits(feeRule, amountMinor)) return new Refused("amount_out_of_bounds", { fields: { amount: "too_small" } });
  return null;
}

/**
 * Creates the order or answers the one that exists under this merchant order id.
 * @returns the order and whether it is new, what its key was answered with before, or what is refused
 */
export async function createPayment(
  ctx: MerchantCtx,
  input: PaymentCreate,
  idempotency: IdempotencyClaim | null,
): Promise<Answer<{ order: MerchantPayment; created: boolean }>> {
  const { app, actor } = ctx;
  const merchant = await loadMerchant(app, actor.merchantId);
  if (!merchant) return new Refused("unauthorized");
  const amountMinor = parseAmount(input.amount) as bigint;
  const feeRule = feeRuleFor(merchant, "payment", input.operator);
  const closed = await closedFor(app, { direction: "in", operator: input.operator, merchantId: actor.merchantId }, merchant);
  const against = checkAcceptance(ctx, input, amountMinor, feeRule, closed !== null) ?? (await refusedNotifyUrl(app, input.notify_url));
  // What would refuse a new order does not hide one that is there: its merchant may only have missed the answer.
  if (against && (await orderByNumber(app.db, actor.merchantId, "payment", input.merchant_order_id)) === null) return against;
  const customer = input.customer === undefined ? null : normaliseAccount(input.operator, input.customer);
  if (input.customer !== undefined && customer === null) return refusedField("customer");
  const wanted = {
    merchantId: actor.merchantId,
    merchantOrderId: input.merchant_order_id,
    operator: input.operator,
    amountMinor,
    customer,
    userRef: input.user_id ?? null,
    notifyUrl: input.notify_url ?? null,
    metadata: input.metadata ?? null,
    expiresInSeconds: input.expires_in ?? app.config.current.payment_expiry_minutes * 60,
    askedExpirySeconds: input.expires_in ?? null,
    feeRule,
    remoteIp: ctx.ip,
    idempotency,
  };
  const answer = await app.acceptance.submit({ ...wanted, contentHash: contentHash(wanted) });
  if (answer instanceof Undone) return answer;
  const { created } = answer;
  const stored = await withPaymentUrl(app, answer.order, idempotency);
  return { order: await bodyOf(app, stored), created };
}
