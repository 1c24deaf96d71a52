/** What the operators' messages say, word for word, per operator and wallet type; and what forgers write. */
import type { WalletType } from "../src/contract/operators.ts";
import { grouped, plain } from "./money.ts";
import { printedTime } from "./trx.ts";

/** The operators that the demo has wallets of. */
export type DemoOperator = "bkash" | "nagad";

/** Names under which the operators send. */
export const SENDER = { bkash: "bKash", nagad: "NAGAD" } as const satisfies Record<DemoOperator, string>;

/** How a text comes out of the phone. */
export const STYLES = ["plain", "glued", "digits", "nbsp"] as const;
export type Style = (typeof STYLES)[number];

/** Money received, as the operator prints it. Minor units. */
export interface Printed {
  readonly operator: DemoOperator;
  readonly walletType: WalletType;
  readonly amount: bigint;
  readonly balance: bigint;
  /** Null where the operator prints none. */
  readonly commission: bigint | null;
  readonly payer: string;
  /** What the payer wrote; null: nothing. */
  readonly reference: string | null;
  readonly trxId: string;
  readonly atMs: number;
}

/** True where the operator's text shows what the payer wrote. */
export function showsReference(walletType: WalletType): boolean {
  return walletType !== "agent";
}

function bkash(p: Printed): string {
  const tail = `Fee Tk 0.00. Balance Tk ${grouped(p.balance)}. TrxID ${p.trxId} at ${printedTime(p.atMs)}`;
  const amount = `Tk ${grouped(p.amount)}`;
  switch (p.walletType) {
    case "personal":
      return `You have received ${amount} from ${p.payer}.${p.reference === null ? "" : `Ref ${p.reference}.`} ${tail}`;
    case "agent":
      return `Cash Out ${amount} from ${p.payer} successful. ${tail}`;
    case "merchant":
      return `You have received payment ${amount} from ${p.payer}.${p.reference === null ? "" : ` Ref ${p.reference}.`} ${tail}`;
  }
}

const NAGAD_HEAD = { personal: "Money Received.", agent: "Cash Out Received.", merchant: "Payment Received." } as const satisfies Record<WalletType, string>;
const NAGAD_PAYER = { personal: "Sender", agent: "Customer", merchant: "Customer" } as const satisfies Record<WalletType, string>;

function nagad(p: Printed): string[] {
  return [
    NAGAD_HEAD[p.walletType],
    `Amount: Tk ${plain(p.amount)}`,
    `${NAGAD_PAYER[p.walletType]}: ${p.payer}`,
    ...(p.walletType === "personal" ? [`Ref: ${p.reference ?? "N/A"}`] : p.reference !== null && showsReference(p.walletType) ? [`Ref: ${p.reference}`] : []),
    `TxnID: ${p.trxId}`,
    ...(p.commission === null ? [] : [`Comm: Tk ${plain(p.commission)}`]),
    `Balance: Tk ${plain(p.balance)}`,
    printedTime(p.atMs),
  ];
}

const BANGLA = "০১২৩৪৫৬৭৮৯";
/** Amounts, balances and numbers in Bangla digits; ids and times stay as they are. */
const inBangla = (text: string): string =>
  text.replace(/(?<=Tk )[\d,.]*\d|\b01\d{9}\b/g, (run) => run.replace(/\d/g, (digit) => BANGLA[Number(digit)] as string));

/** The operator's message in a style. A style that an operator's texts do not know leaves the text as it is. */
export function messageText(p: Printed, style: Style): string {
  const lines = p.operator === "bkash" ? [bkash(p)] : nagad(p);
  switch (style) {
    case "plain":
      return lines.join("\n");
    case "glued":
      return lines.join("");
    case "digits":
      return inBangla(lines.join("\n"));
    case "nbsp":
      return lines.join("\n").replaceAll("Tk ", "Tk\u00A0").replaceAll("Balance", "\u200BBalance");
  }
}

/** Ways to forge a message: each with what the phone reports as its sender. */
export const FORGERIES = ["sender", "layout", "balance"] as const;
export type Forgery = (typeof FORGERIES)[number];

/** A forged message. `p.balance` is what the forger invented. */
export function forgedText(p: Printed, forgery: Forgery): { sender: string; text: string } {
  const genuine = messageText(p, "plain");
  // From a phone of his own: the words are right, the sender is not.
  if (forgery === "sender") return { sender: `+88${p.payer}`, text: genuine };
  // By a gateway that lends him the operator's name, but the balance is a guess.
  if (forgery === "balance") return { sender: SENDER[p.operator], text: genuine };
  if (p.operator === "bkash") return { sender: SENDER.bkash, text: `${genuine}. TrxID ${p.trxId.slice(0, 5)}7QX2R` };
  return {
    sender: SENDER.nagad,
    text: `Cash Out ReceivedAmount: Tk 0${plain(p.amount)}Customer:${p.payer}TxnID:${p.trxId}Comm: Tk 04.10Balance: Tk ${plain(p.balance)}${printedTime(p.atMs)}`,
  };
}

/** Messages that move nothing. `{code}` becomes six digits, so that no two are the same. */
export const NOISE = {
  bkash: [
    "Your bKash verification code is {code}. Expires in 2 minutes.",
    "Special offer! Recharge Tk 50 now and win up to 100% bonus cashback! Dial *247#. Offer {code}.",
    "Your check bill request has been received. Please wait for confirmation. Request {code}.",
    "Congratulations! Get 10% cashback offer on bKash payment this Eid. Offer {code}.",
  ],
  nagad: [
    "Your One Time Password (OTP) for Nagad ECOM is {code}. Validity for OTP is 10 minutes. Helpline 16167.",
    "Recharge Tk 50 from Nagad and get 1GB free internet! Offer {code} valid till midnight.",
    "NEVER share your OTP or PIN with anyone. Nagad will never ask for these.\nYour OTP for Nagad ECOM payment is {code}.\nValidity: 2 minutes.\nHelpline: 16167",
  ],
} as const satisfies Record<DemoOperator, readonly string[]>;
