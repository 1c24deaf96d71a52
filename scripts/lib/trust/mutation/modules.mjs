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
