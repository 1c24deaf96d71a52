/** What people teach the reader, rules and harmless endings alike: a draft first, on by two people, off by one, and tried on what is stored. A rule may run in the shadow before. */
import { DAY_MS } from "../../../contract/time.ts";
import { transition } from "../../../contract/life-cycles.ts";
import type { Operator, WalletType } from "../../../contract/operators.ts";
import { can } from "../../../contract/permissions.ts";
import { ENDING_ACTION_PERMISSIONS, ENDING_ACTION_STATES, ENDING_ACTIONS, type EndingAction } from "../../../contract/sms-endings.ts";
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
import { bind, raw, sql } from "../../platform/lists/sql.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";

/** From which states each act leads on. An ending has no shadow: none of its acts is one. */
const STATES: Readonly<Record<"rule" | "ending", Readonly<Record<RuleAction, readonly RuleStatus[]>>>> = {
  rule: RULE_ACTION_STATES,
  ending: { ...ENDING_ACTION_STATES, shadow: [] },
};

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

/** What one reads under lock. */
type Read<Raw> = (q: Queryable, id: bigint | null) => Promise<Raw | Refused>;

/** One kind: how it is read and shown, and what belongs to its switching on. */
export interface Kind<Raw extends Taught, Row> {
  readonly name: "rule" | "ending";
  readonly table: "sms_rules" | "sms_endings";
  readonly read: Read<Raw>;
  /** Locks it and whatever may change with it, in the order of their ids. */
  readonly lock: (tx: Tx, id: bigint | null) => Promise<void>;
  readonly row: (app: App, raw: Raw, viewer: UserActor) => Row;
  /** Why it cannot be switched on: one of an older build may be refused by this one. */
  readonly unfit: (raw: Raw) => Refused | null;
  /** What it says, for whoever approves it. */
  readonly words: (raw: Raw) => Readonly<Record<string, unknown>>;
  /** What goes off in the same moment, locked; or why it cannot be switched on now. */
  readonly besides: (tx: Tx, raw: Raw, input: Switch) => Promise<readonly Raw[] | Refused>;
  /** What else is written with a switch. */
  readonly wrote?: (tx: Tx, raw: Raw, to: RuleAction, at: { readonly id: bigint; readonly now: Date }) => Promise<void>;
}

/** What a switch is asked with. */
export interface Switch {
  readonly version: number;
  /** The one at work that goes off; null: none is at work. Left out: whatever is. */
  readonly instead_of?: { readonly id: string; readonly version: number } | null | undefined;
}

/** The part of the contract's row that both kinds have. */
export function lifeOf(raw: Taught) {
  return {
    operator: raw.operator,
    created_by: raw.created_account,
    created_at: raw.created_at.toISOString(),
    switched_by: raw.switched_account,
    switched_at: raw.switched_at?.toISOString() ?? null,
    version: raw.version,
  };
}

/** What this viewer may do with a rule now. */
export function ruleActions(raw: Taught, viewer: UserActor): RuleAction[] {
  return RULE_ACTIONS.filter((action) => STATES.rule[action].includes(raw.status) && can(viewer, RULE_ACTION_PERMISSIONS[action]));
}

