// What must be true of the books whatever happened, and of whoever proves it.
/** @type {import("./row.mjs").Row[]} */
export const BOOKS = [
  {
    id: "I1",
    what: "the checks of the books, and invariants written apart from them, hold after everybody acted at once, and find each thing that is wrong",
    tests: [
      { path: "test/books/invariants.test.ts" },
      { path: "test/approvals/integrity.test.ts" },
      { path: "src/server/features/journals/integrity.db.test.ts" },
    ],
    unit: "tests",
    wanted: 20,
    missing:
      "every second inside of a run, but for the bank run (M3); of what screens show home, balances and journals are held against SQL, statistics of days and of a merchant are not",
  },
  {
    id: "I2",
    what: "what the database refuses to whoever writes past the product",
    tests: [
      { path: "test/collect/edges.test.ts" },
      { path: "test/payout/edges.test.ts" },
      { path: "test/access/grants.test.ts" },
      { path: "src/server/platform/db/guards.db.test.ts" },
    ],
    unit: "tests",
    wanted: 30,
  },
  { id: "I3", what: "every act on money leaves its row in the trail", tests: [{ path: "test/access/money-trail.test.ts" }], unit: "tests", wanted: 15 },
  {
    id: "I4",
    what: "sealed days: any change afterwards is found by an outsider",
    tests: [{ path: "test/proof/forgeries.test.ts" }, { path: "test/proof/seals.test.ts" }, { path: "test/proof/horizon.test.ts" }],
    unit: "tests",
    wanted: 50,
  },
  {
    id: "I5",
    what: "fees: rounded once, the same in program and database, and fee and net are the whole",
    tests: [{ path: "src/domain/ledger/fees.test.ts" }, { path: "test/back-office/fees.test.ts" }],
    unit: "tests",
    wanted: 12,
  },
  {
    id: "M1",
    what: "random histories end with books equal to the operator's",
    tests: [{ path: "test/books/histories.test.ts", wanted: 2_000 }],
    unit: "histories of 50 steps",
  },
  {
    id: "M2",
    what: "the batched and the plain way leave the same in every table",
    tests: [{ path: "test/books/differential.test.ts", wanted: 5_000 }],
    unit: "histories",
  },
  {
    id: "M3",
    what: "the bank run: writers and readers on the same accounts",
    tests: [{ path: "test/books/bank.test.ts", wanted: 5_000 }],
    unit: "transactions",
  },
  {
    id: "M4",
    what: "the sources that money depends on are changed one place at a time, and their tests notice: the lowest score of a module",
    tests: [],
    program: ["scripts/mutate.mjs"],
    unit: "percent",
    wanted: 85,
    missing: "sources that only tests of the whole product reach; SQL functions are row M5",
  },
  {
    id: "M5",
    what: "functions of the database that write ledger and messages are changed one place at a time, and tests notice: the lowest score of a module",
    tests: [],
    program: ["scripts/mutate.mjs", "--sql", "--part", "any/10"],
    unit: "percent",
    wanted: 85,
    missing:
      "a tenth of the changes, which the seed names (`npm run mutate -- --sql` tries all of them); functions of acceptance, limits, payouts and seals; locks, which one caller alone does not need",
  },
];
