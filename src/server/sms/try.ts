/** POST /api/sms/try: what a text gives; nothing is stored. */
import type * as z from "zod";
import { operatorConfig } from "../../contract/config.ts";
import { formatAmountOrNull } from "../../contract/money.ts";
import type { SmsTried, smsTry } from "../../contract/sms.schema.ts";
import { parseMessage } from "../../domain/messages/index.ts";
import type { UserCtx } from "../context.ts";

/** Parses a text with the rules in force. */
export function trySms(ctx: UserCtx, input: z.output<typeof smsTry>): SmsTried {
  const operator = input.operator ?? null;
  const parsed = parseMessage({
    operator,
    walletType: input.wallet_type ?? null,
    sender: input.sender ?? null,
    text: input.text,
    // Without a sender the text alone is looked at; a phone's message without one is never believed.
    ...(operator && typeof input.sender === "string" ? { senderIds: operatorConfig(ctx.app.config.current, operator).sender_ids } : {}),
  });
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
