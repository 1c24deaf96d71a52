/** All tables of a database in words that do not depend on the ids and the instants of this run: two runs of one history compare. */
import type { Db } from "../../src/server/platform/db/pool.ts";

/** Tables that are not held equal, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "meta",
      "config",
      "config_history",
      "merchants",
      "users",
      "sessions",
      "user_devices",
      "signin_failures",
      "wallets",
      "webhook_keys",
      "reference_data_version",
      "routing_epoch",
    ].map((table) => [table, "written before the histories begin"]),
  ),
  audit: "written before the histories begin; a chain of hashes over times",
  audit_seals: "as audit",
  proofs: "when the books were checked",
  worker_heartbeats: "which processes run",
  live_events: "what other processes are told: a batch tells it together",
  ledger_rollup: "how far the sums by day have come",
  stats_hourly: "compared as sums",
  stats_delta: "compared as sums",
  stats_batches: "compared as sums: a batch writes one row, the plain way one for each order",
};
/** Columns that are not held equal, with the reason; `*` stands for every table. */
const COLUMNS_LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // Rows are told apart by what they say; versions count how often a row was written on the way.
  "*": ["id", "version"],
  // A batch renews an alert once, the plain way with each message.
  alerts: ["data"],
  // The way of a batch does not ask for open amounts, so it says less of the wallets that it did not take.
  payments: ["routing"],
  // Made of the wallet's id.
  sms_keys: ["key"],
  // The last of several entries of one batch may be another one's.
  accounts: ["last_entry_id"],
};
/** Rows that are held equal, where not all are, with the reason. */
const ROWS: Readonly<Record<string, string>> = {
  // The door tells of orders that no wallet took; the plain way leaves that to it.
  alerts: "kind <> 'no_wallet'",
  // A booking tells what its message is known by. The plain way has kept the key of one that waited first and was booked then.
  sms_keys: "not exists (select 1 from sms_bookings b where b.sms_id = sms_keys.sms_id)",
};
/** Instants that follow from the histories' own clock; all others are the database's. */
const INSTANTS: ReadonlySet<string> = new Set([
  "sms.operator_time",
  "sms.sent_at",
  "sms.held_until",
  "wallet_continuity.last_operator_time",
  "wallet_continuity.real_balance_at",
  "wallet_usage.last_used_at",
]);

/** What ids of a database stand for. */
async function namesOf(db: Db): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const add = async (text: string): Promise<void> => {
    for (const { id, name } of await db.rows<{ id: bigint; name: string }>(text)) names.set(id.toString(), name);
  };
  await add("select id, 'wallet ' || account as name from wallets");
  await add("select id, 'merchant ' || name as name from merchants");
  await add("select id, 'order ' || merchant_order_id as name from payments");
  await add("select id, 'message ' || text as name from sms");
  for (const { txn_id: id, ref_type: type, ref_id: ref, no } of await db.rows<{ txn_id: bigint; ref_type: string; ref_id: bigint; no: bigint }>(
    `select txn_id, ref_type, ref_id, row_number() over (partition by ref_type, ref_id order by txn_id) as no
     from (select distinct txn_id, ref_type, ref_id from entries) e`,
  ))
    names.set(id.toString(), `booking ${no} of ${names.get(ref.toString()) ?? `${type} ${ref}`}`);
  return names;
}

/** A long number is an id: its name, or that it is one. */
const ID = /\b\d{15,19}\b/g;
/** An object's public id. */
const PUBLIC_ID = /\b[A-Z]\d{6}[0-9A-HJKMNP-TV-Z]{8}\b/g;
/** An instant within a document; those of columns end in an offset. */
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

function isKept({ table, name, type }: Column): boolean {
  if ((COLUMNS_LEFT_OUT["*"] ?? []).includes(name) || (COLUMNS_LEFT_OUT[table] ?? []).includes(name)) return false;
  return !type.startsWith("timestamp") || INSTANTS.has(`${table}.${name}`);
}

/** Accounts have small numbers, which tell nothing. */
const valueOf = ({ name }: Column): string =>
  name === "account_id" ? "(select array[kind, operator, owner_id::text] from accounts where id = account_id)" : `"${name}"`;

/** Each table's rows as texts, sorted. */
export async function tablesOf(db: Db): Promise<Map<string, string[]>> {
  const names = await namesOf(db);
  const columns = await db.rows<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped order by a.attname`,
  );
  const tables = new Map<string, string[]>();
  for (const table of new Set(columns.map((column) => column.table))) {
    if (table in LEFT_OUT) continue;
    const kept = columns.filter((column) => column.table === table && isKept(column));
    if (kept.length === 0) continue;
    const rows = await db.rows<{ row: string }>(
      `select json_build_array(${kept.map(valueOf).join(", ")})::text as row from "${table}" where ${ROWS[table] ?? "true"}`,
    );
    tables.set(table, rows.map(({ row }) => plainText(row, names)).sort());
  }
  const sums = await db.rows<{ row: string }>(
    `select json_build_array(x.hour, x.merchant, x.operator, sum(x.created), sum(x.created_amount), sum(x.completed), sum(x.completed_amount), sum(x.fee))::text as row
     from stats_batches b, unnest(b.hours, b.merchants, b.operators, b.created_counts, b.created_amounts, b.completed_counts, b.completed_amounts, b.fees)
       as x (hour, merchant, operator, created, created_amount, completed, completed_amount, fee) group by x.hour, x.merchant, x.operator`,
  );
  tables.set("stats_batches", sums.map(({ row }) => row.replace(ID, (id) => names.get(id) ?? "an id")).sort());
  return tables;
}

function plainText(row: string, names: ReadonlyMap<string, string>): string {
  return row
    .replace(ID, (id) => names.get(id) ?? "an id")
    .replace(PUBLIC_ID, "an id")
    .replace(INSTANT, "an instant");
}

/** Where two databases differ: the first rows of each table that stand in one of them only. */
export function differences(left: ReadonlyMap<string, readonly string[]>, right: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  for (const table of new Set([...left.keys(), ...right.keys()])) {
    const counts = new Map<string, number>();
    for (const row of left.get(table) ?? []) counts.set(row, (counts.get(row) ?? 0) + 1);
    for (const row of right.get(table) ?? []) counts.set(row, (counts.get(row) ?? 0) - 1);
    const only = [...counts].filter(([, count]) => count !== 0);
    found.push(...only.slice(0, 6).map(([row, count]) => `${table}, ${count > 0 ? "batched" : "plain"} only: ${row}`));
  }
  return found;
}
