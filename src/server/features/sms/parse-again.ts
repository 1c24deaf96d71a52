/** Parsing a stored message again, after the rules have improved: then it is judged, matched and booked as if it had just come. */
import type { SmsRow } from "../../../contract/sms.schema.ts";
import { SMS_ACTION_STATES } from "../../../contract/sms.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { lockSms } from "../../core/posting/lock-order.ts";
import { prepare, postWithin } from "../../core/posting/posting.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { loadSmsRow } from "./queries.ts";

/** Parses again; the stored text is what counts (one-time codes stay masked). */
export async function parseSmsAgain(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<SmsRow>> {
  const { app } = ctx;
  return ctx.tx(async (tx) => {
    const sms = await lockSms(tx, app.publicIds.decode("sms", publicId), input.version);
    if (sms instanceof Refused) return sms;
    if (!(SMS_ACTION_STATES.parse as readonly string[]).includes(sms.match_status) || sms.booked_txn !== null || sms.origin === "operator")
      return new Refused("wrong_state", { details: { match_status: sms.match_status } });
    const fresh = await prepare(
      app,
      { walletId: sms.wallet_id, deviceId: null, sender: sms.sender, text: sms.text, sentAtMs: null, receivedAtMs: null, externalId: null, origin: sms.origin },
      sms.id,
    );
    const { parsed } = fresh;
    await tx.run(
      `update sms set operator = coalesce($2, operator), class = $3, kind = $4, direction = $5, amount = $6, fee = $7, commission = $8, extra = $9, balance = $10, trx_id = $11, trx_key = $12, counterparty = $13, reference = $14,
         operator_time = $15, evidence = $16::jsonb, rule_id = $17, rule_version = $18, match_status = case when $19::text is null then 'held' else $19 end, reasons = $20, held_until = case when $19::text is null then now() end,
         processed = $19::text is not null, version = version + 1 where id = $1`,
      [
        sms.id,
        parsed.operator,
        parsed.class,
        parsed.kind,
        parsed.direction,
        parsed.amount,
        parsed.fee,
        parsed.commission,
        parsed.extra,
        parsed.balance,
        parsed.trxId,
        parsed.trxKey,
        parsed.counterparty,
        parsed.reference,
        parsed.operatorTime,
        JSON.stringify(parsed.evidence),
        parsed.ruleId,
        parsed.ruleVersion,
        fresh.standing?.matchStatus ?? null,
        fresh.standing?.reasons ?? fresh.facts.reasons,
      ],
    );
    if (!fresh.standing) {
      const events = await postWithin(app, tx, sms.wallet_id);
      ctx.emit(...events);
    }
    ctx.emit({ kind: "sms", objectId: sms.id, version: sms.version + 1, change: "changed", merchantId: null });
    await auditAct(ctx, tx, "sms.parse", sms.id);
    return loadSmsRow(app, tx, sms.id, ctx.actor);
  });
}
