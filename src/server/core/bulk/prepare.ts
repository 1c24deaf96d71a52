/** Preparing a job: its objects are frozen, each is rehearsed, and its maker sees what would happen. Nothing is done yet. */
import type * as z from "zod";
import { BULK_OBJECTS, bulkAct, bulkObjectOf, type BulkActName } from "../../../contract/bulk.ts";
import type { bulkCreate, BulkJobDetail } from "../../../contract/bulk.schema.ts";
import { can } from "../../../contract/permissions.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { masksPhones } from "../../platform/lists/mask.ts";
import { ownMerchantId } from "../../platform/lists/scope.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { bulkActOf } from "./acts.ts";
import { bulkDetail } from "./detail.ts";
import { freezeChosen, freezeFilter, type Chosen } from "./freeze.ts";
import { jobEvent, readJob } from "./store.ts";
import { workChunk } from "./work.ts";

type Input = z.output<typeof bulkCreate>;
/** Before the call answers, the first ten items are checked, and more while it has time, ms; the worker checks the rest, and the screen follows it. */
const CHECK_AT_ONCE = { least: 10, most: 100, ms: 300 };

/** The chosen objects, each once. Refuses validation_failed for what is no id of the act's objects, or lacks its reference */
function chosenOf(ctx: UserCtx, act: BulkActName, items: NonNullable<Input["items"]>): readonly Chosen[] | Refused {
  const { kind } = BULK_OBJECTS[bulkObjectOf(act)];
  const { references } = bulkAct(act);
  const chosen = new Map<bigint, Chosen>();
  for (const [index, item] of items.entries()) {
    const id = ctx.app.publicIds.decode(kind, item.id);
    if (id === null) return refusedField(`items.${index}.id`);
    if (references && item.reference === undefined) return refusedField(`items.${index}.reference`, "required");
    if (!references && item.reference !== undefined) return refusedField(`items.${index}.reference`, "not_allowed");
    if (!chosen.has(id)) chosen.set(id, { id, version: item.version ?? null, reference: item.reference ?? null });
  }
  return [...chosen.values()];
}

/** What is wrong with the call as a whole; null: nothing. */
function wrongCall({ actor }: UserCtx, input: Input): Refused | null {
  const info = bulkAct(input.act);
  if (!can(actor, info.by)) return new Refused("forbidden");
  if (info.wholeNumbers && masksPhones(actor)) return new Refused("account_numbers_masked");
  if (input.items === undefined && input.filter === undefined) return refusedField("items", "required");
  if (input.items !== undefined && input.filter !== undefined) return refusedField("filter", "not_allowed");
  if (info.target !== undefined && input.target === undefined) return refusedField("target", "required");
  if (info.target === undefined && input.target !== undefined) return refusedField("target", "not_allowed");
  // References belong to single objects.
  return info.references && input.filter !== undefined ? refusedField("filter", "not_allowed") : null;
}

/** Writes the job with its frozen items. */
async function insertJob(
  ctx: UserCtx,
  tx: Tx,
  input: Input,
  freeze: (tx: Tx, id: bigint) => Promise<{ count: number; more: boolean } | Refused>,
): Promise<bigint | Refused> {
  const { app, actor } = ctx;
  const id = app.ids.next();
  const merchantId = ownMerchantId(actor);
  // Its counts follow once its items are there; until then it says that it has one, which is not checked yet.
  await tx.run(
    `insert into bulk_jobs (id, act, maker, account, session_id, merchant_id, remote_ip, filter, target_id, target_edition, item_count, unchecked)
     values ($id, $act, $maker, $account, $session_id, $merchant_id, $remote_ip, $filter, $target_id, $target_edition, 1, 1)`,
    {
      id,
      act: input.act,
      maker: actor.id,
      account: actor.account,
      session_id: actor.sessionId,
      merchant_id: merchantId,
      remote_ip: ctx.ip,
      filter: input.filter ? toJson(input.filter) : null,
      target_id: input.target?.id ?? null,
      target_edition: input.target?.edition ?? null,
    },
  );
  const frozen = await freeze(tx, id);
  if (frozen instanceof Refused) return frozen;
  if (frozen.count === 0) return new Refused("not_found");
  await tx.run(
    `update bulk_jobs j set item_count = c.n, unchecked = c.n - c.blocked, blocked = c.blocked, more = $2
     from (select count(*)::int as n, count(*) filter (where status = 'blocked')::int as blocked from bulk_items where job_id = $1) c where j.id = $1`,
    [id, frozen.more],
  );
  ctx.emit(jobEvent({ id, merchant_id: merchantId }, 1));
  return id;
}

/**
 * Makes a job and rehearses its first items; the worker goes on with the rest. What it answers is the draft, or how far its check is.
 * Refuses forbidden, validation_failed, not_found when nothing matches
 */
export async function prepareBulk(ctx: UserCtx, input: Input): Promise<Answer<BulkJobDetail>> {
  const { app } = ctx;
  const wrong = wrongCall(ctx, input);
  if (wrong) return wrong;
  const act = bulkActOf(app, input.act);
  const unfit = input.target === undefined ? null : await act.puts?.check(app.db, { id: Number(input.target.id), edition: input.target.edition });
  if (unfit) return unfit;
  const chosen = input.items === undefined ? null : chosenOf(ctx, input.act, input.items);
  if (chosen instanceof Refused) return chosen;
  const made = await ctx.tx((tx) =>
    insertJob(ctx, tx, input, async (within, id) =>
      chosen === null ? freezeFilter(ctx, within, id, act, input.filter ?? {}) : { count: await freezeChosen(ctx, within, id, act, chosen), more: false },
    ),
  );
  if (typeof made !== "bigint") return made;
  const job = await readJob(app.db, made);
  if (job?.status === "checking") await workChunk(app, job, CHECK_AT_ONCE);
  return bulkDetail(ctx, made);
}
