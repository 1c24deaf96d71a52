/** What the operators' messages say about money that left a wallet, word for word, and about float between wallets. */
import type { WalletType } from "../src/contract/operators.ts";
import { grouped, plain } from "./money.ts";
import type { DemoOperator } from "./texts.ts";
import { printedTime } from "./trx.ts";

/** Money sent to a customer, as the operator prints it. Minor units. */
export interface Sent {
  readonly operator: DemoOperator;
  readonly walletType: WalletType;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly balance: bigint;
  /** Null where the operator prints none. */
  readonly commission: bigint | null;
  readonly to: string;
  /** What the sender wrote; only personal wallets can. */
  readonly reference: string;
  readonly trxId: string;
  readonly atMs: number;
}

/** The message of a payout: "send money" of a personal wallet, "cash in" of an agent's, a merchant's own payment. */
export function sentText(p: Sent): string {
  return p.operator === "bkash" ? bkash(p) : nagad(p).join("\n");
}

function bkash(p: Sent): string {
  const tail = `Fee Tk ${grouped(p.fee)}. Balance Tk ${grouped(p.balance)}. TrxID ${p.trxId} at ${printedTime(p.atMs)}`;
  switch (p.walletType) {
    case "personal":
      return `Send Money Tk ${grouped(p.amount)} to ${p.to} successful. Ref ${p.reference}. ${tail}`;
    case "agent":
      return `Cash In Tk ${grouped(p.amount)} to ${p.to} successful. ${tail}`;
    case "merchant":
      return `Payment of Tk ${grouped(p.amount)} to ${p.to} is successful. Balance Tk ${grouped(p.balance)}. TrxID ${p.trxId} at ${printedTime(p.atMs)}`;
  }
}

const NAGAD_HEAD = { personal: "Send Money Successful.", agent: "Cash In Successful.", merchant: "Payment Successful." } as const satisfies Record<
  WalletType,
  string
>;
const NAGAD_PARTY = { personal: "Receiver", agent: "Customer", merchant: "Receiver" } as const satisfies Record<WalletType, string>;

function nagad(p: Sent): string[] {
  return [
    NAGAD_HEAD[p.walletType],
    `Amount: Tk ${plain(p.amount)}`,
    `${NAGAD_PARTY[p.walletType]}: ${p.to}`,
    ...(p.walletType === "personal" ? [`Ref: ${p.reference}`, `Fee: Tk ${plain(p.fee)}`] : []),
    `TxnID: ${p.trxId}`,
    ...(p.commission === null ? [] : [`Comm: Tk ${plain(p.commission)}`]),
    `Balance: Tk ${plain(p.balance)}`,
    printedTime(p.atMs),
  ];
}

/** Float that moved between agents' wallets. Minor units. */
export interface Moved {
  readonly operator: DemoOperator;
  readonly amount: bigint;
  readonly balance: bigint;
  /** The other wallet's account. */
  readonly party: string;
  readonly trxId: string;
  readonly atMs: number;
}

/** The message on the wallet that sent float. */
export function floatSentText(p: Moved): string {
  return p.operator === "bkash"
    ? `B2B Transfer Tk ${grouped(p.amount)} to ${p.party} successful. Fee Tk 0.00. Balance Tk ${grouped(p.balance)}. TrxID ${p.trxId} at ${printedTime(p.atMs)}`
    : ["B2B Transfer Successful.", `Amount: Tk ${plain(p.amount)}`, `Receiver: ${p.party}`, ...tailOf(p)].join("\n");
}

/** The message on the wallet that received float. */
export function floatReceivedText(p: Moved): string {
  return p.operator === "bkash"
    ? `You have received B2B Tk ${grouped(p.amount)} from ${p.party}. Balance Tk ${grouped(p.balance)}. TrxID ${p.trxId} at ${printedTime(p.atMs)}`
    : ["B2B Received.", `Amount: Tk ${plain(p.amount)}`, `Sender: ${p.party}`, ...tailOf(p)].join("\n");
}

const tailOf = (p: Moved): string[] => [`TxnID: ${p.trxId}`, `Balance: Tk ${plain(p.balance)}`, printedTime(p.atMs)];
