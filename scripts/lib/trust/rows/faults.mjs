// What happens when something breaks, stops, lies or comes late.
import { races } from "./row.mjs";

/** @type {import("./row.mjs").Row[]} */
export const FAULTS = [
  {
    id: "K1",
    what: "the connection to the database cut, and the process killed, before and after every statement of flows of money: payments, payouts and how they are sent, told and proven, withdrawals, transfers, by hand",
    tests: [
      { path: "test/faults/statements.test.ts", title: "the wire to the database is cut", wanted: 200, each: 2 },
      { path: "test/faults/statements.test.ts", title: "the process is killed", wanted: 100, each: 2 },
      { path: "test/faults/statements-out.test.ts", wanted: 350, each: 2 },
      { path: "test/faults/statements-sent.test.ts", wanted: 300, each: 2 },
    ],
    unit: "runs",
    missing:
      "the process killed while it sends a payout (K3 kills there); callbacks of operators, files of payouts, transfers and withdrawals that messages tell of, reversals",
  },
  {
    id: "K11",
    what: "operators' answers that are none: unknown, never sent again by themselves",
    tests: [
      { path: "test/payout/life.test.ts", title: "becomes unknown without a clear answer" },
      { path: "test/operators/payouts.test.ts" },
      { path: "test/payout/ambiguous-outcomes.test.ts" },
    ],
    unit: "tests",
    wanted: 30,
  },
  {
    id: "K1b",
    what: "the server killed at any moment under load",
    tests: [{ path: "test/faults/kills.test.ts", title: "the server is killed", wanted: 100 }],
    unit: "kills",
  },
  {
    id: "K2",
    what: "all processes of the database killed under load",
    tests: [{ path: "test/faults/kills.test.ts", title: "all processes of the database", wanted: 100 }],
    unit: "kills",
  },
  { id: "K3", what: "the worker killed between claim, sending and record", tests: [{ path: "test/payout/crash.test.ts", wanted: 200 }], unit: "kills" },
  {
    id: "K4",
    what: "the database's and the log's disk full under load",
    tests: [
      { path: "test/faults/full-disk.test.ts", title: "the database's disk is full", wanted: 5 },
      { path: "test/faults/full-disk.test.ts", title: "the log's disk is full", wanted: 5 },
      { path: "test/faults/full-disk.test.ts", title: "nothing that was acknowledged is lost", beside: true },
    ],
    unit: "times",
    missing: "only where root may mount a file system; a full disk below a PostgreSQL of one's own",
  },
  {
    id: "K5",
    what: "clocks a little off, a year ahead, at the ends of days, months and years, on a leap day; a day behind; jumps while the product runs",
    tests: [
      { path: "test/operate/clocks.test.ts", wanted: 8 },
      { path: "test/operate/clock-jumps.test.ts", wanted: 16 },
      { path: "test/simulator/day.test.ts", beside: true },
      { path: "test/books/one-rule.test.ts", beside: true },
      { path: "src/contract/time.test.ts", beside: true },
    ],
    unit: "clocks",
  },
  {
    id: "K6",
    what: "receivers of notifications: refuse, fail, hang, drip, redirect, 410, Retry-After, cut, large, inside",
    tests: [
      { path: "src/server/core/outbox/worker.db.test.ts" },
      { path: "src/server/core/outbox/lanes.test.ts" },
      { path: "src/server/core/outbox/schedule.test.ts" },
      { path: "src/server/core/outbox/target.test.ts" },
    ],
    unit: "tests",
    wanted: 30,
  },
  {
    id: "K7",
    what: "the facts of one payment in every order; a day's backlog",
    tests: [
      { path: races("permutations"), title: "the facts of one payment", wanted: 720 },
      { path: races("permutations"), beside: true },
      { path: "test/simulator/day.test.ts", beside: true },
      { path: "test/collect/continuity.test.ts", beside: true },
    ],
    unit: "orders of facts",
  },
  {
    id: "K8",
    what: "clients that never end what they begin; bodies of 10 MB and packed ones",
    tests: [{ path: "test/faults/slow-clients.test.ts", wanted: 60 }],
    unit: "rounds",
    missing: "how much slower others are served (L8); memory is looked at after the calls, and may have grown by 120 MB, not by 50",
  },
  {
    id: "K9",
    what: "told to stop under load: everything that was taken is finished",
    tests: [
      { path: "test/faults/kills.test.ts", title: "is told to stop", wanted: 20 },
      { path: "test/operate/restarts.test.ts", wanted: 20 },
      { path: "test/operate/upgrade.test.ts", beside: true },
    ],
    unit: "stops",
  },
  {
    id: "K9b",
    what: "two servers side by side, one of them killed",
    tests: [{ path: "test/faults/kills.test.ts", title: "two servers work side by side", wanted: 20 }],
    unit: "kills",
  },
  {
    id: "K10",
    what: "backup and restore; back to an instant",
    tests: [{ path: "test/collect/backup.test.ts" }, { path: "test/operate/instant.test.ts" }, { path: "test/operate/after-restore.test.ts" }],
    unit: "tests",
    wanted: 3,
  },
];
