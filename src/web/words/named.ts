/** Names of what the server sends: statuses, kinds, reasons, orders. */
import i18next from "i18next";
import type { CellTools } from "../cell-tools.ts";
import { mayNow } from "../session.tsx";
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

/** An object as what was done with it names it: one that may carry money, be about another one, or both. */
interface Named {
  readonly id: string;
  readonly amount?: string | null;
  /** What came in of it, where that is known: it is what was booked. */
  readonly received_amount?: string | null;
  /** What a request for a second approval is about. */
  readonly object?: { readonly id: string | null } | null;
}
/** Id and amount of what was done, for a notice; no amount for whoever sees none. */
export function doneWith(row: Named, { currency }: Pick<CellTools, "currency">): string {
  const amount = row.received_amount ?? row.amount ?? null;
  const money = amount === null || !mayNow("amounts.see") ? null : moneyText(amount, currency);
  return [row.id, row.object?.id ?? null, money].filter((part) => part !== null).join(" · ");
}
/** True of what carries an amount of its own: whatever is done with it is said with that amount. */
export const isMoney = (row: object): boolean => "amount" in row && typeof row.amount === "string";

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
