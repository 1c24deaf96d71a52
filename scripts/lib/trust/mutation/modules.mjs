// What row M4 changes: by module, the sources and the tests that must notice. `database`: tests that need one; all mutants share it.
/** @typedef {{ name: string, sources: string[], tests: string[], database?: boolean }} Module */

/** @type {Module[]} */
export const MODULES = [
  { name: "fees", sources: ["src/contract/money.ts"], tests: ["src/contract/money.test.ts", "src/domain/ledger/fees.test.ts"] },
  { name: "life cycles", sources: ["src/contract/life-cycles.ts"], tests: ["src/contract/life-cycles.test.ts", "src/server/platform/db/guards.test.ts"] },
  {
    name: "limits",
    sources: ["src/domain/payments/routing.ts", "src/domain/payouts/routing.ts", "src/domain/payouts/costs.ts", "src/server/core/acceptance/limits.ts"],
    tests: ["src/domain/payments/routing.test.ts", "src/domain/payouts/routing.test.ts", "src/server/core/acceptance/limits.test.ts"],
  },
  {
    name: "matching",
    sources: ["src/domain/payments/matching.ts"],
    tests: ["src/domain/payments/matching.test.ts", "src/domain/payments/matching-claims.test.ts"],
  },
  {
    name: "posting",
    sources: [
      "src/domain/ledger/postings.ts",
      "src/domain/ledger/postings-manual.ts",
      "src/domain/ledger/postings-payouts.ts",
      "src/domain/ledger/postings-transfers.ts",
      "src/domain/ledger/postings-withdrawal.ts",
      "src/domain/ledger/message-kinds.ts",
    ],
    tests: [
      "src/domain/ledger/message-kinds.test.ts",
      "src/domain/ledger/postings-books.test.ts",
      "src/domain/ledger/postings.test.ts",
      "src/domain/ledger/postings-manual.test.ts",
      "src/domain/ledger/postings-payouts.test.ts",
      "src/domain/ledger/postings-money-out.test.ts",
    ],
  },
  {
    name: "ledger",
    sources: ["src/domain/ledger/continuity.ts", "src/server/core/posting/known.ts"],
    tests: ["src/domain/ledger/continuity.test.ts", "src/server/core/posting/known.test.ts"],
  },
];

const LEDGER = "src/server/core/ledger";

/**
 * Functions of the database, and the tests that must notice a change of one, those first that end soonest; `histories`: how many the
 * tests of random histories try against each change.
 * @typedef {{ name: string, functions: string[], tests: string[], histories: number }} SqlModule
 */

/** @type {SqlModule[]} */
export const SQL_MODULES = [
  {
    name: "ledger in the database",
    functions: [
      "ledger_write",
      "ledger_post",
      "entries_zero_sum",
      "entry_block",
      "entry_id_in",
      "entry_ids_again",
      "account_open",
      "account_allow_negative",
      "accounts_hold",
      "accounts_level",
      "merchant_funds",
    ],
    tests: [
      `${LEDGER}/entries.db.test.ts`,
      `${LEDGER}/entry-order.db.test.ts`,
      `${LEDGER}/accounts.db.test.ts`,
      "test/proof/horizon.test.ts",
      "test/collect/edges.test.ts",
      "test/books/differential.test.ts",
      "test/collect/journal-order.test.ts",
      "test/payout/life.test.ts",
    ],
    histories: 40,
  },
  {
    name: "posting in the database",
    functions: ["posting_write", "posting_write_payments", "posting_write_rest", "trx_used_guard", "books_checked", "difference_noted"],
    tests: [
      "src/server/core/posting/differences.db.test.ts",
      "src/server/features/transfers/from-message.db.test.ts",
      "test/collect/collect.test.ts",
      "test/books/differential.test.ts",
      "test/collect/continuity.test.ts",
      "test/collect/claims.test.ts",
      "test/collect/edges.test.ts",
      "test/books/histories.test.ts",
      "test/collect/by-person.test.ts",
      "test/payout/messages.test.ts",
    ],
    histories: 40,
  },
];
