/** Where alerts go besides the queue: settings of the webhook and of the Telegram bot. Their secrets are never shown again. */
import { randomBytes } from "node:crypto";
import type * as z from "zod";
import type { AlertChannel, ExceptionKind, Severity } from "../../../contract/exceptions.ts";
import type { AlertChannelOut, AlertChannelPatch, alertChannelSecret } from "../../../contract/exceptions.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit, changed, changedIn } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { secretText } from "../outbox/sign.ts";
import { checkTarget, isForbidden } from "../outbox/target.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { requireRecheck } from "../session/recheck.ts";

/** A channel as it is stored. */
export interface ChannelRaw {
  readonly channel: AlertChannel;
  readonly enabled: boolean;
  readonly url: string | null;
  readonly chat_id: string | null;
  readonly api_base: string | null;
  readonly secret: Buffer | null;
  readonly secret_last4: string | null;
  readonly kinds: ExceptionKind[] | null;
  readonly min_severity: Severity;
  readonly language: "zh" | "en";
  readonly version: number;
}

const COLUMNS = "channel, enabled, url, chat_id, api_base, secret, secret_last4, kinds, min_severity, language, version";
/** What a channel's secret is bound to at rest. */
export const channelBinding = (channel: AlertChannel): string => `alert-channel:${channel}`;

/** All channels, as stored. */
export function channelRaws(q: Queryable): Promise<ChannelRaw[]> {
  return q.rows<ChannelRaw>(`select ${COLUMNS} from alert_channels order by channel desc`);
}

async function shown(q: Queryable, raw: ChannelRaw): Promise<AlertChannelOut> {
  const queue = await q.one<{ waiting: number; last_at: Date | null; last_code: number | null; last_error: string | null }>(
    `select (select count(*)::int from (select 1 from alert_outbox w where w.channel = $1 and w.status = 'waiting' limit 1000) x) as waiting, l.last_at, l.last_code, l.last_error
     from (select 1) one left join lateral (select last_at, last_code, last_error from alert_outbox o where o.channel = $1 and o.last_at is not null order by o.id desc limit 1) l on true`,
    [raw.channel],
  );
  const { secret: _secret, ...rest } = raw;
  return {
    ...rest,
    waiting: queue?.waiting ?? 0,
    last_at: queue?.last_at?.toISOString() ?? null,
    last_code: queue?.last_code ?? null,
    last_error: queue?.last_error ?? null,
  };
}

/** The channels with the state of their queues. */
export async function readChannels(ctx: UserCtx): Promise<{ items: AlertChannelOut[] }> {
  const raws = await channelRaws(ctx.app.db);
  return { items: await Promise.all(raws.map((raw) => shown(ctx.app.db, raw))) };
}

async function lockChannel(tx: Tx, channel: AlertChannel, version: number): Promise<ChannelRaw | Refused> {
  const raw = await tx.one<ChannelRaw>(`select ${COLUMNS} from alert_channels where channel = $1 for no key update`, [channel]);
  if (!raw) return new Refused("not_found");
  if (raw.version !== version) return new Refused("conflict", { details: { version: raw.version } });
  return raw;
}

/** Addresses obey the rules of all outgoing notifications. */
async function checkAddress(app: App, field: "url" | "api_base", value: string | null | undefined): Promise<Refused | null> {
  if (value === undefined || value === null) return null;
  const verdict = await checkTarget(value, { allowPrivate: app.env.webhookAllowPrivate });
  if (verdict === "invalid") return refusedField(field);
  return isForbidden(verdict) ? new Refused("target_not_allowed", { fields: { [field]: "not_allowed" } }) : null;
}

const FIELDS_OF = {
  webhook: ["enabled", "url", "kinds", "min_severity", "language"],
  telegram: ["enabled", "chat_id", "api_base", "token", "kinds", "min_severity", "language"],
} as const satisfies Record<AlertChannel, readonly (keyof AlertChannelPatch)[]>;

