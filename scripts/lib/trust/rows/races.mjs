// What happens when everybody acts at once.
import { races } from "./row.mjs";
const ROUNDS = "rounds of 20 callers";

/** @type {import("./row.mjs").Row[]} */
export const RACES = [
  {
    id: "R1",
    what: "one act approved by many at once",
    tests: [
      { path: "test/approvals/approvals.test.ts", title: "happens once when twenty" },
      { path: races("reopening"), title: "has one effect" },
    ],
    unit: ROUNDS,
    wanted: 120,
  },
  {
    id: "R2",
    what: "approve, reject, reset and complete at once",
    tests: [
      { path: races("orders"), title: "is completed by one of two messages" },
      { path: "test/payout/races.test.ts", title: "is approved, rejected or cancelled" },
      { path: "test/payout/races.test.ts", title: "is reset, failed or completed" },
    ],
    unit: ROUNDS,
    wanted: 180,
  },
  {
    id: "R3",
    what: "completed by hand while the message comes",
    tests: [
      { path: races("orders"), title: "is paid, cancelled, expired and completed" },
      { path: "test/payout/races.test.ts", title: "it ends one way" },
    ],
    unit: ROUNDS,
    wanted: 120,
  },
  { id: "R4", what: "message and re-check at once", tests: [{ path: races("orders"), title: "re-checked and paid again" }], unit: ROUNDS, wanted: 60 },
  {
    id: "R5",
    what: "one TrxID: over two phones, for two orders",
    tests: [
      { path: races("orders"), title: "pays one of two orders" },
      { path: races("orders"), title: "complete two orders by hand" },
      { path: "test/payout/races.test.ts", title: "complete one of two payouts" },
    ],
    unit: ROUNDS,
    wanted: 180,
  },
  {
    id: "R6",
    what: "one message that several orders could be paid by",
    tests: [
      { path: races("orders"), title: "that is claimed for several orders" },
      { path: races("orders"), title: "that two orders claim" },
      { path: races("slots") },
    ],
    unit: ROUNDS,
    wanted: 120,
  },
  { id: "R7", what: "withdrawals against one balance", tests: [{ path: "src/server/features/withdrawal/races.db.test.ts" }], unit: ROUNDS, wanted: 240 },
  {
    id: "R8",
    what: "fees that change while orders come in",
    tests: [{ path: races("fees") }, { path: "test/back-office/fees.test.ts", title: "does not touch orders that are under way" }],
    unit: ROUNDS,
    wanted: 60,
  },
  {
    id: "R9",
    what: "limits of wallets, and wallets taken out, while orders come in",
    tests: [{ path: races("limits") }, { path: "test/payout/races.test.ts", title: "are never exceeded" }],
    unit: ROUNDS,
    wanted: 140,
  },
  { id: "R10", what: "a merchant deleted while its orders come in", tests: [{ path: races("people"), title: "and its orders" }], unit: ROUNDS, wanted: 60 },
  { id: "R11", what: "one Idempotency-Key, twenty callers, at every route that takes one", tests: [{ path: races("keys") }], unit: ROUNDS, wanted: 60 },
  {
    id: "R12",
    what: "one order number without a key, one file twenty times",
    tests: [
      { path: "test/payout/batches.test.ts", title: "one file sent twenty times" },
      { path: "test/collect/collect.test.ts", title: "is one order under 20 parallel calls" },
      { path: "test/payout/life.test.ts", title: "is one order under 20 parallel calls" },
    ],
    unit: ROUNDS,
    wanted: 60,
  },
  {
    id: "R13",
    what: "several workers for notifications",
    tests: [{ path: "src/server/core/outbox/worker.db.test.ts", title: "several workers" }],
    unit: "notifications",
    wanted: 4_000,
  },
  {
    id: "R14",
    what: "payouts by two processes and many phones",
    tests: [{ path: "test/payout/races.test.ts", title: "send each of many payouts once" }, { path: "src/server/features/devices/tasks.db.test.ts" }],
    unit: ROUNDS,
    wanted: 300,
  },
  {
    id: "R15",
    what: "recovering and deleting at once; the last admins disable each other",
    tests: [
      { path: races("people"), title: "deleting and recovering" },
      { path: "src/server/features/users/users.db.test.ts", title: "never leave the platform without" },
    ],
    unit: ROUNDS,
    wanted: 60,
  },
  {
    id: "R16",
    what: "an official wallet's callbacks, re-checks, job and TrxID at once",
    tests: [{ path: "test/operators/collect.test.ts" }],
    unit: ROUNDS,
    wanted: 120,
  },
  {
    id: "R17",
    what: "transfers approved, cancelled and told at once, against one balance",
    tests: [{ path: "src/server/features/transfers/races.db.test.ts" }],
    unit: ROUNDS,
    wanted: 180,
  },
  {
    id: "R18",
    what: "manual operations: one effect, one message once, one balance",
    tests: [{ path: "test/approvals/manual.test.ts", title: "many at once" }],
    unit: ROUNDS,
    wanted: 180,
  },
];
