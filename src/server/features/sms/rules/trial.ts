/** What a rule would make of the messages that are stored: nothing is written. */
import { TRIAL_SAMPLES, TRIAL_WAS, type TrialWas } from "../../../../contract/sms-rules.ts";
import type { MarkedText, SmsRuleTrial } from "../../../../contract/sms-rules.schema.ts";
import { fitsOwn, markedBy, ownRules, type OwnRule } from "../../../../domain/messages/index.ts";
import { wordsInForce } from "../../../core/posting/in-force.ts";
import type { UserCtx } from "../../../platform/context.ts";
import { inTurns, storedForTrial } from "../taught.ts";
import { collisionsOf, fitting, rivalsOf } from "./collisions.ts";
import { markedFor, readerOf, sampleOf, type Beside } from "./reading.ts";

/** Of each sort as many before any sort gets more. */
const OF_EACH = 5;

/** Some of each sort, then as many more as there is room for; sorts in their order, each newest first. */
function someOfEach(found: readonly Beside[]): readonly Beside[] {
  const sorts = TRIAL_WAS.map((was) => found.filter((one) => one.was === was));
  const first = sorts.map((sort) => sort.slice(0, OF_EACH));
  let room = TRIAL_SAMPLES - first.flat().length;
  return sorts.flatMap((sort, at) => {
    const more = sort.slice(OF_EACH, OF_EACH + Math.max(0, room));
    room -= more.length;
    return [...(first[at] ?? []), ...more];
  });
}

/** The message that a rule is written from, as far as the template gets. */
async function aboutOf({ app, actor }: UserCtx, rule: OwnRule, id: bigint | null): Promise<MarkedText | null> {
  const found = id === null ? null : await app.db.one<{ text: string }>("select text from sms where id = $1", [id]);
  return found === null ? null : markedFor(actor, markedBy(rule, found.text));
}

/**
 * Tries a rule on the newest messages of its operator.
 * @param line the editions that it belongs to: what they read is its own, and collides with nothing
 * @param about the message that it is written from
 */
export async function tryRule(
  ctx: UserCtx,
  rule: OwnRule,
  { line, about }: { readonly line: bigint | null; readonly about: bigint | null },
): Promise<SmsRuleTrial> {
  const { app, actor } = ctx;
  const { items: stored, cutAt } = await storedForTrial(app, rule.operator);
  const read = readerOf(app, rule, await wordsInForce(app));
  const own = ownRules([rule]);
  const rivals = await rivalsOf(app, rule, line);
  // A rule that is on already has read some of them itself.
  const overlapping = await inTurns(stored, (one) => {
    const beside = one.rule_id !== rule.id && fitsOwn(own, one.text) ? read(one) : null;
    return beside === null ? null : { beside, rivals: fitting(rivals, one.text) };
  });
  const found = overlapping.map(({ beside }) => beside);
  const count = (was: TrialWas): number => found.filter((one) => one.was === was).length;
  return {
    looked: stored.length,
    cut_at: cutAt?.toISOString() ?? null,
    unread_all: stored.filter((one) => one.rule_id === null).length,
    unread: count("unread"),
    noise: count("noise"),
    open: count("open"),
    differs: count("differs"),
    agrees: count("agrees"),
    collisions: collisionsOf(overlapping, rivals),
    samples: someOfEach(found).map((one) => sampleOf(app, actor, rule, one)),
    about: await aboutOf(ctx, rule, about),
  };
}
