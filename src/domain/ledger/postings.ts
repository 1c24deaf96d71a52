/**
 * What moves the books, and the one way that all of it goes: a wallet moves by its operator's message, by what the message
 * says, once ({@link posting}); whatever explains the money stands across. All amounts are minor units.
 */
import type { Operator, WalletType } from "../../contract/operators.ts";
import type { SmsKind } from "../../contract/sms.ts";
import { effectOf, type MovementDirection } from "./message-kinds.ts";

export interface Movement {
  readonly kind: SmsKind;
  readonly direction: MovementDirection;
  readonly amountMinor: bigint | null;
  readonly feeMinor: bigint | null;
  readonly commissionMinor: bigint | null;
  /** Credited beside the amount, e.g. a remittance's incentive. */
  readonly extraMinor: bigint | null;
}

/** Signed effect of a message on the wallet; 0 when nothing moved. */
export function walletDelta(movement: Movement): bigint {
  if (effectOf(movement.kind, movement.direction) === null || movement.amountMinor === null) return 0n;
  const sign = movement.direction === "credit" ? 1n : -1n;
  return sign * movement.amountMinor - (movement.feeMinor ?? 0n) + (movement.commissionMinor ?? 0n) + (movement.extraMinor ?? 0n);
}

/**
 * Commission that an operator books without printing it, in basis points of the amount (rule 85: real bKash
 * agent texts print only the fee).
 */
const SILENT_COMMISSION_BPS: Partial<Record<Operator, Partial<Record<WalletType, bigint>>>> = { bkash: { agent: 60n }, upay: { agent: 60n } };

/** The most that a movement may differ upward from its printed parts. */
export function silentTolerance(operator: string, walletType: string, amountMinor: bigint | null): bigint {
  const bps = SILENT_COMMISSION_BPS[operator as Operator]?.[walletType as WalletType] ?? 0n;
  return amountMinor === null ? 0n : (amountMinor * bps + 9_999n) / 10_000n;
}

/** The accounts of the books by role; the ledger resolves them to rows. */
export type Account =
  | { readonly of: "wallet"; readonly id: bigint }
  /** Movements of a wallet that somebody said and its operator has not reported yet: money in transit, until its message comes. */
  | { readonly of: "unreported"; readonly id: bigint }
  | { readonly of: "merchant" | "hold"; readonly id: bigint }
  | { readonly of: "fees" | "operator_costs" | "commissions" | "b2b" | "settlement" | "adjustments" | "transit" }
  | { readonly of: "suspense" | "unexplained"; readonly operator: string };

/** One leg: a signed change on the account's own side. */
export interface Leg {
  readonly account: Account;
  readonly changeMinor: bigint;
  readonly kind: string;
}

/** The side on which an account grows: 1 debit, -1 credit. `account_open` gives it to the rows; `test/books/one-rule.test.ts` compares. */
export const NORMAL_SIDE = {
  wallet: 1,
  unreported: 1,
  operator_costs: 1,
  unexplained: 1,
  b2b: 1,
  settlement: 1,
  adjustments: 1,
  transit: 1,
  merchant: -1,
  hold: -1,
  fees: -1,
  commissions: -1,
  suspense: -1,
} as const satisfies Record<Account["of"], 1 | -1>;

/** Debits less credits of some legs: zero for a whole transaction. */
export function imbalance(legs: readonly Leg[]): bigint {
  return legs.reduce((sum, leg) => sum + (NORMAL_SIDE[leg.account.of] === 1 ? leg.changeMinor : -leg.changeMinor), 0n);
}

/** The legs that move something. */
export const legs = (...list: readonly Leg[]): Leg[] => list.filter((leg) => leg.changeMinor !== 0n);

/** What the operator charged or added on a movement, beside its amount: operator_costs F / wallet F; wallet C / commissions C. */
function sideLegs(walletId: bigint, feeMinor: bigint, commissionMinor: bigint): Leg[] {
  const wallet: Account = { of: "wallet", id: walletId };
  return legs(
    { account: { of: "operator_costs" }, changeMinor: feeMinor, kind: "operator_cost" },
    { account: wallet, changeMinor: -feeMinor, kind: "operator_cost" },
    { account: wallet, changeMinor: commissionMinor, kind: "commission" },
    { account: { of: "commissions" }, changeMinor: commissionMinor, kind: "commission" },
  );
}

/** What an operator's message says of its wallet's money. */
export interface ReportedMoney {
  readonly from: "message";
  readonly walletId: bigint;
  readonly operator: string;
  readonly direction: "credit" | "debit";
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  /** Printed commission and what the balance shows as silent commission, together. */
  readonly commissionMinor: bigint;
  /** Credited beside the amount, e.g. a remittance's incentive. */
  readonly extraMinor: bigint;
}

/** A movement that a person, a phone or an operator's answer said, without a message. */
export interface SaidMoney {
  readonly from: "said";
  readonly walletId: bigint;
  readonly direction: "credit" | "debit";
  readonly amountMinor: bigint;
  /** True where the wallet's messages are forwarded: the money is in transit until its message comes, and costs come with it. */
  readonly awaitsReport: boolean;
  readonly feeMinor: bigint;
}

