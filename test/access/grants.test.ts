/**
 * What the application's role may do, exactly: what the code does, and no more. Whoever lets it do more writes it here too,
 * and has a reason: entries, audit rows and raw messages never change, money moves in functions that run as the owner.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { Db } from "../../src/server/platform/db/pool.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

const TABLES: Readonly<Record<string, string>> = {
  account_days: "select, insert, update",
  account_openings: "select",
  accounts: "select",
  active_attempts: "select, insert, update, delete",
  alert_channels: "select, update",
  alert_comments: "select, insert",
  alert_mentions: "select, insert, update",
  alert_outbox: "select, insert, update, delete",
  alert_viewers: "select, insert, update, delete",
  alerts: "select, insert, update",
  approvals: "select, insert, update",
  archived_answers: "select",
  archived_months: "select",
  audit: "select, insert",
  audit_seals: "select",
  bind_codes: "select, insert, update, delete",
  bank_file_rows: "select, insert, update (ended, ended_at)",
  bulk_items: "select, insert, delete, update (asks, at, code, state, status)",
  bulk_jobs:
    "select, insert, delete, update (amount, asked, blocked, done, done_amount, ended_at, failed, item_count, more, pause_reason, reason, remote_ip, session_id, skipped, started_at, status, unchecked, version, waiting)",
  config: "select, insert, update",
  config_history: "select, insert",
  config_schedules: "select, insert, update (applied_version, cancelled_by, ended_at, problem, status, version)",
  day_closes: "select, insert, update",
  day_seal_accounts: "select, insert",
  day_seal_checks: "select, insert, update",
  day_seals: "select, insert",
  deliveries: "select, insert, delete",
  device_links: "select, insert, update",
  device_tasks: "select, insert, update",
  devices: "select, insert, update",
  disburse_attempts: "select, insert, update",
  disburse_batch_rows: "select, insert, update (code, field, order_id, status)",
  disburse_batches:
    "select, insert, update (created, existing, failed, finished_at, maker, remote_ip, session_id, started_at, status, stop_reason, stopped, version, waiting)",
  disburses: "select, insert, update",
  entries: "select",
  export_files:
    "select, insert, delete, update (attempts, byte_count, deleted_at, ended_at, expires_at, failures, file_name, lease_at, made_again, masks, problem, problem_most, problem_rows, row_count, status, version)",
  export_pieces: "select, insert, delete",
  export_schedules:
    "select, insert, delete, update (at_minute, channel, columns, date_range, deleted_at, filters, format, frequency, language, merchant_id, name, next_at, on_day, pause_reason, role_id, status, totals, user_type, version)",
  fee_rules: "select, insert, update",
  idempotency_keys: "select, insert, update, delete",
  ledger_horizon: "select",
  ledger_rollup: "select, insert, update",
  live_events: "select, insert, delete",
  manual_operations: "select, insert, update",
  merchant_order_keys: "select, insert",
  merchants: "select, insert, update",
  merchants_served: "select",
  meta: "select, insert",
  open_payments: "select, insert, update, delete",
  operator_payouts: "select, insert, update",
  operator_sessions: "select, insert, update",
  operator_tokens: "select, insert, update",
  order_events: "select, insert",
  order_fee_rules: "select, insert",
  order_trx: "select, insert, update (open)",
  outbox: "select, insert, update (by_hand, give_up_at, lease_until, next_at, status, url)",
  recovery_codes: "select, insert, delete",
  reference_data_version: "select",
  passkey_challenges: "select, insert, delete",
  passkeys: "select, insert, delete, update (last_used_at, name, sign_count)",
  payments: "select, insert, update",
  payments_undecided: "select",
  integrity_checks: "select, insert",
  routing_epoch: "select",
  schema_migrations: "select",
  schema_release: "select",
  seal_keys: "select, insert",
  shared_links: "select, insert, delete, update (last_opened_at, opened, revoked_at)",
  sessions: "select, insert, update",
  signin_failures: "select, insert, delete",
  sms: "select, insert, update (amount, balance, booked_txn, class, commission, continuity, counterparty, direction, disburse_id, evidence, extra, fee, held_until, in_suspense, kind, match_status, operator, operator_time, payment_id, processed, reasons, reference, rule_id, rule_version, transfer_id, trx_id, trx_key, version, wallet_id, withdrawal_id)",
  sms_bookings: "select, insert",
  sms_keys: "select, insert, update (at)",
  sms_rule_notes: "select, insert",
  sms_rule_shadows: "select, insert, update (agrees, differs, ended_at, looked, noise, open, seen_id, unread)",
  sms_rules: "select, insert, update",
  statement_imports: "select, insert, update (replaced_by)",
  statement_lines: "select, insert, update (at, day, import_id, line)",
  stats_batches: "select, insert, delete",
  stats_delta: "select, insert, delete",
  stats_hourly: "select, insert, update",
  stats_recent: "select",
  switches: "select, insert, update",
  transfers: "select, insert, update",
  trx_used: "select, insert",
  unreported_movements: "select, insert, update (contradicted_by, ended_at, ended_by, sms_id, trx_id, trx_key)",
  wallet_differences: "select, insert, update (amount, closed_at)",
  sms_endings: "select, insert, update (status, switched_at, switched_by, version)",
  users: "select, insert, update",
  user_devices: "select, insert, update, delete",
  user_roles: "select, insert, delete, update (name, permissions, version)",
  view_defaults: "select, insert, delete, update (view_id)",
  views: "select, insert, delete, update (deleted_at, layout, name, query, shared, version)",
  wallet_continuity: "select, insert, update",
  wallet_flows: "select, insert, update",
  wallet_discrepancies: "select, insert, update",
  wallet_real_balances: "select, insert, update",
  wallet_reports: "select, insert, delete",
  wallet_template_editions: "select, insert",
  wallet_templates: "select, insert, update (deleted_at, edition, is_default, name, version)",
  wallet_usage: "select, insert, update",
  wallets: "select, insert, update",
  worker_heartbeats: "select, insert, update, delete",
  webhook_keys: "select, insert, update (until_at)",
  withdrawals: "select, insert, update",
};
/** Functions that run with the owner's rights and that the application may call. */
const AS_OWNER = [
  "account_allow_negative",
  "account_open",
  "accounts_hold",
  "accounts_level",
  "audit_seal",
  "day_seal_ready",
  "ledger_post",
  "ledger_write",
  "make_partitions",
  "make_partitions_between",
  "merchant_funds",
  "outbox_record",
  "outbox_tidy",
  "reference_data_version_move",
  "routing_epoch_bump",
  "trx_prove",
  "trx_release",
  "trx_unclaim",
];
const SEQUENCES = ["accounts_id_seq", "fee_rules_id_seq", "signin_failures_id_seq", "user_roles_id_seq"];

