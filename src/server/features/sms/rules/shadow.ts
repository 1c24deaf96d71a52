/**
 * Rules in the shadow: they run behind what counts, on messages that have been read and booked already, and note what they would
 * have read of them. Nothing of money waits for it, and nothing follows from it.
 */
import { SHADOW_NOTED_MAX, TRIAL_WAS, type ComparedField, type RuleClass, type TrialWas } from "../../../../contract/sms-rules.ts";
import type { Operator } from "../../../../contract/operators.ts";
import type { SmsRuleNoted } from "../../../../contract/sms-rules.schema.ts";
import { ownRuleOf, wordsInForce } from "../../../core/posting/in-force.ts";
import { templateProblem } from "../../../../domain/messages/index.ts";
import type { App, UserCtx } from "../../../platform/context.ts";
import { idAt } from "../../../platform/db/ids.ts";
import type { Tx } from "../../../platform/db/pool.ts";
import { Refused } from "../../../platform/refusal.ts";
import { STORED, type StoredSms } from "../taught.ts";
import { readerOf, sampleOf, type Beside } from "./reading.ts";
import { ruleById, shadowOf } from "./store.ts";

/** Messages of one step. */
const PAGE = 500;
/** A message gets its id before it is written: younger ones than this may still be joined by one before them. */
const LAG_MS = 10_000;
/** Noted messages of each sort that one answer shows. */
const SHOWN_OF_EACH = 10;

interface Running {
  readonly id: bigint;
  readonly seen_id: bigint;
  readonly unread: bigint;
  readonly noise: bigint;
  readonly open: bigint;
  readonly differs: bigint;
  readonly agrees: bigint;
  readonly rule_id: bigint;
  readonly edition: number;
  readonly operator: Operator;
  readonly class: RuleClass;
  readonly template: string;
}

/** The first ones of each sort are noted; all are counted. */
function toNote(found: readonly Beside[], before: Running): readonly Beside[] {
  return TRIAL_WAS.flatMap((was) => found.filter((one) => one.was === was).slice(0, Math.max(0, SHADOW_NOTED_MAX - Number(before[was]))));
}

async function note(tx: Tx, running: Running, stored: readonly StoredSms[], found: readonly Beside[], seen: bigint): Promise<void> {
  const noted = toNote(found, running);
  if (noted.length > 0)
    await tx.run(
      `insert into sms_rule_notes (shadow_id, sms_id, was, differs, rule_id)
       select $1, n.sms_id, n.was, string_to_array(n.differs, ','), n.rule_id
       from unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) as n (sms_id, was, differs, rule_id)`,
      [
        running.id,
        noted.map((one) => one.stored.id),
        noted.map((one) => one.was),
        noted.map((one) => one.differs.join(",")),
        noted.map((one) => one.stored.rule_id),
      ],
    );
  const count = (was: TrialWas): number => found.filter((one) => one.was === was).length;
  await tx.run(
    `update sms_rule_shadows set seen_id = $2, looked = looked + $3, unread = unread + $4, noise = noise + $5, open = open + $6, differs = differs + $7, agrees = agrees + $8
     where id = $1`,
    [running.id, seen, stored.length, count("unread"), count("noise"), count("open"), count("differs"), count("agrees")],
  );
}

/** Looks at the next messages of one rule, under the lock of its row. @returns true when there are more */
async function step(app: App, tx: Tx, id: bigint, lagMs: number): Promise<boolean> {
  const running = await tx.one<Running>(
    `select h.id, h.seen_id, h.unread, h.noise, h.open, h.differs, h.agrees, r.id as rule_id, r.edition, r.operator, r.class, r.template
     from sms_rule_shadows h join sms_rules r on r.id = h.rule_id where h.id = $1 and h.ended_at is null for update of h`,
    [id],
  );
  // One of an older build that this one does not allow reads nothing.
  if (running === null || templateProblem(running.class, running.template) !== null) return false;
  const upTo = idAt(app.now() - lagMs);
  if (upTo <= running.seen_id) return false;
  const stored = await tx.rows<StoredSms>(`${STORED} where s.operator = $1 and s.id > $2 and s.id <= $3 order by s.id limit ${PAGE}`, [
    running.operator,
    running.seen_id,
    upTo,
  ]);
  const full = stored.length === PAGE;
  const read = readerOf(app, ownRuleOf(app, { ...running, id: running.rule_id }), await wordsInForce(app));
  const found = stored.map(read).filter((one) => one !== null);
  await note(tx, running, stored, found, full ? (stored.at(-1)?.id ?? upTo) : upTo);
  return full;
}

/**
 * One step of every rule in the shadow. @param lagMs how old a message is before it is looked at
 * @returns true when one has more to look at
 */
export async function runShadows(app: App, lagMs: number = LAG_MS): Promise<boolean> {
  const running = await app.db.rows<{ id: bigint }>("select id from sms_rule_shadows where ended_at is null order by id");
  let more = false;
  for (const { id } of running) if (await app.db.tx((tx) => step(app, tx, id, lagMs))) more = true;
  return more;
}

interface NotedRaw extends StoredSms {
  readonly was: TrialWas;
  readonly differs: readonly ComparedField[];
  readonly read_by: string | null;
}

/** What a rule noted the last time: its figures, and some messages of each sort, the newest first. Refuses `not_found` where it never ran */
export async function notedByRule({ app, actor }: UserCtx, publicId: string): Promise<SmsRuleNoted | Refused> {
  const raw = await ruleById(app.db, app.publicIds.decode("rule", publicId));
  if (raw instanceof Refused) return raw;
  const shadow = shadowOf(raw);
  if (shadow === null) return new Refused("not_found");
  if (templateProblem(raw.class, raw.template) !== null) return { shadow, samples: [] };
  const rule = ownRuleOf(app, raw);
  const noted = await app.db.rows<NotedRaw>(
    `select s.*, n.was, n.differs, n.rule_id as read_by
     from (select m.*, row_number() over (partition by was order by sms_id desc) as place from sms_rule_notes m where m.shadow_id = $1) n
     join lateral (${STORED} where s.id = n.sms_id) s on true where n.place <= ${SHOWN_OF_EACH} order by n.sms_id desc`,
    [raw.shadow_id],
  );
  const read = readerOf(app, rule, await wordsInForce(app));
  const samples = TRIAL_WAS.flatMap((was) =>
    noted
      .filter((one) => one.was === was)
      .flatMap((one) => {
        const now = read(one);
        // As it was then: it may have been read again since.
        return now === null ? [] : [sampleOf(app, actor, rule, { ...now, stored: { ...one, rule_id: one.read_by }, was: one.was, differs: one.differs })];
      }),
  );
  return { shadow, samples };
}
