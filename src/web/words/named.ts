/** Names of values that the server sends: statuses, kinds, reasons. */
import i18next from "i18next";
import { amountText } from "../i18n/format.ts";
import type { Area } from "../i18n/index.ts";

/** Message `{area}.{path}.{value}`, or the value as it came when a newer server sends one that this build does not know. */
export function named(area: Area, path: string, value: string): string {
  const key = `${path}.${value}`;
  // A value from outside cannot be a checked key; whether the message exists is asked first.
  return i18next.exists(key, { ns: area }) ? String((i18next.t as (id: string, options: object) => unknown)(key, { ns: area })) : value;
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
