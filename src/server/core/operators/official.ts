/** The payout rail and the collecting side of official wallets: the wallet's own connection is read anew for each call. */
import type { OfficialOperator } from "../../../contract/official.ts";
import type { App } from "../../platform/context.ts";
import { makeBkashCollect, refundBkash } from "./bkash/collect.ts";
import { makeBkashPayout } from "./bkash/payout.ts";
import { balanceBkash } from "./bkash/search.ts";
import type { Balance, CollectPort, Refunded, RefundRequest } from "./collect-port.ts";
import { isComplete, loadOfficialWallet, type OfficialWallet } from "./credentials.ts";
import { makeNagadCollect } from "./nagad/collect.ts";
import { makeNagadPayout } from "./nagad/payout.ts";
import type { PayoutPort } from "./port.ts";

/** What an operator can do for us; absent where it has no such call. */
interface OfficialAdapter {
  payout(app: App, wallet: OfficialWallet): PayoutPort;
  collect(app: App, wallet: OfficialWallet): CollectPort;
  balance?(app: App, wallet: OfficialWallet): Promise<Balance>;
  refund?(app: App, wallet: OfficialWallet, request: RefundRequest): Promise<Refunded>;
}

const ADAPTERS: Readonly<Record<OfficialOperator, OfficialAdapter>> = {
  bkash: {
    payout: makeBkashPayout,
    collect: makeBkashCollect,
    balance: balanceBkash,
    refund: refundBkash,
  },
  nagad: { payout: makeNagadPayout, collect: makeNagadCollect },
};

/** How long a `not_found` proves nothing, ms, per operator: the longest of its adapter. */
const GRACE_MS: Readonly<Record<OfficialOperator, number>> = { bkash: 0, nagad: 15 * 60_000 };

/** The payout rail of official wallets of an operator. */
export function officialPort(app: App, operator: OfficialOperator): PayoutPort {
  const portOf = async (walletId: bigint): Promise<PayoutPort | null> => {
    const wallet = await loadOfficialWallet(app, app.db, walletId);
    return wallet !== null && wallet.operator === operator && isComplete(operator, wallet.connection, "payout") ? ADAPTERS[operator].payout(app, wallet) : null;
  };
  const none = { code: "no_credentials", message: "The wallet has no credentials for payouts." };
  return {
    notFoundGraceMs: GRACE_MS[operator],
    submit: async (attempt) => (await portOf(attempt.walletId))?.submit(attempt) ?? { kind: "rejected", ...none },
    query: async (attempt) => (await portOf(attempt.walletId))?.query(attempt) ?? { kind: "unavailable", ...none },
  };
}

/** How an official wallet collects; null: it has no credentials for collecting. */
export async function collectPortOf(app: App, walletId: bigint): Promise<CollectPort | null> {
  const wallet = await loadOfficialWallet(app, app.db, walletId);
  return wallet !== null && isComplete(wallet.operator, wallet.connection, "collect") ? ADAPTERS[wallet.operator].collect(app, wallet) : null;
}

/** Asks the operator what the wallet holds. */
export async function balanceOfficial(app: App, walletId: bigint): Promise<Balance> {
  const wallet = await loadOfficialWallet(app, app.db, walletId);
  const balance = wallet === null ? undefined : ADAPTERS[wallet.operator].balance;
  return wallet === null || !balance || !isComplete(wallet.operator, wallet.connection, "payout") ? { kind: "not_supported" } : balance(app, wallet);
}

/** Gives money of a payment back, where the operator can. */
export async function refundOfficial(app: App, walletId: bigint, request: RefundRequest): Promise<Refunded> {
  const wallet = await loadOfficialWallet(app, app.db, walletId);
  const refund = wallet === null ? undefined : ADAPTERS[wallet.operator].refund;
  return wallet === null || !refund ? { kind: "not_supported" } : refund(app, wallet, request);
}
