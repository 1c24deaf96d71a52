/** Pairs of a day: each side once, and together the whole difference. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differenceOf, pairDay, statementDifferenceOf, type MessageSide, type OrderSide, type StatementSide } from "./reconcile.ts";
import { bookedFigures, flowOf, REPORTED_PAYOUTS, REPORTED_RECEIPTS } from "./wallet-days.ts";

const message = (more: Partial<MessageSide> = {}): MessageSide => ({
  id: 1n,
  direction: "credit",
  trxKey: "A",
  trxId: "A",
  amountMinor: 100n,
  orderKey: null,
  ...more,
});
const order = (more: Partial<OrderSide> = {}): OrderSide => ({
  key: "payment/1",
  direction: "credit",
  trxKey: "A",
  trxId: "A",
  amountMinor: 100n,
  messageId: null,
  answered: false,
  listedOn: null,
  ...more,
});
const line = (more: Partial<StatementSide> = {}): StatementSide => ({
  direction: "credit",
  trxKey: "A",
  trxId: "A",
  amountMinor: 100n,
  orderKey: null,
  ...more,
});
const groups = (m: MessageSide[], o: OrderSide[], s: StatementSide[], expected = true): string[] => pairDay(m, o, s, () => expected).map((pair) => pair.group);

describe("pairDay", () => {
  it.each([
    ["matched by TrxID", [message()], [order()], [line()], ["matched"]],
    ["matched by the order it paid", [message({ trxKey: null, orderKey: "payment/1" })], [order({ trxKey: "B" })], [line({ trxKey: "B" })], ["matched"]],
    ["matched by the message it names", [message({ trxKey: null })], [order({ messageId: 1n })], [line()], ["matched"]],
    ["another amount", [message({ amountMinor: 99n })], [order()], [line()], ["amount_differs"]],
    ["another amount on the statement", [message()], [order()], [line({ amountMinor: 99n })], ["amount_differs"]],
    ["not on the statement", [message()], [order()], [], ["not_on_statement"]],
    ["only a message", [message()], [], [line()], ["only_message"]],
    ["only an order", [], [order()], [], ["only_order"]],
    ["the operator's answer stands for a message", [], [order({ answered: true })], [line()], ["matched"]],
    ["answered, and not on the statement", [], [order({ answered: true })], [], ["not_on_statement"]],
    ["only a line", [], [], [line()], ["only_statement"]],
    ["its order stands on another day", [message({ orderKey: "payment/9" })], [], [], ["other_day"]],
    ["its message stands on another day", [], [order({ messageId: 9n })], [], ["other_day"]],
    ["its line stands on another day", [message()], [order({ listedOn: "2026-11-20" })], [], ["other_day"]],
    ["its order stands on another day than the line", [], [], [line({ orderKey: "payment/9" })], ["other_day"]],
    ["the other direction is another movement", [message()], [order({ direction: "debit" })], [], ["only_message", "only_order"]],
  ] as const)("%s", (_name, messages, orders, lines, expected) => {
    expect(groups([...messages], [...orders], [...lines])).toEqual(expected);
  });

  it("agrees without a line where no statement covers it", () => {
    expect(groups([message()], [order()], [], false)).toEqual(["matched"]);
  });

  it("uses each side exactly once and explains the whole difference", () => {
    const trx = fc.constantFrom("A", "B", "C", null);
    const direction = fc.constantFrom("credit" as const, "debit" as const);
    const amount = fc.bigInt({ min: 1n, max: 9n });
    const messages = fc.array(fc.record({ trx, direction, amount, named: fc.boolean() }), { maxLength: 6 });
    fc.assert(
      fc.property(messages, messages, fc.array(fc.record({ trx: fc.constantFrom("A", "B"), direction, amount }), { maxLength: 3 }), (m, o, s) => {
        const sides = m.map((one, index) =>
          message({ id: BigInt(index), trxKey: one.trx, direction: one.direction, amountMinor: one.amount, orderKey: one.named ? `payment/${index}` : null }),
        );
        const orders = o.map((one, index) =>
          order({ key: `payment/${index}`, trxKey: one.trx, direction: one.direction, amountMinor: one.amount, messageId: one.named ? BigInt(index) : null }),
        );
        const lines = s.map((one) => line({ trxKey: one.trx, direction: one.direction, amountMinor: one.amount }));
        const pairs = pairDay(sides, orders, lines, () => true);
        const used = (pick: "message" | "order" | "statement"): unknown[] => pairs.flatMap((pair) => (pair[pick] ? [pair[pick]] : []));
        expect(new Set(used("message"))).toEqual(new Set(sides));
        expect(new Set(used("order"))).toEqual(new Set(orders));
        expect([used("message").length, used("order").length]).toEqual([sides.length, orders.length]);
        expect(used("statement").length).toBe(lines.length);
        const total = (list: readonly { amountMinor: bigint }[]): bigint => list.reduce((sum, one) => sum + one.amountMinor, 0n);
        expect(pairs.reduce((sum, pair) => sum + differenceOf(pair), 0n)).toBe(total(sides) - total(orders));
        expect(pairs.reduce((sum, pair) => sum + statementDifferenceOf(pair), 0n)).toBe(total(lines) - total(orders));
      }),
    );
  });
});

describe("bookedFigures", () => {
  it("counts an order where its money is, and fees less operator costs as profit", () => {
    const flow = (side: string, kind: string, creditMinor: bigint, debitMinor = 0n) => ({ side, refType: "payment", kind, creditMinor, debitMinor, count: 1 });
    const found = bookedFigures([
      flow("wallet", "payment", 100n),
      flow("suspense", "payment", 40n),
      flow("fees", "payment_fee", 7n),
      flow("fees", "payment_reversal_fee", 0n, 2n),
      flow("wallet", "disburse", 0n, 30n),
      flow("unexplained", "disburse", 0n, 5n),
      flow("wallet", "disburse_return", 30n),
      flow("wallet", "operator_cost", 0n, 3n),
      flow("wallet", "suspense", 40n),
    ]);
    expect(found).toMatchObject({
      systemPaymentMinor: 140n,
      systemPaymentCount: 2,
      systemDisburseMinor: 35n,
      systemDisburseCount: 2,
      profitMinor: 2n,
      creditMinor: 170n,
      debitMinor: 33n,
    });
  });

  it("names flows by kind, then by what they refer to", () => {
    expect([flowOf("manual", "wallet_credit"), flowOf("transfer", "something"), flowOf("payment", "payment"), flowOf("sms", "new_kind")]).toEqual([
      "manual",
      "transfer",
      "payment",
      "other",
    ]);
    expect(REPORTED_RECEIPTS).toContain("receive");
    expect(REPORTED_PAYOUTS).not.toContain("b2b_out");
  });
});
