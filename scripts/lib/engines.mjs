// What runs on the second engine too. The database tests run once, all of them, on a PostgreSQL of this machine where there is
// one, else on the embedded one; `npm test -- --engines all` runs everything on every engine.

/** Tests whose outcome can differ between versions and builds of PostgreSQL, each with the reason. */
export const ENGINE_TESTS = [
  { path: "src/server/platform/db", why: "the launcher, the baseline, the catalog, functions, partitions and the pool are what an engine is" },
  { path: "src/server/platform/lists", why: "plans: which index serves a page is the planner's choice, and planners differ by version" },
  { path: "src/server/platform/events", why: "notifications between processes" },
  { path: "src/server/core/ledger", why: "locks and the order of entries" },
  { path: "src/server/features/payments/in-place.db.test.ts", why: "what an update writes in place is the storage's doing" },
  { path: "test/books", why: "the longest transactions, with functions of every kind" },
  { path: "test/collect", why: "batches one behind the other on one connection, restored backups, plans of the hot path" },
  { path: "test/faults", why: "broken connections, killed processes, statements that fail" },
  { path: "test/operate/own-database.test.ts", why: "a database that is given, its roles and what a start says of them" },
  { path: "test/operate/stopping.test.ts", why: "connections that end while calls are under way" },
  { path: "test/operate/two-processes.test.ts", why: "notifications and locks between processes" },
  { path: "test/operate/key.test.ts", why: "every encrypted column, under the owner's locks" },
  { path: "test/races/orders.test.ts", why: "isolation under load" },
  { path: "test/simulator/run.test.ts", why: "the whole product as it is shown" },
];
