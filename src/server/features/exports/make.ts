/**
 * Makes the files that wait, with the permissions, masks and merchant that their owners have now. A file whose maker has died is
 * begun anew by another; what the first one would still write is refused by the file's number of beginnings.
 */
import { EXPORT_FILE_DAYS } from "../../../contract/exports.ts";
import { transition } from "../../../contract/life-cycles.ts";
import { audit } from "../../platform/audit.ts";
import { doneOf } from "../../platform/answer.ts";
import type { App, Ctx, UserActor } from "../../platform/context.ts";
import { isAway, type Tx } from "../../platform/db/pool.ts";
import { makeCtx } from "../../platform/http/call.ts";
import { exportSourceOf, type FileUnderWay, type PreparedFile } from "../../platform/lists/export-source.ts";
import { masksOf } from "../../platform/lists/mask.ts";
import { answerOfVerb, Refused } from "../../platform/refusal.ts";
import { type EarlyEnd, failureOf, refusedBy, RETRY_MS, slowOr } from "./early.ts";
import { failFile, type Failure, tellReady } from "./ending.ts";
import { roomFor } from "./bounds.ts";
import { ownerOf } from "./owner.ts";
import { Hold, LEASE_MS } from "./hold.ts";
import { isJustBack, owe, settle, watchAway } from "./outage.ts";
import { NotOurs } from "./pieces.ts";
import { exportsEvent, type FileRow, type ScheduleRow } from "./store.ts";
import { prepareWanted } from "./wanted.ts";
import { writePieces } from "./write.ts";

/** After so many beginnings that came to nothing a file fails. */
const FAILURES_MOST = 3;
const NAME = "exports.make";

const jobCtx = (app: App): Ctx => makeCtx(app, { type: "job", name: NAME }, { ip: null, requestId: "job", background: true, idempotency: null });
const ownerCtx = (app: App, owner: UserActor): Ctx => makeCtx(app, owner, { ip: null, requestId: "job", background: true, idempotency: null });

/** Files whose maker has gone wait again; after some beginnings they fail. */
async function recover(app: App): Promise<void> {
  const ctx = jobCtx(app);
  const done = await ctx.tx(async (tx) => {
    const gone = await tx.rows<FileRow>(
      "select * from export_files where status = 'running' and (lease_at < $1 or deleted_at is not null) order by id limit 20 for update skip locked",
      [new Date(app.now())],
      "export_files_gone",
    );
    for (const file of gone) await again(ctx, tx, file, { fault: true, waitMs: 0 });
  });
  doneOf(done);
}

/** Gives a file back: it waits for its next beginning, or it has come to nothing often enough. */
async function again(ctx: Ctx, tx: Tx, file: FileRow, { fault, waitMs }: { readonly fault: boolean; readonly waitMs: number }): Promise<void> {
  await tx.run("delete from export_pieces where file_id = $1", [file.id]);
  // One that its owner took away is nobody's fault, and begins again where he takes that back.
  const failures = file.failures + (fault && file.deleted_at === null ? 1 : 0);
  if (failures >= FAILURES_MOST) return failFile(ctx, tx, file, { problem: "internal" });
  await tx.run("update export_files set status = $2, lease_at = $3, failures = $4, byte_count = 0, version = version + 1 where id = $1", [
    file.id,
    transition("export_files", "running", "again"),
    new Date(ctx.app.now() + waitMs),
    failures,
  ]);
  ctx.emit(exportsEvent(file.merchant_id, file.version + 1));
}

/** A file that can be begun, and for whom. */
interface Begun {
  readonly file: FileRow;
  readonly owner: UserActor;
  readonly prepared: PreparedFile;
  /** Most bytes that it may have: what is left to its owner, and to all. */
  readonly room: number;
}

/** What stands against making it now, or what is made; "later": others take what is left. */
async function look(app: App, tx: Tx, file: FileRow): Promise<Begun | Failure | "later"> {
  const schedule = file.schedule_id === null ? null : await tx.one<ScheduleRow>("select * from export_schedules where id = $1", [file.schedule_id]);
  const source = exportSourceOf(app, file.list);
  // A list that an older build had.
  if (source === null) return { problem: "invalid" };
  const owner = await ownerOf(tx, file, source.permission, schedule);
  if (typeof owner === "string") return { problem: owner };
  const prepared = prepareWanted(app, source, file, owner, file.counted_from.getTime());
  if (prepared instanceof Refused) return { problem: "invalid" };
  const room = await roomFor(tx, file);
  if (room === "later") return room;
  return room === "full" ? { problem: "no_room" } : { file, owner, prepared, room };
}