const auditable = (raw: ChannelRaw): Record<string, unknown> => {
  const { secret: _secret, secret_last4, version: _version, channel: _channel, ...rest } = raw;
  return { ...rest, token_end: secret_last4 };
};

/**
 * Changes a channel; needs a recent re-authentication.
 * Refuses `recheck_required`, `conflict`, `target_not_allowed`, `validation_failed` (also when it is switched on incomplete)
 */
export async function patchChannel(ctx: UserCtx, channel: AlertChannel, body: AlertChannelPatch): Promise<Answer<AlertChannelOut>> {
  const { app } = ctx;
  const { version, token, ...given } = body;
  for (const field of Object.keys({ ...given, ...(token === undefined ? {} : { token }) }))
    if (!(FIELDS_OF[channel] as readonly string[]).includes(field)) return refusedField(field, "not_allowed");
  await requireRecheck(ctx);
  const against = (await checkAddress(app, "url", given.url)) ?? (await checkAddress(app, "api_base", given.api_base));
  if (against) return against;
  return ctx.tx(async (tx) => {
    const raw = await lockChannel(tx, channel, version);
    if (raw instanceof Refused) return raw;
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<ChannelRaw>; // fields of the schema
    const secret = token === undefined ? null : { secret: app.secrets.seal(token, channelBinding(channel)), secret_last4: token.slice(-4) };
    const next: ChannelRaw = { ...raw, ...fields, ...secret };
    if (next.enabled) {
      if (channel === "webhook" && next.url === null) return refusedField("url", "required");
      if (channel === "telegram" && next.chat_id === null) return refusedField("chat_id", "required");
      if (next.secret === null) return refusedField(channel === "telegram" ? "token" : "secret", "required");
    }
    const sides = [auditable(raw), auditable(next)] as const;
    // A token that is given is a change, also where it ends as the one before: what is sealed is not looked at for this.
    const difference = secret === null ? changedIn(tx, ...sides) : changed(...sides);
    if (difference === null) return shown(tx, raw);
    await tx.run(
      `update alert_channels set enabled = $enabled, url = $url, chat_id = $chat_id, api_base = $api_base, secret = $secret, secret_last4 = $secret_last4, kinds = $kinds, min_severity = $min_severity, language = $language, version = version + 1 where channel = $channel`,
      {
        channel,
        enabled: next.enabled,
        url: next.url,
        chat_id: next.chat_id,
        api_base: next.api_base,
        secret: next.secret,
        secret_last4: next.secret_last4,
        kinds: next.kinds,
        min_severity: next.min_severity,
        language: next.language,
      },
    );
    await audit(ctx, tx, {
      action: "alert-channel.update",
      objectType: "alert-channel",
      objectId: channel,
      before: difference.before,
      after: difference.after,
    });
    return shown(tx, { ...next, version: raw.version + 1 });
  });
}

/** A new signing secret of the webhook, answered this once; needs a recent re-authentication. Refuses `not_found`, `recheck_required`, `conflict` */
export async function renewChannelSecret(ctx: UserCtx, channel: AlertChannel, version: number): Promise<Answer<z.input<typeof alertChannelSecret>>> {
  if (channel !== "webhook") return new Refused("not_found");
  await requireRecheck(ctx);
  const secret = secretText(randomBytes(32));
  return ctx.tx(async (tx) => {
    const raw = await lockChannel(tx, channel, version);
    if (raw instanceof Refused) return raw;
    await tx.run("update alert_channels set secret = $2, secret_last4 = $3, version = version + 1 where channel = $1", [
      channel,
      ctx.app.secrets.seal(secret, channelBinding(channel)),
      secret.slice(-4),
    ]);
    await audit(ctx, tx, { action: "alert-channel.secret", objectType: "alert-channel", objectId: channel, after: { token_end: secret.slice(-4) } });
    return { secret, version: raw.version + 1 };
  });
}
