/** What the search found, in words and figures as the lists write them. Pure but for the messages. */
import type { SearchResult } from "../../contract/home.schema.ts";
import { amountText, phoneText } from "../i18n/format.ts";
import { named } from "../words/named.ts";

type Found = SearchResult["items"][number];
const AMOUNT = /^-?\d+\.\d{2}$/;
const PHONE = /^0[\dXx*•]{10}$/;

/** What a request, an operation or an act on many rows is comes as its kind; everything else has a name. */
export function titleOf({ type, title }: Pick<Found, "type" | "title">): string {
  if (type === "approval") return named("approvals", "kind", title);
  if (type === "bulk") return named("bulk", "act", title);
  return type === "manual" ? named("manual", "kind", title) : title;
}

/** Amounts are grouped, numbers of phones too, a transfer's kind is a word. */
export function detailOf({ type, detail }: Pick<Found, "type" | "detail">): string {
  const word = (part: string): string => {
    if (AMOUNT.test(part)) return amountText(part);
    if (PHONE.test(part)) return phoneText(part);
    return type === "transfer" ? named("transfers", "kind", part) : part;
  };
  return detail.split(" · ").map(word).join(" · ");
}