/** Takes the next file that waits, in its owner's name. @returns null: none waits; "ended": one that cannot be made */
async function take(app: App): Promise<Begun | "ended" | null> {
  let seen: FileRow | null = null;
  try {
    return await takeNext(app, (file) => (seen = file));
  } catch (error) {
    const file = seen as FileRow | null; // assigned inside
    if (file === null || isAway(error)) throw error;
    app.log.error({ err: error, file: file.id }, "a file could not be begun");
    await stumble(app, file);
    return "ended";
  }
}

/** One that cannot even be begun lets the others pass; after some tries it fails. */
async function stumble(app: App, file: FileRow): Promise<void> {
  const ctx = jobCtx(app);
  const done = await ctx.tx(async (tx) => {
    const mine = await tx.one<FileRow>("update export_files set failures = failures + 1, lease_at = $2 where id = $1 and status = 'waiting' returning *", [
      file.id,
      new Date(app.now() + RETRY_MS),
    ]);
    if (mine !== null && mine.failures >= FAILURES_MOST) await failFile(ctx, tx, mine, { problem: "internal" });
  });
  doneOf(done);
}

async function takeNext(app: App, see: (file: FileRow) => void): Promise<Begun | "ended" | null> {
  let taken: Begun | "ended" | null = null;
  const now = new Date(app.now());
  const ctx = jobCtx(app);
  const done = await ctx.tx(async (tx) => {
    taken = null;
    const file = await tx.one<FileRow>(
      // Of whoever has the fewest under way, so that one person's ten do not stand before everybody else's one.
      `select f.* from export_files f where status = 'waiting' and lease_at <= $1 and deleted_at is null
       order by (select count(*) from export_files r where r.user_id = f.user_id and r.status = 'running'), id limit 1 for update skip locked`,
      [now],
      "export_files_next",
    );
    if (file === null) return;
    see(file);
    const found = await look(app, tx, file);
    if (found === "later") {
      await tx.run("update export_files set lease_at = $2 where id = $1", [file.id, new Date(app.now() + RETRY_MS)]);
      taken = "ended";
      return;
    }
    if ("problem" in found) {
      await failFile(ctx, tx, file, found);
      taken = "ended";
      return;
    }
    const begun = await tx.one<FileRow>(
      "update export_files set status = $2, attempts = attempts + 1, lease_at = $3, byte_count = 0, version = version + 1 where id = $1 returning *",
      [file.id, transition("export_files", "waiting", "begin"), new Date(app.now() + LEASE_MS)],
    );
    if (begun === null) throw new Error("a file under its lock is gone");
    await tx.run("delete from export_pieces where file_id = $1", [file.id]);
    // In the trail before anything is read, once: as an export that somebody waits for.
    if (begun.attempts === 1) await noteExport(app, tx, ctx, found);
    ctx.emit(exportsEvent(file.merchant_id, begun.version));
    taken = { ...found, file: begun };
  });
  doneOf(done);
  return taken;
}

async function noteExport(app: App, tx: Tx, ctx: Ctx, { file, owner, prepared: { object } }: Begun): Promise<void> {
  const as: Ctx = { ...ownerCtx(app, owner), emit: (...events) => ctx.emit(...events) };
  const merchantId = object.merchantId ?? owner.merchantId;
  // A merchant's people read the rows of their merchant: what the staff wrote of him stands where the schedule was made alone.
  const name = merchantId === owner.merchantId ? file.name : null;
  await audit(as, tx, {
    action: "export",
    objectType: object.type,
    objectId: object.id,
    merchantId,
    after: {
      format: file.format,
      filters: file.filters,
      ...(file.date_range === null ? {} : { range: file.date_range }),
      ...(file.ids === null ? {} : { ids: file.ids }),
      ...(name === null ? {} : { schedule: name }),
    },
  });
}

