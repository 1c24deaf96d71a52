/** Fees that change while orders come in, at two processes: an order has the fee of one of the rules, whole, and a second after the answer that of the new one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { bkashTrx, next, received, type TestWallet } from "../support/app.ts";
import { raced, times } from "../support/attack.ts";
import { Arena, many } from "../support/attack-arena.ts";

const ROUNDS = times(3, 60);
let arena: Arena;
let wallet: TestWallet;
beforeAll(async () => {
  arena = await Arena.open();
  wallet = await arena.product.wallet();
  await arena.configure({ second_person_fees: false });
});
afterAll(() => arena.close());

it(
  "an order's fee is that of its acceptance",
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const merchant = await arena.product.merchant({ payment_fee: { rate_bps: 100, fixed: "0.00" } });
      const { version } = await arena.product.good<{ version: number }>("GET", `/api/merchants/${merchant.id}`);
      const base = 1_000 + round * 30;
      const order = (amount: string): { amount: string; customer: string } => ({ amount, customer: `0196${String(next()).padStart(7, "0")}` });
      const bodies = Array.from({ length: 19 }, (_unused, index) => order(`${base + index}.00`));
      const outcomes = await arena.race([
        ...many(19, (index) => ({
          name: String(index),
          url: "/v1/payments",
          token: merchant.secret,
          body: { merchant_order_id: `fee-${next()}`, operator: "bkash", ...bodies[index] },
        })),
        {
          name: "fee",
          method: "PATCH",
          url: `/api/merchants/${merchant.id}`,
          token: arena.product.admin,
          body: { version, payment_fee: { rate_bps: 300, fixed: "1.00" } },
        },
      ]);
      raced("R8", outcomes);
      // All of them, and none less: an order that was refused has no fee to look at.
      expect(outcomes.filter((one) => !one.good).map((one) => [one.name, one.text])).toEqual([]);
      // Another process remembers a merchant for up to a second.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const later = order(`${base + 20}.00`);
      const made = await arena.product.pay(merchant, later);
      expect(made.status).toBe(201);
      const pay = async ({ amount, customer }: { amount: string; customer: string }, id: string): Promise<string> => {
        await arena.product.sms(wallet, received({ amount, from: customer, trx: bkashTrx() }));
        const done = await arena.product.good<{ status: string; fee: string }>("GET", `/api/payments/${id}`);
        expect(done.status).toBe("completed");
        return done.fee;
      };
      const fees = (amount: string): string[] => [(Number(amount) * 0.01).toFixed(2), (Number(amount) * 0.03 + 1).toFixed(2)];
      for (const one of outcomes.filter((outcome) => outcome.name !== "fee")) {
        const [body, { id }] = [bodies[Number(one.name)] as (typeof bodies)[number], one.json?.data as { id: string }];
        expect(fees(body.amount)).toContain(await pay(body, id));
      }
      expect(await pay(later, made.data.id)).toBe(fees(later.amount)[1]);
    }
    await arena.expectSound();
  },
  times(60_000, 900_000),
);
