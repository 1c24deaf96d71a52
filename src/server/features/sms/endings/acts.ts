/** Teaching an ending: tried, written down, switched on (two people) and taken back (one). */
import type * as z from "zod";
import { ENDING_MAX, ENDING_MIN } from "../../../../contract/sms-endings.ts";
import type { smsEndingCreate, SmsEndingCreated, SmsEndingList, SmsEndingRow, SmsEndingTrial } from "../../../../contract/sms-endings.schema.ts";
import type { Operator } from "../../../../contract/operators.ts";
import { endingOf, endingProblem } from "../../../../domain/messages/index.ts";
import { requireApproval } from "../../../core/approvals/need.ts";
import type { Answer } from "../../../platform/answer.ts";
import { audit } from "../../../platform/audit.ts";
import type { UserCtx } from "../../../platform/context.ts";
import { violated } from "../../../platform/db/pool.ts";
import { refuse, refuseField } from "../../../platform/refusal.ts";
import { harmlessOf } from "../../../core/posting/in-force.ts";
import { dropWords } from "../../../core/posting/in-force.ts";
import { checkSwitch, lockTaught, writeSwitch } from "../taught.ts";
import { endingById, endingRow, listRaws } from "./store.ts";
import { tryEnding } from "./trial.ts";

/** All endings, those that were taken back too. */
export async function listEndings(ctx: UserCtx, operator: Operator | null): Promise<SmsEndingList> {
  const raws = await listRaws(ctx.app.db, operator);
  return { items: raws.map((raw) => endingRow(ctx.app, raw, ctx.actor)) };
}

/** @throws Refusal `validation_failed`, with `details.problem` where it is more than the length */
function checkText(operator: Operator, text: string): void {
  const { length } = [...text];
  if (length < ENDING_MIN || length > ENDING_MAX) refuseField("text", length < ENDING_MIN ? "too_short" : "too_long");
  const problem = endingProblem(operator, text);
  if (problem !== null) refuse("validation_failed", { fields: { text: "invalid" }, details: { problem } });
}

/** The message that it is taught from. @throws Refusal `validation_failed`: there is none of that operator */
async function taughtFrom(ctx: UserCtx, { sms_id: publicId, operator }: z.output<typeof smsEndingCreate>): Promise<bigint | null> {
  if (publicId === undefined) return null;
  const id = ctx.app.publicIds.decode("sms", publicId);
  const found = id === null ? null : await ctx.app.db.one<{ id: bigint }>("select id from sms where id = $1 and operator = $2", [id, operator]);
  return found?.id ?? refuse("validation_failed", { fields: { sms_id: "invalid" } });
}

/**
 * Writes an ending down as a draft, or only tries it. What it says never changes afterwards.
 * Refuses `validation_failed` (with `details.problem` where the text is wrong), `already_exists` (with the stored one's `details.id`)
 */
export async function createEnding(ctx: UserCtx, input: z.output<typeof smsEndingCreate>): Promise<Answer<SmsEndingCreated>> {
  const { app, actor } = ctx;
  const text = endingOf(input.text);
  checkText(input.operator, text);
  const smsId = await taughtFrom(ctx, input);
  const id = app.ids.next();
  const trial = await tryEnding(app, input.operator, harmlessOf(app, { id, text }));
  if (input.dry_run === true) return { ending: null, trial };
  try {
    return await ctx.tx(async (tx) => {
      await tx.run("insert into sms_endings (id, operator, text, note, sms_id, created_by, created_at) values ($1, $2, $3, $4, $5, $6, $7)", [
        id,
        input.operator,
        text,
        input.note ?? null,
        smsId,
        actor.id,
        new Date(app.now()),
      ]);
      const row = endingRow(app, await endingById(tx, id), actor);
      await audit(ctx, tx, {
        action: "sms.ending_create",
        objectType: "ending",
        objectId: row.id,
        after: { operator: row.operator, text, note: row.note },
      });
      return { ending: row, trial };
    });
  } catch (error) {
    if (violated(error) !== "sms_endings_same") throw error;
    const stored = await app.db.one<{ id: bigint }>("select id from sms_endings where operator = $1 and lower(text) = lower($2)", [input.operator, text]);
    return refuse("already_exists", { fields: { text: "taken" }, ...(stored === null ? {} : { details: { id: app.publicIds.encode("ending", stored.id) } }) });
  }
}

/** What a kept ending would change of the stored messages. @throws Refusal `not_found` */
export async function tryKeptEnding(ctx: UserCtx, publicId: string): Promise<SmsEndingTrial> {
  const { app } = ctx;
  const raw = await endingById(app.db, app.publicIds.decode("ending", publicId));
  return tryEnding(app, raw.operator, harmlessOf(app, raw));
}

/**
 * Lets an ending pass from now on, with a second approval: it decides over money as a rule does. Messages that came before
 * stay as they are until somebody has them parsed again.
 * Refuses `not_found`, `conflict`, `wrong_state`, `validation_failed`, `recheck_required`; waits where a checker is needed
 */
export async function switchEndingOn(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<SmsEndingRow>> {
  const { app, actor } = ctx;
  const id = app.publicIds.decode("ending", publicId);
  const row = await ctx.tx(async (tx) => {
    const raw = await lockTaught(tx, "ending", id, input.version, endingById);
    checkSwitch("ending", raw, "on");
    // Endings of an older build may be refused by this one.
    checkText(raw.operator, raw.text);
    const waiting = await requireApproval(ctx, tx, {
      kind: "sms.ending",
      objectType: "ending",
      objectId: raw.id,
      action: "on",
      objectVersion: raw.version,
      payload: { ...input },
      before: { status: raw.status },
      after: { status: "on", operator: raw.operator, text: raw.text, note: raw.note },
    });
    if (waiting) return waiting;
    await writeSwitch(ctx, tx, "ending", raw, "on");
    return endingRow(app, await endingById(tx, raw.id), actor);
  });
  dropWords(app);
  return row;
}

/** Takes an ending back at once. What it has let pass stays. Refuses `not_found`, `conflict`, `wrong_state` */
export async function switchEndingOff(ctx: UserCtx, publicId: string, input: { version: number }): Promise<Answer<SmsEndingRow>> {
  const { app, actor } = ctx;
  const row = await ctx.tx(async (tx) => {
    const raw = await lockTaught(tx, "ending", app.publicIds.decode("ending", publicId), input.version, endingById);
    checkSwitch("ending", raw, "off");
    await writeSwitch(ctx, tx, "ending", raw, "off");
    return endingRow(app, await endingById(tx, raw.id), actor);
  });
  dropWords(app);
  return row;
}
