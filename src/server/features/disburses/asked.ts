/** A payout that is asked for: read from its merchant's input, and looked at before any money is. */
import { operatorConfig } from "../../../contract/config.ts";
import type { DisburseCreate } from "../../../contract/disburses.schema.ts";
import { feeOn, flatRule, parseAmount, type FeeRule } from "../../../contract/money.ts";
import { normaliseAccount } from "../../../contract/operators.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import type { App } from "../../platform/context.ts";
import { refusedNotifyUrl } from "../../core/outbox/target.ts";
import { orderByNumber } from "../../core/orders/merchant-number.ts";
import { ownAccounts } from "../../core/posting/own-accounts.ts";
import { feeRuleFor, loadMerchant } from "../../core/parties/merchants.ts";
import { closedFor } from "../../core/switches/closed.ts";

/** A payout on its way in. Amounts are minor units. */
export interface PayoutOrder {
  readonly merchantId: bigint;
  readonly merchantOrderId: string;
  readonly operator: DisburseCreate["operator"];
  readonly amountMinor: bigint;
  readonly customer: string;
  readonly userRef: string | null;
  readonly notifyUrl: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly feeRule: FeeRule;
  readonly remoteIp: string | null;
}

/**
 * Reads a merchant's input into a payout.
 * @returns the payout, or unauthorized, validation_failed, target_not_allowed
 */
export async function readPayout(app: App, merchantId: bigint, input: DisburseCreate, remoteIp: string | null): Promise<PayoutOrder | Refused> {
  const merchant = await loadMerchant(app, merchantId);
  if (!merchant || merchant.deleted) return new Refused("unauthorized");
  const customer = normaliseAccount(input.operator, input.customer);
  if (customer === null) return refusedField("customer");
  const unfit = await refusedNotifyUrl(app, input.notify_url);
  // As everything that refuses a new order, it does not hide one that is there.
  if (unfit && (await orderByNumber(app.db, merchantId, "disburse", input.merchant_order_id)) === null) return unfit;
  const amountMinor = parseAmount(input.amount);
  if (amountMinor === null) return refusedField("amount");
  return {
    merchantId,
    merchantOrderId: input.merchant_order_id,
    operator: input.operator,
    amountMinor,
    customer,
    userRef: input.user_id ?? null,
    notifyUrl: input.notify_url ?? null,
    metadata: input.metadata ?? null,
    feeRule: flatRule(feeRuleFor(merchant, "disburse", input.operator), amountMinor),
    remoteIp,
  };
}

/**
 * What refuses a new payout before its money is looked at.
 * @returns the fee, minor units, or intake_closed, amount_out_of_bounds, customer_is_wallet
 */
export async function checkPayout(app: App, order: PayoutOrder): Promise<bigint | Refused> {
  if (await closedFor(app, { direction: "out", operator: order.operator, merchantId: order.merchantId })) return new Refused("intake_closed");
  const { min_amount: least, max_amount: most } = operatorConfig(app.config.current, order.operator);
  const min = parseAmount(least) ?? 0n;
  const max = most === null ? null : parseAmount(most);
  const low = order.amountMinor < min;
  if (low || (max !== null && order.amountMinor > max))
    return new Refused("amount_out_of_bounds", { fields: { amount: low ? "too_small" : "too_large" }, details: { min: least, max: most } });
  const fee = feeOn(order.feeRule, order.amountMinor);
  if (fee > order.amountMinor) return new Refused("amount_out_of_bounds", { fields: { amount: "too_small" } });
  if ((await ownAccounts(app)).has(order.customer)) return new Refused("customer_is_wallet", { fields: { customer: "not_allowed" } });
  return fee;
}
