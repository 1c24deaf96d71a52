/** Messages that could mean more than one movement, or one that is posted already: nothing is booked twice, and nothing stands still. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { post } from "../../src/server/core/ledger/post.ts";
import { PayoutLab } from "../payout/support.ts";
import { bkashTrx, next, type TestMerchant } from "../support/app.ts";
import { deliver } from "../support/simulated-sms.ts";
import { Phone } from "./phone.ts";

let lab: PayoutLab;
let merchant: TestMerchant;

beforeAll(async () => {
  lab = await PayoutLab.start({ one_person: true, proof_wait_minutes: 1 });
  merchant = await lab.merchant(200_000_00n);
});
afterAll(() => lab.stop());

const keyOf = (kind: "disburse" | "payment", id: string): bigint => lab.app.publicIds.decode(kind, id) as bigint;
const customer = (): string => `019${String(next()).padStart(8, "0")}`;

async function sent(amount: string, to = customer()): Promise<{ id: string; key: bigint }> {
  const order = await lab.ordered(merchant, { amount, customer: to });
  await lab.dispatch();
  expect((await lab.detail(order.id)).status).toBe("processing");
  return { id: order.id, key: keyOf("disburse", order.id) };
}
const openAlerts = (key: bigint): Promise<{ kind: string }[]> =>
  lab.owner.rows("select kind from alerts where object_id = $1 and status in ('open', 'claimed', 'muted')", [key]);

describe("a TrxID that has explained a payout", () => {
  it("explains no second one when the message is told in other words, and the wallet goes on", async () => {
    const phone = await Phone.start(lab);
    const to = customer();
    const paid = await sent("300.00", to);
    const trx = bkashTrx();
    await lab.acted(paid.id, "complete", { trx_id: trx, note: "seen" });
    await phone.sends(300_00n, to, trx);
    const alike = await sent("300.00", to);
    await lab.acted(alike.id, "complete", { trx_id: bkashTrx(), note: "seen" });
    const told = (balance: bigint | null) =>
      deliver(lab.app, {
        walletId: phone.key,
        operator: "bkash",
        walletType: "personal",
        kind: "payment_sent",
        direction: "debit",
        amount: 300_00n,
        balance,
        trx,
        counterparty: to,
        atMs: lab.app.now(),
        text: `told again ${next()}`,
      });
    const reasons = () => lab.owner.rows<{ reasons: string[] }>("select reasons from sms where wallet_id = $1 order by id desc limit 2", [phone.key]);
    const waiting = () => lab.owner.one("select count(*)::int as waiting from unreported_movements where object_id = $1 and ended_at is null", [alike.key]);
    const printed = await lab.owner.one<{ balance: bigint }>("select balance from sms where trx_key = $1", [trx]);
    // Without a balance it is the movement that is known; with one of its own it is another, which the TrxID explains no more.
    await told(null);
    expect((await reasons())[0]?.reasons).toContain("same_trx_other_kind");
    expect(await waiting()).toEqual({ waiting: 1 });
    await told((printed?.balance ?? 0n) - 300_00n);
    expect((await reasons())[0]?.reasons).toContain("debit_unexplained");
    expect(await waiting()).toEqual({ waiting: 1 });
    await phone.receives(55_00n, customer());
    expect((await reasons()).flatMap((row) => row.reasons)).not.toContain("processing_failed");
  });
});

describe("money of a payer who has an open order and one that was said to be paid", () => {
  it("completes neither by itself", async () => {
    const phone = await Phone.start(lab);
    const payer = customer();
    const said = await lab.product.pay(merchant, { amount: "777.00", customer: payer });
    const { version } = await lab.product.good<{ version: number }>("GET", `/api/payments/${said.data.id}`);
    await lab.product.good("POST", `/api/payments/${said.data.id}/complete`, lab.product.admin, { version, trx_id: "MISTYPED77", note: "seen" });
    const open = await lab.product.pay(merchant, { amount: "777.00", customer: payer });
    const sms = await phone.receives(777_00n, payer);
    expect(await lab.product.good("GET", `/api/payments/${open.data.id}`)).toMatchObject({ status: "pending" });
    expect(await lab.product.good("GET", `/api/payments/${said.data.id}`)).toMatchObject({ status: "completed", trx_id: "MISTYPED77" });
    expect(await lab.product.good("GET", `/api/sms/${sms}`)).toMatchObject({ match_status: "unmatched" });
    expect((await phone.figures()).inTransit).not.toBe(0n);
  });
});

describe("the stop of a wallet whose books differ", () => {
  it("stands when a payout explains the debit that came besides", async () => {
    const phone = await Phone.start(lab);
    const order = await sent("100.00");
    // The books have 500.00 that the operator does not have.
    await lab.app.db.tx(async (tx) => {
      const legs = [
        { account: { of: "wallet", id: phone.key }, changeMinor: 500_00n, kind: "wallet_credit" },
        { account: { of: "adjustments" }, changeMinor: -500_00n, kind: "wallet_credit" },
      ] as const;
      await post(tx, lab.app.accounts, lab.app.ids, [{ id: lab.app.ids.next(), reference: { type: "manual", id: 1n }, legs: [...legs] }]);
      await tx.run("select difference_noted($1, 'manual', -50000, 'manual', 1)", [phone.key]);
    });
    expect(await phone.figures()).toMatchObject({ stopped: true, difference: -500_00n });
    const trx = bkashTrx();
    await phone.sendsUnnamed(100_00n, trx);
    await lab.acted(order.id, "complete", { trx_id: trx, note: "mine" });
    expect(await lab.detail(order.id)).toMatchObject({ status: "completed" });
    expect(await phone.figures()).toMatchObject({ stopped: true, difference: -500_00n });
    await lab.app.db.tx((tx) => tx.run("select difference_noted($1, 'manual', 50000, 'manual', 1)", [phone.key]));
    expect((await phone.figures()).stopped).toBe(false);
  });
});

describe("a claim that its message has put right", () => {
  it("is in doubt no longer", async () => {
    const phone = await Phone.start(lab);
    const to = customer();
    const order = await sent("240.00", to);
    const claimed = bkashTrx();
    await lab.acted(order.id, "complete", { trx_id: claimed, note: "seen" });
    await phone.sends(241_00n, customer(), claimed);
    expect((await lab.detail(order.id)).disputed_at).not.toBeNull();
    const real = bkashTrx();
    await phone.sends(240_00n, to, real);
    expect(await lab.detail(order.id)).toMatchObject({ status: "completed", trx_id: real, disputed_at: null });
    expect((await openAlerts(order.key)).map((row) => row.kind)).not.toContain("disburse_differs");
  });

  it("leaves nothing to be found by it at whoever lost it", async () => {
    await Phone.start(lab);
    const [loser, winner] = [await sent("410.00"), await sent("420.00")];
    const trx = bkashTrx();
    await lab.acted(loser.id, "complete", { trx_id: trx, note: "seen" });
    await lab.acted(winner.id, "complete", { trx_id: bkashTrx(), note: "seen" });
    await lab.acted(winner.id, "correct", { trx_id: trx, reason: "was of the other" });
    expect(await lab.owner.rows("select id from disburses where trx_key = $1", [trx])).toEqual([{ id: winner.key }]);
    expect((await lab.detail(loser.id)).trx_id).toBe(trx);
  });
});
