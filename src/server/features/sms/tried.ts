/** What the parser made of a text, as the interface and the command line show it. */
import { formatAmountOrNull } from "../../../contract/money.ts";
import type { SmsTried } from "../../../contract/sms.schema.ts";
import { foldDigits, type ParsedMessage } from "../../../domain/messages/index.ts";
import type { UserActor } from "../../platform/context.ts";
import { maskPhones, masksPhones, messageFor, phoneFor } from "../../platform/lists/mask.ts";

/** What a text gives, as the contract shows it. */
export function triedOf(parsed: ParsedMessage): SmsTried {
  return {
    operator: parsed.operator,
    class: parsed.class,
    kind: parsed.kind,
    direction: parsed.direction,
    amount: formatAmountOrNull(parsed.amount),
    fee: formatAmountOrNull(parsed.fee),
    commission: formatAmountOrNull(parsed.commission),
    balance: formatAmountOrNull(parsed.balance),
    trx_id: parsed.trxId,
    counterparty: parsed.counterparty,
    reference: parsed.reference,
    time: parsed.operatorTime,
    status: parsed.status,
    rule: parsed.ruleId === null ? null : `${parsed.ruleId} v${parsed.ruleVersion}`,
    evidence: parsed.evidence.map((item) => ({ ...item })),
  };
}

/** All digits but the last four of each row. */
const lastFour = (value: string): string => value.replace(/\d(?=\d{4})/g, "*");

/** Whether a value, whose digits are plain, holds a piece of a number that is masked in its text. */
function piecesOfNumbers(stored: string): (value: string | null) => boolean {
  const text = foldDigits(stored);
  const masked = maskPhones(text);
  return (value) => value !== null && (value.match(/\d{5,}/g) ?? []).some((digits) => text.includes(digits) && !masked.includes(digits));
}

/** What is read of a stored text, as this viewer may read it: a template can cut a phone number in two. */
export function triedFor(viewer: UserActor, text: string, parsed: ParsedMessage): SmsTried {
  const result = triedOf(parsed);
  const isPiece = masksPhones(viewer) ? piecesOfNumbers(text) : () => false;
  const whole = (value: string | null): string | null => (isPiece(value) ? null : value);
  const said = (value: string | null): string | null => {
    const shown = messageFor(viewer, value);
    return shown !== null && isPiece(shown) ? lastFour(shown) : shown;
  };
  const party = phoneFor(viewer, result.counterparty);
  return {
    ...result,
    amount: whole(result.amount),
    fee: whole(result.fee),
    commission: whole(result.commission),
    balance: whole(result.balance),
    trx_id: whole(result.trx_id),
    counterparty: party !== null && isPiece(party) ? lastFour(party) : party,
    reference: said(result.reference),
    evidence: result.evidence.filter(({ code }) => code !== "sender_missing").map(({ code, detail }) => ({ code, detail: said(detail) ?? "" })),
  };
}
