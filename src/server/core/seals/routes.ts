/** Sealed days in the dashboard, their downloads, and the public keys. */
import * as z from "zod";
import { idParams, empty } from "../../../contract/schema.ts";
import type { Needed } from "../../../contract/needed.ts";
import { type SealFault, SEALED_TRAIL_NEEDS } from "../../../contract/seals.ts";
import { proofQuery, sealChecked, sealDayParams, sealKeyRenew, sealKeys, sealList, sealQuery } from "../../../contract/seals.schema.ts";
import { isDay } from "../../../contract/time.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { read, route, type AnyRoute, type HANDLED } from "../../platform/http/route.ts";
import { readId } from "../../platform/lists/page.ts";
import { ownMerchantId } from "../../platform/lists/scope.ts";
import { KeptAnswers } from "../../platform/kept.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import type { FastifyReply } from "fastify";
import { checkDay, storedSeal, type StoredSeal } from "./check.ts";
import { sendDownload } from "./download.ts";
import { auditFile, entriesFile, hasSealedDay, proofFile, sealsFile } from "./files.ts";
import { auditName, entriesName } from "../archive/folder.ts";
import { archiveEnd, refusedArchived, whenArchived } from "../ledger/archived.ts";
import { ensureSealKey, publishedSealKeys, renewSealKey } from "./keys.ts";
import { listSeals } from "./list.ts";

const KEYS_TTL_MS = 10_000;
const KEYS = new KeptAnswers<Awaited<ReturnType<typeof publishedSealKeys>>>(KEYS_TTL_MS);

/** Anybody may ask, so the database is asked once in ten seconds. */
function keysOf(app: App): ReturnType<typeof publishedSealKeys> {
  return KEYS.of(app, "all", async () => {
    await ensureSealKey(app);
    return publishedSealKeys(app.db);
  });
}

/** A sealed day whose rows are here. Refuses validation_failed, not_found, archived (with the file that has them) */
async function keptSealOf(app: App, day: string, kind: "entries" | "audit"): Promise<StoredSeal | Refused> {
  const seal = await sealOf(app, day);
  if (seal instanceof Refused) return seal;
  const end = await archiveEnd(app.db);
  if (end === null || seal.day >= end.day) return seal;
  return refusedArchived(end, `${seal.day.slice(0, 7)}/${kind === "entries" ? entriesName(seal.day) : auditName(seal.day)}`);
}

/** A sealed day. Refuses validation_failed, not_found */
async function sealOf(app: App, day: string): Promise<StoredSeal | Refused> {
  if (!isDay(day)) return refusedField("day");
  return (await storedSeal(app.db, day)) ?? new Refused("not_found");
}

let checking = false;

/** Re-computes a day, one at a time in a process: it reads all of it. Refuses rate_limited */
async function checkNow(app: App, day: string): Promise<{ ok: boolean; fault: SealFault | null; checked_at: string } | Refused> {
  if (checking) return new Refused("rate_limited", { retryAfterSeconds: 5 });
  checking = true;
  try {
    const { fault } = await checkDay(app, day);
    return { ok: fault === null, fault, checked_at: new Date(app.now()).toISOString() };
  } finally {
    checking = false;
  }
}

/** A merchant's proof. Another merchant's id is answered as one that does not exist. */
async function sendProof(ctx: UserCtx, id: string, month: string, reply: FastifyReply): Promise<Refused | typeof HANDLED> {
  const merchantId = readId(ctx.app, "merchant", id);
  if (merchantId instanceof Refused) return merchantId;
  const own = ownMerchantId(ctx.actor);
  if (own !== null && own !== merchantId) return new Refused("not_found");
  if (!(await ctx.app.db.one("select 1 from merchants where id = $1", [merchantId]))) return new Refused("not_found");
  const archived = await whenArchived(ctx.app.db, `${month}-01`);
  if (archived) return archived;
  if (!(await hasSealedDay(ctx.app.db, month))) return new Refused("month_not_sealed", { fields: { month: "not_allowed" } });
  return sendDownload(ctx, reply, {
    name: `floatdesk-proof-${month}.ndjson`,
    type: "application/x-ndjson",
    what: { kind: "proof", date: month },
    merchantId,
    lines: (tx) => proofFile(tx, ctx.app, { merchantId, month }),
  });
}

