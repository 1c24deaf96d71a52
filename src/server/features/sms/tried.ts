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

/** Digits in a row, in one piece or parted as telephones print them: as many as the mask leaves to be read, or more. */
const ROW = /\d(?:[ -]?\d){3,}/g;
const LAST_FOUR = /\d(?:[ -]?\d){3}$/;

/** What of a value, whose digits are plain, is a piece of a number that is masked in its text: its digits are covered, but for those that stand behind the mask. */
function pieceCover(stored: string): (value: string) => string {
  const text = foldDigits(stored);
  const masked = maskPhones(text);
  return (value) =>
    value.replace(ROW, (row) => {
      if (!text.includes(row) || masked.includes(row)) return row;
      const tail = LAST_FOUR.exec(row)?.[0] ?? "";
      const shown = masked.includes(`****${tail}`) ? tail : "";
      return row.slice(0, row.length - shown.length).replace(/\d/g, "*") + shown;
    });
}

/** What is read of a stored text, as this viewer may read it: a template can cut a phone number in two. */
export function triedFor(viewer: UserActor, text: string, parsed: ParsedMessage): SmsTried {
  const result = triedOf(parsed);
  const covered = masksPhones(viewer) ? pieceCover(text) : (value: string) => value;
  // Four digits of a sum or a TrxID stand in some number by chance.
  const whole = (value: string | null): string | null => (value !== null && /\d{5}/.test(value) && covered(value) !== value ? null : value);
  const said = (shown: string | null): string | null => (shown === null ? null : covered(shown));
  return {
    ...result,
    amount: whole(result.amount),
    fee: whole(result.fee),
    commission: whole(result.commission),
    balance: whole(result.balance),
    trx_id: whole(result.trx_id),
    counterparty: said(phoneFor(viewer, result.counterparty)),
    reference: said(messageFor(viewer, result.reference)),
    evidence: result.evidence
      .filter(({ code }) => code !== "sender_missing")
      .map(({ code, detail }) => ({ code, detail: said(messageFor(viewer, detail)) ?? "" })),
  };
}
