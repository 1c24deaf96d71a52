/** What people leave to each other as the history ends: what they have taken up, put off, asked for and told. */
import { DAY_MS } from "../../src/contract/time.ts";
import type { Room } from "./room.ts";

/** The operator on duty looks at what waits. */
async function queue({ app, desk, clock }: Room): Promise<void> {
  const rows = await app.db.rows<{ id: bigint; version: number }>(
    "select id, version from alerts where kind = 'sms_unmatched' and status = 'open' order by id limit 3",
  );
  const [mine, told, later] = rows.map(({ id, version }) => ({ id: app.publicIds.encode("exception", id), version }));
  if (mine) await desk.call("operator", "POST /api/exceptions/:id/claim", { id: mine.id, body: { version: mine.version } });
  if (told)
    await desk.call("operator", "POST /api/exceptions/:id/comments", {
      id: told.id,
      body: { text: "@finance 付款人来电，称付的是昨天的订单 · The payer called: it is for an order of yesterday" },
    });
  if (later)
    await desk.call("operator", "POST /api/exceptions/:id/mute", {
      id: later.id,
      body: { version: later.version, reason: "等商户回复 · Waiting for the merchant", until: new Date(clock.now() + DAY_MS).toISOString() },
    });
}

/** A payment that the operator took back: a note for colleagues, and a link for the merchant's lawyer. */
async function reversed({ app, desk }: Room): Promise<void> {
  const row = await app.db.one<{ id: bigint }>("select id from payments where disputed_at is not null order by id desc limit 1");
  if (!row) return;
  const id = app.publicIds.encode("payment", row.id);
  await desk.call("finance", "POST /api/payments/:id/note", { id, body: { text: "已把记录发给商户 · The merchant has the record" } });
  await desk.call("finance", "POST /api/links", { body: { object: id, valid: "week", with_amount: true, language: "en" } });
}

/** Finance has asked for what another one has to decide. */
async function asked({ app, desk, merchants }: Room): Promise<void> {
  const failed = await app.db.one<{ id: bigint; version: number }>(
    "select id, version from disburses where status = 'attempt_failed' order by id desc limit 1",
  );
  if (failed)
    await desk.call("finance", "POST /api/disburses/:id/reset", {
      id: app.publicIds.encode("disburse", failed.id),
      body: { version: failed.version, reason: "已查手机：未付出 · Checked on the phone: not paid" },
    });
  const [merchant] = merchants;
  if (merchant)
    await desk.call("finance", "POST /api/manual", {
      body: { kind: "merchant_credit", merchant_id: merchant.publicId, amount: "45.00", note: "退还多收的手续费 · A fee that was taken twice" },
    });
}

/** @param room whose exceptions have just been found */
export async function leave(room: Room): Promise<void> {
  await queue(room);
  await reversed(room);
  await asked(room);
}
