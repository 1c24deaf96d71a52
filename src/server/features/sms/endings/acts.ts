/** Teaching an ending: tried, written down, switched on (two people) and taken back (one). */
import type * as z from "zod";
import { ENDING_MAX, ENDING_MIN, type EndingAction } from "../../../../contract/sms-endings.ts";
import type { smsEndingCreate, SmsEndingCreated, SmsEndingList, SmsEndingRow, SmsEndingTrial } from "../../../../contract/sms-endings.schema.ts";
import type { Operator } from "../../../../contract/operators.ts";
import { endingOf, endingProblem } from "../../../../domain/messages/index.ts";
import { doneOf, type Answer } from "../../../platform/answer.ts";
import { audit } from "../../../platform/audit.ts";
import type { UserCtx } from "../../../platform/context.ts";
import { violated } from "../../../platform/db/pool.ts";
import { Refused, refusedField } from "../../../platform/refusal.ts";
import { harmlessOf } from "../../../core/posting/in-force.ts";
import { switchTaught, unfitWords, type Kind } from "../taught.ts";
import { endingById, endingRow, listRaws, type EndingRaw } from "./store.ts";
import { tryEnding } from "./trial.ts";

/** All endings, those that were taken back too. */
export async function listEndings(ctx: UserCtx, operator: Operator | null): Promise<SmsEndingList> {
  const raws = await listRaws(ctx.app.db, operator);
  return { items: raws.map((raw) => endingRow(ctx.app, raw, ctx.actor)) };
}

/** Why it cannot be taught; null: it can. */
const unfit = (operator: Operator, text: string): Refused | null => unfitWords("text", text, [ENDING_MIN, ENDING_MAX], () => endingProblem(operator, text));

const ENDING: Kind<EndingRaw, SmsEndingRow> = {
  name: "ending",
  table: "sms_endings",
  read: endingById,
  lock: (tx, id) => tx.run("select 1 from sms_endings where id = $1 for update", [id]).then(() => undefined),
  row: endingRow,
  unfit: (raw) => unfit(raw.operator, raw.text),
  words: ({ text }) => ({ text }),
  besides: async () => [],
};

/** The message that it is taught from. `validation_failed`: there is none of that operator */
async function taughtFrom(ctx: UserCtx, { sms_id: publicId, operator }: z.output<typeof smsEndingCreate>): Promise<bigint | Refused | null> {
  if (publicId === undefined) return null;
  const id = ctx.app.publicIds.decode("sms", publicId);
  const found = id === null ? null : await ctx.app.db.one<{ id: bigint }>("select id from sms where id = $1 and operator = $2", [id, operator]);
  return found?.id ?? refusedField("sms_id");
}

/**
 * Writes an ending down as a draft, or only tries it. What it says never changes afterwards.
 * Refuses `validation_failed` (with `details.problem` where the text is wrong), `already_exists` (with the stored one's `details.id`)
 */
export async function createEnding(ctx: UserCtx, input: z.output<typeof smsEndingCreate>): Promise<Answer<SmsEndingCreated>> {
  const { app, actor } = ctx;
  const text = endingOf(input.text);
  const wrong = unfit(input.operator, text);
  if (wrong) return wrong;
  const smsId = await taughtFrom(ctx, input);
  if (smsId instanceof Refused) return smsId;
  const id = app.ids.next();
  const trial = await tryEnding(ctx, input.operator, harmlessOf(app, { id, text }));
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
      const row = endingRow(app, doneOf(await endingById(tx, id)), actor);
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
    return new Refused("already_exists", {
      fields: { text: "taken" },
      ...(stored === null ? {} : { details: { id: app.publicIds.encode("ending", stored.id) } }),
    });
  }
}

/** What a kept ending would change of the stored messages. Refuses `not_found` */
export async function tryKeptEnding(ctx: UserCtx, publicId: string): Promise<SmsEndingTrial | Refused> {
  const { app } = ctx;
  const raw = await endingById(app.db, app.publicIds.decode("ending", publicId));
  return raw instanceof Refused ? raw : tryEnding(ctx, raw.operator, harmlessOf(app, raw));
}

/** Lets an ending pass, or takes it back: what it has let pass stays. Refuses as {@link switchTaught} */
export function switchEnding(ctx: UserCtx, publicId: string, input: { version: number }, to: EndingAction): Promise<Answer<SmsEndingRow>> {
  return switchTaught(ctx, ENDING, publicId, input, to);
}
