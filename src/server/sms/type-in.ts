/** POST /api/sms: a message typed in by a person when the phone is dead. It is parsed, matched and booked like any other. */
import type * as z from "zod";
import { parseAmount } from "../../contract/money.ts";
import type { smsManual, SmsRow } from "../../contract/sms.schema.ts";
import type { UserCtx } from "../context.ts";
import { audit } from "../audit.ts";
import { prepare } from "../intake/settler.ts";
import { checkOwnLimit } from "../people/limit.ts";
import { refuse } from "../refusal.ts";
import { requireRecheck } from "../session/recheck.ts";
import { loadSmsRow } from "./queries.ts";

/** Stores a typed message; who typed it stands in the audit trail. @throws Refusal already_exists for a known message */
export async function typeInSms(ctx: UserCtx, input: z.output<typeof smsManual>): Promise<SmsRow> {
  const { app } = ctx;
  const walletId = app.publicIds.decode("wallet", input.wallet_id);
  const there = walletId === null ? null : await app.db.one<{ id: bigint }>("select id from wallets where id = $1 and deleted_at is null", [walletId]);
  if (!there) refuse("validation_failed", { fields: { wallet_id: "invalid" } });
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
  checkOwnLimit(ctx, facts.amount ?? 0n);
  if ((facts.amount ?? 0n) >= (parseAmount(app.config.current.manual_complete_threshold) ?? 0n)) await requireRecheck(ctx);
  return ctx.tx(async (tx) => {
    // Under the claim of the call's key, so that a repeated call gets the first one's answer; its own commit comes first.
    const stored = await app.settler.submit(message);
    if (stored.result === "duplicate") refuse("already_exists", { fields: { text: "taken" }, details: { sms_id: app.publicIds.encode("sms", stored.id) } });
    await audit(ctx, tx, {
      action: "sms.typed_in",
      objectType: "sms",
      objectId: app.publicIds.encode("sms", stored.id),
      after: { wallet_id: input.wallet_id, sender: input.sender },
    });
    return loadSmsRow(app, tx, stored.id, ctx.actor);
  });
}
