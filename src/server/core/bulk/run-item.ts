/** One item: its rehearsal, and the real thing. Both run the verb of the single act as the maker. */
import { bulkObjectOf, BULK_OBJECTS } from "../../../contract/bulk.ts";
import type { ErrorCode } from "../../../contract/errors.ts";
import { Undone } from "../../platform/db/undone.ts";
import { isOther, Waiting, type Answer, type OtherAnswer } from "../../platform/answer.ts";
import { requireAudited } from "../../platform/audit.ts";
import type { App, UserActor, UserCtx } from "../../platform/context.ts";
import { isAway, type Tx } from "../../platform/db/pool.ts";
import { loadRow } from "../../platform/lists/page.ts";
import { Outgoing } from "../../platform/outgoing.ts";
import { answerOfVerb, Refused } from "../../platform/refusal.ts";
import { bulkActOf, type BulkAct, type BulkItemIn } from "./acts.ts";
import { endItem, takeItem, targetOf, type BulkItem, type BulkJob } from "./store.ts";

/** Stands for the reason that is given when the job is started. */
const REHEARSED = "–";

/** What an item is about, for its verb. */
function itemIn(app: App, job: BulkJob, item: BulkItem): BulkItemIn {
  const { kind } = BULK_OBJECTS[bulkObjectOf(job.act)];
  return {
    jobId: job.id,
    id: app.publicIds.encode(kind, item.object_id),
    version: item.object_version ?? 1,
    reference: item.reference,
    reason: job.reason ?? REHEARSED,
    target: targetOf(job),
  };
}

type Inner = Pick<UserCtx, "tx" | "emit"> & Required<Pick<UserCtx, "aside">>;
const contextOf = (app: App, actor: UserActor, job: BulkJob, inner: Inner): UserCtx => ({
  app,
  actor,
  ip: job.remote_ip,
  requestId: app.publicIds.encode("bulk", job.id),
  background: false,
  // What is done together counts together: thresholds look at the sum of the job.
  together: { sumMinor: job.started_at === null ? 0n : job.amount },
  ...inner,
});

/** The state that stood against an act, where its details name one. */
const stateOf = (refused: Refused): string | null => {
  const { status, match_status: matched } = refused.details ?? {};
  return typeof status === "string" ? status : typeof matched === "string" ? matched : null;
};

/** A fault is the item's own end; a database that is away is nobody's: the job goes on once it is back. */
async function guarded(app: App, job: BulkJob, item: BulkItem, verb: () => Promise<Answer<unknown>>): Promise<unknown> {
  try {
    return await answerOfVerb(verb);
  } catch (error) {
    if (isAway(error)) throw error;
    app.log.error({ err: error, job: String(job.id), position: item.position }, "an item of a bulk job failed");
    return new Refused("internal");
  }
}

/** What a rehearsal said: nothing against it, that it asks for a second approval, or a refusal. */
type Rehearsed = "passes" | "asks" | Refused;

async function rehearseVerb(app: App, actor: UserActor, job: BulkJob, item: BulkItem, act: BulkAct): Promise<Rehearsed> {
  let passed = false;
  const inner: Inner = {
    async tx(work) {
      return app.db.tx(async (tx) => {
        passed = false;
        const answer = await work(tx);
        if (answer instanceof Undone) return answer;
        await tx.run("set constraints all immediate");
        passed = true;
        // Nothing of it stays.
        return new Refused("wrong_state") as OtherAnswer;
      });
    },
    aside: async () => undefined,
    emit: () => undefined,
  };
  const answer = await guarded(app, job, item, () => act.run(contextOf(app, actor, job, inner), itemIn(app, job, item)));
  if (passed) return "passes";
  if (answer instanceof Refused) return answer;
  // Nothing in a transaction, and nothing refused: there was nothing to do.
  return answer instanceof Waiting ? "asks" : "passes";
}

/** For acts that ask somebody outside: the object as it stands, and what it offers to this person. */
async function rehearseRow(app: App, actor: UserActor, item: BulkItem, act: BulkAct, name: string): Promise<Rehearsed> {
  const row = await loadRow(app, app.db, act.source.list(app), item.object_id, actor);
  if (row instanceof Refused) return row;
  const { version, actions, status } = row as { version: number; actions: readonly string[]; status?: string }; // every list with acts has these
  if (version !== item.object_version) return new Refused("conflict", { details: { status } });
  return actions.includes(name) ? "passes" : new Refused("wrong_state", { details: { status } });
}

/** Rehearses an item and keeps what came of it: it waits for the run, or is left out with the reason. */
export async function checkItem(app: App, actor: UserActor, job: BulkJob, item: BulkItem): Promise<void> {
  const act = bulkActOf(app, job.act);
  const said = act.check === "verb" ? await rehearseVerb(app, actor, job, item, act) : await rehearseRow(app, actor, item, act, act.check.row);
  const at = new Date(app.now());
  // What waits for a second approval already asks for nothing new.
  if (said instanceof Refused) await endItem(app.db, job.id, item.position, { from: "unchecked", event: "block", code: said.code, state: stateOf(said) }, at);
  else await endItem(app.db, job.id, item.position, { from: "unchecked", event: "pass", asks: said === "asks" }, at);
}

class NotMine extends Refused {
  constructor() {
    super("conflict");
  }
}

/** Does one item. Its result is written in the very transaction of the act, so neither can be there without the other. */
export async function doItem(app: App, actor: UserActor, job: BulkJob, item: BulkItem): Promise<void> {
  const act = bulkActOf(app, job.act);
  const end = (q: Tx, event: "do" | "ask"): Promise<number> => endItem(q, job.id, item.position, { from: "waiting", event }, new Date(app.now()));
  const outgoing = new Outgoing(app);
  let mine = false;
  const inner: Inner = {
    async tx(work) {
      const answer = await app.db.tx(async (tx) => {
        outgoing.forget();
        mine = await takeItem(tx, job.id, item.position);
        if (!mine) return new NotMine() as OtherAnswer;
        const result = await work(tx);
        if (result instanceof Undone) return result;
        requireAudited(tx, act.audit);
        await end(tx, "do");
        return result;
      });
      if (answer instanceof Undone) outgoing.forget();
      const kept = answer instanceof Waiting ? await keep(answer) : answer;
      outgoing.publish();
      return kept;
    },
    async aside(work) {
      // What was refused since the item is another's says nothing of its object.
      if (!mine) return;
      await app.db.tx(async (tx) => {
        outgoing.forget();
        await work(tx);
        requireAudited(tx, act.audit);
      });
      outgoing.publish();
    },
    emit: (...events) => outgoing.emit(...events),
  };
  const keep = (waiting: Waiting): Promise<OtherAnswer> =>
    app.db
      .tx(async (tx) => {
        if (!(await takeItem(tx, job.id, item.position))) return new NotMine();
        const data = await waiting.keep(tx);
        if (data instanceof Refused) return data;
        await end(tx, "ask");
        return { kept: data };
      })
      .then((kept) => (kept instanceof Undone ? (kept as OtherAnswer) : waiting));
  const answer = await guarded(app, job, item, () => act.run(contextOf(app, actor, job, inner), itemIn(app, job, item)));
  if (answer instanceof NotMine || !isOther(answer) || answer instanceof Waiting) return;
  const refused = answer instanceof Refused ? answer : new Refused("internal");
  await endItem(
    app.db,
    job.id,
    item.position,
    { from: "waiting", event: "fail", code: refused.code satisfies ErrorCode, state: stateOf(refused) },
    new Date(app.now()),
  );
}
