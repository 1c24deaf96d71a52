/**
 * Faults of races, of what breaks, and of the books (planted.mjs says what they are for).
 *
 * @typedef {{ file: string, find: string, put: string }} Edit
 * @typedef {{ path: string, title: string }} Finder a file, and a part of the test's full title
 * @typedef {{ id: string, what: string, row: string, by: Finder, edits: Edit[] }} Fault
 */

/** @type {Fault[]} */
export const MONEY_FAULTS = [
  {
    id: "check-then-act",
    what: "a withdrawal is looked at, then changed, without a lock",
    row: "R7",
    by: { path: "src/server/features/withdrawal/races.db.test.ts", title: "approve and reject one request" },
    edits: [
      { file: "src/server/features/withdrawal/locked.ts", find: "from withdrawals where id = $1 for no key update", put: "from withdrawals where id = $1" },
      { file: "src/server/platform/db/rows.ts", find: "where id = $1 and version = $2`", put: "where id = $1 and version >= $2`" },
    ],
  },
  {
    id: "key-outside",
    what: "an Idempotency-Key is kept outside of the transaction of its act",
    row: "R11",
    by: { path: "test/races/keys.test.ts", title: "at a route that moves money POST /v1/payments" },
    edits: [
      {
        file: "src/server/platform/http/call.ts",
        find: "          outgoing.forget();\n          const stored = wanted ? await claim(tx, wanted) : null;",
        put: "          outgoing.forget();\n          const stored = wanted ? await app.db.tx((apart) => claim(apart, wanted)) : null;",
      },
    ],
  },
  {
    id: "limit",
    what: "a wallet's limit that has moved since it was looked at does not count",
    row: "R9",
    by: { path: "test/races/limits.test.ts", title: "of a day's amount holds to the unit" },
    edits: [{ file: "db/functions/acceptance_write.sql", find: "if v_count <> cardinality(usage_wallets) then raise", put: "if false then raise" }],
  },
  {
    id: "lease",
    what: "a notification is taken by every worker that sees it",
    row: "R13",
    by: { path: "src/server/core/outbox/worker.db.test.ts", title: "share the work: everything is sent once" },
    edits: [
      {
        file: "db/functions/outbox_claim.sql",
        find: "when j.moved_to is not null then p_now else p_lease end",
        put: "when j.moved_to is not null then p_now else p_now end",
      },
    ],
  },
  {
    id: "timeout",
    what: "no clear answer counts as failed",
    row: "K11",
    by: { path: "test/payout/life.test.ts", title: "becomes unknown without a clear answer" },
    edits: [
      { file: "src/server/core/payouts/dispatch.ts", find: 'return { kind: "unknown", code: "error",', put: 'return { kind: "failed", code: "error",' },
      { file: "src/server/core/payouts/dispatch.ts", find: 'resolve({ kind: "unknown", code: "timeout",', put: 'resolve({ kind: "failed", code: "timeout",' },
    ],
  },
  {
    id: "sent-twice",
    what: "an attempt that was being sent when the process died is sent again",
    row: "K3",
    by: { path: "test/payout/crash.test.ts", title: "after the intent leaves an unknown attempt that nobody sends again" },
    edits: [
      {
        file: "src/server/core/payouts/attempt-lease.ts",
        find: "from disburse_attempts where status = 'created' and",
        put: "from disburse_attempts where status in ('created', 'sent') and",
      },
      {
        file: "src/server/core/payouts/attempt-lease.ts",
        find: "no = $2 and status = 'created' and lease_until <= $5",
        put: "no = $2 and status in ('created', 'sent') and lease_until <= $5",
      },
      {
        file: "src/server/core/payouts/attempt-lease.ts",
        find: "no = $2 and status = 'created' and lease_token",
        put: "no = $2 and status in ('created', 'sent') and lease_token",
      },
      { file: "src/server/core/payouts/attempt-lease.ts", find: 'transition("disburse_attempts", "created", "send")', put: '"sent"' },
    ],
  },
  {
    id: "inside",
    what: "notifications go to addresses inside",
    row: "K6",
    by: { path: "src/server/core/outbox/target.test.ts", title: "holds for the public internet alone" },
    edits: [
      {
        file: "src/server/core/outbox/target.ts",
        find: 'if (parsed.range() !== "unicast") return false;',
        put: 'if (parsed.range() === "broadcast") return false;',
      },
    ],
  },
  {
    id: "one-sided",
    what: "the database takes entries that do not sum to zero",
    row: "I2",
    by: { path: "test/collect/edges.test.ts", title: "refuses a transaction that does not sum to zero" },
    edits: [{ file: "db/functions/entries_zero_sum.sql", find: "having public.sum_minor(amount * normal) <> 0)", put: "having false)" }],
  },
  {
    id: "edges",
    what: "the database lets a payment go from any status to any other",
    row: "I2",
    by: { path: "src/server/platform/db/guards.db.test.ts", title: "the guard of payments" },
    edits: [{ file: "db/functions/payments_guard.sql", find: "if new.status <> old.status and", put: "if false and" }],
  },
  {
    id: "no-trail",
    what: "an approval leaves no row in the trail",
    row: "I3",
    by: { path: "test/access/money-trail.test.ts", title: "approve, reject, re-check" },
    edits: [
      {
        file: "src/server/features/payments/approve.ts",
        find: '    await auditAct(ctx, tx, "payments.approve", order.id, { sms_id: input.message_id, note: input.note ?? null });\n',
        put: "",
      },
    ],
  },
  {
    id: "forged-seal",
    what: "the verifier does not look at the signature of a day",
    row: "I4",
    by: { path: "test/proof/forgeries.test.ts", title: "another key's signature" },
    edits: [
      {
        file: "verify/verify.mjs",
        find: 'need(verify(null, Buffer.from(text), keys.get(head.key), Buffer.from(signature, "base64")),',
        put: "need(signature !== null,",
      },
    ],
  },
  {
    id: "full",
    what: "a full disk of the database is an error that nobody expected",
    row: "K4",
    by: { path: "test/faults/full-disk.test.ts", title: "the database's disk is full" },
    edits: [{ file: "src/server/platform/db/away.ts", find: "(08|53|57P0", put: "(08|57P0" }],
  },
];
