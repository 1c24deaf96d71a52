/** The rows of sessions at operators: lease, schedule, states. */
import { isOfficialOperator } from "../../../contract/official.ts";
import type { App } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";

export type SessionState = "wanted" | "open" | "executing" | "completed" | "refused" | "closed";

/** A session under this process's lease, with what its work needs of the order. */
export interface Session {
  readonly paymentId: bigint;
  readonly walletId: bigint;
  readonly operator: string;
  readonly no: number;
  readonly state: SessionState;
  readonly operatorRef: string | null;
  readonly orderStatus: string;
  readonly amountMinor: bigint;
  readonly customer: string | null;
  readonly remoteIp: string | null;
  readonly expiresMs: number;
  readonly failures: number;
  readonly leaseUntil: Date;
}

/** Longer than any visit: several calls of 30 seconds and a token. */
const LEASE_MS = 120_000;
/** A payment that stays silent is asked about at growing distances. */
const FIRST_ASK_MS = 30_000;
const SOON_MS = 2_000;
const LONGEST_ASK_MS = 3_600_000;
/** Operators end a payment that nobody finished within a day. */
const GIVE_UP_AFTER_MS = 25 * 3_600_000;
const RETRY_MS = [2_000, 5_000, 15_000, 60_000, 300_000] as const;
/** Tries to open a session; after them the order stays without an address. */
const MAX_OPENINGS = 8;

/**
 * For so long a new order is left to the call that made it, which waits for the address: were the job to open it first,
 * the merchant would be answered without one.
 */
const HEAD_START_MS = 10_000;

/** Notes that a payment wants a session, to be opened by the caller; one that has one keeps it. */
export async function wantSession(app: App, paymentId: bigint): Promise<void> {
  await app.db.run(
    `insert into operator_sessions (payment_id, wallet_id, operator, next_at) select p.id, p.wallet_id, p.operator, $2 from payments p join wallets w on w.id = p.wallet_id
     where p.id = $1 and w.api_type = 'official' and p.status = 'pending' on conflict do nothing`,
    [paymentId, new Date(app.now() + HEAD_START_MS)],
  );
}

/** Takes the session for this process; null: another one has it, or it is in none of these states. */
export async function leaseSession(app: App, paymentId: bigint, states: readonly SessionState[]): Promise<Session | null> {
  const now = app.now();
  return app.db.one<Session>(
    `update operator_sessions s set lease_until = $3 from payments p
     where s.payment_id = $1 and p.id = s.payment_id and s.state = any ($2) and (s.lease_until is null or s.lease_until < $4)
     returning s.payment_id as "paymentId", s.wallet_id as "walletId", s.operator, s.no, s.state, s.operator_ref as "operatorRef", p.status as "orderStatus", p.amount as "amountMinor",
       p.customer, p.remote_ip as "remoteIp", (extract(epoch from p.expires_at) * 1000)::float8 as "expiresMs", s.failures, s.lease_until as "leaseUntil"`,
    [paymentId, states, new Date(now + LEASE_MS), new Date(now)],
  );
}

/** True while a session is being opened or asked about. */
export async function isUnderWay(app: App, paymentId: bigint): Promise<boolean> {
  const row = await app.db.one<{ state: SessionState }>("select state from operator_sessions where payment_id = $1", [paymentId]);
  return row !== null && ["wanted", "open", "executing"].includes(row.state);
}

/** The payer's address, if there is one. */
export async function urlOf(app: App, paymentId: bigint): Promise<string | null> {
  return (await app.db.one<{ url: string | null }>("select url from operator_sessions where payment_id = $1 and state <> 'refused'", [paymentId]))?.url ?? null;
}

/** Gives the lease back, if it is still ours. */
const RELEASE = "lease_until = null where payment_id = $1 and lease_until = $2";

/** Keeps what the operator opened, on session and order alike. @returns the address; null when the lease was lost meanwhile */
export async function keepOpened(app: App, session: Session, opened: { readonly operatorRef: string; readonly url: string }): Promise<string | null> {
  return app.db.tx(async (tx) => {
    const kept = await tx.run(
      `update operator_sessions set state = 'open', operator_ref = $3, url = $4, failures = 0, last_error = null, next_at = $5, ${RELEASE} and state = 'wanted'`,
      [session.paymentId, session.leaseUntil, opened.operatorRef, opened.url, new Date(app.now() + FIRST_ASK_MS)],
    );
    if (kept !== 1) return null;
    await tx.run("update payments set payment_url = $2 where id = $1 and payment_url is null", [session.paymentId, opened.url]);
    return opened.url;
  });
}

