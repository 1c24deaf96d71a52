/**
 * The plain way of each event of money (docs/decisions/0035): which files it is read in, each short enough to be read at once. What locks and
 * writes rows for several of them (`store.ts`, `moving.ts`, `writing.ts`), what a message says and follows on from (`facts.ts`, `continuity.ts`) and
 * the batches are not counted.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** A file of the plain way is shorter than this. */
const LINES = 150;

/** Each event, and where it is decided and written for one order, one message or one act. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  "an order is accepted": ["core/acceptance/plain.ts", "core/acceptance/accept-order.ts", "core/acceptance/place.ts", "core/acceptance/limits.ts"],
  "a message is posted": [
    ...["post", "read", "write"].map((part) => `core/posting/plain/${part}.ts`),
    ...["recognise", "post-message", "waiting", "held", "own", "money", "poster"].map((part) => `core/posting/${part}.ts`),
  ],
  "a payment is completed, reviewed or ended": [
    "core/posting/payment-events.ts",
    "core/posting/payment-effects.ts",
    "features/payments/reject.ts",
    "features/payments/cancel.ts",
    "features/payments/release.ts",
  ],
  "a payment is matched, by whomever": [
    "core/posting/by-hand.ts",
    "core/posting/usable.ts",
    "core/posting/stored-message.ts",
    "features/payments/approve.ts",
    "features/payments/recheck.ts",
    "features/payments/submit-trx.ts",
    "features/sms/match.ts",
    "features/sms/ignore.ts",
  ],
  "a payment is completed by a person's word": ["features/payments/complete.ts", "features/payments/correct.ts"],
  "an operator answers for a payment": ["core/posting/official.ts", "core/posting/official-waits.ts"],
  "what was said is reported": ["of-payment", "of-disburse", "of-own", "judge", "from-message"].map((part) => `core/unreported/${part}.ts`),
  "a payout is taken": ["features/disburses/create.ts", "features/disburses/asked.ts", "features/disburses/release.ts"],
  "a payout is sent": ["claim", "attempt-lease", "dispatch", "record-answer"].map((part) => `core/payouts/${part}.ts`),
  "a payout's attempt ends": ["outcome", "not-paid", "phone-claim", "completion", "report"].map((part) => `core/payouts/${part}.ts`),
  "a payout's message comes": ["from-message", "from-return", "found-attempts", "debits"].map((part) => `core/payouts/${part}.ts`),
  "a payout is completed or corrected by a person": ["features/disburses/complete.ts", "features/disburses/correct.ts", "features/disburses/fail.ts"],
  "a transfer moves": [
    "core/float/from-message.ts",
    "core/float/fitting.ts",
    ...["create", "decide", "complete", "sides", "fail"].map((part) => `features/transfers/${part}.ts`),
  ],
  "a withdrawal is asked, decided and paid": ["submit", "decide", "paid", "from-wallet"].map((part) => `features/withdrawal/${part}.ts`),
  "money is moved by hand": ["apply", "plan", "account-plan", "target", "balances"].map((part) => `features/manual/${part}.ts`),
  "the ledger takes a transaction": ["core/ledger/post.ts"],
};
const FILES = new Set(Object.values(EVENTS).flat());

/** What books without being an event: helpers that events call, the batches, and their runners. */
const NO_EVENTS = new Set(["core/payouts/writing.ts"]);

const textOf = (path: string): string => readFileSync(join(import.meta.dirname, path), "utf8");
const linesOf = (path: string): number => textOf(path).split("\n").length - 1;

describe("the plain way", () => {
  it.each(Object.entries(EVENTS))("of %s is read in files of under 150 lines", (_event, files) => {
    expect(files.filter((path) => !existsSync(join(import.meta.dirname, path)))).toEqual([]);
    expect(files.filter((path) => linesOf(path) >= LINES).map((path) => `${path}: ${linesOf(path)}`)).toEqual([]);
  });

  it("is listed wherever money is booked", () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
      (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"),
    );
    const books = sources.filter((path) => /\bposter\.book\(|\bbookPayout\(|\bpost\(tx, app\.accounts|\bapplyPosting\(/.test(textOf(path)));
    expect(books.length).toBeGreaterThan(20);
    expect(books.filter((path) => !FILES.has(path) && !NO_EVENTS.has(path))).toEqual([]);
  });

  it("knows no batch", () => {
    expect([...FILES].filter((path) => /from "[^"]*\/batch\//.test(textOf(path)))).toEqual([]);
  });
});
