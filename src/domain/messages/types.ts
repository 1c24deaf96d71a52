/** What the message parser takes and gives. Amounts are minor units of the operator's currency. */
import type { Operator, WalletType } from "../../contract/operators.ts";
import { SMS_KINDS, type SmsKind } from "../../contract/sms.ts";

export type { WalletType };
/** Operators that have message rules; the same ids as the registry (rule 57). */
export type MessageOperator = Operator;

/** Every meaning a message can have (rule 71). */
export { SMS_KINDS as MESSAGE_KINDS };
export type MessageKind = SmsKind;

/** Class of the words alone, `<operator>.<name>`, such as `bkash.cash_out_from`; the meaning also needs the wallet type. */
export type MessageClass = string;
/** What the message does to the wallet it was sent to. */
export type Direction = "credit" | "debit" | "none";

/** Every reason a parse can carry; those of {@link SUSPICIOUS_CODES} make the message one that is never matched. */
export type EvidenceCode =
  | "sender_unknown"
  | "sender_missing"
  | "layout_broken"
  | "layout_unusual"
  | "two_trx_ids"
  | "reference_ambiguous"
  | "reference_imitates_fields"
  | "fields_in_tail"
  | "unexplained_words"
  | "words_deny"
  | "party_words"
  | "value_words"
  | "direction_open"
  | "trx_date_differs"
  | "trx_homoglyphs"
  | "trx_placeholder"
  | "digits_foreign"
  | "leading_text"
  | "unusual_for_wallet"
  | "time_unreadable"
  | "time_ahead"
  | "no_amount"
  | "too_long"
  | "imitation";

/** One observation about a message, for a person to read and for the matcher to weigh. */
export interface Evidence {
  readonly code: EvidenceCode;
  /** What a person needs beside the code out of the text itself (a number, a sender, ids, the fragment in question), never words of ours; may be empty. */
  readonly detail: string;
}

/** Codes that make a message `suspicious`: it is kept with its values but never matches an order. */
export const SUSPICIOUS_CODES: ReadonlySet<EvidenceCode> = new Set([
  "sender_unknown",
  "layout_broken",
  "two_trx_ids",
  "reference_ambiguous",
  "fields_in_tail",
  "words_deny",
  "imitation",
]);

/** Codes of what is open: such a message counts only where the balance continuity proves that its money moved. */
export const PROOF_CODES: ReadonlySet<EvidenceCode> = new Set(["unexplained_words", "value_words", "reference_imitates_fields", "direction_open"]);

/** Codes with which a message that collects is read but not matched by itself, whatever its balance proves: a person decides. */
export const HOLDING_CODES: ReadonlySet<EvidenceCode> = new Set([
  "leading_text",
  "unusual_for_wallet",
  "party_words",
  "time_unreadable",
  "time_ahead",
  "trx_homoglyphs",
  "trx_placeholder",
  "digits_foreign",
  "no_amount",
]);

/** An ending that a person has called harmless; see `harmless.ts` for how it is compared. */
export interface HarmlessEnding {
  readonly id: string;
  readonly text: string;
}
/** Endings by operator. */
export type HarmlessEndings = ReadonlyMap<MessageOperator, readonly HarmlessEnding[]>;

/** Result of {@link parseMessage}. Absent values are null, never 0. */
export interface ParsedMessage {
  readonly operator: MessageOperator | null;
  readonly class: MessageClass | null;
  readonly kind: MessageKind;
  readonly direction: Direction;
  readonly amount: bigint | null;
  readonly fee: bigint | null;
  readonly commission: bigint | null;
  /** The commission as printed (Upay prints four decimals), digits only. */
  readonly commissionPrinted: string | null;
  readonly balance: bigint | null;
  /** As printed, digits folded to ASCII. */
  readonly trxId: string | null;
  readonly trxKey: string | null;
  readonly counterparty: string | null;
  readonly reference: string | null;
  /** ISO with the operator's offset, e.g. `2025-01-20T10:53:00+06:00`. */
  readonly operatorTime: string | null;
  /** A second amount credited with the first (remittance incentive). */
  readonly extra: bigint | null;
  readonly evidence: readonly Evidence[];
  /** Fragments of the normalised text that no rule explains, in their order; empty where nothing is open or nothing was read. */
  readonly unexplained: readonly string[];
  readonly ruleId: string | null;
  readonly ruleVersion: number | null;
  /** `review`: read, but something in it keeps it from being matched by itself (unexplained words unless the balance proves the money). */
  readonly status: "parsed" | "review" | "unparsed" | "suspicious" | "noise";
}

/** Country conventions: currency words, date order, TrxID shape. */
export type Dialect = "bd" | "ke" | "mz" | "tz" | "rw" | "gh" | "zm";

/** One rule: a text class and the layouts that print it, in the template language of `template.ts`. */
export interface MessageRule {
  /** `<class>` plus a suffix where a class needs several rules; unique. */
  readonly id: string;
  /** Raised by one whenever a pattern of the rule changes, so stored parses tell which wording they used. */
  readonly version: number;
  readonly operator: MessageOperator;
  readonly class: MessageClass;
  /** How the message begins, up to its labelled fields; templates, tried in order. */
  readonly heads: readonly string[];
  /** How it may end; templates, tried in order after each head. */
  readonly tails: readonly string[];
  /** At least one of these fields must have been found; default: any pattern match will do. */
  readonly needsOne?: readonly Field[];
  /** Its words leave open which way the money went, or whether it went at all: only the balance can tell. */
  readonly unsaid?: true;
  /** Texts that this rule must recognise; checked by a test. */
  readonly examples: readonly string[];
}

/** Fields a layout can capture. */
export const FIELDS = ["amount", "fee", "comm", "balance", "trx", "party", "ref", "dt", "extra"] as const;
export type Field = (typeof FIELDS)[number];
