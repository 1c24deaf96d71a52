/** Names of what the server sends: statuses, kinds, reasons, orders. */
import i18next from "i18next";
import type { CellTools } from "../cell-tools.ts";
import { amountText, moneyText } from "../i18n/format.ts";
import type { Area } from "../i18n/index.ts";

/** Payments and payouts; what both say alike stands under `orders`. */
const OF_ORDERS: readonly Area[] = ["payments", "disburses"];

/** Message `{area}.{path}.{value}`, or the value as it came when a newer server sends one that this build does not know. */
export function named(area: Area, path: string, value: string): string {
  const key = `${path}.${value}`;
  const ns: Area | Area[] = OF_ORDERS.includes(area) ? [area, "orders"] : area;
  // A value from outside cannot be a checked key; whether the message exists is asked first.
  return i18next.exists(key, { ns }) ? String((i18next.t as (id: string, options: object) => unknown)(key, { ns })) : value;
}

/** Id and amount, as confirmations name a payment, a payout or a transfer. */
export function whatOf(row: { readonly id: string; readonly amount: string }, { currency }: CellTools): { id: string; amount: string } {
  return { id: row.id, amount: moneyText(row.amount, currency) };
}

/** What was ordered and what a message brought; null where it is not known. */
export interface BothAmounts {
  readonly ordered: string | null | undefined;
  readonly received: string | null | undefined;
}

/** A reason in words; one about amounts says both, where both are known. */
export function reasonWord(area: Area, path: string, code: string, { ordered, received }: BothAmounts): string {
  if (code !== "amount_differs" || !ordered || !received) return named(area, path, code);
  return i18next.t("drawer.amountsDiffer", { ns: "list", ordered: amountText(ordered), received: amountText(received) });
}
