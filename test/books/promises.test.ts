/** What a wallet can still promise is asked in one place: nothing that races for it gets more than there is. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { PayoutLab, type PayWallet } from "../payout/support.ts";
import type { TestMerchant } from "../support/app.ts";

let lab: PayoutLab;
let merchant: TestMerchant;
const ROUNDS = Number(process.env["RACE_ROUNDS"] ?? 6);

beforeAll(async () => {
  lab = await PayoutLab.start({ one_person: true });
  merchant = await lab.merchant(1_000_000_00n);
});
afterAll(() => lab.stop());

interface Row {
  readonly id: string;
  readonly version: number;
}
const post = <T = Row>(url: string, body: unknown) => lab.product.call<T>("POST", url, lab.product.admin, body);

/** A transfer that asks for approval, a withdrawal that is approved and asks to be paid, and a debit by hand: each of 1,000. */
async function claims(wallet: PayWallet, round: number): Promise<(() => Promise<boolean>)[]> {
  const transfers = await Promise.all(
    [0, 1].map(() => lab.product.good<Row>("POST", "/api/transfers", lab.product.admin, { kind: "b2b_out", from_wallet_id: wallet.id, amount: "1000.00" })),
  );
  const withdrawals: Row[] = [];
  for (let index = 0; index < 2; index += 1) {
    const made = await lab.product.good<Row>("POST", "/api/withdrawal", lab.product.admin, {
      merchant_id: merchant.id,
      receiving_account: "01799990000",
      amount: "1000.00",
      note: "race",
    });
    const approved = await lab.product.good<Row>("POST", `/api/withdrawal/${made.id}/approve`, lab.product.admin, { version: made.version });
    withdrawals.push({ id: made.id, version: approved.version });
  }
  return [
    ...transfers.map((row) => async () => (await post(`/api/transfers/${row.id}/approve`, { version: row.version })).success),
    ...withdrawals.map(
      (row, index) => async () =>
        (await post(`/api/withdrawal/${row.id}/paid`, { version: row.version, reference: `RACE${round}X${index}0`, wallet_id: wallet.id })).success,
    ),
    async () => (await post("/api/manual", { kind: "wallet_debit", wallet_id: wallet.id, amount: "1000.00", note: "race" })).success,
  ];
}

it("transfers, withdrawals and debits by hand at once never promise more than a wallet has", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const wallet = await lab.wallet(2_500_00n, { payout: false });
    const all = await claims(wallet, round);
    const won = (await Promise.all(all.map((claim) => claim()))).filter(Boolean).length;
    const free = await lab.owner.one<{ free: bigint; balance: bigint }>(
      "select wallet_free($1) as free, (select balance from accounts where kind = 'wallet' and owner_id = $1) as balance",
      [wallet.key],
    );
    expect(won).toBeGreaterThan(0);
    expect(free?.free).toBeGreaterThanOrEqual(0n);
    expect(free?.balance).toBeGreaterThanOrEqual(0n);
  }
  expect(await lab.findings()).toEqual([]);
});
