/**
 * POST /api/sms: a message typed in by a person when the phone is dead. It is parsed, matched and booked like any other;
 * nobody but its maker has seen it, so from the threshold of manual completion on a checker lets it in.
 */
import { createHash } from "node:crypto";
import type * as z from "zod";
import { formatAmountOrNull } from "../../../contract/money.ts";
import type { smsManual, SmsRow } from "../../../contract/sms.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import { prepare } from "../../core/posting/posting.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { checkOwnLimit } from "../../core/staff/limit.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { loadSmsRow } from "./queries.ts";

/** One request waits for the same words on a wallet; other messages of that wallet have theirs. */
const actionOf = (input: z.output<typeof smsManual>): string =>
  `type-in:${createHash("sha256").update(`${input.sender}\n${input.text}`).digest("hex").slice(0, 16)}`;

/**
 * Stores a typed message; who typed it stands in the audit trail.
 * Refuses already_exists for a known message, forbidden above an operator's own limit; waits where a checker is needed
 */
export async function typeInSms(ctx: UserCtx, input: z.output<typeof smsManual>): Promise<Answer<SmsRow>> {
  const { app } = ctx;
  const walletId = app.publicIds.decode("wallet", input.wallet_id);
  const there = walletId === null ? null : await app.db.one<{ id: bigint }>("select id from wallets where id = $1 and deleted_at is null", [walletId]);
  if (!there) return refusedField("wallet_id");
  const message = {
    walletId: there.id,
    deviceId: null,
    sender: input.sender,
    text: input.text,
    sentAtMs: null,
    receivedAtMs: input.received_at ? Date.parse(input.received_at) : null,
    externalId: null,
    origin: "manual" as const,
  };
  const { facts } = await prepare(app, message, app.ids.next());
  const amountMinor = facts.amount === null ? null : facts.amount + (facts.extra ?? 0n);
  const beyond = checkOwnLimit(ctx, amountMinor ?? 0n);
  if (beyond) return beyond;
  return ctx.tx(async (tx) => {
    const waiting = await requireApproval(ctx, tx, {
      kind: "sms.type-in",
      objectType: "wallet",
      objectId: there.id,
      action: actionOf(input),
      // Nothing of the wallet is decided on.
      objectVersion: 1,
      payload: input,
      amountMinor,
      after: { sender: input.sender, text: input.text, amount: formatAmountOrNull(amountMinor), trx_id: facts.trxId },
    });
    if (waiting) return waiting;
    // Under the claim of the call's key, so that a repeated call gets the first one's answer; its own commit comes first.
    const stored = await app.posting.submit(message);
    if (stored.result === "duplicate")
      return new Refused("already_exists", { fields: { text: "taken" }, details: { sms_id: app.publicIds.encode("sms", stored.id) } });
    await auditAct(ctx, tx, "sms.typed_in", stored.id, { wallet_id: input.wallet_id, sender: input.sender }, null);
    return loadSmsRow(app, tx, stored.id, ctx.actor);
  });
}
