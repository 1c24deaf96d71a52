/** Acts on notifications, and the public keys that verify them. */
import { resendFilter, resendOut, webhookKey, webhookKeyRenew, webhookTest } from "../../../contract/deliveries.schema.ts";
import { empty, idParams } from "../../../contract/schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, Ctx, MerchantActor, OutgoingEvent, UserActor } from "../../platform/context.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { readId, withId } from "../../platform/lists/page.ts";
import { KeptAnswers } from "../../platform/kept.ts";
import { inField, Refused, refusedField } from "../../platform/refusal.ts";
import { ensureWebhookKey, publishedKeys, renewWebhookKey } from "./keys.ts";
import { requeue, visibleIds } from "./resend.ts";
import { testWebhook } from "./test-event.ts";

/** Sends again what the viewer may see of it, then wakes the worker. Refuses not_found when none of the ids is there */
async function resend(
  ctx: Ctx<UserActor | MerchantActor>,
  wanted: Parameters<typeof visibleIds>[3],
  record: Readonly<Record<string, unknown>> | null,
): Promise<Answer<{ count: number }>> {
  const answer = await ctx.tx(async (tx) => {
    const ids = await visibleIds(tx, ctx.app, ctx.actor, wanted);
    if (ids instanceof Refused) return ids;
    if ("ids" in wanted && ids.length === 0) return new Refused("not_found");
    const rows = await requeue(tx, ctx.app, ids);
    if (record) await audit(ctx, tx, { action: "deliveries.resend", objectType: "delivery", objectId: null, after: { ...record, count: rows.length } });
    ctx.emit(
      ...rows.map((row): OutgoingEvent => ({ kind: "deliveries", objectId: row.id, version: row.attempts, change: "changed", merchantId: row.merchant_id })),
    );
    return { count: rows.length };
  });
  ctx.app.wakeOutbox();
  return answer;
}

const KEYS_TTL_MS = 10_000;
const KEYS = new KeptAnswers<Awaited<ReturnType<typeof publishedKeys>>>(KEYS_TTL_MS);

/** Anybody may ask, so the database is asked once in ten seconds. */
function keysOf(app: App): ReturnType<typeof publishedKeys> {
  return KEYS.of(app, "all", async () => {
    await ensureWebhookKey(app);
    return publishedKeys(app);
  });
}

export const deliveriesRoutes: AnyRoute[] = [
  route({
    method: "POST",
    url: "/api/deliveries/resend",
    access: { kind: "session", permission: "deliveries.resend" },
    summary: "Send notifications again, by ids or by the list's filter (at most 10,000)",
    body: resendFilter,
    data: resendOut,
    audit: "deliveries.resend",
    handler: async (ctx, { body }) => {
      if ((body.ids === undefined) === (body.filter === undefined)) return body.ids ? refusedField("filter", "not_allowed") : refusedField("ids", "required");
      if (!body.ids) return resend(ctx, { filter: body.filter ?? {} }, { filter: body.filter });
      const ids: bigint[] = [];
      for (const [index, one] of body.ids.entries()) {
        const id = inField(`ids.${index}`, readId(ctx.app, "delivery", one));
        if (id instanceof Refused) return id;
        ids.push(id);
      }
      return inField("ids", await resend(ctx, { ids }, { ids: body.ids }));
    },
  }),
  route({
    method: "POST",
    url: "/v1/deliveries/:id/resend",
    access: { kind: "merchant" },
    summary: "Send one notification again, under the same webhook-id",
    params: idParams,
    body: empty,
    data: resendOut,
    audit: null,
    handler: (ctx, { params }) => withId(ctx.app, "delivery", params.id, (id) => resend(ctx, { ids: [id] }, null)),
  }),
  route({
    method: "POST",
    url: "/api/merchants/:id/webhook-test",
    access: { kind: "session", permission: "merchants.integration" },
    summary: "Send a signed test event to the merchant's notification address now",
    params: idParams,
    body: empty,
    data: webhookTest,
    audit: null,
    unaudited: "test_call",
    handler: (ctx, { params }) => testWebhook(ctx, params.id),
  }),
  read("config.see", {
    url: "/api/webhook-keys",
    summary: "The keys that sign all notifications now, newest first",
    data: webhookKey,
    handler: async ({ app }) => {
      await ensureWebhookKey(app);
      return { keys: await publishedKeys(app) };
    },
  }),
  route({
    method: "POST",
    url: "/api/webhook-keys/renew",
    access: { kind: "session", permission: "config.edit" },
    summary: "A new key that signs all notifications; the old one signs along for seven days; needs a recent re-authentication",
    body: webhookKeyRenew,
    data: webhookKey,
    audit: "config.webhook-key",
    handler: (ctx, { body }) => renewWebhookKey(ctx, body.current),
  }),
  route({
    method: "GET",
    url: "/v1/webhook-key",
    access: { kind: "public" },
    summary: "Public keys that verify the v1a signatures of notifications, newest first",
    data: webhookKey,
    audit: null,
    handler: async (ctx, { answer }) => {
      answer.header("cache-control", `public, max-age=${KEYS_TTL_MS / 1000}`);
      return { keys: await keysOf(ctx.app) };
    },
  }),
];
