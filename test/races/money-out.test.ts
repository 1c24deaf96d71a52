/** Everything that takes money out, at the same moment, at two processes: of one merchant's balance, and of one wallet's float. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TransferRow } from "../../src/contract/transfers.schema.ts";
import type { WithdrawalRow } from "../../src/contract/withdrawal.schema.ts";
import type { ManualRow } from "../../src/contract/manual.schema.ts";
import { post } from "../../src/server/core/ledger/post.ts";
import { bkashTime, bkashTrx, next, received, type TestMerchant, type TestWallet } from "../support/app.ts";
import { person, raced, times, type Person } from "../support/attack.ts";
import { Arena, winners, type Move, type Outcome } from "../support/attack-arena.ts";

const ROUNDS = times(3, 40);
let arena: Arena;
let maker: Person;
let checker: Person;
let owner: Person;
let merchant: TestMerchant & { key: bigint };
let wallets: TestWallet[];

beforeAll(async () => {
  arena = await Arena.open();
  const { product } = arena;
  [maker, checker] = [await person(product, "finance"), await person(product, "finance")];
  const made = await product.merchant();
  merchant = { ...made, key: product.product.app.publicIds.decode("merchant", made.id) as bigint };
  owner = await person(product, "merchant_admin", { merchantId: made.id });
  wallets = [await product.wallet({ api_type: "manual" }), await product.wallet({ api_type: "manual" })];
});
afterEach(() => arena.expectSound());
afterAll(() => arena.close());

const app = () => arena.product.product.app;
const key = (wallet: TestWallet): bigint => app().publicIds.decode("wallet", wallet.id) as bigint;
/** Books what the merchant or the wallet has in the beginning. */
async function bring(account: { of: "merchant" | "wallet"; id: bigint }, minor: bigint): Promise<void> {
  const across = account.of === "merchant" ? minor : -minor;
  const legs = [
    { account, changeMinor: minor, kind: "opening" },
    { account: { of: "adjustments" } as const, changeMinor: across, kind: "opening" },
  ];
  await app().db.tx((tx) => post(tx, app().accounts, app().ids, [{ id: app().ids.next(), reference: { type: "manual", id: 1n }, legs }]));
}
const balance = async (kind: string, id: bigint): Promise<bigint> =>
  (await app().db.one<{ balance: bigint }>("select balance from accounts where kind = $1 and owner_id = $2", [kind, id]))?.balance ?? 0n;
const free = async (wallet: TestWallet): Promise<bigint> =>
  (await app().db.one<{ free: bigint }>("select wallet_free($1) as free", [key(wallet)]))?.free ?? -1n;
const asked = (body: Record<string, unknown>): Promise<ManualRow> => arena.product.good("POST", "/api/manual", maker.token, { note: "x", ...body });
const apply = (row: ManualRow): Move => ({ name: row.kind, url: `/api/manual/${row.id}/apply`, token: checker.token, body: { version: row.version } });
const won = (outcomes: readonly Outcome[], name: string): bigint => BigInt(winners(outcomes).filter((one) => one === name).length);

describe("one merchant's balance", () => {
  it("is spent once by withdrawals, payouts and debits, and goes below zero by a reversal alone", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const customer = `0195${String(next()).padStart(7, "0")}`;
      const trx = bkashTrx();
      const paid = await arena.product.pay(merchant, { amount: "500.00", customer });
      const at = wallets.find((wallet) => wallet.account === paid.data.receiving_account) as TestWallet;
      await arena.product.sms(at, received({ amount: "500.00", from: customer, trx }));
      const before = await balance("merchant", merchant.key);
      await bring({ of: "merchant", id: merchant.key }, 100_000n - before);
      const held = await balance("hold", merchant.key);
      const debit = await asked({ kind: "merchant_debit", merchant_id: merchant.id, amount: "300.00" });
      const reversal = await asked({ kind: "payment_reversal", payment_id: paid.data.id });
      const withdraw = (): Move => ({
        name: "withdrawal",
        url: "/api/withdrawal",
        token: owner.token,
        body: { receiving_account: "bank 1", amount: "400.00" },
      });
      const payout = (): Move => ({
        name: "payout",
        url: "/v1/disburses",
        token: merchant.secret,
        body: { merchant_order_id: `out-${next()}`, amount: "400.00", operator: "bkash", customer: `0196${String(next()).padStart(7, "0")}` },
      });
      const outcomes = await arena.race([apply(debit), withdraw(), payout(), apply(reversal), withdraw(), payout(), withdraw(), payout()]);
      raced("R7", outcomes);
      const out = (won(outcomes, "withdrawal") + won(outcomes, "payout")) * 40_000n;
      const taken = won(outcomes, "merchant_debit") * 30_000n;
      expect(won(outcomes, "payment_reversal")).toBe(1n);
      expect([await balance("merchant", merchant.key), await balance("hold", merchant.key)]).toEqual([100_000n - out - taken - 50_000n, held + out]);
      expect(out + taken <= 100_000n).toBe(true);
    }
  });
});

