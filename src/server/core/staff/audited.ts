/**
 * Acts of people on money, in the sealed audit trail: who, from which address, what the object was before and is after, and
 * both people where two decided. A verb adds one line after its work and before it reads its answer:
 *
 *   await auditAct(ctx, tx, "payments.complete", order.id, { note: input.note });
 *
 * Its route names the same action; a transaction of the call that commits without it is rolled back (`platform/http/call.ts`).
 */
import { MONEY_AREAS, type AuditField, type AuditFields, type MoneyAction } from "../../../contract/audit.ts";
import type { IdKind } from "../../../contract/ids.ts";
import { formatAmount } from "../../../contract/money.ts";
import { audit } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";

type Area = keyof typeof MONEY_AREAS;
/** Amounts are written as everywhere else, other objects by their public ids, all else as it is. */
type Shape = "plain" | "amount" | { readonly id: IdKind };
interface Facts {
  readonly table: string;
  readonly fields: Readonly<Partial<Record<AuditField, readonly [column: string, shape: Shape]>>>;
}

const plain = (column: string): readonly [string, Shape] => [column, "plain"];
const amount = (column: string): readonly [string, Shape] => [column, "amount"];
const id = (column: string, kind: IdKind): readonly [string, Shape] => [column, { id: kind }];

/** What of an object is written down. No phone numbers and no texts of messages: not everybody who reads the trail may see them. */
const FACTS: Readonly<Record<Area, Facts>> = {
  payments: {
    table: "payments",
    fields: {
      status: plain("status"),
      version: plain("version"),
      amount: amount("amount"),
      received_amount: amount("received_amount"),
      fee: amount("fee"),
      trx_id: plain("trx_id"),
      reason: plain("reason"),
      wallet_id: id("wallet_id", "wallet"),
      sms_id: id("message_id", "sms"),
    },
  },
  disburses: {
    table: "disburses",
    fields: {
      status: plain("status"),
      version: plain("version"),
      amount: amount("amount"),
      cost: amount("cost"),
      trx_id: plain("trx_id"),
      reason: plain("reason"),
      wallet_id: id("wallet_id", "wallet"),
      attempt_count: plain("attempt_count"),
    },
  },
  batches: {
    table: "disburse_batches",
    fields: {
      status: plain("status"),
      version: plain("version"),
      amount: amount("amount"),
      file_name: plain("file_name"),
      row_count: plain("row_count"),
      waiting: plain("waiting"),
    },
  },
  transfers: {
    table: "transfers",
    fields: {
      status: plain("status"),
      version: plain("version"),
      amount: amount("amount"),
      expected_cost: amount("expected_cost"),
      cost: amount("cost"),
      frozen: amount("frozen"),
      trx_id: plain("out_trx_id"),
      received_trx_id: plain("in_trx_id"),
      reason: plain("reason"),
      kind: plain("kind"),
      from_wallet_id: id("from_wallet_id", "wallet"),
      to_wallet_id: id("to_wallet_id", "wallet"),
    },
  },
  withdrawal: {
    table: "withdrawals",
    fields: {
      status: plain("status"),
      version: plain("version"),
      amount: amount("amount"),
      reference: plain("reference"),
      cost: amount("cost"),
      reason: plain("reason"),
      merchant_id: id("merchant_id", "merchant"),
      wallet_id: id("wallet_id", "wallet"),
      sms_id: id("sms_id", "sms"),
    },
  },
  sms: {
    table: "sms",
    fields: {
      match_status: plain("match_status"),
      version: plain("version"),
      amount: amount("amount"),
      trx_id: plain("trx_id"),
      payment_id: id("payment_id", "payment"),
      disburse_id: id("disburse_id", "disburse"),
      transfer_id: id("transfer_id", "transfer"),
      withdrawal_id: id("withdrawal_id", "withdrawal"),
    },
  },
};
/** Said of both sides, also where the act did not move it. */
const ALWAYS: ReadonlySet<string> = new Set<AuditField>(["status", "match_status", "version", "amount"]);

function shown(app: App, value: unknown, shape: Shape): unknown {
  if (value === null || value === undefined || shape === "plain") return value ?? null;
  return shape === "amount" ? formatAmount(value as bigint) : app.publicIds.encode(shape.id, value as bigint); // int8 columns
}

async function factsOf(app: App, q: Queryable, { table, fields }: Facts, objectId: bigint): Promise<Record<string, unknown> | null> {
  const entries = Object.entries(fields);
  const row = await q.one<Record<string, unknown>>(
    `select ${entries.map(([name, [column]]) => `${column} as ${name}`).join(", ")} from ${table} where id = $1`,
    [objectId],
  );
  return row && Object.fromEntries(entries.map(([name, [, shape]]) => [name, shown(app, row[name], shape)]));
}

/**
 * Writes the row of an act that has just been done in `tx`, which holds the object's lock. What the object was before is
 * what everybody else still sees of it; a new one was nothing.
 * @param said what the person gave with the act and the object does not keep
 * @param was where the act began before this transaction: what the object was then; null: nothing
 */
export async function auditAct(ctx: UserCtx, tx: Tx, action: MoneyAction, objectId: bigint, said: AuditFields = {}, was?: AuditFields | null): Promise<void> {
  const { app } = ctx;
  const area = action.slice(0, action.indexOf(".")) as Area; // the type says so
  const [seen, after] = await Promise.all([factsOf(app, app.db.side, FACTS[area], objectId), factsOf(app, tx, FACTS[area], objectId)]);
  const before: Record<string, unknown> | null = was === null || seen === null ? null : { ...seen, ...was };
  if (after === null) throw new Error(`${action} has no object`);
  const told = Object.keys(after).filter((name) => (before === null ? after[name] !== null : ALWAYS.has(name) || after[name] !== before[name]));
  const side = (facts: Readonly<Record<string, unknown>>): Record<string, unknown> => Object.fromEntries(told.map((name) => [name, facts[name] ?? null]));
  const objectType = MONEY_AREAS[area];
  await audit(ctx, tx, {
    action,
    objectType,
    objectId: app.publicIds.encode(objectType, objectId),
    before: before && side(before),
    after: { ...side(after), ...said },
  });
}
