/** What a rule would make of the messages that are stored: nothing is written. */
import { TRIAL_SAMPLES } from "../../../../contract/sms-rules.ts";
import type { SmsRuleTrial } from "../../../../contract/sms-rules.schema.ts";
import type { SmsTried } from "../../../../contract/sms.schema.ts";
import { fitsOwn, ownRules, parseMessage, type OwnRule } from "../../../../domain/messages/index.ts";
import type { App } from "../../../platform/context.ts";
import { inTurns, storedForTrial, type StoredSms } from "../taught.ts";
import { triedOf } from "../tried.ts";

type Was = SmsRuleTrial["samples"][number]["was"];
const ORDER: readonly Was[] = ["unread", "noise", "read"];

/** Noise is told by its words alone; every other message without a rule is one that nobody could read. */
function wasOf({ rule_id }: StoredSms): Was {
  if (rule_id === null) return "unread";
  return rule_id.startsWith("noise.") ? "noise" : "read";
}

/** The text counts here: that nobody is named as its sender says nothing. */
function withoutSender(tried: SmsTried): SmsTried {
  return { ...tried, evidence: tried.evidence.filter(({ code }) => code !== "sender_missing") };
}

/** Tries a rule on the newest messages of its operator. */
export async function tryRule(app: App, rule: OwnRule): Promise<SmsRuleTrial> {
  const stored = await storedForTrial(app, rule.operator);
  const own = ownRules([rule]);
  const fits = await inTurns(stored, (one) => (fitsOwn(own, one.text) ? one : null));
  // A rule that is on already has read some of them itself.
  const foreign = fits.filter((one) => one.rule_id !== rule.id);
  const of = (was: Was): StoredSms[] => foreign.filter((one) => wasOf(one) === was);
  return {
    looked: stored.length,
    unread: of("unread").length,
    noise: of("noise").length,
    read: of("read").length,
    samples: ORDER.flatMap((was) => of(was).map((one) => ({ one, was })))
      .slice(0, TRIAL_SAMPLES)
      .map(({ one, was }) => ({
        id: app.publicIds.encode("sms", one.id),
        received_at: one.received_at.toISOString(),
        was,
        text: one.text,
        result: withoutSender(triedOf(parseMessage({ operator: rule.operator, walletType: one.wallet_type, sender: null, text: one.text, own }))),
      })),
  };
}
