/** A signed `test.ping` to a merchant's own address, sent now, queued nowhere. */
import type * as z from "zod";
import type { webhookTest } from "../../../contract/deliveries.schema.ts";
import type { UserCtx } from "../../platform/context.ts";
import { ownMerchantId, scopeOf } from "../../platform/lists/scope.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { ensureWebhookKey } from "./keys.ts";
import { makeOutbound, USER_AGENT } from "./outbound.ts";
import { notificationBody } from "./queue.ts";
import { isAck } from "./schedule.ts";
import { Signers } from "./signers.ts";
import { takeTest } from "./test-limit.ts";

/** Sends the test event and answers what came back. Refuses not_found (also for another's merchant), validation_failed without an address */
export async function testWebhook(ctx: UserCtx, publicId: string): Promise<z.input<typeof webhookTest> | Refused> {
  const { app, actor } = ctx;
  const id = app.publicIds.decode("merchant", publicId);
  if (id === null || "none" in scopeOf(actor) || (ownMerchantId(actor) ?? id) !== id) return new Refused("not_found");
  const merchant = await app.db.one<{ notify_url: string | null }>("select notify_url from merchants where id = $1 and deleted_at is null", [id]);
  if (!merchant) return new Refused("not_found");
  if (merchant.notify_url === null) return refusedField("notify_url", "required");
  const tooOften = takeTest(app, id.toString());
  if (tooOften) return tooOften;
  await ensureWebhookKey(app);
  const signers = new Signers(app);
  await signers.load([id]);
  const signer = signers.of(id);
  // Another SECRET_KEY than the database's: nothing can be signed, and the log says so.
  if (!signer) return { code: null, ms: 0, body_start: null, error: "no_secret" };
  const now = app.now();
  const body = notificationBody("test.ping", now, { merchant_id: app.publicIds.encode("merchant", id) });
  const headers = { "content-type": "application/json", "user-agent": USER_AGENT, ...signer.sign(app.publicIds.encode("webhook", app.ids.next()), now, body) };
  const outbound = makeOutbound({ allowPrivate: app.env.webhookAllowPrivate, connectionsPerOrigin: 1 });
  const answer = await outbound.post(merchant.notify_url, headers, body, signer.requireAck).finally(() => outbound.close());
  const unacknowledged = signer.requireAck && answer.error === null && answer.code !== null && answer.code < 300 && !isAck(answer.bodyStart);
  return { code: answer.code, ms: answer.ms, body_start: answer.bodyStart, error: unacknowledged ? "no_ack" : answer.error };
}