/** A visit that came to nothing: again later. @param nextTry the operator may know the reference: the next try has another one */
export async function noteFailure(app: App, session: Session, code: string, nextTry = false): Promise<void> {
  const wait = RETRY_MS[Math.min(session.failures, RETRY_MS.length - 1)] as number;
  const over = session.state === "wanted" && session.failures + 1 >= MAX_OPENINGS;
  await app.db.run(
    `update operator_sessions set failures = failures + 1, last_error = $3, next_at = $4, no = no + $5, state = case when $6 then 'refused' else state end, ${RELEASE}`,
    [session.paymentId, session.leaseUntil, code.slice(0, 60), new Date(app.now() + wait), nextTry ? 1 : 0, over],
  );
}

/**
 * The operator says that nothing has come yet: the next question later, at the latest when the order expires.
 * @param soon the payer has finished and only the taking failed
 */
export async function noteAsked(app: App, session: Session, soon: boolean): Promise<void> {
  const now = app.now();
  const over = now - session.expiresMs > GIVE_UP_AFTER_MS;
  const age = Math.max(FIRST_ASK_MS, Math.min(LONGEST_ASK_MS, now - session.expiresMs));
  const next = soon ? now + SOON_MS : now < session.expiresMs ? Math.min(now + FIRST_ASK_MS * 2, session.expiresMs) : now + age;
  await app.db.run(
    `update operator_sessions set state = case when $5 then 'closed' else 'open' end, asked_at = $3, next_at = $4, hinted_at = null, failures = 0, last_error = null, ${RELEASE}`,
    [session.paymentId, session.leaseUntil, new Date(now), new Date(next), over],
  );
}

/** Written before the money is taken. */
export async function markExecuting(app: App, session: Session): Promise<void> {
  const marked = await app.db.run("update operator_sessions set state = 'executing' where payment_id = $1 and lease_until = $2", [
    session.paymentId,
    session.leaseUntil,
  ]);
  if (marked !== 1) throw new Error("the session's lease was lost");
}

/** It has ended without money. */
export async function closeSession(app: App, session: Session, state: "refused" | "closed", code: string): Promise<void> {
  await app.db.run(`update operator_sessions set state = $3, asked_at = $4, last_error = $5, ${RELEASE}`, [
    session.paymentId,
    session.leaseUntil,
    state,
    new Date(app.now()),
    code.slice(0, 60),
  ]);
}

/** In the transaction that booked the money. */
export async function markCompleted(tx: Queryable, session: Session, outcome: string): Promise<void> {
  await tx.run("update operator_sessions set state = 'completed', asked_at = now(), lease_until = null, last_error = $2 where payment_id = $1", [
    session.paymentId,
    outcome === "completed" || outcome === "already" ? null : outcome,
  ]);
}

/** The payer came back: the next question is due now. False: the operator's id is not this payment's. */
export async function noteHint(app: App, paymentId: bigint, operator: string, operatorRef: string): Promise<boolean> {
  if (!isOfficialOperator(operator)) return false;
  const noted = await app.db.run(
    "update operator_sessions set hinted_at = coalesce(hinted_at, $4), next_at = case when state in ('open', 'executing') then least(next_at, $4) else next_at end where payment_id = $1 and operator = $2 and operator_ref = $3",
    [paymentId, operator, operatorRef, new Date(app.now())],
  );
  return noted === 1;
}

/**
 * Official payments that have no session yet: $1 how many, $2 now, $3 the first id that is too young. Step by step, from the official wallets to their open
 * orders to the orders' rows: where most orders are open the planner would rather read all of those that have not expired.
 */
export const WANTED_SQL = `with o as materialized (
    select op.payment_id from wallets w
    cross join lateral (select q.payment_id from open_payments q where q.wallet_id = w.id and q.expired_at is null and q.payment_id < $3
      and not exists (select 1 from operator_sessions s where s.payment_id = q.payment_id) offset 0) op
    where w.api_type = 'official'
  )
  insert into operator_sessions (payment_id, wallet_id, operator, next_at) select p.id, p.wallet_id, p.operator, $2
  from o cross join lateral (select q.* from payments q where q.id = o.payment_id offset 0) p
  where p.status = 'pending' and p.payment_url is null and p.expires_at > $2 limit $1 on conflict do nothing`;

/** Sessions whose time has come, and official payments that have none: their process was lost after the order's commit. */
export async function dueSessions(app: App, limit: number): Promise<{ readonly paymentId: bigint; readonly state: SessionState; readonly hinted: boolean }[]> {
  const now = new Date(app.now());
  await app.db.run(WANTED_SQL, [limit, now, idAt(app.now() - HEAD_START_MS)], "sessions_wanted");
  return app.db.rows(
    `select s.payment_id as "paymentId", s.state, s.hinted_at is not null as hinted from operator_sessions s
     where s.state in ('wanted', 'open', 'executing') and s.next_at <= $2 and (s.lease_until is null or s.lease_until < $2) order by s.next_at limit $1`,
    [limit, now],
    "sessions_due",
  );
}
