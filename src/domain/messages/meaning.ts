/**
 * The second table: (operator, wallet type, text class) -> meaning. The same words mean a customer's payment on a
 * personal wallet and a B2B credit on an agent wallet (rule 71).
 */
import { usualDirection } from "../ledger/message-kinds.ts";
import type { Direction, MessageClass, MessageKind, MessageOperator, WalletType } from "./types.ts";

/** A meaning: what happened, and whether the wallet gained or lost. */
export interface Meaning {
  readonly kind: MessageKind;
  readonly direction: Direction;
}

/** Meaning of a class: one kind, or one per wallet type; `usual` lists the wallet types that such a text belongs to. */
interface ClassMeaning {
  readonly kind: MessageKind;
  readonly direction?: Direction;
  readonly byWallet?: Readonly<Partial<Record<WalletType, MessageKind>>>;
  readonly usual?: readonly WalletType[];
}

const AGENT: readonly WalletType[] = ["agent"];
const NOT_AGENT: readonly WalletType[] = ["personal", "merchant"];

/** Classes by name, whatever the operator. */
const CLASSES = {
  receive: { kind: "receive" },
  money_received: { kind: "receive" },
  received: { kind: "receive" },
  payment_received: { kind: "payment_received", usual: NOT_AGENT },
  customer_payment: { kind: "payment_received", usual: NOT_AGENT },
  b2b_received: { kind: "b2b_in", usual: AGENT },
  b2b_sent: { kind: "b2b_out", usual: AGENT },
  cash_in_from: { kind: "cash_in_received", usual: NOT_AGENT },
  cash_in_to: { kind: "cash_in_sent", usual: AGENT },
  cash_in_received: { kind: "cash_in_received", usual: NOT_AGENT },
  cash_in_sent: { kind: "cash_in_sent", usual: AGENT },
  cash_in_done: { kind: "cash_in_received", byWallet: { agent: "cash_in_sent" } },
  cash_in: { kind: "cash_in_received", byWallet: { agent: "cash_in_sent" } },
  deposit: { kind: "add_money" },
  agent_deposit: { kind: "cash_in_received", byWallet: { agent: "cash_in_sent" } },
  cash_out_to: { kind: "cash_out_sent", usual: NOT_AGENT },
  cash_out_from: { kind: "cash_out_received", usual: AGENT },
  cash_out_atm: { kind: "cash_out_sent", usual: NOT_AGENT },
  cash_out_received: { kind: "cash_out_received", usual: AGENT },
  cash_out_sent: { kind: "cash_out_sent", usual: NOT_AGENT },
  cash_out_done: { kind: "cash_out_sent", byWallet: { agent: "cash_out_received" } },
  cash_out: { kind: "cash_out_sent", byWallet: { agent: "cash_out_received" } },
  withdraw: { kind: "cash_out_sent", usual: NOT_AGENT },
  // "Give ... cash to": the customer hands cash to an agent (credit); on the agent's float the agent hands it out.
  give_cash: { kind: "cash_in_received", byWallet: { agent: "cash_out_received" } },
  take_cash: { kind: "cash_in_sent", byWallet: { personal: "cash_out_sent" } },
  send_money: { kind: "send_money" },
  sent: { kind: "send_money" },
  payment_sent: { kind: "payment_sent" },
  payment: { kind: "payment_sent" },
  pull_payment: { kind: "payment_sent" },
  till_payment: { kind: "payment_sent" },
  purchase: { kind: "payment_sent" },
  payment_reserved: { kind: "payment_reserved" },
  paybill: { kind: "bill_pay" },
  bill_paid: { kind: "bill_pay" },
  bill_request: { kind: "bill_request" },
  bank_out: { kind: "bank_out" },
  savings_out: { kind: "bank_out" },
  savings_in: { kind: "add_money" },
  bank_deposit: { kind: "add_money" },
  add_money: { kind: "add_money" },
  remittance: { kind: "remittance" },
  cashback: { kind: "cashback" },
  interest: { kind: "cashback" },
  recharge: { kind: "recharge" },
  airtime: { kind: "recharge" },
  recharge_notice: { kind: "recharge_notice" },
  bundle_notice: { kind: "recharge_notice" },
  refund_received: { kind: "refund" },
  refund_sent: { kind: "refund", direction: "debit" },
  returned: { kind: "returned_failed" },
  reversed_credit: { kind: "reversal" },
  reversed_debit: { kind: "reversal", direction: "debit" },
  reversal_credit: { kind: "reversal" },
  reversal_debit: { kind: "reversal", direction: "debit" },
  loan_received: { kind: "loan" },
  loan_paid: { kind: "loan", direction: "debit" },
  balance: { kind: "balance" },
  failed: { kind: "failed" },
  otp: { kind: "otp" },
  promo: { kind: "promo" },
  notice: { kind: "notice" },
} as const satisfies Record<string, ClassMeaning>;

/** Where one operator departs from the table above. */
const BY_OPERATOR: Readonly<Partial<Record<MessageOperator, Readonly<Record<string, ClassMeaning>>>>> = {
  // An agent wallet gets "You have received Tk" only from other agents and distributors.
  bkash: { receive: { kind: "receive", byWallet: { agent: "b2b_in" } } },
  // These deposits are cash handed to an agent, not money from a bank.
  mpesa_mz: { deposit: CLASSES.agent_deposit },
  emola_mz: { deposit: CLASSES.agent_deposit },
  airtel_ke: { deposit: CLASSES.agent_deposit },
  airtel_zm: { deposit: CLASSES.agent_deposit },
};

const UNKNOWN: Meaning = { kind: "unknown", direction: "none" };

function lookUp(operator: MessageOperator | null, cls: MessageClass): ClassMeaning | undefined {
  const name = cls.slice(cls.indexOf(".") + 1);
  const special = operator === null ? undefined : BY_OPERATOR[operator]?.[name];
  return special ?? (name in CLASSES ? CLASSES[name as keyof typeof CLASSES] : undefined);
}

/** Meaning of a text class on a wallet of a type; an unknown class means `unknown`, never a guess. */
export function kindFor(operator: MessageOperator | null, walletType: WalletType | null, cls: MessageClass): Meaning {
  const found = lookUp(operator, cls);
  if (!found) return UNKNOWN;
  const kind = (walletType === null ? undefined : found.byWallet?.[walletType]) ?? found.kind;
  return { kind, direction: found.direction ?? usualDirection(kind) };
}

/** True when such a text does not belong to this type of wallet: the binding of the phone may be wrong. */
export function isUnusual(operator: MessageOperator | null, walletType: WalletType | null, cls: MessageClass): boolean {
  const usual = lookUp(operator, cls)?.usual;
  return walletType !== null && usual !== undefined && !usual.includes(walletType);
}

/** True when the class has a meaning; held by a test for every rule. */
export function hasMeaning(operator: MessageOperator, cls: MessageClass): boolean {
  return lookUp(operator, cls) !== undefined;
}
