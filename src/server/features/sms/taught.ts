/** What people teach the reader, rules and harmless endings alike: a draft first, on by two people, off by one, and tried on what is stored. */
import { transition } from "../../../contract/life-cycles.ts";
import type { Operator, WalletType } from "../../../contract/operators.ts";
import { can } from "../../../contract/permissions.ts";
import {
  RULE_ACTION_PERMISSIONS,
  RULE_ACTION_STATES,
  RULE_ACTIONS,
  TRIAL_DAYS,
  TRIAL_MESSAGES,
  type RuleAction,
  type RuleStatus,
} from "../../../contract/sms-rules.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import { dropWords } from "../../core/posting/in-force.ts";
import { doneOf, type Answer, type Waiting } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, UserActor, UserCtx } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { updateRow } from "../../platform/db/rows.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";

/** Of a rule's life and of an ending's, which are one. */
const STATES: Readonly<Record<RuleAction, readonly RuleStatus[]>> = RULE_ACTION_STATES;

/** What both kinds keep beside their words. */
export interface Taught {
  readonly id: bigint;
  readonly operator: Operator;
  readonly note: string | null;
  readonly status: RuleStatus;
  readonly created_account: string;
  readonly created_at: Date;
  readonly switched_account: string | null;
  readonly switched_at: Date | null;
  readonly version: number;
}

/** One kind: how it is read and shown, and what belongs to its switching on. */
export interface Kind<Raw extends Taught, Row> {
  readonly name: "rule" | "ending";
  readonly table: "sms_rules" | "sms_endings";
  readonly read: (q: Queryable, id: bigint | null) => Promise<Raw | Refused>;
  readonly row: (app: App, raw: Raw, viewer: UserActor) => Row;
  /** Why it cannot be switched on: one of an older build may be refused by this one. */
  readonly unfit: (raw: Raw) => Refused | null;
  /** What it says, for whoever approves it. */
  readonly words: (raw: Raw) => Readonly<Record<string, unknown>>;
  /** What goes off in the same moment, locked. */
  readonly besides: (tx: Tx, raw: Raw) => Promise<readonly Raw[]>;
}

/** The part of the contract's row that both kinds have, with what this viewer may do. */
export function lifeOf(raw: Taught, viewer: UserActor) {
  return {
    operator: raw.operator,
    status: raw.status,
    created_by: raw.created_account,
    created_at: raw.created_at.toISOString(),
    switched_by: raw.switched_account,
    switched_at: raw.switched_at?.toISOString() ?? null,
    version: raw.version,
    actions: RULE_ACTIONS.filter((action) => STATES[action].includes(raw.status) && can(viewer, RULE_ACTION_PERMISSIONS[action])),
  };
}

/**
 * Why words cannot be taught, null: they can.
 * @param size characters, at least and at most
 * @param problemOf what the reader says of them; it stands in `details.problem`
 */
export function unfitWords(
  field: string,
  words: string,
  [least, most]: readonly [number, number],
  problemOf: (words: string) => string | null,
): Refused | null {
  const { length } = [...words];
  if (length < least || length > most) return refusedField(field, length < least ? "too_short" : "too_long");
  const problem = problemOf(words);
  return problem === null ? null : new Refused("validation_failed", { fields: { [field]: "invalid" }, details: { problem } });
}

/**
 * Switches one on, with a second approval (it decides over money), or off at once. Messages that came before stay as they
 * are until somebody has them parsed again.
 * Refuses `not_found`, `conflict`, `wrong_state`, `validation_failed`, `recheck_required`; waits where a checker is needed
 */
export async function switchTaught<Raw extends Taught, Row>(
  ctx: UserCtx,
  kind: Kind<Raw, Row>,
  publicId: string,
  { version }: { readonly version: number },
  to: RuleAction,
): Promise<Answer<Row>> {
  const { app, actor } = ctx;
  const id = app.publicIds.decode(kind.name, publicId);
  const row = await ctx.tx(async (tx) => {
    await tx.run(`select 1 from ${kind.table} where id = $1 for update`, [id]);
    const raw = await kind.read(tx, id);
    if (raw instanceof Refused) return raw;
    if (raw.version !== version) return new Refused("conflict", { details: { version: raw.version } });
    if (!STATES[to].includes(raw.status)) return new Refused("wrong_state", { details: { status: raw.status } });
    if (to === "on") {
      const stopped = kind.unfit(raw) ?? (await approvalOf(ctx, tx, kind, raw));
      if (stopped) return stopped;
      for (const beside of await kind.besides(tx, raw)) await write(ctx, tx, kind, beside, "off");
    }
    await write(ctx, tx, kind, raw, to);
    return kind.row(app, doneOf(await kind.read(tx, raw.id)), actor);
  });
  dropWords(app);
  return row;
}

function approvalOf<Raw extends Taught>(ctx: UserCtx, tx: Tx, kind: Kind<Raw, unknown>, raw: Raw): Promise<Waiting | null> {
  return requireApproval(ctx, tx, {
    kind: `sms.${kind.name}`,
    objectType: kind.name,
    objectId: raw.id,
    action: "on",
    objectVersion: raw.version,
    payload: { version: raw.version },
    before: { status: raw.status },
    after: { status: "on", operator: raw.operator, ...kind.words(raw), note: raw.note },
  });
}

/** Writes a switch of what is locked, and its row in the trail. */
async function write(
  ctx: UserCtx,
  tx: Tx,
  { name, table }: { name: "rule" | "ending"; table: "sms_rules" | "sms_endings" },
  raw: Taught,
  to: RuleAction,
): Promise<void> {
  const { app, actor } = ctx;
  doneOf(await updateRow(tx, table, raw, { status: transition(table, raw.status, to), switched_by: actor.id, switched_at: new Date(app.now()) }));
  await audit(ctx, tx, {
    action: `sms.${name}_${to}`,
    objectType: name,
    objectId: app.publicIds.encode(name, raw.id),
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
