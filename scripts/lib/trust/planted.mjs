/**
 * Faults that the trust suite must find: for each class one change of the sources, and the row that turns red for it. They are
 * applied to a copy of the checkout (planted-run.mjs). A text that is not found any more, or found twice, fails by name
 * (scripts/trust.test.ts).
 *
 * @typedef {{ file: string, find: string, put: string }} Edit
 * @typedef {{ id: string, what: string, row: string, edits: Edit[] }} Fault
 */

/** @type {Fault[]} */
export const FAULTS = [
  {
    id: "tenant",
    what: "lists forget whose rows they may show",
    row: "A2",
    edits: [{ file: "src/server/platform/lists/scope.ts", find: "return sql`${raw(column)} = ${scope.merchantId}`;", put: "return null;" }],
  },
  {
    id: "permission",
    what: "the acts on payments ask for no permission",
    row: "A1",
    edits: [{ file: "src/server/features/payments/routes.ts", find: 'permission: "payments.decide" }', put: "permission: null }" }],
  },
  {
    id: "disabled",
    what: "a disabled person's session goes on",
    row: "A3",
    edits: [{ file: "src/server/core/session/cache.ts", find: "s.ended_at is null and u.enabled and", put: "s.ended_at is null and" }],
  },
  {
    id: "code-twice",
    what: "a one-time code works as often as it is sent",
    row: "A5",
    edits: [
      { file: "src/server/core/session/codes.ts", find: ".find((candidate) => candidate > user.totp_step)", put: ".find(() => true)" },
      { file: "src/server/core/session/codes.ts", find: "where id = $1 and totp_step < $2", put: "where id = $1" },
    ],
  },
  {
    id: "guesses",
    what: "codes may be guessed without end",
    row: "A5",
    edits: [
      {
        file: "src/server/core/session/throttle.ts",
        find: 'scope: "code", subject: String(userId), tries: 5,',
        put: 'scope: "code", subject: String(userId), tries: 5_000,',
      },
    ],
  },
  {
    id: "recheck",
    what: "sensitive acts ask for no fresh password",
    row: "A5",
    edits: [{ file: "src/server/core/session/recheck.ts", find: 'if (moved === null) refuse("recheck_required");', put: "" }],
  },
  {
    id: "forwarded",
    what: "anybody may say where he calls from",
    row: "A6",
    edits: [
      {
        file: "src/server/platform/http/ip.ts",
        find: "if (peer === null || trusted.length === 0 || !inRanges(peer, trusted)) return peer;",
        put: "if (peer === null) return peer;",
      },
    ],
  },
  {
    id: "phone-signature",
    what: "a phone's wrong signature counts",
    row: "A7",
    edits: [{ file: "src/domain/forwarders/signatures.ts", find: "!sameText(given, bodySign(key, body, timestamp))) return", put: "false) return" }],
  },
  {
    id: "float",
    what: "amounts go through a floating-point number",
    row: "F2",
    edits: [
      {
        file: "src/contract/money.ts",
        find: 'BigInt(found[1] as string) * 100n + BigInt((found[2] ?? "").padEnd(CURRENCY_DECIMALS, "0"));',
        put: "BigInt(Math.floor(Number(uncheckedText) * 100));",
      },
    ],
  },
  {
    id: "rounded",
    what: "a third decimal is cut instead of refused",
    row: "F2",
    edits: [{ file: "src/contract/money.ts", find: "(?:\\.(\\d{1,2}))?$/", put: "(?:\\.(\\d{1,2})\\d*)?$/" }],
  },
  {
    id: "fee",
    what: "fees are rounded down",
    row: "I5",
    edits: [{ file: "src/contract/money.ts", find: "return (numerator * 2n + denominator) / (denominator * 2n);", put: "return numerator / denominator;" }],
  },
  {
    id: "unknown-field",
    what: "a body may hold fields that nobody knows",
    row: "F5",
    edits: [{ file: "src/contract/payments.schema.ts", find: "export const paymentReject = z.strictObject(", put: "export const paymentReject = z.object(" }],
  },
  {
    id: "formula",
    what: "a text in a file can be a formula",
    row: "F3",
    edits: [{ file: "src/server/platform/lists/export.ts", find: 'return format === "xlsx" ? text : inert(text);', put: "return text;" }],
  },
  {
    id: "check-then-act",
    what: "a withdrawal is looked at, then changed, without a lock",
    row: "R7",
    edits: [
      { file: "src/server/features/withdrawal/locked.ts", find: "from withdrawals where id = $1 for no key update", put: "from withdrawals where id = $1" },
      { file: "src/server/platform/db/rows.ts", find: "where id = $1 and version = $2`", put: "where id = $1 and version >= $2`" },
    ],
  },
  {
    id: "key-outside",
    what: "an Idempotency-Key is kept outside of the transaction of its act",
    row: "R11",
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
    edits: [{ file: "db/functions/acceptance_write.sql", find: "if v_count <> cardinality(usage_wallets) then raise", put: "if false then raise" }],
  },
  {
    id: "lease",
    what: "a notification is taken by every worker that sees it",
    row: "R13",
    edits: [
      {
        file: "db/functions/outbox_claim.sql",
        find: "set next_at = case when j.behind is null then p_lease else",
        put: "set next_at = case when j.behind is null then p_now else",
      },
    ],
  },
  {
    id: "timeout",
    what: "no clear answer counts as failed",
    row: "K11",
    edits: [
      { file: "src/server/core/payouts/dispatch.ts", find: 'return { kind: "unknown", code: "error",', put: 'return { kind: "failed", code: "error",' },
      { file: "src/server/core/payouts/dispatch.ts", find: 'resolve({ kind: "unknown", code: "timeout",', put: 'resolve({ kind: "failed", code: "timeout",' },
    ],
  },
  {
    id: "sent-twice",
    what: "an attempt that was being sent when the process died is sent again",
    row: "K3",
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
    edits: [{ file: "db/functions/entries_zero_sum.sql", find: "having public.sum_minor(amount * normal) <> 0)", put: "having false)" }],
  },
  {
    id: "edges",
    what: "the database lets a payment go from any status to any other",
    row: "I2",
    edits: [{ file: "db/functions/payments_guard.sql", find: "if new.status <> old.status and", put: "if false and" }],
  },
  {
    id: "no-trail",
    what: "an approval leaves no row in the trail",
    row: "I3",
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
    edits: [{ file: "src/server/platform/db/away.ts", find: "(08|53|57P0", put: "(08|57P0" }],
  },
];
