/** Files of a person: asked for, deleted and taken back, and handed out. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyReply } from "fastify";
import type { ExportFileIn, ExportFileOut, ExportsOut } from "../../../contract/exports.schema.ts";
import { isOther, type Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { type Tx, violated } from "../../platform/db/pool.ts";
import { HANDLED } from "../../platform/http/route.ts";
import { takenOver } from "../../platform/http/taken-over.ts";
import { fileHeaders } from "../../platform/lists/export-route.ts";
import { masksOf } from "../../platform/lists/mask.ts";
import { Refused } from "../../platform/refusal.ts";
import { lockPerson, refuseWaiting } from "./bounds.ts";
import { channelsFor } from "./schedules.ts";
import { exportsEvent, fileOut, type FileRow, filesOf, mayBeAgain, ownFile, queueFile, scheduleOut, schedulesOf } from "./store.ts";
import { heldFor, mayHave, refuseWanted } from "./wanted.ts";

/** Files that the page shows. */
const SHOWN_MAX = 200;

/** A person's own files and schedules. */
export async function ownExports(ctx: UserCtx): Promise<ExportsOut> {
  const { app, actor } = ctx;
  const [files, schedules, channels] = await Promise.all([filesOf(app.db, actor.id, SHOWN_MAX + 1), schedulesOf(app.db, actor.id), channelsFor(app.db, ctx)]);
  return {
    files: files
      .slice(0, SHOWN_MAX)
      .sort((one, other) => other.id - one.id)
      .map(fileOut),
    more: files.length > SHOWN_MAX,
    schedules: schedules.map(scheduleOut),
    channels,
    held: heldFor(app, actor),
  };
}

/** Asks for a file that is made in the background. Refuses forbidden, validation_failed, too_many_files */
export function requestFile(ctx: UserCtx, body: ExportFileIn): Promise<Answer<ExportFileOut>> {
  const { app, actor } = ctx;
  const { range, lang, ...rest } = body;
  const wanted = { ...rest, date_range: range, language: lang };
  const at = new Date(app.now());
  return ctx.tx(async (tx) => {
    await lockPerson(tx, actor.id);
    const against = refuseWanted(ctx, wanted) ?? (await refuseWaiting(tx, actor.id));
    if (against) return against;
    const owned = { user_id: actor.id, merchant_id: actor.merchantId, schedule_id: null, due_at: null, missed: 0, counted_from: at, name: null };
    const file = await queueFile(tx, { ...wanted, ...owned }, at);
    if (file === null) throw new Error("a file that was asked for was not kept");
    await note(ctx, tx, "exports.request", file);
    ctx.emit(exportsEvent(file.merchant_id, file.version));
    return fileOut(file);
  });
}

/**
 * Asks for the same once more, of the same days, from the line of a file that failed or has expired: once from each line. By hand, as its
 * owner is now: what its schedule met is no matter.
 * Refuses not_found, wrong_state where it is not offered, and as asking for one
 */
export function makeAgain(ctx: UserCtx, id: number): Promise<Answer<ExportFileOut>> {
  const { app, actor } = ctx;
  const at = new Date(app.now());
  return ctx.tx(async (tx): Promise<Answer<ExportFileOut>> => {
    await lockPerson(tx, actor.id);
    const first = await ownFile(tx, id, actor.id, true);
    if (first === null || first.deleted_at !== null) return new Refused("not_found");
    if (!mayBeAgain(first)) return new Refused("wrong_state", { details: { status: first.status } });
    if (first.merchant_id !== actor.merchantId) return new Refused("forbidden");
    const against = refuseWanted(ctx, first) ?? (await refuseWaiting(tx, actor.id));
    if (against) return against;
    const file = await queueFile(tx, { ...first, schedule_id: null, due_at: null, missed: 0 }, at);
    if (file === null) throw new Error("a file that was asked for again was not kept");
    await tx.run("update export_files set made_again = true, version = version + 1 where id = $1", [id]);
    await note(ctx, tx, "exports.again", file);
    ctx.emit(exportsEvent(file.merchant_id, file.version));
    return fileOut(file);
  });
}

const note = (
  ctx: UserCtx,
  tx: Tx,
  action: "exports.request" | "exports.again" | "exports.download" | "exports.file-delete" | "exports.file-restore",
  file: FileRow,
): Promise<void> =>
  audit(ctx, tx, {
    action,
    objectType: "export-file",
    objectId: String(file.id),
    merchantId: file.merchant_id,
    after: {
      list: file.list,
      format: file.format,
      filters: file.filters,
      ...(file.date_range === null ? {} : { range: file.date_range }),
      ...(file.ids === null ? {} : { ids: file.ids }),
      ...(file.file_name === null ? {} : { file_name: file.file_name }),
    },
  });

