/**
 * Whether a text says which way its money went. Where its words leave that open, or the label of the other party says
 * otherwise, only the balance can tell: a movement that was read the wrong way round does not follow from the one before it.
 */
import { OPERATOR_INFO } from "../../contract/operators.ts";
import type { Match } from "./match.ts";
import { isUnusual, type Meaning } from "./meaning.ts";
import type { Evidence, MessageKind, MessageOperator, WalletType } from "./types.ts";

/** The owner's own account, in the place of somebody else. */
const OWN_ACCOUNT = /^(?:bkash|nagad|rocket|upay) (?:account|wallet)$/i;

/** What goes back is told by the rule's own words: there the label names the party of the first movement. */
const GOING_BACK: ReadonlySet<MessageKind> = new Set(["refund", "reversal", "returned_failed"]);

/** Labels of the other party, with what they cannot stand in: who gives gets nothing, and an agent's customer is no owner's agent. */
const PARTIES: readonly { readonly label: string; readonly contradicts: (meaning: Meaning) => boolean }[] = [
  { label: "sender|payer|from(?=\\s?:)|প্রেরক", contradicts: ({ direction }) => direction === "debit" },
  { label: "receiver|recipient|to(?=\\s?:)|প্রাপক", contradicts: ({ direction }) => direction === "credit" },
  {
    label: "customer|গ্রাহক|কাস্টমার",
    contradicts: ({ kind }) =>
      kind === "payment_sent" || kind === "send_money" || kind === "b2b_out" || kind === "cash_out_sent" || kind === "cash_in_received",
  },
  { label: "uddokta|agent|উদ্যোক্তা|এজেন্ট", contradicts: ({ kind }) => kind === "cash_in_sent" || kind === "cash_out_received" },
];
const LABEL = new RegExp(
  `(?:${PARTIES.map(({ label }) => `(${label})`).join("|")})(?:[.\\s]{0,2}(?:no|number|name|a/c|নম্বর|নং|নাম্বার))?\\s?[:.]?\\s{0,2}$`.normalize("NFC"),
  "iu",
);
/** The longest label, with what may stand between it and its value. */
const LABEL_LENGTH = 30;

/** The label in front of the party where it contradicts what was read. */
function contradictingLabel(text: string, party: string, meaning: Meaning): string | null {
  const at = text.indexOf(party);
  const found = LABEL.exec(text.slice(Math.max(0, at - LABEL_LENGTH), at));
  const which = found === null ? -1 : found.slice(1).findIndex((label) => label !== undefined);
  return which >= 0 && PARTIES[which]?.contradicts(meaning) === true ? (found?.[which + 1] ?? null) : null;
}

/** What leaves open, or contradicts, the direction of a movement as it was read. */
export function openDirection(
  operator: MessageOperator,
  walletType: WalletType | null,
  { rule, captures: { party } }: Match,
  meaning: Meaning,
  text: string,
): Evidence | null {
  const open = (detail: string): Evidence => ({ code: "direction_open", detail });
  if (rule.unsaid === true) return open("");
  // A credit that does not belong to this type of wallet is held whatever its balance shows.
  if (meaning.direction === "debit" && isUnusual(operator, walletType, rule.class)) return open("");
  if (party === undefined || OPERATOR_INFO[operator].currency !== "BDT") return null;
  if (meaning.direction === "debit" && OWN_ACCOUNT.test(party.trim())) return open(party.trim());
  const label = GOING_BACK.has(meaning.kind) ? null : contradictingLabel(text, party, meaning);
  return label === null ? null : open(label);
}
