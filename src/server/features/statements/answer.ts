/** Answers a statement in the form that was asked for. */
import { finished } from "node:stream/promises";
import type { FastifyReply } from "fastify";
import type { Statement, StatementQuery } from "../../../contract/statements.schema.ts";
import { doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { PAGE_POLICY } from "../../platform/html.ts";
import { HANDLED } from "../../platform/http/route.ts";
import { LONGEST_MS } from "../../platform/lists/export-stream.ts";
import { mostRows } from "../../platform/lists/export.ts";
import { FILE_TYPES, type Sheet, sheetStream } from "../../platform/lists/sheet.ts";
import { Refused } from "../../platform/refusal.ts";
import { statementSheet } from "./file.ts";
import { statementPage } from "./html.ts";
import { statementPdf } from "./pdf/make.ts";
import { accountMonth, monthOf, type Month } from "./month.ts";
import { linesOf, statementOf, type Subject } from "./statement.ts";
import { accountOfSubject, feesOf, heldAtEnd, merchantSubject, walletSubject } from "./subjects.ts";

/** Files stream in one snapshot, which holds a connection: so many at once. */
const AT_ONCE = 2;
let running = 0;

/** The statement itself. */
export function makeStatement(app: App, subject: Subject, month: Month): Promise<Statement> {
  return app.db.snapshot(async (tx) => {
    const account = await accountOfSubject(tx, subject);
    const more =
      subject.type === "merchant"
        ? { heldMinor: await heldAtEnd(tx, subject.id, month), fees: await feesOf(tx, subject.id, account, month) }
        : { heldMinor: null, fees: null };
    return statementOf(app, tx, subject, account, month, more);
  });
}

/** What was read broke off once a part of the file had gone out: a snapshot that begins anew cannot go on with it. */
class BrokenOff extends Error {
  constructor() {
    super("what a statement was read from ended before the file was whole");
  }
}

/** How the file of a statement is asked for. */
export interface FileOfStatement {
  readonly locale: StatementQuery["locale"];
  readonly format: "csv" | "xlsx";
  /** Most lines, where the format itself has no end; null: as many as there are. */
  readonly most: number | null;
  /** A copy of the database may answer. */
  readonly fromCopy: boolean;
}

/** Lines of a file beside those of the statement: its opening and its closing. */
const EDGES = 2;

/**
 * Its sheet, with every line; opening, lines and closing are of one snapshot, which stays open until what is done with it has ended.
 * Refuses too_many_rows, before anything is done.
 * @throws BrokenOff where the snapshot begins anew after something was
 */
export function inSnapshot(
  app: App,
  subject: Subject,
  month: Month,
  { locale, format, most, fromCopy }: FileOfStatement,
  work: (sheet: Sheet, statement: Statement) => Promise<void>,
): Promise<Refused | null> {
  let isBegun = false;
  const bound = mostRows(format, most, EDGES);
  return app.db.snapshot(
    async (tx) => {
      if (isBegun) throw new BrokenOff();
      await tx.run(`set local statement_timeout = ${LONGEST_MS}`);
      await tx.run(`set local idle_in_transaction_session_timeout = ${LONGEST_MS}`);
      const account = await accountOfSubject(tx, subject);
      const statement = await statementOf(app, tx, subject, account, month, { heldMinor: null, fees: null });
      const lines = linesOf(app, tx, subject, await accountMonth(tx, account, month), month);
      if (bound !== null && statement.line_count > bound) return new Refused("too_many_rows", { details: { rows: statement.line_count, most: bound } });
      isBegun = true;
      await work(statementSheet(statement, { lines, locale, notes: subject.noteFor !== null }), statement);
      return null;
    },
    { fromCopy },
  );
}

/** Takes one of the few places, where one is free. */
async function inPlace(work: () => Promise<Refused | null>): Promise<Refused | typeof HANDLED> {
  if (running >= AT_ONCE) return new Refused("rate_limited", { retryAfterSeconds: 10 });
  running += 1;
  try {
    return (await work()) ?? HANDLED;
  } finally {
    running -= 1;
  }
}

const attachment = (subject: Subject, month: Month, query: StatementQuery): string =>
  `attachment; filename="${subject.type}-statement-${month.month}.${query.format}"`;

/** Answers the page's content as a PDF. */
function sendPdf(ctx: UserCtx, subject: Subject, month: Month, query: StatementQuery, reply: FastifyReply): Promise<Refused | typeof HANDLED> {
  return inPlace(async () => {
    const pdf = await statementPdf(await makeStatement(ctx.app, subject, month), query.locale);
    reply
      .header("content-type", FILE_TYPES.pdf)
      .header("content-disposition", attachment(subject, month, query))
      .send(pdf);
    return null;
  });
}

/** Streams every line. */
async function sendFile(
  ctx: UserCtx,
  subject: Subject,
  month: Month,
  query: StatementQuery & { format: "csv" | "xlsx" },
  reply: FastifyReply,
): Promise<Refused | typeof HANDLED> {
  return inPlace(() =>
    inSnapshot(ctx.app, subject, month, { ...query, most: null, fromCopy: true }, async (sheet) => {
      const stream = sheetStream(sheet, query.format);
      const read = finished(stream, { signal: AbortSignal.timeout(LONGEST_MS) });
      reply
        .header("content-type", FILE_TYPES[query.format])
        .header("content-disposition", attachment(subject, month, query))
        .send(stream);
      // The snapshot stays open until the last line has gone out. A reader who went away ends it too.
      await read.catch((error: unknown) => {
        stream.destroy();
        ctx.app.log.warn({ requestId: ctx.requestId, err: error }, "a statement was not read to its end");
      });
    }),
  );
}

/**
 * Answers the statement of a merchant or a wallet for a month.
 * Refuses not_found (also for another merchant's), validation_failed, rate_limited
 */
export async function answerStatement(
  ctx: UserCtx,
  type: "merchant" | "wallet",
  id: string,
  query: StatementQuery,
  reply: FastifyReply,
): Promise<Statement | Refused | typeof HANDLED> {
  const month = monthOf(ctx.app, query.month);
  if (month instanceof Refused) return month;
  const subject = type === "merchant" ? await merchantSubject(ctx.app, id, ctx.actor) : await walletSubject(ctx.app, id, ctx.actor);
  if (subject instanceof Refused) return subject;
  if (query.format === "json") return makeStatement(ctx.app, subject, month);
  const publicId = ctx.app.publicIds.encode(type, subject.id);
  const noted = await ctx.tx((tx) =>
    audit(ctx, tx, {
      action: "export",
      objectType: type,
      objectId: publicId,
      merchantId: type === "merchant" ? subject.id : null,
      after: { statement: query.month, format: query.format },
    }),
  );
  doneOf(noted);
  if (query.format === "html") {
    const page = statementPage(await makeStatement(ctx.app, subject, month), query.locale);
    reply.header("content-type", "text/html; charset=utf-8").header("content-security-policy", PAGE_POLICY).send(page);
    return HANDLED;
  }
  if (query.format === "pdf") return sendPdf(ctx, subject, month, query, reply);
  return sendFile(ctx, subject, month, { ...query, format: query.format }, reply);
}
