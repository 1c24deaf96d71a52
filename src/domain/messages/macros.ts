/** Labelled fields that occur in many layouts, written once in the template language of `template.ts`. */

/** `@NAME` in a template stands for the template here. Macros may use macros that come before them. */
export const MACROS = {
  /** Label of a transaction id. */
  ID: "(Trx|Txn|Trnx|Tran|Trans|Transaction|Transection|ট্রানজেকশন|ট্রানজ্যাকশন|ট্রান্সেকশন|লেনদেন|ট্রাঞ্জেকশন|ট্রানজেকশন নম্বর)[.][ ](ID|No|নম্বর|আইডি)",
  TRX: "@ID[ is]: {trx}.",
  FEE: "(Service Charge|Total Charge|Charges|Charge|Fees|Fee|ফি|চার্জ|সার্ভিস চার্জ|খরচ)[ is| was]: {fee}.",
  COMM: "(Commission|Comm|<Com|কমিশন): {comm}.",
  BAL: "[(Your|New|Net|Available|Current|Main|Wallet|Account|A/C|আপনার|বর্তমান|নতুন|অবশিষ্ট|একাউন্ট|অ্যাকাউন্ট) ][(A/C|Account|Wallet|New|Current|Available|বর্তমান|নতুন|একাউন্ট|অ্যাকাউন্ট) ](Balance|Bal|ব্যালেন্স|ব্যালান্স|স্থিতি)[ is| হলো]: {balance}.",
  REF: "<(Reference|Ref|রেফারেন্স|রেফ)>[ No>]- :{ref}.",
  /** Which till of a merchant took the payment; printed after the payer's reference. */
  COUNTER: "Counter[ No]: {number}.",
  AT: "[(at|on|Date|Time|Date/Time|Date & Time|তারিখ ও সময়|সময়|তারিখ)]: {dt}.",
  /** Tail of a Bangladeshi layout that ends in a TrxID; the order of the labels differs between operators. */
  TAIL: "[ @REF][ @COUNTER][ @FEE[ @COMM]| @COMM[ @FEE]][ @BAL][ @FEE[ @COMM]| @COMM[ @FEE]] @TRX[ @FEE[ @COMM]| @COMM[ @FEE]][ @BAL][ @FEE[ @COMM]| @COMM[ @FEE]][ @AT]",
  /** The balance after the time. No payer's text here: it would reach over a balance in its usual place. */
  LAST: "[ @FEE][ @COMM] @TRX[ @FEE][ @COMM] @AT @BAL",
  /** The same where nothing but the payer's words stands before the TrxID (Nagad): tried when a balance is left over. */
  TIMED: "[ @REF][ @FEE][ @COMM] @TRX[ @FEE][ @COMM] @AT[ @FEE][ @COMM] @BAL[ @FEE][ @COMM]",
  /** The same without a TrxID: must end the text, since nothing else marks where the payer's words end. */
  BARE: "[ @REF][ @FEE][ @COMM] @BAL[ @AT]$",
  /** The owner's own words behind the balance (Upay). Debits only: a payer's words there could hold a second balance. */
  OWN: "[ @FEE][ @COMM] @BAL @REF @TRX[ @AT]",
  /** Bangla sentences are closed by their verb; what follows is free in order and presence. */
  FREE: "[ @REF][ @FEE][ @COMM][ @BAL][ @TRX][ @FEE][ @COMM][ @BAL][ @AT]",
} as const satisfies Record<string, string>;

/**
 * Tails that many rules share. A rule whose tails are all among these is compiled without them: its heads must be
 * followed by something a tail can begin with, and each tail is compiled once for all rules.
 */
export const SHARED_TAILS: ReadonlySet<string> = new Set([" @LAST", " @TIMED", " @TAIL", " @BARE", " @OWN", "@FREE", "$"]);
