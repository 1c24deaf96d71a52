/** What the parser made of a text, as the interface and the command line show it. */
import { formatAmountOrNull } from "../../../contract/money.ts";
import type { SmsTried } from "../../../contract/sms.schema.ts";
import type { ParsedMessage } from "../../../domain/messages/index.ts";

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
