/** Opening a redacted link: without signing in, and always the same answer where there is nothing to open. */
import type { Locale } from "../../../contract/locale.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isOther } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, Ctx } from "../../platform/context.ts";
import { PAGE_POLICY } from "../../platform/html.ts";
import { networkOf } from "../../platform/http/ip.ts";
import { sharedLimiter } from "../../platform/http/shared-limits.ts";
import { Refused } from "../../platform/refusal.ts";
import { credentialHash } from "../../platform/secrets.ts";
import { isKnown } from "./known.ts";
import { LIVE, MAKER_COLUMNS, type Maker, opens } from "./live.ts";
import { BUSY_PAGE, GONE_PAGE, linkPage, PREVIEW_PAGE } from "./page.ts";
import { type Shown, shownOf } from "./shown.ts";

/** So often a network asks for what is no link: who has the right address is never slowed down by who guesses beside him. */
const MISSES = { perSecond: 0.5, burst: 20 } as const;
/** So often one link opens: sixty at once, and as many an hour. */
const OPENINGS = { perSecond: 60 / 3600, burst: 60 } as const;

interface Live extends Maker {
  readonly id: bigint;
  readonly object_id: bigint;
  readonly merchant_id: bigint | null;
  readonly language: Locale;
  readonly expires_at: Date;
}

const BY_TOKEN = `select l.id, l.object_type, l.object_id, l.merchant_id, l.language, l.with_amount, l.expires_at, ${MAKER_COLUMNS} ${LIVE} and l.token_hash = $2`;

async function found(app: App, token: string): Promise<{ link: Live; shown: Shown } | null> {
  const link = await app.db.one<Live>(BY_TOKEN, [new Date(app.now()), credentialHash(token)]);
  if (!link || !opens(link)) return null;
  const shown = await shownOf(app, app.db, link.object_type, link.object_id, link.merchant_id, link.with_amount);
  return shown && { link, shown };
}

/** Counts the opening and writes it down, unless the link has ended in this moment. */
async function noted(ctx: Ctx, { link, shown }: { link: Live; shown: Shown }): Promise<boolean> {
  const done = await ctx.tx(async (tx) => {
    const row = await tx.one<{ opened: number }>(
      "update shared_links set opened = opened + 1, last_opened_at = $2 where id = $1 and revoked_at is null and expires_at > $2 returning opened",
      [link.id, new Date(ctx.app.now())],
    );
    if (!row) return new Refused("not_found");
    await audit(ctx, tx, {
      action: "link.open",
      objectType: link.object_type,
      objectId: shown.id,
      merchantId: link.merchant_id,
      after: { link: String(link.id), opened: row.opened },
    });
    return {};
  });
  return !isOther(done);
}

/** A page and its status, and seconds to wait where it is asked for too often. */
interface Answer {
  readonly status: number;
  readonly page: string;
  readonly wait?: number;
}
const busy = (wait: number): Answer => ({ status: 429, page: BUSY_PAGE, wait: Math.ceil(wait) });

/**
 * What an address leads to. Every look counts as a guess until it is seen to be none; a network that guessed too often has nothing
 * more looked up, unless this is an address that there is. @returns with `wait`, seconds until this network may guess again
 */
async function looked(ctx: Ctx, token: string): Promise<{ one: Awaited<ReturnType<typeof found>>; wait: number }> {
  const guesses = sharedLimiter(ctx.app, "links");
  const network = ctx.ip === null ? "" : networkOf(ctx.ip);
  const wait = guesses.take(network, MISSES.perSecond, MISSES.burst);
  if (wait > 0 && !(await isKnown(ctx.app, token))) return { one: null, wait };
  const one = await found(ctx.app, token);
  if (one !== null && wait === 0) guesses.giveBack(network);
  return { one, wait };
}

/**
 * Programs that fetch an address to draw a preview of it in a chat, by what they call themselves. Browsers inside of those programs
 * call themselves otherwise, and so do telephones of Cubot.
 */
const PREVIEWS =
  /(?<!\bcu)bot\b|crawler|spider|preview|whatsapp\/|facebookexternalhit|facebookcatalog|telegrambot|slackbot|discordbot|twitterbot|linkedinbot|vkshare|embedly|iframely|wechatshare|dingtalkbot|larkurl/i;

/** Nobody reads what they are answered. */
function isPreview({ headers }: FastifyRequest): boolean {
  return PREVIEWS.test(headers["user-agent"] ?? "") || /prefetch|prerender/i.test(String(headers["sec-purpose"] ?? headers["purpose"] ?? ""));
}

/** What is answered. */
async function pageFor(ctx: Ctx, token: string, request: FastifyRequest): Promise<Answer> {
  if (isPreview(request)) return { status: 200, page: PREVIEW_PAGE };
  const { one, wait } = await looked(ctx, token);
  if (one === null) return wait > 0 ? busy(wait) : { status: 404, page: GONE_PAGE };
  const full = sharedLimiter(ctx.app, "link openings").take(String(one.link.id), OPENINGS.perSecond, OPENINGS.burst);
  if (full > 0) return busy(full);
  // Of what HEAD asks for nothing is shown: it is no opening.
  if (request.method !== "HEAD" && !(await noted(ctx, one))) return { status: 404, page: GONE_PAGE };
  return { status: 200, page: linkPage(one.shown, one.link.language, one.link.expires_at) };
}

/** Answers a page: the object; one and the same with 404 for whatever cannot be opened; with 429 where it is asked for too often; without facts to who draws previews. */
export async function openLink(ctx: Ctx, token: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { status, page, wait } = await pageFor(ctx, token, request);
  reply
    .code(status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": PAGE_POLICY,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      ...(wait === undefined ? {} : { "retry-after": String(wait) }),
    })
    .send(page);
}
