/** What the product's books say about money that goes out, beside what must stand there. */
import { DISBURSE_STATUSES } from "../src/contract/disburses.ts";
import { webhooksOf } from "../src/contract/webhooks.ts";
import type { Figure } from "./table.ts";
import type { BackOfficeTally } from "./back-office-tally.ts";
import { MERCHANTS } from "./fleet.ts";
import { minorOf, plain } from "./money.ts";
import type { PayoutTally } from "./payout-tally.ts";
import type { Receiver } from "./receiver.ts";
import type { Person } from "./staff.ts";

/** What the figures are read with. */
export interface PayoutBooks {
  readonly admin: Person;
  /** Start of the run, ISO. */
  readonly from: string;
  readonly merchantId: (key: string) => string;
}

const count = (name: string, expected: number, booked: number | string): Figure => ({ name, expected: String(expected), booked: String(booked) });
const money = (name: string, expected: bigint, booked: bigint): Figure => ({ name, expected: plain(expected), booked: plain(booked) });
const sumOf = (sums: Readonly<Record<string, string>> | null | undefined, key: string): bigint => minorOf(sums?.[key] ?? "0.00");

const MAX_PAGES = 200;

/** Attempts of all orders of the run and costs per merchant's id, row by row: no sum of a list holds them. */
async function addedUp({ admin, from }: PayoutBooks): Promise<{ attempts: number; costs: ReadonlyMap<string, bigint> }> {
  const costs = new Map<string, bigint>();
  let attempts = 0;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await admin.call("GET /api/disburses", { query: { from, size: 200, cursor } });
    for (const row of answer.items) {
      attempts += row.attempts.length;
      costs.set(row.merchant_id, (costs.get(row.merchant_id) ?? 0n) + minorOf(row.cost ?? "0.00"));
    }
    if (answer.next_cursor === null) break;
    cursor = answer.next_cursor;
  }
  return { attempts, costs };
}

/** Orders by status, what the door refused, attempts, sums per merchant, notifications. */
export async function payoutFigures(books: PayoutBooks, tally: PayoutTally, receiver: Receiver): Promise<Figure[]> {
  const { admin, from, merchantId } = books;
  const list = (more: Record<string, string> = {}) => admin.call("GET /api/disburses", { query: { from, size: 10, ...more } });
  const byStatus = await Promise.all(
    DISBURSE_STATUSES.map(async (status) => count(`payouts ${status}`, tally.withStatus(status), (await list({ status })).total.value)),
  );
  const { attempts, costs } = await addedUp(books);
  const perMerchant = await Promise.all(
    MERCHANTS.map(async (merchant) => {
      const expected = tally.merchant(merchant.key);
      const merchant_id = merchantId(merchant.key);
      const { sums } = await list({ merchant_id, status: "completed" });
      return [
        money(`${merchant.name}: paid out`, expected.paid, sumOf(sums, "amount")),
        money(`${merchant.name}: payout fees`, expected.fees, sumOf(sums, "fee")),
        money(`${merchant.name}: payout costs`, expected.costs, costs.get(merchant_id) ?? 0n),
      ];
    }),
  );
  const ofRun = receiver.all();
  return [
    count("payouts accepted", tally.accepted, (await list()).total.value),
    ...byStatus,
    count("payouts refused, balance too low", tally.tooLittle.made, tally.tooLittle.right),
    count("payouts refused, own wallet", tally.ownWallet.made, tally.ownWallet.right),
    count("payouts sent again, same order", tally.repeats.made, tally.repeats.right),
    count("attempts to pay", tally.attempts, attempts),
    count("phones' answers again, same answer", tally.sameAnswers.made, tally.sameAnswers.right),
    count("phones' other answers refused", tally.otherAnswers.made, tally.otherAnswers.right),
    ...perMerchant.flat(),
    ...webhooksOf("disburse").map((type) => count(`notifications ${type}`, tally.events(type), ofRun.filter((one) => one.type === type).length)),
  ];
}

/** Withdrawals, transfers and operations by hand: how many of each end, and their sums. */
export async function backOfficeFigures({ admin, from }: PayoutBooks, tally: BackOfficeTally): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const end of ["paid", "rejected", "pending"] as const) {
    const { total, sums } = await admin.call("GET /api/withdrawal", { query: { from, size: 10, status: end } });
    figures.push(count(`withdrawals ${end}`, tally.withdrawals(end).times, total.value));
    figures.push(money(`withdrawals ${end}, amount`, tally.withdrawals(end).amount, sumOf(sums, "amount")));
  }
  for (const end of ["completed", "cancelled", "failed"] as const) {
    const { total, sums } = await admin.call("GET /api/transfers", { query: { from, size: 10, status: end } });
    figures.push(count(`transfers ${end}`, tally.transfers(end).times, total.value));
    figures.push(money(`transfers ${end}, amount`, tally.transfers(end).amount, sumOf(sums, "amount")));
  }
  for (const end of ["applied", "rejected"] as const) {
    const { total } = await admin.call("GET /api/manual", { query: { from, size: 10, status: end, kind: "merchant_credit" } });
    figures.push(count(`credits by hand ${end}`, tally.credits(end).times, total.value));
  }
  return figures;
}