/** What this viewer may do with an ending now. */
export function endingActions(raw: Taught, viewer: UserActor): EndingAction[] {
  return ENDING_ACTIONS.filter((action) => STATES.ending[action].includes(raw.status) && can(viewer, ENDING_ACTION_PERMISSIONS[action]));
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
 * Switches one on, with a second approval (it decides over money), or off or into the shadow at once. Messages that came before
 * stay as they are until somebody has them parsed again.
 * Refuses `not_found`, `conflict`, `wrong_state`, `validation_failed`, `recheck_required`; waits where a checker is needed
 */
export async function switchTaught<Raw extends Taught, Row>(
  ctx: UserCtx,
  kind: Kind<Raw, Row>,
  publicId: string,
  input: Switch,
  to: RuleAction,
): Promise<Answer<Row>> {
  const { app, actor } = ctx;
  const id = app.publicIds.decode(kind.name, publicId);
  const row = await ctx.tx(async (tx) => {
    await kind.lock(tx, id);
    const raw = await kind.read(tx, id);
    if (raw instanceof Refused) return raw;
    if (raw.version !== input.version) return new Refused("conflict", { details: { version: raw.version } });
    if (!STATES[kind.name][to].includes(raw.status)) return new Refused("wrong_state", { details: { status: raw.status } });
    if (to !== "off") {
      const unfit = kind.unfit(raw);
      if (unfit) return unfit;
    }
    if (to === "on") {
      const besides = await kind.besides(tx, raw, input);
      if (besides instanceof Refused) return besides;
      const waiting = await approvalOf(ctx, tx, kind, raw, input, besides);
      if (waiting) return waiting;
      for (const beside of besides) await write(ctx, tx, kind, beside, "off");
    }
    await write(ctx, tx, kind, raw, to);
    return kind.row(app, doneOf(await kind.read(tx, raw.id)), actor);
  });
  dropWords(app);
  return row;
}

function approvalOf<Raw extends Taught>(
  ctx: UserCtx,
  tx: Tx,
  kind: Kind<Raw, unknown>,
  raw: Raw,
  input: Switch,
  [beside]: readonly Raw[],
): Promise<Waiting | null> {
  const seen = beside === undefined ? null : { id: ctx.app.publicIds.encode(kind.name, beside.id), version: beside.version };
  return requireApproval(ctx, tx, {
    kind: `sms.${kind.name}`,
    objectType: kind.name,
    objectId: raw.id,
    action: "on",
    objectVersion: raw.version,
    // What is at work now goes off when it is carried out, and nothing else: another one may have come meanwhile.
    payload: kind.name === "rule" ? { ...input, instead_of: seen } : { ...input },
    before: { status: raw.status },
    after: {
      status: "on",
      operator: raw.operator,
      ...kind.words(raw),
      ...(seen === null ? {} : { replaces: seen.id }),
      note: raw.note,
    },
  });
}

/** Writes a switch of what is locked, what belongs to it, and its row in the trail. */
async function write<Raw extends Taught>(ctx: UserCtx, tx: Tx, kind: Kind<Raw, unknown>, raw: Raw, to: RuleAction): Promise<void> {
  const { app, actor } = ctx;
  const { name, table } = kind;
  const now = new Date(app.now());
  const reached = transition(table, raw.status as "draft", to as "on"); // STATES has said that its life has this edge
  const promoted = name === "rule" && to === "on" ? { promoted_by: actor.id, promoted_at: now } : {};
  doneOf(await updateRow(tx, table, raw, { status: reached, switched_by: actor.id, switched_at: now, ...promoted }));
  await kind.wrote?.(tx, raw, to, { id: app.ids.next(), now });
  await audit(ctx, tx, {
    action: `sms.${name}_${to}` as "sms.rule_on",
    objectType: name,
    objectId: app.publicIds.encode(name, raw.id),
    before: { status: raw.status },
    after: { status: reached },
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
  readonly kind: string;
  readonly direction: string;
  readonly amount: bigint | null;
  readonly fee: bigint | null;
  readonly commission: bigint | null;
  readonly balance: bigint | null;
  readonly trx_key: string | null;
  readonly counterparty: string | null;
  readonly wallet_type: WalletType | null;
}
/** Such messages; conditions and order stand behind it. */
export const STORED = `select s.id, s.sender, s.text, s.received_at, s.rule_id, s.match_status, s.booked_txn is not null as booked, s.kind, s.direction, s.amount, s.fee,
  s.commission, s.balance, s.trx_key, s.counterparty, w.wallet_type from sms s left join wallets w on w.id = s.wallet_id`;
/** Messages that are looked at in one turn of the event loop. */
const AT_ONCE = 100;

/** What a trial may take to find its messages, ms: of an operator that has few, others' are read past. */
const BUDGET_MS = 1_500;
/** How far back each step looks, days: what is newest is soon found. */
const STEPS = [0, 1, 3, 8, 20, TRIAL_DAYS] as const;
const AFTER_ALL = 9_223_372_036_854_775_807n;

/** Messages that something taught is tried on. */
export interface ForTrial {
  /** Newest first. */
  readonly items: readonly StoredSms[];
  /** There was no time for those that are older; null: there was. */
  readonly cutAt: Date | null;
}

/** The newest messages of an operator: at most `TRIAL_MESSAGES` of `TRIAL_DAYS`, and as far as the budget allows. */
export async function storedForTrial(app: App, operator: Operator, budgetMs: number = BUDGET_MS): Promise<ForTrial> {
  const [begun, now] = [performance.now(), app.now()];
  const items: StoredSms[] = [];
  for (const [step, days] of STEPS.slice(1).entries()) {
    const since = now - (STEPS[step] ?? 0) * DAY_MS;
    const left = budgetMs - (performance.now() - begun);
    const statement = sql`${raw(STORED)} where s.operator = ${operator} and s.id >= ${idAt(now - days * DAY_MS)} and s.id < ${step === 0 ? AFTER_ALL : idAt(since)}
      order by s.id desc limit ${TRIAL_MESSAGES - items.length}`;
    const found = left <= 0 ? null : await app.db.bounded.use((read) => read<StoredSms>(bind(statement), left));
    if (found === null) return { items, cutAt: new Date(since) };
    items.push(...found);
    if (items.length >= TRIAL_MESSAGES) break;
  }
  return { items, cutAt: null };
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
