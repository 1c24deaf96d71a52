/** A wallet's business day: which flow each ledger entry belongs to, and the figures that follow. Amounts are minor units. */
import type { WalletFlow } from "../../contract/reconciliation.ts";
import type { SmsKind } from "../../contract/sms.ts";
import { kindsWith } from "../ledger/message-kinds.ts";

const BY_KIND: Readonly<Record<string, WalletFlow>> = {
  operator_cost: "operator_cost",
  commission: "commission",
  payment: "payment",
  disburse: "disburse",
  disburse_return: "disburse",
  suspense: "suspense",
  extra: "suspense",
  unexplained: "unexplained",
  reversal: "reversal",
  payment_reversal: "reversal",
  transfer_out: "transfer",
  transfer_in: "transfer",
  transfer_returned: "transfer",
  b2b_out: "b2b",
  b2b_in: "b2b",
  b2b_credit: "b2b",
  b2b_debit: "b2b",
  withdrawal: "withdrawal",
  opening: "opening",
};

const REPORTED: Readonly<Record<string, WalletFlow>> = { payment: "payment", disburse: "disburse", transfer: "transfer", withdrawal: "withdrawal" };

/** What a message of something said before is booked as: on whose behalf, its reference tells. */
const REPORTED_KIND = "reported";
/** Kinds of entries that stand on wallets and are told apart by name. */
export const FLOW_KINDS: readonly string[] = [...Object.keys(BY_KIND), REPORTED_KIND];

/** The flow of an entry on a wallet, by its kind, else by what it refers to. */
export function flowOf(refType: string, kind: string): WalletFlow {
  if (kind === REPORTED_KIND) return REPORTED[refType] ?? "other";
  return BY_KIND[kind] ?? (refType === "manual" ? "manual" : refType === "transfer" ? "transfer" : "other");
}

/** Part of a day's entries of one kind. `side`: the wallet itself, or a shared account whose entry is about an order of the wallet. */
export interface DayFlow {
  readonly side: string;
  readonly refType: string;
  readonly kind: string;
  readonly creditMinor: bigint;
  readonly debitMinor: bigint;
  readonly count: number;
}

/** What the books say of a wallet's day. */
export interface BookedFigures {
  /** Everything that came in and went out. */
  readonly creditMinor: bigint;
  readonly debitMinor: bigint;
  readonly systemPaymentMinor: bigint;
  readonly systemPaymentCount: number;
  readonly systemDisburseMinor: bigint;
  readonly systemDisburseCount: number;
  readonly b2bCreditMinor: bigint;
  readonly b2bDebitMinor: bigint;
  readonly manualCreditMinor: bigint;
  readonly manualDebitMinor: bigint;
  /** Fees less what the operator charged. */
  readonly profitMinor: bigint;
}

/**
 * Adds a day's flows up. An order counts where its money is: on the wallet itself, or taken out of suspense (payments)
 * or of what was unexplained (payouts).
 */
export function bookedFigures(flows: readonly DayFlow[]): BookedFigures {
  const sum = (pick: (flow: DayFlow) => bigint | false): bigint => flows.reduce((total, flow) => total + (pick(flow) || 0n), 0n);
  const own = (flow: DayFlow): WalletFlow | null => (flow.side === "wallet" ? flowOf(flow.refType, flow.kind) : null);
  const isPayment = (flow: DayFlow): boolean => flow.kind === "payment" && flow.side !== "fees";
  const isDisburse = (flow: DayFlow): boolean => flow.kind === "disburse" && flow.side !== "fees";
  const count = (which: (flow: DayFlow) => boolean): number => flows.reduce((total, flow) => total + (which(flow) ? flow.count : 0), 0);
  const isManual = (flow: DayFlow): boolean => own(flow) === "manual" || own(flow) === "opening";
  return {
    creditMinor: sum((flow) => flow.side === "wallet" && flow.creditMinor),
    debitMinor: sum((flow) => flow.side === "wallet" && flow.debitMinor),
    systemPaymentMinor: sum((flow) => isPayment(flow) && flow.creditMinor - flow.debitMinor),
    systemPaymentCount: count(isPayment),
    systemDisburseMinor: sum((flow) => isDisburse(flow) && flow.debitMinor - flow.creditMinor),
    systemDisburseCount: count(isDisburse),
    b2bCreditMinor: sum((flow) => own(flow) === "b2b" && flow.creditMinor),
    b2bDebitMinor: sum((flow) => own(flow) === "b2b" && flow.debitMinor),
    manualCreditMinor: sum((flow) => isManual(flow) && flow.creditMinor),
    manualDebitMinor: sum((flow) => isManual(flow) && flow.debitMinor),
    profitMinor:
      sum((flow) => flow.side === "fees" && flow.creditMinor - flow.debitMinor) -
      sum((flow) => own(flow) === "operator_cost" && flow.debitMinor - flow.creditMinor),
  };
}

/** Kinds of messages by which an operator reports a receipt: those that may pay an order. */
export const REPORTED_RECEIPTS: readonly SmsKind[] = kindsWith("collects");
/** Kinds of messages by which an operator reports a payout; float sold to the operator is B2B, not a payout. */
export const REPORTED_PAYOUTS: readonly SmsKind[] = kindsWith("pays", "spends").filter((kind) => kind !== "b2b_out");
