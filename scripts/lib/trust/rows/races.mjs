// What happens when everybody acts at once.
import { races, round } from "./row.mjs";

/** Each place has so many rounds, each round at least so many callers. */
const CALLERS = 20;
const ROUNDS = { unit: `rounds of ${CALLERS} callers`, callers: CALLERS };
const PAYOUTS = "test/payout/races.test.ts";
const WITHDRAWALS = "src/server/features/withdrawal/races.db.test.ts";
const TRANSFERS = "src/server/features/transfers/races.db.test.ts";
const TASKS = "src/server/features/devices/tasks.db.test.ts";
const MANUAL = "test/approvals/manual.test.ts";

/** @type {import("./row.mjs").Row[]} */
export const RACES = [
  {
    id: "R1",
    what: "one act approved by many at once",
    tests: [round("test/approvals/approvals.test.ts", "happens once when twenty"), round(races("reopening"), "has one effect")],
    ...ROUNDS,
  },
  {
    id: "R2",
    what: "approve, reject, reset and complete at once",
    tests: [
      round(races("orders"), "is completed by one of two messages"),
      round(PAYOUTS, "is approved, rejected or cancelled"),
      round(PAYOUTS, "is reset, failed or completed"),
    ],
    ...ROUNDS,
  },
  {
    id: "R3",
    what: "completed by hand while the message comes",
    tests: [round(races("orders"), "is paid, cancelled, expired and completed"), round(PAYOUTS, "it ends one way")],
    ...ROUNDS,
  },
  { id: "R4", what: "message and re-check at once", tests: [round(races("orders"), "re-checked and paid again")], ...ROUNDS },
  {
    id: "R5",
    what: "one TrxID: over two phones, for two orders",
    tests: [
      round(races("orders"), "pays one of two orders"),
      round(races("orders"), "complete two orders by hand"),
      round(PAYOUTS, "complete one of two payouts"),
    ],
    ...ROUNDS,
  },
  {
    id: "R6",
    what: "one message that several orders could be paid by",
    tests: [
      round(races("orders"), "that is claimed for several orders"),
      round(races("orders"), "that two orders claim"),
      round(races("slots"), "gives an amount without a payer's number once"),
    ],
    ...ROUNDS,
  },
  {
    id: "R7",
    what: "withdrawals against one balance",
    tests: [
      round(WITHDRAWALS, "submit against one balance"),
      round(WITHDRAWALS, "submit while the balance is spent"),
      round(WITHDRAWALS, "approve and reject one request"),
      round(WITHDRAWALS, "reject it, pay it from outside"),
    ],
    ...ROUNDS,
  },
  {
    id: "R8",
    what: "fees that change while orders come in",
    tests: [
      round(races("fees"), "is that of its acceptance"),
      { path: "test/back-office/fees.test.ts", title: "does not touch orders that are under way", beside: true },
    ],
    ...ROUNDS,
  },
  {
    id: "R9",
    what: "limits of wallets, and wallets taken out, while orders come in",
    tests: [
      round(races("limits"), "of a day's amount holds"),
      round(races("limits"), "of a month's amount"),
      round(races("limits"), "of one order in a stretch of time"),
      round(races("limits"), "gets no order after the answer"),
      round(races("limits"), "is not deleted while"),
      { path: races("limits"), title: "is shared by several wallets", beside: true },
      { path: races("limits"), title: "is given back by orders", beside: true },
      round(PAYOUTS, "are never exceeded"),
    ],
    ...ROUNDS,
  },
  { id: "R10", what: "a merchant deleted while its orders come in", tests: [round(races("people"), "and its orders")], ...ROUNDS },
  {
    id: "R11",
    what: "one Idempotency-Key, twenty callers, at every route that takes one: 60 rounds at each that moves money, one at each other",
    tests: [
      { path: races("keys"), title: "at a route that moves money", wanted: 2_400, each: 60 },
      { path: races("keys"), title: "at another route", wanted: 60, each: 1 },
      { path: races("keys"), title: "is tried on every route", beside: true },
      { path: races("keys"), title: "an act that wants a second approval", beside: true },
    ],
    ...ROUNDS,
  },
  {
    id: "R12",
    what: "one order number without a key, one file twenty times",
    tests: [
      round("test/payout/batches.test.ts", "one file sent twenty times"),
      round("test/collect/collect.test.ts", "is one order under 20 parallel calls"),
      round("test/payout/life.test.ts", "is one order under 20 parallel calls"),
    ],
    ...ROUNDS,
  },
  {
    id: "R13",
    what: "several workers for notifications",
    tests: [{ path: "src/server/core/outbox/worker.db.test.ts", title: "several workers", wanted: 4_000 }],
    unit: "notifications",
  },
  {
    id: "R14",
    what: "payouts by two processes and many phones",
    tests: [
      round(PAYOUTS, "send each of many payouts once"),
      round(TASKS, "20 polls of one phone for one task"),
      round(TASKS, "20 times at once, by hand"),
      round(TASKS, "different answers at once"),
      round(TASKS, "the sweep and 20 polls at once"),
      { path: TASKS, beside: true },
    ],
    ...ROUNDS,
  },
  {
    id: "R15",
    what: "recovering and deleting at once; the last admins disable each other",
    tests: [round(races("people"), "deleting and recovering", 180), round("src/server/features/users/users.db.test.ts", "never leave the platform without")],
    ...ROUNDS,
  },
  {
    id: "R16",
    what: "an official wallet's callbacks, re-checks, job and TrxID at once",
    tests: [
      round("test/operators/collect.test.ts", "books one payment once"),
      round("test/operators/collect.test.ts", "lets a cancellation and a completion meet"),
      { path: "test/operators/collect.test.ts", beside: true },
    ],
    ...ROUNDS,
  },
  {
    id: "R17",
    what: "transfers approved, cancelled and told at once, against one balance",
    tests: [
      round(TRANSFERS, "approve and cancel one request"),
      round(TRANSFERS, "complete and fail one transfer"),
      round(TRANSFERS, "approve many requests against one wallet"),
    ],
    ...ROUNDS,
  },
  {
    id: "R18",
    what: "manual operations: one effect, one message once, one balance",
    tests: [
      round(MANUAL, "twenty apply, reject, approve and take back"),
      round(MANUAL, "one message: assigned, written off"),
      round(MANUAL, "two debits of one balance"),
    ],
    ...ROUNDS,
  },
];
