/** As statements.test.ts, for money that leaves and for what people ask and approve: the caller repeats, and it has happened once. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { next, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { configure, FULL, person, session, type Person } from "../support/attack.ts";
import { fundMerchant, fundWallet } from "../support/attack-money.ts";
import { cuts, ShakyPair, type Flow } from "../support/attack-shaky.ts";

let pair: ShakyPair;
let product: TestProduct;
let merchant: TestMerchant;
let from: TestWallet;
let to: TestWallet;
let maker: Person;
let checker: Person;
let own: Person;

beforeAll(async () => {
  pair = await ShakyPair.start(async (steady) => {
    await configure(steady, { one_person: false, disburse_approval_threshold: "100.00" });
    merchant = await steady.merchant();
    [from, to] = [await steady.wallet(), await steady.wallet()];
    await fundMerchant(steady, merchant, 900_000_000_00n);
    await fundWallet(steady, from, 900_000_000_00n);
    [maker, checker] = [await person(steady, "finance"), await person(steady, "finance")];
    own = await person(steady, "merchant_admin", { merchantId: merchant.id });
  });
  product = pair.steady;
});
afterAll(() => pair.stop());

/** A session that has just been opened: a fresh password lasts five minutes, and a sweep may take longer. */
const tokenOf = async (who: Person): Promise<string> => (await session(product, product.product.app.publicIds.decode("user", who.id) ?? 0n)).token;

/** What the merchant may spend, and what is held, minor units. */
async function funds(): Promise<{ free: bigint; held: bigint }> {
  const owner = product.product.app.publicIds.decode("merchant", merchant.id);
  const rows = await product.product.app.db.rows<{ kind: string; balance: bigint }>(
    "select kind, balance from accounts where owner_id = $1 and kind in ('merchant', 'hold')",
    [owner],
  );
  const of = (kind: string): bigint => rows.find((row) => row.kind === kind)?.balance ?? 0n;
  return { free: of("merchant"), held: of("hold") };
}
const frozen = async (): Promise<string> => (await product.good<{ frozen_balance: string }>("GET", `/api/wallets/${from.id}`)).frozen_balance;

/** The trail has one row of the act about an object. */
async function expectAuditedOnce(id: string, action: string): Promise<void> {
  const { items } = await product.good<{ items: { action: string }[] }>("GET", `/api/audit?object_id=${id}`);
  expect(items.filter((item) => item.action === action)).toHaveLength(1);
}

/** A payout that no wallet can pay, so that it stays where it is: held. */
const payoutBody = (amount: string): Record<string, unknown> => ({ merchant_order_id: `out-${next()}`, amount, operator: "nagad", customer: "01712345678" });
const ordered = (amount: string): Promise<{ id: string }> => product.good("POST", "/v1/disburses", merchant.secret, payoutBody(amount));
const withdrawn = async (): Promise<{ id: string; version: number }> =>
  product.good("POST", "/api/withdrawal", await tokenOf(own), { receiving_account: "City Bank 1234567890", amount: "50.00" });
const asked = async (): Promise<{ id: string; version: number }> =>
  product.good("POST", "/api/manual", await tokenOf(maker), { kind: "merchant_credit", merchant_id: merchant.id, amount: "7.00", note: "cut" });
const moved = async (): Promise<{ id: string; version: number }> =>
  product.good("POST", "/api/transfers", await tokenOf(maker), { kind: "wallet", from_wallet_id: from.id, to_wallet_id: to.id, amount: "10.00" });

/** Calls over the shaky wire, under a key; the answer must be a good one. */
async function good(url: string, token: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await pair.insist("POST", url, token, body, `cut-${next()}`);
  expect([url, answer.success], answer.text).toEqual([url, true]);
  return answer.data;
}

