/** Twenty callers at once: two withdrawals against one balance, and every act on one withdrawal against the others. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { WithdrawalDetail, WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import { Endings, MoneyLab, raced, times, type LabMerchant } from "../../../../test/support/parts/transfers.ts";
import { together } from "../../../../test/support/parts/together.ts";
import { receive } from "../../../../test/support/parts/transfer-messages.ts";
import { withdrawalRoutes } from "./routes.ts";

const ROUNDS = times(4, 60);
const CALLERS = 20;
let lab: MoneyLab;
let serial = 0;
beforeAll(async () => {
  lab = await MoneyLab.start(withdrawalRoutes);
});
afterEach(async () => expect(await lab.findings()).toEqual([]));
afterAll(() => lab.close());

async function newMerchant(balanceMinor: bigint): Promise<{ merchant: LabMerchant; admin: string }> {
  const merchant = await lab.merchant(balanceMinor);
  const admin = `shop-${(serial += 1)}`;
  await lab.person(admin, "merchant_admin", merchant.id);
  return { merchant, admin };
}
const body = (amount: string): Record<string, unknown> => ({ receiving_account: "bank 1", amount });
const crowd = <T>(...kinds: readonly T[]): T[] => Array.from({ length: CALLERS }, (_unused, index) => kinds[index % kinds.length] as T);
const money = async (merchant: LabMerchant): Promise<bigint[]> => [await lab.balance("merchant", merchant.id), await lab.balance("hold", merchant.id)];

describe("twenty callers", { timeout: times(60_000, 900_000) }, () => {
  it("submit against one balance with a reserve: it is never exceeded", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { merchant, admin } = await newMerchant(100_000n);
      await lab.owner.run("update merchants set withdrawal_reserve = 15000 where id = $1", [merchant.id]);
      const told = await Promise.all(
        crowd(admin, "admin").map((who) => lab.call(who, "POST", "/api/withdrawal", { ...body("300.00"), merchant_id: merchant.publicId })),
      );
      raced("R7", told);
      expect(told.filter((one) => one.status === 201)).toHaveLength(2);
      for (const one of told.filter((answer) => answer.status !== 201)) expect(one.error?.code).toBe("insufficient_balance");
      expect(await money(merchant)).toEqual([40_000n, 60_000n]);
      expect(await lab.findings()).toEqual([]);
    }
  });

  it("submit while the balance is spent elsewhere: the hold is there or the refusal is", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { merchant, admin } = await newMerchant(50_000n);
      const spend = Array.from({ length: CALLERS / 2 }, () =>
        lab.credit(merchant.id, -10_000n).then(
          () => 1n,
          () => 0n,
        ),
      );
      const ask = Array.from({ length: CALLERS / 2 }, () => lab.call(admin, "POST", "/api/withdrawal", body("100.00")));
      const [spent, told] = [await Promise.all(spend), await Promise.all(ask)];
      raced("R7", spent, told);
      const taken = spent.reduce((sum, one) => sum + one, 0n);
      const held = BigInt(told.filter((one) => one.status === 201).length);
      for (const one of told.filter((answer) => answer.status !== 201)) expect(one.error?.code).toBe("insufficient_balance");
      expect(taken + held).toBe(5n);
      expect(await money(merchant)).toEqual([0n, held * 10_000n]);
      expect(await lab.findings()).toEqual([]);
    }
  });

  it("approve and reject one request", async () => {
    const { merchant, admin } = await newMerchant(10_000_000n);
    const endings = new Endings(ROUNDS, "approved", "rejected");
    for (const round of endings) {
      const row = await lab.good<WithdrawalRow>(admin, "POST", "/api/withdrawal", body("300.00"));
      const acts = crowd(["finance", "approve", {}], ["admin", "reject", { reason: "no" }], ["finance2", "approve", {}]) as [string, string, object][];
      const told = await together(
        acts.map(([who, action, more]) => async () => ({
          action,
          answer: await lab.call(who, "POST", `/api/withdrawal/${row.id}/${action}`, { version: 1, ...more }),
        })),
        round,
        (index) => Endings.late(round, acts[index]?.[1], "approve", "reject"),
      );
      raced("R7", told);
      const won = told.filter((one) => one.answer.status === 200);
      expect(won).toHaveLength(1);
      for (const one of told.filter((other) => other.answer.status !== 200)) expect(["conflict", "wrong_state"]).toContain(one.answer.error?.code);
      const after = await lab.good<WithdrawalDetail>("finance", "GET", `/api/withdrawal/${row.id}`);
      expect(after.status).toBe(won[0]?.action === "approve" ? "approved" : "rejected");
      endings.ended(after.status);
      expect(after.deliveries).toHaveLength(after.status === "rejected" ? 1 : 0);
      expect(await lab.findings()).toEqual([]);
      if (after.status === "approved") await lab.good("finance", "POST", `/api/withdrawal/${row.id}/reject`, { version: after.version, reason: "next" });
    }
    expect(await money(merchant)).toEqual([10_000_000n, 0n]);
  });

  it("reject it, pay it from outside and from a wallet, while the wallet's message comes in", async () => {
    const { merchant, admin } = await newMerchant(10_000_000n);
    const wallet = await lab.wallet(100_000_000n);
    let [paid, left] = [0n, 0n];
    const endings = new Endings(ROUNDS, "paid", "rejected");
    for (const round of endings) {
      const key = `WRACE${String((serial += 1)).padStart(6, "0")}`;
      const row = await lab.good<WithdrawalRow>(admin, "POST", "/api/withdrawal", body("300.00"));
      const ready = await lab.good<WithdrawalRow>("finance", "POST", `/api/withdrawal/${row.id}/approve`, { version: 1 });
      const acts = crowd(
        ["finance", "paid", { reference: key, wallet_id: wallet.publicId }],
        ["admin", "reject", { reason: "no" }],
        ["finance2", "paid", { reference: `bank ${round}` }],
        ["finance2", "paid", { reference: key, wallet_id: wallet.publicId }],
      ) as [string, string, object][];
      const [told] = await Promise.all([
        together(
          acts.map(([who, action, more]) => async () => ({
            action,
            more,
            answer: await lab.call(who, "POST", `/api/withdrawal/${row.id}/${action}`, { version: ready.version, ...more }),
          })),
          round,
          (index) => Endings.late(round, acts[index]?.[1], "paid", "reject"),
        ),
        receive(lab, { wallet, kind: "send_money", direction: "debit", amountMinor: 30_000n, trx: key }),
      ]);
      raced("R7", told);
      const won = told.filter((one) => one.answer.status === 200);
      expect(won).toHaveLength(1);
      for (const one of told.filter((other) => other.answer.status !== 200))
        expect(["conflict", "wrong_state"], one.answer.text).toContain(one.answer.error?.code);
      const after = await lab.good<WithdrawalDetail>("finance", "GET", `/api/withdrawal/${row.id}`);
      expect(after.status).toBe(won[0]?.action === "paid" ? "paid" : "rejected");
      expect(after.deliveries).toHaveLength(1);
      endings.ended(after.status);
      if (after.status === "paid") paid += 30_000n;
      // The wallet's money is gone whatever people said of it; it is booked once.
      left += 30_000n;
      expect(await lab.balance("wallet", wallet.id)).toBe(100_000_000n - left);
      expect(await money(merchant)).toEqual([10_000_000n - paid, 0n]);
      expect(await lab.findings()).toEqual([]);
    }
  });
});
