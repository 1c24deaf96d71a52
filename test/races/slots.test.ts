/** An amount without a payer's number has a wallet for itself, under a stream of orders to one process and to two. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { next } from "../support/app.ts";
import { raced, times } from "../support/attack.ts";
import { Arena } from "../support/attack-arena.ts";

let arena: Arena;
beforeAll(async () => {
  arena = await Arena.open();
});
afterAll(() => arena.close());

const several = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_unused, index) => make(index)));

/** The other process takes an order. */
const elsewhere = (values: Record<string, unknown>): Promise<unknown> =>
  arena.beside.http.inject({
    method: "POST",
    url: "/v1/payments",
    headers: { authorization: `Bearer ${arena.merchant.secret}` },
    payload: { merchant_order_id: `elsewhere-${next()}`, operator: "bkash", ...values },
  });

describe("a stream of orders", () => {
  it("gives an amount without a payer's number once to each wallet, whichever process is asked", async () => {
    const wallets = await several(4, () => arena.product.wallet());
    for (let round = 0; round < times(2, 60); round += 1) {
      const processes = 1 + (round % 2);
      const [left, right] = [`${1000 + next()}.00`, `${1000 + next()}.00`];
      const asked = await several(60, async (index) => {
        const values = { amount: index % 2 === 0 ? left : right };
        await new Promise((resolve) => setTimeout(resolve, index % 7));
        if (processes === 2 && index % 3 === 0) await elsewhere(values);
        else await arena.product.pay(arena.merchant, values);
      });
      raced("R6", asked);
      const held = await taken([left, right]);
      expect(new Set(held).size).toBe(held.length);
      expect(held).toHaveLength(2 * wallets.length);
    }
  });
});

/** Wallet and amount of the open orders of some amounts. */
async function taken(amounts: readonly string[]): Promise<string[]> {
  const rows = await arena.product.product.app.db.rows<{ slot: string }>(
    "select wallet_id || ' ' || amount as slot from open_payments where amount = any ($1) and expired_at is null",
    [amounts.map((text) => BigInt(text.replace(".", "")))],
  );
  return rows.map((row) => row.slot);
}