const lookRoutes: AnyRoute[] = [
  read("seals.see", {
    url: "/api/seals",
    summary: "Sealed days, newest first",
    query: sealQuery,
    data: sealList,
    handler: (ctx, { query }) => {
      const { before } = query;
      if (before !== undefined && !isDay(before)) return Promise.resolve(refusedField("before"));
      return listSeals(ctx.app, before ?? null);
    },
  }),
  route({
    method: "POST",
    url: "/api/seals/:date/check",
    access: { kind: "session", permission: "seals.see" },
    summary: "Re-compute a sealed day now",
    params: sealDayParams,
    body: empty,
    data: sealChecked,
    audit: null,
    unaudited: "looks",
    keyless: true,
    handler: async (ctx, { params }) => {
      const seal = await keptSealOf(ctx.app, params.date, "entries");
      return seal instanceof Refused ? seal : checkNow(ctx.app, seal.day);
    },
  }),
];

/** What a sealed day's root was made of, as a file of lines. */
function dayFile(
  kind: "entries" | "audit",
  permission: Needed,
  summary: string,
  lines: (seal: StoredSeal, tx: Tx, app: App) => AsyncGenerator<string>,
): AnyRoute {
  return route({
    method: "GET",
    url: `/api/seals/:date/${kind}`,
    access: { kind: "session", permission },
    summary,
    params: sealDayParams,
    data: z.unknown(),
    audit: "export",
    raw: true,
    handler: async (ctx, { params, reply }) => {
      const seal = await keptSealOf(ctx.app, params.date, kind);
      if (seal instanceof Refused) return seal;
      return sendDownload(ctx, reply, {
        name: `floatdesk-${kind}-${seal.day}.txt`,
        type: "text/plain; charset=utf-8",
        what: { kind, date: seal.day },
        lines: (tx) => lines(seal, tx, ctx.app),
      });
    },
  });
}

const fileRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/api/seals/file",
    access: { kind: "session", permission: "seals.see" },
    summary: "All keys and sealed days as a file, from the first day on or of one day",
    query: z.strictObject({ day: sealDayParams.shape.date.optional() }),
    data: z.unknown(),
    audit: "export",
    raw: true,
    handler: async (ctx, { query, reply }) => {
      const { day } = query;
      const seal = day === undefined ? null : await sealOf(ctx.app, day);
      if (seal instanceof Refused) return seal;
      return sendDownload(ctx, reply, {
        name: day === undefined ? "floatdesk-seals.ndjson" : `floatdesk-seal-${day}.ndjson`,
        type: "application/x-ndjson",
        what: { kind: "seals", date: day ?? null },
        lines: (tx) => sealsFile(tx, day ?? "0001-01-01", day ?? "9999-12-31"),
      });
    },
  }),
  dayFile("entries", "seals.see", "The entries of a sealed day as a file", (seal, tx, app) => entriesFile(tx, app, seal)),
  dayFile("audit", SEALED_TRAIL_NEEDS, "The audit rows of a sealed day as a file, whole as they are sealed", (seal, tx) => auditFile(tx, seal)),
  route({
    method: "GET",
    url: "/api/merchants/:id/proof",
    access: { kind: "session", permission: "journals.see" },
    summary: "A merchant's own entries of a month with the proof that each stands in a signed day",
    params: idParams,
    query: proofQuery,
    data: z.unknown(),
    audit: "export",
    raw: true,
    handler: (ctx, { params, query, reply }) => sendProof(ctx, params.id, query.month, reply),
  }),
];

const keyRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/v1/seal-keys",
    access: { kind: "public" },
    summary: "Public keys that verify sealed days, oldest first",
    data: sealKeys,
    audit: null,
    handler: async (ctx, { answer }) => {
      answer.header("cache-control", `public, max-age=${KEYS_TTL_MS / 1000}`);
      return { keys: await keysOf(ctx.app) };
    },
  }),
  route({
    method: "POST",
    url: "/api/seals/keys/renew",
    access: { kind: "session", permission: "config.edit" },
    summary: "A new key that days are signed with, endorsed by the present one; needs a recent re-authentication",
    body: sealKeyRenew,
    data: sealKeys,
    audit: "config.seal-key",
    handler: (ctx, { body }) => renewSealKey(ctx, body.current),
  }),
];

export const sealRoutes: AnyRoute[] = [...lookRoutes, ...fileRoutes, ...keyRoutes];
