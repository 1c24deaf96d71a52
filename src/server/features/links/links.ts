/** Redacted links: made, listed and revoked by who may share the object. */
import { can } from "../../../contract/permissions.ts";
import { LINK_PATH, LINK_SPANS, LINKED, LINKS_AT_ONCE, type LinkedKind } from "../../../contract/links.ts";
import type { LinkCreate, LinkMade, LinkRow } from "../../../contract/links.schema.ts";
import { ID_LETTERS } from "../../../contract/ids.ts";
import type { Locale } from "../../../contract/locale.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, UserActor, UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { ownMerchantId, scopeOf } from "../../platform/lists/scope.ts";
import { inField, Refused, refusedField } from "../../platform/refusal.ts";
import { credentialHash, randomToken } from "../../platform/secrets.ts";
import { forgetKnown } from "./known.ts";
import { LIVE, MAKER_COLUMNS, type Maker, opens } from "./live.ts";
import { shownOf } from "./shown.ts";

const LOCK_SPACE = 4119;
const KINDS = Object.keys(LINKED) as LinkedKind[]; // keys of a literal: exactly its names

interface Raw extends Maker {
  readonly id: bigint;
  readonly object_id: bigint;
  readonly merchant_id: bigint | null;
  readonly account: string;
  readonly language: Locale;
  readonly made_at: Date;
  readonly expires_at: Date;
  readonly opened: number;
  readonly last_opened_at: Date | null;
}
/** Links that have not ended by time or by a person. */
const COLUMNS = `select l.id, l.object_type, l.object_id, l.merchant_id, u.account, l.language, l.with_amount, l.made_at, l.expires_at, l.opened, l.last_opened_at, ${MAKER_COLUMNS} ${LIVE}`;
/** Those of the viewer's house; the platform sees those of all houses. */
const SEEN = `${COLUMNS} and ($2::bigint is null or l.merchant_id = $2)`;
/** Those of a house itself; null: the platform's own. */
const OWN = `${COLUMNS} and l.merchant_id is not distinct from $2::bigint`;
const OF_OBJECT = "and l.object_type = $3 and l.object_id = $4 order by l.id desc limit 500";

function rowOf(app: App, raw: Raw): LinkRow {
  return {
    id: String(raw.id),
    object: app.publicIds.encode(raw.object_type, raw.object_id),
    made_at: raw.made_at.toISOString(),
    made_by: raw.account,
    expires_at: raw.expires_at.toISOString(),
    with_amount: raw.with_amount,
    language: raw.language,
    opened: raw.opened,
    last_opened_at: raw.last_opened_at?.toISOString() ?? null,
    opens: opens(raw),
  };
}

interface Target {
  readonly kind: LinkedKind;
  readonly id: bigint;
  readonly publicId: string;
}

/** The object of a public id, as far as the actor sees it. Refuses `forbidden`, and `not_found` alike for what is not there and another merchant's */
async function targetOf(app: App, q: Queryable, actor: UserActor, unchecked: string): Promise<Target | Refused> {
  const kind = KINDS.find((one) => unchecked.trim().toUpperCase().startsWith(ID_LETTERS[one]));
  const id = kind === undefined ? null : app.publicIds.decode(kind, unchecked);
  if (kind === undefined || id === null || "none" in scopeOf(actor)) return new Refused("not_found");
  if (!can(actor, LINKED[kind])) return new Refused("forbidden");
  const shown = await shownOf(app, q, kind, id, ownMerchantId(actor), false);
  return shown ? { kind, id, publicId: shown.id } : new Refused("not_found");
}

/** Links to an object that have not ended, newest first. */
export async function listLinks({ app, actor }: UserCtx, object: string): Promise<{ items: LinkRow[] } | Refused> {
  const target = await targetOf(app, app.db, actor, object);
  if (target instanceof Refused) return target;
  const live = await app.db.rows<Raw>(`${SEEN} ${OF_OBJECT}`, [new Date(app.now()), ownMerchantId(actor), target.kind, target.id]);
  return { items: live.map((raw) => rowOf(app, raw)) };
}

/** Makes a link. Refuses `merchant_disabled` for people of such a house; `forbidden` on `with_amount` for who sees none; `too_large` on `object`: the house has {@link LINKS_AT_ONCE} that open */
export async function makeLink(ctx: UserCtx, asked: LinkCreate): Promise<Answer<LinkMade>> {
  const { app, actor } = ctx;
  if (asked.with_amount && !can(actor, "amounts.see")) return new Refused("forbidden", { fields: { with_amount: "not_allowed" } });
  const done = await ctx.tx(async (tx): Promise<Answer<LinkMade>> => {
    const target = inField("object", await targetOf(app, tx, actor, asked.object));
    if (target instanceof Refused) return target;
    await tx.run("select pg_advisory_xact_lock($1, hashint8($2))", [LOCK_SPACE, target.id]);
    const ofHouse = (): Promise<Raw[]> => tx.rows<Raw>(`${OWN} ${OF_OBJECT}`, [new Date(app.now()), actor.merchantId, target.kind, target.id]);
    if ((await ofHouse()).filter(opens).length >= LINKS_AT_ONCE) return refusedField("object", "too_large");
    const token = randomToken();
    const madeAt = new Date(app.now());
    const until = new Date(madeAt.getTime() + LINK_SPANS[asked.valid]);
    const made = await tx.one<{ id: bigint }>(
      `insert into shared_links (token_hash, object_type, object_id, user_id, merchant_id, language, with_amount, made_at, expires_at)
       values ($token_hash, $object_type, $object_id, $user_id, $merchant_id, $language, $with_amount, $made_at, $expires_at) returning id`,
      {
        token_hash: credentialHash(token),
        object_type: target.kind,
        object_id: target.id,
        user_id: actor.id,
        merchant_id: actor.merchantId,
        language: asked.language,
        with_amount: asked.with_amount,
        made_at: madeAt,
        expires_at: until,
      },
    );
    const raw = (await ofHouse()).find(({ id }) => id === made?.id);
    if (!raw) throw new Error("a link that was just made is not there");
    // All else has been asked above.
    if (!opens(raw)) return new Refused("merchant_disabled");
    await audit(ctx, tx, {
      action: "link.create",
      objectType: target.kind,
      objectId: target.publicId,
      after: { link: String(raw.id), until: until.toISOString(), with_amount: asked.with_amount, language: asked.language },
    });
    return { link: rowOf(app, raw), path: LINK_PATH + token };
  });
  forgetKnown(app);
  return done;
}

/** Ends a link for good; ended ones are not found. Anybody of the house who may share the object may, and the platform. */
export async function revokeLink(ctx: UserCtx, id: string): Promise<Answer<Record<string, never>>> {
  const { app, actor } = ctx;
  if ("none" in scopeOf(actor)) return new Refused("not_found");
  return ctx.tx(async (tx): Promise<Answer<Record<string, never>>> => {
    const raw = await tx.one<Raw>(`${SEEN} and l.id = $3 for update of l`, [new Date(app.now()), ownMerchantId(actor), BigInt(id)]);
    if (!raw) return new Refused("not_found");
    if (!can(actor, LINKED[raw.object_type])) return new Refused("forbidden");
    await tx.run("update shared_links set revoked_at = $2 where id = $1", [raw.id, new Date(app.now())]);
    await audit(ctx, tx, {
      action: "link.revoke",
      objectType: raw.object_type,
      objectId: app.publicIds.encode(raw.object_type, raw.object_id),
      // The house that made it reads who ended it.
      merchantId: raw.merchant_id,
      after: { link: String(raw.id), opened: raw.opened },
    });
    return {};
  });
}
