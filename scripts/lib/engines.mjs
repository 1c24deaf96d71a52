// What runs on the second engine too. The database tests run once, all of them, on a PostgreSQL of this machine where there is
// one, else on the embedded one; `npm test -- --engines all` runs everything on every engine.

/** Tests whose outcome can differ between versions and builds of PostgreSQL, each with the reason. `env` is what they are given there. */
export const ENGINE_TESTS = [
  { path: "src/server/platform/db", why: "the launcher, the baseline, the catalog, functions, partitions and the pool are what an engine is" },
  { path: "src/server/platform/lists/plans.db.test.ts", why: "which index serves a page is the planner's choice, and planners differ by version" },
  { path: "src/server/platform/lists/search.db.test.ts", why: "plans of the walk through many rows" },
  { path: "src/server/platform/lists/export-formats.db.test.ts", why: "the database writes the cells of files: moments, numbers, signs of texts" },
  { path: "src/server/platform/events", why: "notifications between processes" },
  { path: "src/server/core/ledger", why: "locks and the order of entries" },
  { path: "src/server/features/payments/in-place.db.test.ts", why: "what an update writes in place is the storage's doing" },
  {
    path: "test/books/differential.test.ts",
    why: "every function of the books, in the longest transactions; a few hundred histories call each of them",
    env: { HISTORIES: "240" },
  },
  { path: "test/books/promises.test.ts", why: "one statement for all who race for a balance" },
  { path: "test/collect/at-once.test.ts", why: "batches one beside the other" },
  { path: "test/collect/behind.test.ts", why: "batches one behind the other on one connection" },
  { path: "test/collect/backup.test.ts", why: "a backup that is restored" },
  { path: "test/collect/collect.test.ts", why: "the hot path from end to end" },
  { path: "test/collect/crossing.test.ts", why: "what one transaction sees of another that is under way" },
  { path: "test/collect/journal-order.test.ts", why: "the order of rows that indexes give, over all pages" },
  { path: "test/faults/lease.test.ts", why: "leases that end with their connection" },
  { path: "test/faults/statements.test.ts", why: "broken connections, statements that fail" },
  { path: "test/faults/unseen.test.ts", why: "a transaction that fails in its middle, and what is written in its place" },
  { path: "test/operate/own-database.test.ts", why: "a database that is given, its roles and what a start says of them" },
  { path: "test/operate/stopping.test.ts", why: "connections that end while calls are under way" },
  { path: "test/operate/two-processes.test.ts", why: "notifications and locks between processes" },
  { path: "test/races/orders.test.ts", why: "isolation under load" },
];
