/** What an ending would change of the messages that are stored: nothing is written. */
import { operatorConfig } from "../../../../contract/config.ts";
import type { Operator } from "../../../../contract/operators.ts";
import { TRIAL_SAMPLES } from "../../../../contract/sms-rules.ts";
import type { SmsEndingTrial } from "../../../../contract/sms-endings.schema.ts";
import { parseMessage, type HarmlessEnding, type ParsedMessage } from "../../../../domain/messages/index.ts";
import type { UserCtx } from "../../../platform/context.ts";
import { messageFor } from "../../../platform/lists/mask.ts";
import { wordsInForce } from "../../../core/posting/in-force.ts";
import { inTurns, storedForTrial, type StoredSms } from "../taught.ts";
import { triedFor } from "../tried.ts";

type Becomes = SmsEndingTrial["samples"][number]["becomes"];
interface Changed {
  readonly stored: StoredSms;
  readonly parsed: ParsedMessage;
  readonly becomes: Becomes;
}
const ORDER: readonly Becomes[] = ["passes", "held", "settled"];
/** Statuses of messages that wait for a person, or that one has put aside unread. */
const HELD: ReadonlySet<string> = new Set(["review", "held", "suspicious", "unparsed", "ignored"]);

function becomesOf(stored: StoredSms, parsed: ParsedMessage): Becomes {
  if (!HELD.has(stored.match_status) || stored.booked) return "settled";
  return parsed.status === "parsed" ? "passes" : "held";
}

/** Tries an ending on the newest messages of its operator. */
export async function tryEnding({ app, actor }: UserCtx, operator: Operator, ending: HarmlessEnding): Promise<SmsEndingTrial> {
  const { items: stored, cutAt } = await storedForTrial(app, operator);
  const { own, harmless } = await wordsInForce(app);
  const without = (harmless?.get(operator) ?? []).filter(({ id }) => id !== ending.id);
  const endings = { without: new Map([[operator, without]]), within: new Map([[operator, [...without, ending]]]) };
  const senderIds = operatorConfig(app.config.current, operator).sender_ids;
  const read = (one: StoredSms, taught: boolean): ParsedMessage =>
    parseMessage({
      operator,
      walletType: one.wallet_type,
      sender: one.sender,
      text: one.text,
      senderIds,
      atMs: one.received_at.getTime(),
      ...(own === undefined ? {} : { own }),
      harmless: taught ? endings.within : endings.without,
    });
  // Read as today with and without the ending; most have no open words and are read once.
  const changed = await inTurns(stored, (one): Changed | null => {
    const open = read(one, false).unexplained.length;
    const parsed = open === 0 ? null : read(one, true);
    return parsed !== null && parsed.unexplained.length < open ? { stored: one, parsed, becomes: becomesOf(one, parsed) } : null;
  });
  const count = (becomes: Becomes): number => changed.filter((one) => one.becomes === becomes).length;
  return {
    looked: stored.length,
    cut_at: cutAt?.toISOString() ?? null,
    passes: count("passes"),
    held: count("held"),
    settled: count("settled"),
    samples: ORDER.flatMap((becomes) => changed.filter((one) => one.becomes === becomes))
      .slice(0, TRIAL_SAMPLES)
      .map(({ stored: one, parsed, becomes }) => ({
        id: app.publicIds.encode("sms", one.id),
        received_at: one.received_at.toISOString(),
        becomes,
        text: messageFor(actor, one.text) ?? "",
        result: triedFor(actor, one.text, parsed),
      })),
  };
}