/** Money of a message that stands in the books already, explained by nothing so far. */
export interface WaitingMoney {
  readonly from: "suspense" | "unexplained";
  readonly operator: string;
  readonly amountMinor: bigint;
  /** Two people have booked an unexplained debit away as a loss: it stands in adjustments. */
  readonly writtenOff?: boolean;
}

/** Where the money of an event comes from. */
export type MoneySource = ReportedMoney | SaidMoney | WaitingMoney;

const signed = (direction: "credit" | "debit", amountMinor: bigint): bigint => (direction === "credit" ? amountMinor : -amountMinor);

/** The side of the money: what moves before anything explains it. */
function sourceLegs(source: MoneySource, kind: string): Leg[] {
  switch (source.from) {
    case "message":
      return [
        ...legs(
          { account: { of: "wallet", id: source.walletId }, changeMinor: signed(source.direction, source.amountMinor), kind },
          { account: { of: "wallet", id: source.walletId }, changeMinor: source.extraMinor, kind: "extra" },
        ),
        ...sideLegs(source.walletId, source.feeMinor, source.commissionMinor),
      ];
    case "said": {
      const account: Account = { of: source.awaitsReport ? "unreported" : "wallet", id: source.walletId };
      return [
        ...legs({ account, changeMinor: signed(source.direction, source.amountMinor), kind }),
        ...(source.awaitsReport ? [] : sideLegs(source.walletId, source.feeMinor, 0n)),
      ];
    }
    case "suspense":
      return legs({ account: { of: "suspense", operator: source.operator }, changeMinor: -source.amountMinor, kind });
    case "unexplained": {
      const { operator, amountMinor } = source;
      const account: Account = { of: "unexplained", operator };
      // The loss is taken back first: what explains it then leaves the same account as ever, where days and statistics look for it.
      const again = source.writtenOff
        ? [{ account: { of: "adjustments" }, changeMinor: -amountMinor, kind: "write_off" } as const, { account, changeMinor: amountMinor, kind: "write_off" }]
        : [];
      return legs(...again, { account, changeMinor: -amountMinor, kind });
    }
  }
}

/** Entry kinds of what nothing explains. */
type LeftOver = "suspense" | "unexplained" | "reversal";

/**
 * The one way of money into the books: the source moves by what it is, `across` takes what it explains, and what is left
 * of a message stands in suspense (more came) or unexplained (more left), by name.
 * @param kind entry kind of the source's own side
 * @param across what explains it; legs that need not balance by themselves
 * @throws Error when something said or waiting is not explained to the last unit: only an operator's message may leave a rest
 */
export function posting(source: MoneySource, kind: string, across: readonly Leg[], leftOver?: LeftOver): Leg[] {
  const all = [...sourceLegs(source, kind), ...across];
  const rest = imbalance(all);
  if (rest === 0n) return all;
  if (source.from !== "message") throw new Error(`${kind}: ${rest} is explained by nothing`);
  const { operator } = source;
  return rest > 0n
    ? [...all, { account: { of: "suspense", operator }, changeMinor: rest, kind: leftOver ?? "suspense" }]
    : [...all, { account: { of: "unexplained", operator }, changeMinor: -rest, kind: leftOver ?? "unexplained" }];
}

/** A message that nothing explains: wallet A / suspense A, or unexplained A / wallet A. */
export function unexplainedMessage(message: ReportedMoney, kind: LeftOver = message.direction === "credit" ? "suspense" : "unexplained"): Leg[] {
  return posting(message, kind, [], kind);
}

/** The message of a movement that was said before: what was in transit is replaced by what the operator reports. */
export function saidWasReported(source: ReportedMoney | WaitingMoney, said: Pick<SaidMoney, "walletId" | "direction" | "amountMinor">): Leg[] {
  return posting(source, "reported", [
    { account: { of: "unreported", id: said.walletId }, changeMinor: -signed(said.direction, said.amountMinor), kind: "reported" },
  ]);
}

/** The message of a movement that was booked on the wallet itself when it was said: it adds what nobody could know before, cost and commission. */
export function reportedAgain(message: ReportedMoney, saidFeeMinor: bigint): Leg[] {
  return sideLegs(message.walletId, message.feeMinor - saidFeeMinor, message.commissionMinor);
}

/** A payment is completed: its source A, merchant F / merchant A, fees F. */
export function paymentCompleted(source: MoneySource, merchantId: bigint, amountMinor: bigint, feeMinor: bigint): Leg[] {
  return posting(
    source,
    "payment",
    legs(
      { account: { of: "merchant", id: merchantId }, changeMinor: amountMinor, kind: "payment" },
      { account: { of: "merchant", id: merchantId }, changeMinor: -feeMinor, kind: "payment_fee" },
      { account: { of: "fees" }, changeMinor: feeMinor, kind: "payment_fee" },
    ),
  );
}