/** Takes a file away, or takes that back. One that is being made is not made any more. Refuses not_found, export_under_way, too_many_files */
export function setFileDeleted(ctx: UserCtx, id: number, deleted: boolean): Promise<Answer<ExportFileOut>> {
  const { app, actor } = ctx;
  return ctx
    .tx(async (tx): Promise<Answer<ExportFileOut>> => {
      if (!deleted) await lockPerson(tx, actor.id);
      const file = await ownFile(tx, id, actor.id, true);
      if (file === null || (file.deleted_at !== null) === deleted) return new Refused("not_found");
      const isOpen = file.status === "waiting" || file.status === "running";
      const against = !deleted && isOpen ? await refuseWaiting(tx, actor.id) : null;
      if (against) return against;
      const now = await tx.one<FileRow>("update export_files set deleted_at = $2, version = version + 1 where id = $1 returning *", [
        id,
        deleted ? new Date(app.now()) : null,
      ]);
      await note(ctx, tx, deleted ? "exports.file-delete" : "exports.file-restore", file);
      ctx.emit(exportsEvent(file.merchant_id, file.version + 1));
      return fileOut(now ?? file);
    })
    .catch((problem: unknown) => {
      // Meanwhile its schedule has another one under way.
      if (violated(problem) === "export_files_one") return new Refused("export_under_way");
      throw problem;
    });
}

/** Null: he may have the file now. Refuses forbidden where he would read more in it than he reads in the list by now */
function refuseReader(ctx: UserCtx, file: FileRow): Refused | null {
  const { app, actor } = ctx;
  if (!mayHave(app, file.list, actor) || actor.merchantId !== file.merchant_id) return new Refused("forbidden");
  const shows = Object.entries(masksOf(actor)).some(([mask, isOn]) => isOn && !file.masks.includes(mask));
  return shows ? new Refused("forbidden") : null;
}

/** A file's pieces, one at a time. @throws Error when it goes while it is read: its reader learns that it is not whole */
async function* piecesOf(app: App, file: FileRow): AsyncGenerator<Buffer> {
  let left = file.byte_count;
  for (let number = 0; left > 0n; number += 1) {
    const piece = await app.db.one<{ bytes: Buffer }>("select bytes from export_pieces where file_id = $1 and number = $2", [file.id, number], "export_piece");
    if (piece === null) throw new Error("a piece of a file is gone");
    left -= BigInt(piece.bytes.length);
    yield piece.bytes;
  }
}

/** Downloads of a person that this process serves at once, and after how long without a byte taken one ends, ms. */
const DOWNLOADS_MAX = 3;
const STALLED_MS = 60_000;
const underWay = new Map<bigint, number>();

/** A place for one more download. @returns how to leave it; null: he takes as many as he may */
export function enterDownload(userId: bigint): (() => void) | null {
  const before = underWay.get(userId) ?? 0;
  if (before >= DOWNLOADS_MAX) return null;
  underWay.set(userId, before + 1);
  return () => {
    const left = (underWay.get(userId) ?? 1) - 1;
    if (left > 0) underWay.set(userId, left);
    else underWay.delete(userId);
  };
}

/** Hands the pieces out, with an end for who takes none. */
async function send(ctx: UserCtx, file: FileRow, raw: FastifyReply["raw"]): Promise<void> {
  raw.setTimeout(STALLED_MS, () => raw.destroy());
  try {
    await pipeline(Readable.from(piecesOf(ctx.app, file)), raw);
  } catch (error) {
    ctx.app.log.info({ requestId: ctx.requestId, file: file.id, err: error }, "a file was not read to its end");
  }
}

/** Name of a file for readers who take ASCII alone. */
const plainName = ({ list, format, id }: FileRow): string => `${list}-${id}.${format}`;

/** Hands a file to its owner. Refuses not_found, wrong_state while it is not ready, forbidden, rate_limited while he takes too many */
export async function downloadFile(ctx: UserCtx, id: number, reply: FastifyReply): Promise<Answer<typeof HANDLED>> {
  const file = await ownFile(ctx.app.db, id, ctx.actor.id);
  if (file === null || file.deleted_at !== null) return new Refused("not_found");
  const against = refuseReader(ctx, file);
  if (against) return against;
  if (file.status !== "ready" || file.file_name === null) return new Refused("wrong_state", { details: { status: file.status } });
  const leave = enterDownload(ctx.actor.id);
  if (leave === null) return new Refused("rate_limited", { retryAfterSeconds: 10 });
  let isSent = false;
  try {
    const noted = await ctx.tx(async (tx) => {
      await note(ctx, tx, "exports.download", file);
      return {};
    });
    if (isOther(noted)) return noted;
    fileHeaders(reply, file.format, { file: file.file_name, plain: plainName(file) });
    reply.header("content-length", String(file.byte_count));
    void send(ctx, file, takenOver(reply)).finally(leave);
    isSent = true;
    return HANDLED;
  } finally {
    if (!isSent) leave();
  }
}