const flows: Flow[] = [
  {
    name: "ordering a payout",
    async run(cut) {
      const before = await funds();
      const body = payoutBody("30.00");
      cut();
      const made = await good("/v1/disburses", merchant.secret, body);
      const after = await funds();
      expect([made["amount"], before.free - after.free, after.held - before.held]).toEqual(["30.00", 30_00n, 30_00n]);
    },
  },
  {
    name: "cancelling a payout",
    async run(cut) {
      const before = await funds();
      const { id } = await ordered("30.00");
      cut();
      expect((await good(`/v1/disburses/${id}/cancel`, merchant.secret, {}))["status"]).toBe("cancelled");
      expect(await funds()).toEqual(before);
    },
  },
  {
    name: "approving a payout",
    async run(cut) {
      const { id } = await ordered("150.00");
      const [before, token] = [await funds(), await tokenOf(checker)];
      cut();
      expect((await good(`/api/disburses/${id}/approve`, token, { version: 1 }))["status"]).toBe("approved");
      expect(await funds()).toEqual(before);
      await expectAuditedOnce(id, "disburses.approve");
    },
  },
  {
    name: "rejecting a payout",
    async run(cut) {
      const before = await funds();
      const [{ id }, token] = [await ordered("150.00"), await tokenOf(checker)];
      cut();
      expect((await good(`/api/disburses/${id}/reject`, token, { version: 1, reason: "cut" }))["status"]).toBe("rejected");
      expect(await funds()).toEqual(before);
      await expectAuditedOnce(id, "disburses.reject");
    },
  },
  {
    name: "submitting a withdrawal",
    async run(cut) {
      const [before, token] = [await funds(), await tokenOf(own)];
      cut();
      const made = await good("/api/withdrawal", token, { receiving_account: "City Bank 1234567890", amount: "50.00" });
      const after = await funds();
      expect([before.free - after.free, after.held - before.held]).toEqual([50_00n, 50_00n]);
      await expectAuditedOnce(String(made["id"]), "withdrawal.submit");
    },
  },
  {
    name: "approving a withdrawal, and paying it from outside",
    async run(cut) {
      const { id } = await withdrawn();
      const [before, one, other] = [await funds(), await tokenOf(checker), await tokenOf(maker)];
      cut();
      const approved = await good(`/api/withdrawal/${id}/approve`, one, { version: 1 });
      const paid = await good(`/api/withdrawal/${id}/paid`, other, { version: approved["version"], reference: `bank ${next()}` });
      expect([approved["status"], paid["status"]]).toEqual(["approved", "paid"]);
      const after = await funds();
      expect([after.free, before.held - after.held]).toEqual([before.free, 50_00n]);
      await expectAuditedOnce(id, "withdrawal.approve");
      await expectAuditedOnce(id, "withdrawal.paid");
    },
  },
  {
    name: "rejecting a withdrawal",
    async run(cut) {
      const before = await funds();
      const [{ id }, token] = [await withdrawn(), await tokenOf(checker)];
      cut();
      expect((await good(`/api/withdrawal/${id}/reject`, token, { version: 1, reason: "cut" }))["status"]).toBe("rejected");
      expect(await funds()).toEqual(before);
    },
  },
  {
    name: "asking for a credit by hand, and applying it",
    async run(cut) {
      const row = await asked();
      const [before, token] = [await funds(), await tokenOf(checker)];
      cut();
      const done = await good(`/api/manual/${row.id}/apply`, token, { version: row.version });
      expect([done["status"], (await funds()).free - before.free]).toEqual(["applied", 7_00n]);
      await expectAuditedOnce(row.id, "manual.apply");
    },
  },
  {
    name: "asking for a transfer, approving it, and taking it back",
    async run(cut) {
      const before = await frozen();
      const row = await moved();
      const [one, other] = [await tokenOf(checker), await tokenOf(maker)];
      cut();
      const approved = await good(`/api/transfers/${row.id}/approve`, one, { version: row.version });
      expect(Number(await frozen()) - Number(before)).toBeGreaterThanOrEqual(10);
      const failed = await good(`/api/transfers/${row.id}/fail`, other, { version: approved["version"], reason: "cut" });
      expect([approved["status"], failed["status"], await frozen()]).toEqual(["processing", "failed", before]);
      await expectAuditedOnce(row.id, "transfers.approve");
    },
  },
];

describe("the wire to the database is cut", () => {
  it.each(cuts(flows, true))("%s each statement of %s", (when, _name, flow) => pair.sweep(when, flow));
});

// As there: minutes, which npm test does not have.
if (FULL)
  describe("the process is killed", () => {
    it.each(cuts(flows))("%s each statement of %s", (when, _name, flow) => pair.sweepKilling(when, flow), 600_000);
  });
