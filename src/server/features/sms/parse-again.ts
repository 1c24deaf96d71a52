/**
 * Parsing a stored message again, after the rules have improved: then it is judged, matched and booked as if it had just come. One that
 * a person typed asks then for what it would have asked for when it was typed, had it been read.
 */
import type { SmsRow } from "../../../contract/sms.schema.ts";
import { SMS_ACTION_STATES } from "../../../contract/sms.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { lockSms } from "../../core/posting/lock-order.ts";
import { prepare, postWithin } from "../../core/posting/posting.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused } from "../../platform/refusal.ts";
import { loadSmsRow } from "./queries.ts";
import { movedBy, permitTyped } from "./type-in.ts";

/** Tells reading again from typing in where a checker runs them: they are one kind of act. */
export const READ_AGAIN = "parse";

/**
 * Parses again; the stored text is what counts (one-time codes stay masked).
 * Refuses not_found, conflict, wrong_state, forbidden above an operator's own limit; waits where a checker is needed
 */
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
    const { parsed, facts } = fresh;
    // What was read in it when it was typed has been let in.
    if (sms.origin === "manual" && (movedBy(facts) ?? 0n) > (movedBy(sms) ?? 0n)) {
      const act = { objectType: "sms", objectId: sms.id, action: READ_AGAIN, objectVersion: sms.version, payload: input };
      const against = await permitTyped(ctx, tx, { sender: sms.sender, text: sms.text, facts }, act);
      if (against) return against;
    }
    await tx.run(
      `update sms set operator = coalesce($operator, operator), class = $class, kind = $kind, direction = $direction, amount = $amount, fee = $fee, commission = $commission, extra = $extra, balance = $balance, trx_id = $trx_id, trx_key = $trx_key, counterparty = $counterparty, reference = $reference,
         operator_time = $operator_time, evidence = $evidence::jsonb, rule_id = $rule_id, rule_version = $rule_version, match_status = case when $match_status::text is null then 'held' else $match_status end, reasons = $reasons, held_until = case when $match_status::text is null then now() end,
         processed = $match_status::text is not null, version = version + 1 where id = $id`,
      {
        id: sms.id,
        operator: parsed.operator,
        class: parsed.class,
        kind: parsed.kind,
        direction: parsed.direction,
        amount: parsed.amount,
        fee: parsed.fee,
        commission: parsed.commission,
        extra: parsed.extra,
        balance: parsed.balance,
        trx_id: parsed.trxId,
        trx_key: parsed.trxKey,
        counterparty: parsed.counterparty,
        reference: parsed.reference,
        operator_time: parsed.operatorTime,
        evidence: JSON.stringify(parsed.evidence),
        rule_id: parsed.ruleId,
        rule_version: parsed.ruleVersion,
        match_status: fresh.standing?.matchStatus ?? null,
        reasons: fresh.standing?.reasons ?? fresh.facts.reasons,
      },
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
