/** Payments by when they completed: soon or long after they were made, at both ends of a stretch, for one merchant, on every page. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PaymentRow } from "../../../contract/payments.schema.ts";
import { businessDay, businessDayStart } from "../../../contract/time.ts";
import { addMerchant, addPayments, addWallet, makeLab, paymentRow, type Lab } from "../../../../test/support/parts/lists.ts";
import { paymentsReadRoutes } from "../../features/payments/read-routes.ts";

const HOUR = 3_600_000;
const DAY = businessDayStart(businessDay(Date.now()));
let lab: Lab;
let merchant: bigint;
let other: bigint;
let wallet: bigint;

/** An order by its hour of creation and of completion, counted from the day's beginning; null: not completed. */
const ORDERS: readonly (readonly [name: string, madeH: number, paidH: number | null])[] = [
  ["before", -3, -2],
  ["until-midnight", -0.5, -1 / HOUR],
  ["at-midnight", -0.5, 0],
  ["late-by-days", -60, 1],
  ["an-hour-and-a-bit", -1.1, 0.05],
  ["an-hour-exactly", -0.5, 0.5],
  ["of-the-day", 2, 2.1],
  ["late-within", 3, 9],
  ["last-ms", 22, 24 - 1 / HOUR],
  ["next-day", 23, 24],
  ["open", 5, null],
];

beforeAll(async () => {
  lab = await makeLab(paymentsReadRoutes);
  lab.at(DAY - 70 * HOUR);
  [merchant, other, wallet] = [await addMerchant(lab, "One"), await addMerchant(lab, "Other"), await addWallet(lab, "W", "01700000001")];
  for (const [name, made, paid] of [...ORDERS].sort((one, next) => one[1] - next[1]))
    for (const [merchantId, suffix] of [
      [merchant, ""],
      [other, "-other"],
    ] as const) {
      lab.at(Math.round(DAY + made * HOUR));
      const done = paid === null ? {} : { status: "completed", paid_at: new Date(Math.round(DAY + paid * HOUR)).toISOString() };
      await addPayments(lab, [paymentRow(lab, { merchantId, walletId: wallet, orderId: `${name}${suffix}` }, done)]);
    }
  lab.at(DAY + 26 * HOUR);
});
afterAll(() => lab.close());

/** Order numbers of the answer, page after page, and what it says of their number. */
async function found(query: Readonly<Record<string, string>>, token = lab.token("admin")): Promise<{ names: string[]; total: unknown }> {
  const names: string[] = [];
  let total: unknown = null;
  let cursor: string | null = null;
  do {
    const text: string = new URLSearchParams({ size: "10", ...query, ...(cursor === null ? {} : { cursor }) }).toString();
    const answer = await lab.get(`/api/payments?${text}`, token);
    expect(answer.status, answer.text).toBe(200);
    const page = answer.body.data as { items: PaymentRow[]; next_cursor: string | null; total: unknown }; // enforced by the route
    names.push(...page.items.map((row) => row.merchant_order_id));
    total ??= page.total;
    cursor = page.next_cursor;
  } while (cursor !== null);
  return { names, total };
}
const OF_THE_DAY = ["last-ms", "late-within", "of-the-day", "an-hour-exactly", "at-midnight", "an-hour-and-a-bit", "late-by-days"];
const own = (names: readonly string[]): string[] => names.filter((name) => !name.endsWith("-other"));

it("finds what completed on a day, whenever it was made, and nothing else", async () => {
  const day = businessDay(DAY);
  const all = await found({ paid_at: day });
  expect([...own(all.names)].sort()).toEqual([...OF_THE_DAY].sort());
  expect(all).toMatchObject({ names: { length: 2 * OF_THE_DAY.length }, total: { value: 2 * OF_THE_DAY.length, exact: true } });
  expect((await found({ paid_at: `${day}..${day}`, status: "completed" })).names).toEqual(all.names);
  expect((await found({ paid_at: "yesterday" })).names).toEqual(all.names);
  expect((await found({ paid_at: day, sort: "created_at" })).names).toEqual(all.names.toReversed());
  expect((await found({ paid_at: "today" })).names).toEqual(["next-day-other", "next-day"]);
});

it("keeps to a merchant, asked for or one's own, and to further filters", async () => {
  const day = businessDay(DAY);
  const asked = await found({ paid_at: day, merchant_id: lab.app.publicIds.encode("merchant", merchant) });
  expect([...asked.names].sort()).toEqual([...OF_THE_DAY].sort());
  expect((await found({ paid_at: day }, lab.token("merchant_admin", merchant))).names).toEqual(asked.names);
  expect((await found({ paid_at: day, status: "review" })).names).toEqual([]);
  expect((await found({ paid_at: day, q: "late-by-days" })).names).toEqual(["late-by-days-other", "late-by-days"]);
});

it("takes instants, both included, and open ends", async () => {
  const at = (hours: number): string => new Date(DAY + hours * HOUR).toISOString();
  const hour = `${at(0)}..${new Date(DAY + HOUR - 1).toISOString()}`;
  expect(own((await found({ paid_at: hour })).names).sort()).toEqual(["an-hour-and-a-bit", "an-hour-exactly", "at-midnight"]);
  expect(own((await found({ paid_at: `${at(24)}..` })).names)).toEqual(["next-day"]);
  expect(own((await found({ paid_at: `..${at(-2)}` })).names)).toEqual(["before"]);
});

it.each(["", "tomorrow", "..", "2026-11-02..2026-11-01", "2026-02-30", "1..2..3", "2026-11-01T00:00..", "9999-12-31..9999-12-31", "0000-01-01"])(
  "refuses %j by name, or finds nothing",
  async (paid_at) => {
    const answer = await lab.get(`/api/payments?${new URLSearchParams({ paid_at }).toString()}`, lab.token("admin"));
    if (answer.status === 200) expect((answer.body.data as { items: unknown[] }).items).toEqual([]);
    else expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([422, ["paid_at"]]);
  },
);
