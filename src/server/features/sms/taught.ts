/** What people teach the reader, rules and harmless endings alike: a draft first, on by two people, off by one, and tried on what is stored. */
import { transition } from "../../../contract/life-cycles.ts";
import { ENDING_ACTION_STATES } from "../../../contract/sms-endings.ts";
import type { Operator, WalletType } from "../../../contract/operators.ts";
import { RULE_ACTION_STATES, TRIAL_DAYS, TRIAL_MESSAGES, type RuleStatus } from "../../../contract/sms-rules.ts";
import { audit } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { refuse } from "../../platform/refusal.ts";

const KINDS = {
  rule: { table: "sms_rules", states: RULE_ACTION_STATES },
  ending: { table: "sms_endings", states: ENDING_ACTION_STATES },
} as const;
type Kind = keyof typeof KINDS;
type Switch = "on" | "off";

interface Taught {
  readonly id: bigint;
  readonly status: RuleStatus;
  readonly version: number;
}

/**
 * Locks one at the version that a change was decided on.
 * @param read its row, refused where there is none
 * @throws Refusal `not_found`, `conflict`
 */
export async function lockTaught<Raw extends Taught>(
  tx: Tx,
  kind: Kind,
  id: bigint | null,
  version: number,
  read: (tx: Tx, id: bigint | null) => Promise<Raw>,
): Promise<Raw> {
  await tx.run(`select 1 from ${KINDS[kind].table} where id = $1 for update`, [id]);
  const raw = await read(tx, id);
  if (raw.version !== version) refuse("conflict", { details: { version: raw.version } });
  return raw;
}

/** @throws Refusal `wrong_state` */
export function checkSwitch(kind: Kind, { status }: Taught, to: Switch): void {
  if (!(KINDS[kind].states[to] as readonly RuleStatus[]).includes(status)) refuse("wrong_state", { details: { status } });
}

/** Writes a switch and its row in the trail. @throws Refusal `conflict` */
export async function writeSwitch(ctx: UserCtx, tx: Tx, kind: Kind, raw: Taught, to: Switch): Promise<void> {
  const { app, actor } = ctx;
  const done = await tx.run(
    `update ${KINDS[kind].table} set status = $2, switched_by = $3, switched_at = $4, version = version + 1 where id = $1 and version = $5`,
    [raw.id, transition(KINDS[kind].table, raw.status, to), actor.id, new Date(app.now()), raw.version],
  );
  if (done !== 1) refuse("conflict");
  await audit(ctx, tx, {
    action: `sms.${kind}_${to}`,
    objectType: kind,
    objectId: app.publicIds.encode(kind, raw.id),
    before: { status: raw.status },
    after: { status: to },
  });
}

/** A stored message that something taught is tried on. */
export interface StoredSms {
  readonly id: bigint;
  readonly sender: string | null;
  readonly text: string;
  readonly received_at: Date;
  readonly rule_id: string | null;
  readonly match_status: string;
  readonly booked: boolean;
  readonly wallet_type: WalletType | null;
}
const DAY_MS = 86_400_000;
/** Messages that are looked at in one turn of the event loop. */
const AT_ONCE = 200;

/** The newest messages of an operator, newest first: at most `TRIAL_MESSAGES` of `TRIAL_DAYS`. */
export function storedForTrial(app: App, operator: Operator): Promise<StoredSms[]> {
  return app.db.rows<StoredSms>(
    `select s.id, s.sender, s.text, s.received_at, s.rule_id, s.match_status, s.booked_txn is not null as booked, w.wallet_type
     from sms s left join wallets w on w.id = s.wallet_id
     where s.operator = $1 and s.id >= $2 order by s.id desc limit ${TRIAL_MESSAGES}`,
    [operator, idAt(app.now() - TRIAL_DAYS * DAY_MS)],
  );
}

/** What `look` finds in each message, in their order; other work has its turns meanwhile. */
export async function inTurns<T>(stored: readonly StoredSms[], look: (one: StoredSms) => T | null): Promise<T[]> {
  const found: T[] = [];
  for (let at = 0; at < stored.length; at += AT_ONCE) {
    for (const one of stored.slice(at, at + AT_ONCE)) {
      const what = look(one);
      if (what !== null) found.push(what);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}
