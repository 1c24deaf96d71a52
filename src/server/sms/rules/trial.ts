/** What a rule would make of the messages that are stored: nothing is written. */
import { TRIAL_DAYS, TRIAL_MESSAGES, TRIAL_SAMPLES } from "../../../contract/sms-rules.ts";
import type { SmsRuleTrial } from "../../../contract/sms-rules.schema.ts";
import type { SmsTried } from "../../../contract/sms.schema.ts";
import type { WalletType } from "../../../contract/operators.ts";
import { fitsOwn, ownRules, parseMessage, type OwnRule } from "../../../domain/messages/index.ts";
import type { App } from "../../context.ts";
import { idAt } from "../../db/ids.ts";
import { triedOf } from "../tried.ts";

const DAY_MS = 86_400_000;
/** Messages that are compared in one turn of the event loop. */
const AT_ONCE = 200;

interface Stored {
  readonly id: bigint;
  readonly sender: string | null;
  readonly text: string;
  readonly received_at: Date;
  readonly rule_id: string | null;
  readonly wallet_type: WalletType | null;
}
type Was = SmsRuleTrial["samples"][number]["was"];
const ORDER: readonly Was[] = ["unread", "noise", "read"];

/** Noise is told by its words alone; every other message without a rule is one that nobody could read. */
function wasOf({ rule_id }: Stored): Was {
  if (rule_id === null) return "unread";
  return rule_id.startsWith("noise.") ? "noise" : "read";
}

/** The text counts here: that nobody is named as its sender says nothing. */
function withoutSender(tried: SmsTried): SmsTried {
  return { ...tried, evidence: tried.evidence.filter(({ code }) => code !== "sender_missing") };
}

/** Tries a rule on the newest messages of its operator. */
export async function tryRule(app: App, rule: OwnRule): Promise<SmsRuleTrial> {
  const stored = await app.db.rows<Stored>(
    `select s.id, s.sender, s.text, s.received_at, s.rule_id, w.wallet_type from sms s left join wallets w on w.id = s.wallet_id
     where s.operator = $1 and s.id >= $2 order by s.id desc limit ${TRIAL_MESSAGES}`,
    [rule.operator, idAt(app.now() - TRIAL_DAYS * DAY_MS)],
  );
  const own = ownRules([rule]);
  const fits: Stored[] = [];
  for (let at = 0; at < stored.length; at += AT_ONCE) {
    fits.push(...stored.slice(at, at + AT_ONCE).filter((one) => fitsOwn(own, one.text)));
    await new Promise((resolve) => setImmediate(resolve));
  }
  // A rule that is on already has read some of them itself.
  const foreign = fits.filter((one) => one.rule_id !== rule.id);
  const of = (was: Was): Stored[] => foreign.filter((one) => wasOf(one) === was);
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