/** It is whole: from now on its owner can have it. */
async function finish(app: App, { file, owner, prepared }: Begun, rows: number, bytes: number): Promise<void> {
  const ctx = jobCtx(app);
  const nowMs = app.now();
  const masks = Object.entries(masksOf(owner)).flatMap(([mask, isOn]) => (isOn ? [mask] : []));
  const done = await ctx.tx(async (tx) => {
    const ready = await tx.one<FileRow>(
      `update export_files set status = $status, file_name = $file_name, row_count = $row_count, byte_count = $byte_count, masks = $masks, ended_at = $ended_at, expires_at = $expires_at, version = version + 1
       where id = $id and attempts = $attempts and status = 'running' and deleted_at is null returning *`,
      {
        id: file.id,
        attempts: file.attempts,
        status: transition("export_files", "running", "finish"),
        file_name: prepared.file,
        row_count: rows,
        byte_count: bytes,
        masks,
        ended_at: new Date(nowMs),
        expires_at: new Date(nowMs + EXPORT_FILE_DAYS * 86_400_000),
      },
    );
    if (ready === null) return;
    await tellReady(ctx, tx, ready);
    ctx.emit(exportsEvent(file.merchant_id, ready.version));
  });
  doneOf(done);
}

/** How a file goes on that ended early: by its own fault, by that of a beginning, or by nobody's. */
async function giveUp(app: App, file: FileRow, how: EarlyEnd): Promise<void> {
  const ctx = jobCtx(app);
  const done = await ctx.tx(async (tx) => {
    const mine = await tx.one<FileRow>("select * from export_files where id = $1 and attempts = $2 and status = 'running' for update", [
      file.id,
      file.attempts,
    ]);
    if (mine !== null) await ("problem" in how ? failFile(ctx, tx, mine, how) : again(ctx, tx, mine, how));
  });
  doneOf(done);
}

/** The file under way. @returns null: it is somebody else's by now, or the process ends; why there is none */
async function begin(app: App, { prepared }: Begun, hold: Hold): Promise<FileUnderWay | Refused | null> {
  if (hold.destroyed) return null;
  try {
    return await answerOfVerb(() => prepared.begin(app, hold));
  } catch (error) {
    throw slowOr(error);
  }
}

async function makeOne(app: App, begun: Begun, hold: Hold): Promise<void> {
  const { file, prepared } = begun;
  try {
    const stream = await begin(app, begun, hold);
    if (stream instanceof Refused) {
      return await giveUp(app, file, refusedBy(stream));
    }
    if (stream === null) throw new NotOurs();
    const pieces = await writePieces(app, begun, stream, hold);
    if (pieces instanceof Refused) return await giveUp(app, file, refusedBy(pieces));
    await finish(app, begun, stream.rows - (prepared.totals ? 1 : 0), pieces.bytes);
  } catch (error) {
    await endEarly(app, begun, error);
  }
}

async function endEarly(app: App, { file, room }: Begun, error: unknown): Promise<void> {
  const problem = failureOf(error, room);
  // To be given back, and a database that is away, is nobody's fault: where it stays away, that is told once it has come back.
  const fault = !(error instanceof NotOurs) && !isAway(error);
  if (fault && problem === null) app.log.error({ err: error, file: file.id }, "a file was not made");
  const how: EarlyEnd = problem !== null ? { problem } : { fault, waitMs: error instanceof NotOurs ? 0 : RETRY_MS };
  await giveUp(app, file, how).catch((lost: unknown) => {
    if (isAway(lost)) owe(app, file, how);
    throw lost;
  });
}

/**
 * Makes the files that wait, one after the other.
 * @param renewMs how often it says of a file that it is still made
 * @returns whether there may be more
 */
export const makeFiles = (app: App, signal: AbortSignal = new AbortController().signal, renewMs?: number): Promise<boolean> =>
  watchAway(app, () => makeNext(app, signal, renewMs));

async function makeNext(app: App, signal: AbortSignal, renewMs: number | undefined): Promise<boolean> {
  // Asked every second, and mostly for nothing: one statement, of an index that is empty then.
  const open = await app.db.one("select 1 from export_files where status in ('waiting', 'running') limit 1", [], "export_files_open");
  if (open === null) return false;
  await settle(app, (file, how) => giveUp(app, file, how));
  if (!isJustBack(app)) await recover(app);
  if (signal.aborted) return false;
  const next = await take(app);
  if (next === null) return false;
  // One that was taken while the process began to end is given back from there.
  if (next !== "ended") {
    const hold = new Hold(app, next.file, signal, renewMs);
    await makeOne(app, next, hold).finally(() => hold.release());
  }
  return true;
}
