/** What can be done to many messages. */
import { smsQuery, type SmsRow } from "../../../contract/sms.schema.ts";
import { asSource, type BulkAct, type BulkItemIn } from "../../core/bulk/acts.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { orderCandidates } from "./detail.ts";
import { ignoreSms } from "./ignore.ts";
import { matchSms } from "./match.ts";
import { parseSmsAgain } from "./parse-again.ts";
import { SMS_LIST } from "./queries.ts";

const source = asSource(SMS_LIST, smsQuery, { version: "t.version", amount: "t.amount", merchant: "null::bigint", label: "t.trx_id" });

/** Matches a message with the one order that it can have paid. Refuses no_candidate, several_candidates, and as {@link matchSms} */
async function matchOnly(ctx: UserCtx, { id, version }: BulkItemIn): Promise<Answer<SmsRow>> {
  const { app } = ctx;
  const own = app.publicIds.decode("sms", id);
  const found = own === null ? [] : await orderCandidates(app, app.db, own, ctx.actor);
  const [only] = found;
  if (only === undefined) return new Refused("no_candidate");
  return found.length > 1 ? new Refused("several_candidates") : matchSms(ctx, id, { version, payment_id: only.id });
}

export const SMS_BULK: readonly BulkAct[] = [
  { name: "sms.parse", source, audit: ["sms.parse"], check: "verb", run: (ctx, { id, version }) => parseSmsAgain(ctx, id, { version }) },
  { name: "sms.match", source, audit: ["sms.match"], check: "verb", run: matchOnly },
  { name: "sms.ignore", source, audit: ["sms.ignore"], check: "verb", run: (ctx, { id, version, reason }) => ignoreSms(ctx, id, { version, reason }) },
];
