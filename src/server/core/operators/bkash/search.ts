/** bKash's look-ups: a movement by its TrxID, the organisation's balance. */
import type { App } from "../../../platform/context.ts";
import type { Balance } from "../collect-port.ts";
import type { OfficialWallet } from "../credentials.ts";
import { BkashClient, judge } from "./client.ts";
import { readAmount, readTime } from "./words.ts";

const NOT_FOUND = "2033";

/** A payout as bKash knows it by its TrxID. */
type Found =
  | { readonly kind: "found"; readonly reference: string | null; readonly amountMinor: bigint; readonly atMs: number | null; readonly completed: boolean }
  | { readonly kind: "not_found" }
  | { readonly kind: "unavailable"; readonly code: string; readonly message: string };

/** Looks a payout's TrxID up. */
export async function searchBkash(app: App, wallet: OfficialWallet, trxId: string): Promise<Found> {
  if (!/^[0-9A-Za-z]{4,40}$/.test(trxId)) return { kind: "not_found" };
  const judged = judge(await new BkashClient(app, wallet, "payout").call("GET", `payment/search/${trxId}`));
  if (judged.kind === "unclear") return { kind: "unavailable", code: judged.code, message: "bKash gave no clear answer." };
  if (judged.kind === "error") return judged.code === NOT_FOUND ? { kind: "not_found" } : { kind: "unavailable", code: judged.code, message: judged.message };
  const amountMinor = readAmount(judged.body["amount"]);
  if (judged.body["trxID"] !== trxId || amountMinor === null)
    return { kind: "unavailable", code: "unreadable", message: "bKash answered about something else." };
  const reference = judged.body["transactionReference"];
  return {
    kind: "found",
    reference: typeof reference === "string" ? reference : null,
    amountMinor,
    atMs: readTime(judged.body["completedTime"]),
    completed: judged.body["transactionStatus"] === "Completed",
  };
}

/** The sum of the organisation's accounts: what the wallet holds. */
export async function balanceBkash(app: App, wallet: OfficialWallet): Promise<Balance> {
  const judged = judge(await new BkashClient(app, wallet, "payout").call("GET", "payment/organizationBalance"));
  if (judged.kind === "unclear") return { kind: "unavailable", code: judged.code, message: "bKash gave no clear answer." };
  if (judged.kind === "error") return { kind: "unavailable", code: judged.code, message: judged.message };
  const accounts = judged.body["organizationBalance"];
  const unreadable: Balance = { kind: "unavailable", code: "unreadable", message: "bKash's answer names no balance." };
  if (!Array.isArray(accounts) || accounts.length === 0) return unreadable;
  let sum = 0n;
  for (const account of accounts as Readonly<Record<string, unknown>>[]) {
    const amount = account["currency"] === "BDT" ? readAmount(account["currentBalance"]) : null;
    if (amount === null) return unreadable;
    sum += amount;
  }
  return { kind: "balance", amountMinor: sum };
}
