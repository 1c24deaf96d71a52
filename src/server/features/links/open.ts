/** Opening a redacted link: without signing in, and always the same answer where there is nothing to open. */
import { LINKED, type LinkedKind } from "../../../contract/links.ts";
import type { Locale } from "../../../contract/locale.ts";
import type { FastifyReply } from "fastify";
import { isOther } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, Ctx } from "../../platform/context.ts";
import { PAGE_POLICY } from "../../platform/html.ts";
import { networkOf } from "../../platform/http/ip.ts";
import { sharedLimiter } from "../../platform/http/shared-limits.ts";
import { readRights, RIGHTS_COLUMNS, type RightsRow } from "../../platform/rights.ts";
import { Refused } from "../../platform/refusal.ts";
import { credentialHash } from "../../platform/secrets.ts";
import { GONE_PAGE, linkPage } from "./page.ts";
import { type Shown, shownOf } from "./shown.ts";

/** So often a network opens links, whichever they are. */
const PER_SECOND = 0.5;
const BURST = 20;

interface Live extends RightsRow {
  readonly id: bigint;
  readonly object_type: LinkedKind;
  readonly object_id: bigint;
  readonly merchant_id: bigint | null;
  readonly language: Locale;
  readonly with_amount: boolean;
  readonly expires_at: Date;
}

/** A link that is neither over nor revoked, whose maker is still there, in the house in which he made it. */
const LIVE = `select l.id, l.object_type, l.object_id, l.merchant_id, l.language, l.with_amount, l.expires_at, ${RIGHTS_COLUMNS}
  from shared_links l join users u on u.id = l.user_id left join merchants m on m.id = u.merchant_id
  where l.token_hash = $1 and l.revoked_at is null and l.expires_at > $2
    and u.enabled and u.deleted_at is null and m.deleted_at is null and u.merchant_id is not distinct from l.merchant_id`;

/** Whoever made it may still share, see the object, and see amounts where it shows one. */
function mayStill(link: Live): boolean {
  const rights = readRights(link);
  return rights.has("links.share") && rights.has(LINKED[link.object_type]) && (!link.with_amount || rights.has("amounts.see"));
}

async function found(app: App, token: string): Promise<{ link: Live; shown: Shown } | null> {
  const link = await app.db.one<Live>(LIVE, [credentialHash(token), new Date(app.now())]);
  if (!link || !mayStill(link)) return null;
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

/** Answers the page; 404 with one and the same page for whatever cannot be opened. Refuses `rate_limited` */
export async function openLink(ctx: Ctx, token: string, reply: FastifyReply): Promise<Refused | null> {
  const wait = sharedLimiter(ctx.app, "links").take(ctx.ip === null ? "" : networkOf(ctx.ip), PER_SECOND, BURST);
  if (wait > 0) return new Refused("rate_limited", { retryAfterSeconds: Math.ceil(wait) });
  const one = await found(ctx.app, token);
  const open = one !== null && (await noted(ctx, one)) ? one : null;
  reply
    .code(open === null ? 404 : 200)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": PAGE_POLICY,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
    })
    .send(open === null ? GONE_PAGE : linkPage(open.shown, open.link.language, open.link.expires_at));
  return null;
}
