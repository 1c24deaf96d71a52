/** Sends alerts out: a queue of its own with retries, so that no target ever holds up what it tells of. */
import type * as z from "zod";
import type { AlertChannel } from "../../../contract/exceptions.ts";
import type { alertChannelTest, ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { rightsOf } from "../../../contract/permissions.ts";
import type { App, UserActor, UserCtx } from "../../platform/context.ts";
import { signingKeys } from "../outbox/keys.ts";
import { makeOutbound, USER_AGENT, type Outbound } from "../outbox/outbound.ts";
import { judge, type Answer } from "../outbox/schedule.ts";
import { secretKeyOf, signWebhook } from "../outbox/sign.ts";
import { takeTest } from "../outbox/test-limit.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { channelBinding, channelRaws, type ChannelRaw } from "./channels.ts";
import { QUEUE_COLUMNS, queueRows, type QueueRaw } from "./rows.ts";
import { keepAmounts } from "./sweep.ts";
import { bodyFor, mentionBodyFor, noteBodyFor, TELEGRAM_API, testBodyFor, wantedBy, type Mention, type Note } from "./wording.ts";

const ALERTED_AT_ONCE = 200;
const SENT_AT_ONCE = 20;
const GIVE_UP_MS = 24 * 3_600_000;
const DEADLINE_MS = 10_000;

/** Whoever reads an alert elsewhere has no more rights than this. */
const OUTSIDER: UserActor = {
  type: "user",
  id: 0n,
  account: "",
  userType: "auditor",
  rights: rightsOf("auditor", null),
  merchantId: null,
  sessionId: 0n,
  recheckedUntilMs: 0,
};

/**
 * Queues what nobody outside was told of: one message per channel, however many there are.
 * @returns whether there may be more
 */
export async function queueAlerts(app: App): Promise<boolean> {
  await keepAmounts(app);
  return app.db.tx(async (tx) => {
    const raws = await tx.rows<QueueRaw>(
      `select ${QUEUE_COLUMNS} from alerts al where al.alerted_at is null and al.status in ('open', 'claimed') order by al.id limit ${ALERTED_AT_ONCE} for no key update of al skip locked`,
    );
    if (raws.length === 0) return false;
    const nowMs = app.now();
    const channels = (await channelRaws(tx)).filter((channel) => channel.enabled);
    const rows = channels.length === 0 ? [] : await queueRows(app, tx, raws, OUTSIDER);
    for (const channel of channels) {
      const wanted = wantedBy(channel, rows);
      if (wanted.length === 0) continue;
      await tx.run(
        "insert into alert_outbox (id, channel, body, next_at, give_up_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000))",
        [app.ids.next(), channel.channel, bodyFor(app, channel, wanted, nowMs), nowMs, nowMs + GIVE_UP_MS],
      );
    }
    await tx.run("update alerts set alerted_at = to_timestamp($2::float8 / 1000) where id = any ($1)", [raws.map((raw) => raw.id), nowMs]);
    return raws.length === ALERTED_AT_ONCE;
  });
}

/** Somebody was called in a comment: told by every channel that wants exceptions of this kind. In the comment's transaction. */
export async function queueMention(app: App, tx: Tx, row: ExceptionRow, call: Mention): Promise<void> {
  const nowMs = app.now();
  for (const channel of await channelRaws(tx)) {
    if (!channel.enabled || wantedBy(channel, [row]).length === 0) continue;
    await tx.run(
      "insert into alert_outbox (id, channel, body, next_at, give_up_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000))",
      [app.ids.next(), channel.channel, mentionBodyFor(app, channel, row, call, nowMs), nowMs, nowMs + GIVE_UP_MS],
    );
  }
}

/** Tells one channel of something that is no exception, where it is switched on. In the transaction of what it tells of. */
export async function queueNote(app: App, tx: Tx, name: AlertChannel, note: Note): Promise<void> {
  const channel = (await channelRaws(tx)).find((one) => one.channel === name);
  if (channel?.enabled !== true) return;
  const nowMs = app.now();
  await tx.run(
    "insert into alert_outbox (id, channel, body, next_at, give_up_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000))",
    [app.ids.next(), name, noteBodyFor(app, channel, note, nowMs), nowMs, nowMs + GIVE_UP_MS],
  );
}

interface Due {
  readonly id: bigint;
  readonly channel: AlertChannel;
  readonly body: string;
  readonly attempts: number;
  readonly give_up_at: Date;
}

/** Posts one message. The bot's token stands in the address, which is never logged nor kept. */
async function post(app: App, outbound: Outbound, channel: ChannelRaw, id: bigint, body: string): Promise<Answer> {
  const nothing: Answer = { code: null, ms: 0, bodyStart: null, error: "not_set_up", retryAfterMs: null };
  if (channel.secret === null) return nothing;
  const secret = app.secrets.open(channel.secret, channelBinding(channel.channel));
  const headers = { "content-type": "application/json", "user-agent": USER_AGENT };
  if (channel.channel === "telegram")
    return outbound.post(`${(channel.api_base ?? TELEGRAM_API).replace(/\/+$/, "")}/bot${secret.toString()}/sendMessage`, headers, body, true);
  if (channel.url === null) return nothing;
  const signed = signWebhook(app.publicIds.encode("webhook", id), app.now(), body, [secretKeyOf(secret)], await signingKeys(app));
  return outbound.post(channel.url, { ...headers, ...signed }, body, false);
}

async function sendOne(app: App, outbound: Outbound, channel: ChannelRaw | undefined, due: Due): Promise<void> {
  if (!channel?.enabled) {
    await app.db.run("update alert_outbox set status = 'failed', last_error = 'switched_off' where id = $1 and status = 'waiting'", [due.id]);
    return;
  }
  const answer = await post(app, outbound, channel, due.id, due.body);
  const nowMs = app.now();
  const verdict = judge(answer, due.attempts + 1, due.give_up_at.getTime(), nowMs, { requireAck: false });
  await app.db.run(
    `update alert_outbox set status = $2, attempts = attempts + 1, next_at = to_timestamp($3::float8 / 1000), last_at = to_timestamp($4::float8 / 1000), last_code = $5, last_error = $6
     where id = $1 and status = 'waiting'`,
    [due.id, verdict.outcome === "stopped" ? "failed" : verdict.outcome, verdict.nextAtMs ?? nowMs, nowMs, answer.code, verdict.error],
  );
}

/** Sends what is due. @returns whether there may be more */
export async function sendAlerts(app: App): Promise<boolean> {
  const due = await app.db.rows<Due>(
    `select id, channel, body, attempts, give_up_at from alert_outbox where status = 'waiting' and next_at <= to_timestamp($1::float8 / 1000) order by next_at limit ${SENT_AT_ONCE}`,
    [app.now()],
  );
  if (due.length === 0) return false;
  const channels = new Map((await channelRaws(app.db)).map((channel) => [channel.channel, channel]));
  const outbound = makeOutbound({ allowPrivate: app.env.webhookAllowPrivate, connectionsPerOrigin: 2, deadlineMs: DEADLINE_MS });
  try {
    await Promise.all(due.map((one) => sendOne(app, outbound, channels.get(one.channel), one)));
  } finally {
    await outbound.close();
  }
  return due.length === SENT_AT_ONCE;
}

/** Forgets what was sent a week ago, and what was given up a month ago. */
export async function tidyAlerts(app: App): Promise<void> {
  await app.db.run(
    `delete from alert_outbox where (status = 'delivered' and next_at < to_timestamp($1::float8 / 1000) - interval '7 days')
       or (status = 'failed' and next_at < to_timestamp($1::float8 / 1000) - interval '30 days')`,
    [app.now()],
  );
}

/** Sends a test message now, past the queue, whether the channel is on or not. Refuses `rate_limited`, `validation_failed` while it is not set up */
export async function testChannel(ctx: UserCtx, name: AlertChannel): Promise<z.input<typeof alertChannelTest> | Refused> {
  const { app } = ctx;
  const channel = (await channelRaws(app.db)).find((one) => one.channel === name);
  if (!channel) return new Refused("not_found");
  const missing = name === "webhook" ? (channel.url === null ? "url" : "secret") : channel.chat_id === null ? "chat_id" : "token";
  if (channel.secret === null || (name === "webhook" ? channel.url : channel.chat_id) === null) return refusedField(missing, "required");
  const tooOften = takeTest(app, name);
  if (tooOften) return tooOften;
  const outbound = makeOutbound({ allowPrivate: app.env.webhookAllowPrivate, connectionsPerOrigin: 1, deadlineMs: DEADLINE_MS });
  const answer = await post(app, outbound, channel, app.ids.next(), testBodyFor(app, channel, app.now())).finally(() => outbound.close());
  return { code: answer.code, ms: answer.ms, body_start: answer.bodyStart, error: answer.error };
}
