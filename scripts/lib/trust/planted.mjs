/**
 * Faults that the trust suite must find: for each class one change of the sources, the row that turns red for it, and the test of
 * that row which says what is wrong (`by`): other failures beside it are no matter, and without it the fault was not found. They are
 * applied to a copy of the checkout (planted-run.mjs). A text that is not found any more, or found twice, fails by name
 * (scripts/trust.test.ts).
 */
import { MONEY_FAULTS } from "./planted-money.mjs";

/** @type {import("./planted-money.mjs").Fault[]} */
export const FAULTS = [
  {
    id: "tenant",
    what: "lists forget whose rows they may show",
    row: "A2",
    by: { path: "test/access/tenants.test.ts", title: "never stand in GET /api/payments" },
    edits: [{ file: "src/server/platform/lists/scope.ts", find: "return sql`${raw(column)} = ${scope.merchantId}`;", put: "return null;" }],
  },
  {
    id: "permission",
    what: "the acts on payments ask for no permission",
    row: "A1",
    by: { path: "test/access/matrix.test.ts", title: "lets in exactly whom the snapshot names" },
    edits: [{ file: "src/server/features/payments/routes.ts", find: 'permission: "payments.decide" }', put: "permission: null }" }],
  },
  {
    id: "disabled",
    what: "a disabled person's session goes on",
    row: "A3",
    by: { path: "src/server/features/session/session.db.test.ts", title: "disabled behind the server's back, within a second" },
    edits: [{ file: "src/server/core/session/cache.ts", find: "s.ended_at is null and u.enabled and", put: "s.ended_at is null and" }],
  },
  {
    id: "code-twice",
    what: "a one-time code works as often as it is sent",
    row: "A5",
    by: { path: "src/server/features/session/totp.db.test.ts", title: "work once, of two at once exactly one" },
    edits: [
      { file: "src/server/core/session/codes.ts", find: ".find((candidate) => candidate > user.totp_step)", put: ".find(() => true)" },
      { file: "src/server/core/session/codes.ts", find: "where id = $1 and totp_step < $2", put: "where id = $1" },
    ],
  },
  {
    id: "guesses",
    what: "codes may be guessed without end",
    row: "A5",
    by: { path: "src/server/features/session/totp.db.test.ts", title: "may be guessed five times" },
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
    by: { path: "src/server/features/session/totp.db.test.ts", title: "is refused without a session and without a recent re-authentication" },
    edits: [{ file: "src/server/core/session/recheck.ts", find: 'if (moved === null) refuse("recheck_required");', put: "" }],
  },
  {
    id: "forwarded",
    what: "anybody may say where he calls from",
    row: "A6",
    by: { path: "src/server/features/merchants/merchants.db.test.ts", title: "keeps to the address list" },
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
    by: { path: "src/server/features/devices/hook-apps.db.test.ts", title: "unsigned, signed by another key, stale, changed by one byte: 401" },
    edits: [{ file: "src/domain/forwarders/signatures.ts", find: "!sameText(given, bodySign(key, body, timestamp))) return", put: "false) return" }],
  },
  {
    id: "float",
    what: "amounts go through a floating-point number",
    row: "F2",
    by: { path: "test/input/amounts.test.ts", title: "comes back to the last digit" },
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
    by: { path: "test/input/amounts.test.ts", title: "what is no amount POST /v1/payments amount" },
    edits: [{ file: "src/contract/money.ts", find: "(?:\\.(\\d{1,2}))?$/", put: "(?:\\.(\\d{1,2})\\d*)?$/" }],
  },
  {
    id: "fee",
    what: "fees are rounded down",
    row: "I5",
    by: { path: "src/domain/ledger/fees.test.ts", title: "begin with their amount, and round half up once" },
    edits: [{ file: "src/contract/money.ts", find: "return (numerator * 2n + denominator) / (denominator * 2n);", put: "return numerator / denominator;" }],
  },
  {
    id: "unknown-field",
    what: "a body may hold fields that nobody knows",
    row: "F5",
    by: { path: "test/input/bodies.test.ts", title: "bad fields POST /api/payments/:id/reject" },
    edits: [{ file: "src/contract/payments.schema.ts", find: "export const paymentReject = z.strictObject(", put: "export const paymentReject = z.object(" }],
  },
  {
    id: "formula",
    what: "a text in a file can be a formula",
    row: "F3",
    by: { path: "src/server/platform/lists/export-formats.db.test.ts", title: "say in SQL what the contract says" },
    edits: [{ file: "src/server/platform/lists/export.ts", find: 'return format === "xlsx" ? text : inert(text);', put: "return text;" }],
  },
  ...MONEY_FAULTS,
];