let database: TestDatabase;
let app: Db;
let owner: Db;
beforeAll(async () => {
  database = await testDatabase();
  app = new Db({ url: database.appUrl, max: 2 });
  owner = new Db({ url: database.ownerUrl, max: 2 });
});
afterAll(async () => {
  await app.close();
  await owner.close();
  await database.drop();
});

const ORDER = ["select", "insert", "update", "delete"];

it("on tables and views, by table and by column", async () => {
  // Month partitions have nothing of their own but what came with their table.
  const tables = await owner.rows<{ name: string; right: string }>(
    `select c.relname as name, lower(x.privilege_type) as right from pg_class c cross join lateral aclexplode(c.relacl) x
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition and x.grantee = 'floatdesk_app'::regrole`,
  );
  const columns = await owner.rows<{ name: string; right: string; columns: string }>(
    `select c.relname as name, lower(x.privilege_type) as right, string_agg(a.attname, ', ' order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid cross join lateral aclexplode(a.attacl) x
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and x.grantee = 'floatdesk_app'::regrole group by 1, 2`,
  );
  const found: Record<string, string[]> = {};
  for (const { name, right } of tables.toSorted((one, other) => ORDER.indexOf(one.right) - ORDER.indexOf(other.right))) (found[name] ??= []).push(right);
  for (const one of columns) (found[one.name] ??= []).push(`${one.right} (${one.columns})`);
  expect(Object.fromEntries(Object.entries(found).map(([name, rights]) => [name, rights.join(", ")]))).toEqual(TABLES);
});

it("on partitions no more than reading, on sequences no more than using", async () => {
  const others = await owner.rows<{ name: string; right: string; kind: string }>(
    `select c.relname as name, x.privilege_type as right, c.relkind as kind from pg_class c cross join lateral aclexplode(c.relacl) x
     where c.relnamespace = 'public'::regnamespace and (c.relispartition or c.relkind = 'S') and x.grantee in ('floatdesk_app'::regrole, 0)`,
  );
  expect(others.filter(({ kind, right }) => kind !== "S" && right !== "SELECT")).toEqual([]);
  const sequences = others.filter(({ kind }) => kind === "S");
  expect(sequences.map(({ name, right }) => `${name} ${right}`).toSorted()).toEqual(SEQUENCES.map((name) => `${name} USAGE`));
});

it("with the owner's rights, in these functions; each has a fixed search path, and nobody else may call anything", async () => {
  const functions = await owner.rows<{ name: string; definer: boolean; path: boolean; own: boolean; others: boolean }>(
    `select p.proname as name, p.prosecdef as definer, coalesce(array_to_string(p.proconfig, ' ') like '%search_path=%pg_temp%', false) as path,
       has_function_privilege('floatdesk_app', p.oid, 'execute') as own,
       exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.grantee = 0) as others
     from pg_proc p where p.pronamespace = 'public'::regnamespace`,
  );
  const asOwner = functions.filter(({ definer }) => definer);
  expect(
    asOwner
      .filter(({ own }) => own)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(AS_OWNER);
  expect(asOwner.filter(({ path }) => !path).map(({ name }) => name)).toEqual([]);
  expect(functions.filter(({ others }) => others).map(({ name }) => name)).toEqual([]);
});

it.each([
  "update trx_used set object_id = 1",
  "delete from trx_used",
  "delete from outbox",
  "update outbox set body = ''",
  "update entries set note = ''",
  "insert into entries select * from entries",
  "update accounts set balance = 0",
  "update audit set action = ''",
  "update sms set text = ''",
  "select nextval('entries_again')",
  "create table own (id int)",
])("refuses %s", async (statement) => {
  await expect(app.run(statement)).rejects.toThrow(/permission denied/);
});
