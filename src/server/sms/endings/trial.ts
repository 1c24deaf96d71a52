/** What an ending would change of the messages that are stored: nothing is written. */
import { operatorConfig } from "../../../contract/config.ts";
import type { Operator, WalletType } from "../../../contract/operators.ts";
import { TRIAL_DAYS, TRIAL_MESSAGES, TRIAL_SAMPLES } from "../../../contract/sms-rules.ts";
import type { SmsEndingTrial } from "../../../contract/sms-endings.schema.ts";
import { parseMessage, type HarmlessEnding, type ParsedMessage } from "../../../domain/messages/index.ts";
import type { App } from "../../context.ts";
import { idAt } from "../../db/ids.ts";
import { wordsInForce } from "../in-force.ts";
import { triedOf } from "../tried.ts";

const DAY_MS = 86_400_000;
/** Messages that are compared in one turn of the event loop. */
const AT_ONCE = 200;

interface Stored {
  readonly id: bigint;
  readonly sender: string | null;
  readonly text: string;
  readonly received_at: Date;
  readonly match_status: string;
  readonly booked: boolean;
  readonly wallet_type: WalletType | null;
}
type Becomes = SmsEndingTrial["samples"][number]["becomes"];
interface Changed {
  readonly stored: Stored;
  readonly parsed: ParsedMessage;
  readonly becomes: Becomes;
}
const ORDER: readonly Becomes[] = ["passes", "held", "settled"];
/** Statuses of messages that wait for a person, or that one has put aside unread. */
const HELD: ReadonlySet<string> = new Set(["review", "held", "suspicious", "unparsed", "ignored"]);

function becomesOf(stored: Stored, parsed: ParsedMessage): Becomes {
  if (!HELD.has(stored.match_status) || stored.booked) return "settled";
  return parsed.status === "parsed" ? "passes" : "held";
}

/** The messages that an ending changes, read as today with and without it; most have no open words and are read once. */
async function changedBy(stored: readonly Stored[], read: (one: Stored, taught: boolean) => ParsedMessage): Promise<Changed[]> {
  const changed: Changed[] = [];
  for (let at = 0; at < stored.length; at += AT_ONCE) {
    for (const one of stored.slice(at, at + AT_ONCE)) {
      const before = read(one, false);
      if (before.unexplained.length === 0) continue;
      const parsed = read(one, true);
      if (parsed.unexplained.length < before.unexplained.length) changed.push({ stored: one, parsed, becomes: becomesOf(one, parsed) });
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return changed;
}

/** Tries an ending on the newest messages of its operator. */
export async function tryEnding(app: App, operator: Operator, ending: HarmlessEnding): Promise<SmsEndingTrial> {
  const stored = await app.db.rows<Stored>(
    `select s.id, s.sender, s.text, s.received_at, s.match_status, s.booked_txn is not null as booked, w.wallet_type from sms s left join wallets w on w.id = s.wallet_id
     where s.operator = $1 and s.id >= $2 order by s.id desc limit ${TRIAL_MESSAGES}`,
    [operator, idAt(app.now() - TRIAL_DAYS * DAY_MS)],
  );
  const { own, harmless } = await wordsInForce(app);
  const without = (harmless?.get(operator) ?? []).filter(({ id }) => id !== ending.id);
  const endings = { without: new Map([[operator, without]]), within: new Map([[operator, [...without, ending]]]) };
  const senderIds = operatorConfig(app.config.current, operator).sender_ids;
  const changed = await changedBy(stored, (one, taught) =>
    parseMessage({
      operator,
      walletType: one.wallet_type,
      sender: one.sender,
      text: one.text,
      senderIds,
      atMs: one.received_at.getTime(),
      ...(own === undefined ? {} : { own }),
      harmless: taught ? endings.within : endings.without,
    }),
  );
  const count = (becomes: Becomes): number => changed.filter((one) => one.becomes === becomes).length;
  return {
    looked: stored.length,
    passes: count("passes"),
    held: count("held"),
    settled: count("settled"),
    samples: ORDER.flatMap((becomes) => changed.filter((one) => one.becomes === becomes))
      .slice(0, TRIAL_SAMPLES)
      .map(({ stored: one, parsed, becomes }) => ({
        id: app.publicIds.encode("sms", one.id),
        received_at: one.received_at.toISOString(),
        becomes,
        text: one.text,
        result: triedOf(parsed),
      })),
  };
}