describe("one wallet's float", () => {
  it("is promised once, to transfers, withdrawals, debits by hand and payouts", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await bring({ of: "merchant", id: merchant.key }, 1_000_000n);
      const [from, to] = [await arena.product.wallet({ api_type: "manual" }), wallets[0] as TestWallet];
      await bring({ of: "wallet", id: key(from) }, 50_000n);
      const ready = async (): Promise<WithdrawalRow> => {
        const row = await arena.product.good<WithdrawalRow>("POST", "/api/withdrawal", owner.token, { receiving_account: "bank 1", amount: "300.00" });
        return arena.product.good("POST", `/api/withdrawal/${row.id}/approve`, checker.token, { version: 1 });
      };
      const pay = (row: WithdrawalRow): Move => ({
        name: "withdrawal",
        url: `/api/withdrawal/${row.id}/paid`,
        token: checker.token,
        body: { version: row.version, reference: bkashTrx(), wallet_id: from.id },
      });
      const transfer = async (): Promise<Move> => {
        const row = await arena.product.good<TransferRow>("POST", "/api/transfers", maker.token, {
          kind: "wallet",
          from_wallet_id: from.id,
          to_wallet_id: to.id,
          amount: "295.00",
          expected_cost: "5.00",
        });
        return { name: "transfer", url: `/api/transfers/${row.id}/approve`, token: checker.token, body: { version: row.version } };
      };
      const debits = [
        await asked({ kind: "wallet_debit", wallet_id: from.id, amount: "300.00" }),
        await asked({ kind: "b2b_debit", wallet_id: from.id, amount: "300.00" }),
      ];
      const version = (await arena.product.good<{ version: number }>("GET", `/api/wallets/${from.id}`)).version;
      const moves: Move[] = [
        await transfer(),
        pay(await ready()),
        ...debits.map(apply),
        await transfer(),
        pay(await ready()),
        { name: "delete", url: `/api/wallets/${from.id}/delete`, token: arena.product.admin, body: { version } },
      ];
      const outcomes = await arena.race(moves);
      raced("R7", outcomes);
      expect(winners(outcomes)).toHaveLength(1);
      expect(await free(from)).toBe(20_000n);
    }
  });
});

describe("a transfer under way", () => {
  it("is completed, failed or moved by its messages: its money stands once", async () => {
    for (let round = 0; round < ROUNDS * 2; round += 1) {
      const [from, to] = [await arena.product.wallet(), await arena.product.wallet()];
      await bring({ of: "wallet", id: key(from) }, 50_000n);
      const row = await arena.product.good<TransferRow>("POST", "/api/transfers", maker.token, {
        kind: "wallet",
        from_wallet_id: from.id,
        to_wallet_id: to.id,
        amount: "300.00",
        expected_cost: "5.00",
      });
      const on = await arena.product.good<TransferRow>("POST", `/api/transfers/${row.id}/approve`, checker.token, { version: 1 });
      const trx = bkashTrx();
      const sms = (name: string, wallet: TestWallet, text: string): Move => ({
        name,
        url: "/device/sms",
        token: wallet.token,
        body: { sender: "bKash", text },
      });
      const act = (name: string, more: object): Move => ({
        name,
        url: `/api/transfers/${row.id}/${name}`,
        token: checker.token,
        body: { version: on.version, ...more },
      });
      const outcomes = await arena.race([
        act("complete", { trx_id: trx }),
        sms("out", from, `Send Money Tk 300.00 to ${to.account} successful. Ref 1. Fee Tk 5.00. Balance Tk 195.00. TrxID ${trx} at ${bkashTime()}`),
        act("fail", { reason: "no" }),
        sms("in", to, received({ amount: "300.00", from: from.account, trx, balance: "300.00" })),
        act("complete", { trx_id: trx, cost: "5.00" }),
        act("fail", { reason: "no" }),
      ]);
      raced("R7", outcomes);
      const after = await arena.product.good<TransferRow>("GET", `/api/transfers/${row.id}`);
      const seen = [
        await balance("wallet", key(from)),
        await balance("wallet", key(to)),
        await balance("unreported", key(from)),
        await balance("unreported", key(to)),
      ];
      expect(seen, after.status).toEqual([19_500n, 30_000n, 0n, 0n]);
      expect(await arena.product.good<{ frozen_balance: string }>("GET", `/api/wallets/${from.id}`)).toMatchObject({ frozen_balance: "0.00" });
    }
  });
});
