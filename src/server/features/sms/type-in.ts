/**
 * POST /api/sms: a message typed in by a person when the phone is dead. It is parsed, matched and booked like any other;
 * nobody but its maker has seen it, so from the threshold of manual completion on a checker lets it in.
 */
import { createHash } from "node:crypto";
import type * as z from "zod";
import { formatAmountOrNull } from "../../../contract/money.ts";
import type { smsManual, SmsRow } from "../../../contract/sms.schema.ts";
import type { Answer, Waiting } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { RequestedAct } from "../../core/approvals/acts.ts";
import { permitAct } from "../../core/approvals/need.ts";
import type { Facts } from "../../core/posting/facts.ts";
import { prepare } from "../../core/posting/posting.ts";
import { auditAct } from "../../core/staff/audited.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { loadSmsRow } from "./queries.ts";

/** What a text says, as far as it is looked at before it counts. */
type TextSums = Pick<Facts, "amount" | "fee" | "commission" | "extra">;

/** Everything that a text moves, minor units: where it is typed, its fee and commission are its maker's word as its amount is. Null: no amount is read in it. */
export function movedBy({ amount, fee, commission, extra }: TextSums): bigint | null {
  return amount === null ? null : amount + (extra ?? 0n) + (fee ?? 0n) + (commission ?? 0n);
}

/** A typed text before it counts: when it is typed, or when it can be read at last. */
interface TypedText {
  readonly sender: string | null;
  readonly text: string;
  readonly facts: TextSums & Pick<Facts, "trxId">;
}

/**
 * Whether this person may let a typed text count, by all that it moves.
 * @returns forbidden above an operator's own limit, or that it waits for a checker; null: he may
 */
export async function permitTyped(
  ctx: UserCtx,
  tx: Tx,
  { sender, text, facts }: TypedText,
  act: Pick<RequestedAct, "objectType" | "objectId" | "action" | "objectVersion" | "payload">,
): Promise<Waiting | Refused | null> {
  const amountMinor = movedBy(facts);
  const after = { sender, text, amount: formatAmountOrNull(amountMinor), trx_id: facts.trxId };
  return permitAct(ctx, tx, { kind: "sms.type-in", ...act, amountMinor, after });
}

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
  return ctx.tx(async (tx) => {
    const typed = { sender: input.sender, text: input.text, facts };
    // Nothing of the wallet is decided on.
    const act = { objectType: "wallet", objectId: there.id, action: actionOf(input), objectVersion: 1, payload: input };
    const against = await permitTyped(ctx, tx, typed, act);
    if (against) return against;
    // Under the claim of the call's key, so that a repeated call gets the first one's answer; its own commit comes first.
    const stored = await app.posting.submit(message);
    if (stored.result === "duplicate")
      return new Refused("already_exists", { fields: { text: "taken" }, details: { sms_id: app.publicIds.encode("sms", stored.id) } });
    await auditAct(ctx, tx, "sms.typed_in", stored.id, { wallet_id: input.wallet_id, sender: input.sender }, null);
    return loadSmsRow(app, tx, stored.id, ctx.actor);
  });
}
