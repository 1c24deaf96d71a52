/** What a message and an order that do not fit have each: said where a form is refused for it. */
import type { CallError } from "../api.ts";
import { amountText } from "../i18n/format.ts";
import { text } from "../i18n/keys.ts";

const given = (value: unknown): value is string => typeof value === "string";

/** Amounts and wallets of message and order as far as they differ, one line each. */
export function differsWords({ code, details }: CallError): readonly string[] {
  if (code !== "trx_mismatch" || details === undefined) return [];
  const { message_amount: message, amount: order, message_wallet: messageWallet, wallet: orderWallet } = details;
  return [
    ...(given(message) && given(order) && message !== order ? [text("errors.differs.amount", { message: amountText(message), order: amountText(order) })] : []),
    ...(given(messageWallet) && given(orderWallet) && messageWallet !== orderWallet
      ? [text("errors.differs.wallet", { message: messageWallet, order: orderWallet })]
      : []),
  ];
}
