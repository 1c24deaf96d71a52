/** What contradicts itself or could mean two things: nothing is decided on a guess, nothing is lost, nothing is booked twice. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DeviceTask } from "../../src/contract/devices.schema.ts";
import { makeAppPort } from "../../src/server/features/devices/payout-rail.ts";
import { replacePorts } from "../../src/server/core/operators/registry.ts";
import { bkashTime, bkashTrx, received, type TestMerchant, type TestWallet } from "../support/app.ts";
import { deliver, type SimulatedSms } from "../support/simulated-sms.ts";
import { PayoutLab } from "./support.ts";

let lab: PayoutLab;
let merchant: TestMerchant;
let other: TestMerchant;
let phone: TestWallet;
let balanceMinor = 100_000_00;
let serial = 0;

beforeAll(async () => {
  lab = await PayoutLab.start();
  replacePorts(lab.app, (rail) => (rail === "app" ? makeAppPort(lab.app) : lab.port));
  [merchant, other] = [await lab.merchant(50_000_00n, { disburse_fee: { rate_bps: 0, fixed: "2.00" } }), await lab.merchant(50_000_00n)];
  phone = await lab.product.wallet({ account: "01700099001" });
  await lab.product.sms(phone, received({ amount: "100,000.00", from: "01755550000", balance: "100,000.00", trx: bkashTrx() }));
});
afterEach(async () => {
  expect(await lab.findings()).toEqual([]);
  expect(await lab.limitsDiffer()).toEqual([]);
  expect(await lab.walletFigures(walletOf())).toMatchObject({ balance: taka(balanceMinor) });
  // The next payout may leave by this phone, too.
  await lab.owner.run("update wallet_continuity set payouts_frozen = false, payouts_frozen_reason = null");
});
afterAll(() => lab.stop());

const taka = (minor: number): string => (minor / 100).toFixed(2);
const walletOf = () => ({ id: phone.id, key: lab.app.publicIds.decode("wallet", phone.id) as bigint, account: phone.account });
const keyOf = (id: string): bigint => lab.app.publicIds.decode("disburse", id) as bigint;
const customer = (): string => `0191111${String((serial += 1)).padStart(4, "0")}`;
const answer = (task: string, body: Record<string, unknown>) => lab.product.call<{ trx_id: string | null }>("POST", `/device/tasks/${task}`, phone.token, body);
const alertsOf = (id: string) =>
  lab.owner.rows<{ kind: string; data: Record<string, unknown> }>("select kind, data from alerts where object_type = 'disburse' and object_id = $1", [
    keyOf(id),
  ]);

interface Task {
  readonly id: string;
  readonly task: string;
  readonly to: string;
}
/** A payout in the phone's hand. */
async function handed(amount: string, to = customer(), of = merchant): Promise<Task> {
  const { id } = await lab.ordered(of, { amount, customer: to });
  await lab.dispatch();
  const { data } = await lab.product.call<DeviceTask>("GET", "/device/tasks?wait=0", phone.token);
  expect(data).toMatchObject({ customer: to, amount });
  return { id, task: data.id, to };
}
async function unsure(amount: string, to = customer(), of = merchant): Promise<Task> {
  const made = await handed(amount, to, of);
  expect((await answer(made.task, { result: "unknown" })).status).toBe(200);
  return made;
}
/** The phone reports money that left; answers the message's id and TrxID. */
async function report(amountMinor: number, words: (balance: string, trxId: string) => string, trxId = bkashTrx()): Promise<{ id: string; trxId: string }> {
  balanceMinor -= amountMinor;
  const stored = await lab.product.sms(phone, words(taka(balanceMinor), trxId));
  return { id: stored.data.items[0]?.id ?? "", trxId };
}
const sendMoney = (amountMinor: number, to: string, known?: string) =>
  report(
    amountMinor + 5_00,
    (balance, trxId) => `Send Money Tk ${taka(amountMinor)} to ${to} successful. Ref 1. Fee Tk 5.00. Balance Tk ${balance}. TrxID ${trxId} at ${bkashTime()}`,
    known,
  );
const putAside = async (id: string): Promise<void> => {
  const { version } = await lab.product.good<{ version: number }>("GET", `/api/sms/${id}`);
  await lab.product.good("POST", `/api/sms/${id}/ignore`, lab.product.admin, { version, reason: "not ours" });
};

describe("a phone that takes its word back", () => {
  it("is refused and heard: evidence, an alert, and no money goes back by itself", async () => {
    const made = await handed("101.00");
    await answer(made.task, { result: "failed", reason: "no signal" });
    const { version } = await lab.detail(made.id);
    const again = await answer(made.task, { result: "sent", trx_id: "DOUBT00001" });
    expect([again.status, again.error?.code]).toEqual([409, "already_answered"]);
    const detail = await lab.detail(made.id);
    expect(detail.status).toBe("attempt_failed");
    expect(detail.evidence.at(-1)).toMatchObject({ source: "device", code: "phone_differs", data: { result: "sent", trx_id: "DOUBT00001" } });
    for (let times = 0; times < 3; times += 1) await answer(made.task, { result: "sent", trx_id: "DOUBT00001" });
    expect((await lab.detail(made.id)).evidence).toHaveLength(detail.evidence.length);
    expect(await alertsOf(made.id)).toMatchObject([
      { kind: "disburse_differs", data: { why: "phone_differs", answered: "failed", now: "sent", trx_id: "DOUBT00001" } },
    ]);
    await lab.owner.run("update disburse_attempts set ended_at = ended_at - interval '2 hours' where disburse_id = $1", [keyOf(made.id)]);
    await lab.product.product.jobs.runOnce("disburses.give-up");
    expect((await lab.detail(made.id)).status).toBe("attempt_failed");
    // Nobody pays it again on what was known before.
    expect((await lab.act(made.id, "reset", { version, reason: "no signal" })).error?.code).toBe("conflict");
    // The person who has looked at it decides.
    await lab.acted(made.id, "fail", { reason: "the wallet's balance has not moved" });
  });

  it("is not alarming when it says the same in other letters, or knows more than before", async () => {
    const sent = await handed("102.00");
    const trxId = bkashTrx();
    await answer(sent.task, { result: "sent", trx_id: trxId });
    expect(await answer(sent.task, { result: "sent", trx_id: trxId.toLowerCase() })).toMatchObject({ status: 200, data: { trx_id: trxId } });
    await sendMoney(102_00, sent.to, trxId);
    const late = await unsure("103.00");
    expect((await answer(late.task, { result: "sent", trx_id: "DOUBT00003" })).status).toBe(409);
    expect((await lab.detail(late.id)).evidence.at(-1)).toMatchObject({ code: "phone_differs", data: { trx_id: "DOUBT00003" } });
    expect([...(await alertsOf(sent.id)), ...(await alertsOf(late.id))]).toEqual([]);
    await lab.acted(late.id, "fail", { reason: "proven" });
  });

  it("is told apart from one that says another TrxID", async () => {
    const sent = await handed("104.00");
    const trxId = bkashTrx();
    await answer(sent.task, { result: "sent", trx_id: trxId });
    expect((await answer(sent.task, { result: "sent", trx_id: "DOUBT00005" })).status).toBe(409);
    expect(await alertsOf(sent.id)).toMatchObject([{ data: { why: "phone_differs", trx_id: "DOUBT00005" } }]);
    expect(await lab.detail(sent.id)).toMatchObject({ status: "processing", reason: "waits_for_proof", trx_id: null });
    await sendMoney(104_00, sent.to, trxId);
    expect(await lab.detail(sent.id)).toMatchObject({ status: "completed", trx_id: trxId });
  });
});

describe("an attempt that failed, and money that may have been its own", () => {
  const age = (id: string): Promise<unknown> =>
    lab.owner.run("update disburse_attempts set ended_at = ended_at - interval '2 hours' where disburse_id = $1", [keyOf(id)]);
  const givenUp = async (id: string): Promise<string> => {
    await lab.product.product.jobs.runOnce("disburses.give-up");
    return (await lab.detail(id)).status;
  };

  it("is not given up while its debit names nobody, and is when a person has put that aside", async () => {
    const made = await handed("108.00");
    await answer(made.task, { result: "failed", reason: "no signal" });
    const { id } = await sendMoney(108_00, "Rahim");
    expect(await lab.owner.one("select match_status from sms where id = $1", [lab.app.publicIds.decode("sms", id)])).toEqual({ match_status: "unmatched" });
    await age(made.id);
    expect(await givenUp(made.id)).toBe("attempt_failed");
    await putAside(id);
    expect(await givenUp(made.id)).toBe("failed");
  });

  it("is not given up while its debit waits for its wallet's continuity, and is paid once that is there", async () => {
    const made = await handed("109.00");
    await answer(made.task, { result: "failed", reason: "no signal" });
    // A message is missing before it.
    balanceMinor -= 7_00;
    const { id, trxId } = await sendMoney(109_00, made.to);
    await age(made.id);
    expect(await givenUp(made.id)).toBe("attempt_failed");
    // Nor does anybody pay it again before that is decided, whatever was known when it was asked for.
    const { version } = await lab.detail(made.id);
    expect((await lab.act(made.id, "reset", { version, reason: "no signal" })).error).toMatchObject({ code: "may_be_paid", details: { sms_id: id } });
    const missing = `Send Money Tk 7.00 to 01911119999 successful. Ref 1. Fee Tk 0.00. Balance Tk ${taka(balanceMinor + 114_00)}. TrxID ${bkashTrx()} at ${bkashTime()}`;
    await lab.product.sms(phone, missing);
    expect(await lab.detail(made.id)).toMatchObject({ status: "completed", trx_id: trxId });
  });
});

describe("a re-check", () => {
  it("does not choose which of two payouts a message paid", async () => {
    const to = customer();
    const [one, two] = [await unsure("110.00", to), await unsure("110.00", to, other)];
    const { trxId } = await sendMoney(110_00, to);
    for (const { id } of [one, two]) expect(await lab.acted(id, "recheck")).toMatchObject({ status: "unknown", trx_id: null, operators: ["admin"] });
    // Once a person has said that the other was not paid, and it has ended, one is left.
    await lab.acted(two.id, "fail", { reason: "proven" });
    expect(await lab.acted(one.id, "recheck")).toMatchObject({ status: "unknown" });
    await lab.acted(two.id, "fail", { reason: "ended" });
    expect(await lab.acted(one.id, "recheck")).toMatchObject({ status: "completed", trx_id: trxId });
  });

  it("takes no recharge of the payee's number for a payout", async () => {
    const made = await unsure("111.00");
    await report(
      111_00,
      (balance, trxId) =>
        `Received Recharge request of Tk 111.00 for ${made.to}. Fee Tk 0.00. Balance Tk ${balance}. TrxID ${trxId} at ${bkashTime()}. Wait for confirmation.`,
    );
    expect(await lab.acted(made.id, "recheck")).toMatchObject({ status: "unknown", trx_id: null });
    await lab.acted(made.id, "fail", { reason: "proven" });
  });
});

describe("a TrxID whose message names another payee", () => {
  it("proves nothing when the phone gives it; a person may use it, and others are told", async () => {
    const made = await handed("120.00");
    const { trxId } = await sendMoney(120_00, "01911119999");
    expect((await answer(made.task, { result: "sent", trx_id: trxId })).status).toBe(200);
    expect(await lab.detail(made.id)).toMatchObject({ status: "unknown", reason: "phone_differs", trx_id: null });
    expect(await alertsOf(made.id)).toMatchObject([{ data: { why: "payee_differs", source: "device", trx_id: trxId } }]);
    expect(await lab.acted(made.id, "complete", { trx_id: trxId, note: "the number was ported" })).toMatchObject({ status: "completed" });
    expect(await alertsOf(made.id)).toMatchObject([{ data: { why: "payee_differs", source: "person" } }]);
  });
});

describe("a message that waits for an earlier one of its wallet", () => {
  it("is heard before a payout is completed by hand: another amount is refused with both values", async () => {
    const made = await unsure("121.00");
    const trxId = bkashTrx();
    const text = (balance: string) =>
      `Send Money Tk 112.00 to ${made.to} successful. Ref 1. Fee Tk 5.00. Balance Tk ${balance}. TrxID ${trxId} at ${bkashTime()}`;
    const stored = await lab.product.sms(phone, text("17.00"));
    expect(await lab.product.good("GET", `/api/sms/${stored.data.items[0]?.id}`)).toMatchObject({ match_status: "held" });
    const tried = await lab.act(made.id, "complete", { version: (await lab.detail(made.id)).version, trx_id: trxId, note: "seen" });
    expect(tried.error).toMatchObject({ code: "trx_mismatch", details: { message_amount: "112.00", amount: "121.00" } });
    await putAside(stored.data.items[0]?.id ?? "");
    await lab.acted(made.id, "fail", { reason: "proven" });
  });
});

describe("a debit that a person has put aside", () => {
  it("is used all the same by completing by hand: the wallet is booked once", async () => {
    const made = await unsure("130.00");
    const { id, trxId } = await sendMoney(130_00, "01911119998");
    await putAside(id);
    expect(await lab.acted(made.id, "complete", { trx_id: trxId, note: "ported" })).toMatchObject({ status: "completed", cost: "5.00" });
    expect((await lab.detail(made.id)).messages).toMatchObject([{ trx_id: trxId, match_status: "matched" }]);
  });

  it("is no loss after all when it was written off before", async () => {
    const made = await unsure("131.00");
    const { id, trxId } = await sendMoney(131_00, "01911119997");
    const asked = await lab.product.good<{ id: string; version: number }>("POST", "/api/manual", lab.product.admin, {
      kind: "write_off",
      sms_id: id,
      note: "lost",
    });
    await lab.product.good("POST", `/api/manual/${asked.id}/apply`, lab.product.admin, { version: asked.version });
    const figures = () =>
      lab.owner.rows<{ kind: string; balance: bigint }>(
        "select kind, balance from accounts where kind in ('adjustments', 'unexplained') and operator in ('', 'bkash') order by kind",
      );
    const [lost, unexplained] = await figures();
    const counted = async (): Promise<number> => {
      await lab.product.product.jobs.runOnce("reconciliation.fold");
      const { items } = await lab.product.good<{ items: { system_disburse: string }[] }>("GET", `/api/statistics/wallets?wallet_id=${phone.id}`);
      return Number(items[0]?.system_disburse.replace(/\D/g, "") ?? 0);
    };
    const before = await counted();
    expect(await lab.acted(made.id, "complete", { trx_id: trxId, note: "ported" })).toMatchObject({ status: "completed" });
    expect(await figures()).toEqual([{ kind: "adjustments", balance: (lost?.balance ?? 0n) - 131_00n }, unexplained]);
    // Its day counts it as every other payout of the wallet.
    expect((await counted()) - before).toBe(131_00);
  });

  it("is not written off once a payout has explained it", async () => {
    const made = await unsure("132.00");
    const { id } = await sendMoney(132_00, made.to);
    expect((await lab.detail(made.id)).status).toBe("completed");
    const put = await unsure("133.00");
    const second = await sendMoney(133_00, "01911119996");
    await lab.acted(put.id, "complete", { trx_id: second.trxId, note: "ported" });
    for (const sms of [id, second.id]) {
      const asked = await lab.product.call("POST", "/api/manual", lab.product.admin, { kind: "write_off", sms_id: sms, note: "lost" });
      expect([asked.status, asked.error?.code]).toEqual([409, "wrong_state"]);
    }
  });
});

describe("a debit that a transfer took, and gave back when it failed", () => {
  const admin = (): string => lab.product.admin;
  const transferOf = (id: string): Promise<{ status: string; version: number }> => lab.product.good("GET", `/api/transfers/${id}`, admin());
  /** Money that left for another wallet of ours, under a transfer that has failed since. */
  async function givenBack(amountMinor: number): Promise<{ id: string; trxId: string }> {
    const to = await lab.wallet(0n, { collect: false });
    const body = { kind: "wallet", from_wallet_id: phone.id, to_wallet_id: to.id, amount: taka(amountMinor) };
    const { id, version } = await lab.product.good<{ id: string; version: number }>("POST", "/api/transfers", admin(), body);
    await lab.product.good("POST", `/api/transfers/${id}/approve`, admin(), { version });
    const sms = await sendMoney(amountMinor, to.account);
    expect(await lab.product.good("GET", `/api/sms/${sms.id}`)).toMatchObject({ match_status: "matched", transfer_id: id });
    await lab.product.good("POST", `/api/transfers/${id}/fail`, admin(), { version: (await transferOf(id)).version, reason: "never came" });
    expect(await lab.product.good("GET", `/api/sms/${sms.id}`)).toMatchObject({ match_status: "unmatched", reasons: ["debit_unexplained", "transfer_failed"] });
    return sms;
  }
  const standing = async (): Promise<Record<string, bigint>> =>
    Object.fromEntries(
      (
        await lab.owner.rows<{ kind: string; sum: bigint }>(
          "select kind, sum(balance)::bigint as sum from accounts where kind in ('adjustments', 'unexplained', 'unreported') group by kind",
        )
      ).map(({ kind, sum }) => [kind, sum]),
    );

  it("is explained by the payout that it was, and nothing stands in transit for it", async () => {
    const made = await unsure("134.00");
    const before = await standing();
    const { id, trxId } = await givenBack(134_00);
    expect(await lab.acted(made.id, "complete", { trx_id: trxId, note: "it was this one" })).toMatchObject({ status: "completed", cost: "5.00" });
    expect(await standing()).toEqual(before);
    expect(await lab.product.good("GET", `/api/sms/${id}`)).toMatchObject({ match_status: "matched", disburse_id: made.id });
  });

  it("is written off where nothing explains it, once", async () => {
    const before = await standing();
    const { id } = await givenBack(135_00);
    const off = () =>
      lab.product.call<{ id: string; version: number; amount: string }>("POST", "/api/manual", admin(), { kind: "write_off", sms_id: id, note: "lost" });
    const asked = await off();
    expect([asked.status, asked.data.amount]).toEqual([201, "135.00"]);
    await lab.product.good("POST", `/api/manual/${asked.data.id}/apply`, admin(), { version: asked.data.version });
    expect(await standing()).toEqual({ ...before, adjustments: (before["adjustments"] ?? 0n) + 135_00n });
    expect((await off()).error?.code).toBe("wrong_state");
  });
});

describe("money that an order in review counted on", () => {
  it("is the transfer's that a person completes with it: the order is let go, and the message is of no order", async () => {
    const payer = "01711112299";
    const order = await lab.product.pay(merchant, { amount: "136.00", customer: payer });
    const trxId = bkashTrx();
    await lab.product.good("POST", `/v1/payments/${order.data.id}/trx`, merchant.secret, { trx_id: trxId });
    const { id } = await report(-137_00, (balance, trx) => received({ amount: "137.00", from: payer, balance, trx }), trxId);
    expect(await lab.product.good("GET", `/api/sms/${id}`)).toMatchObject({ match_status: "review", payment_id: order.data.id });
    const body = { kind: "b2b_in", to_wallet_id: phone.id, amount: "137.00" };
    const made = await lab.product.good<{ id: string; version: number }>("POST", "/api/transfers", lab.product.admin, body);
    const approved = await lab.product.good<{ version: number }>("POST", `/api/transfers/${made.id}/approve`, lab.product.admin, { version: made.version });
    await lab.product.good("POST", `/api/transfers/${made.id}/complete`, lab.product.admin, { version: approved.version, trx_id: trxId });
    expect(await lab.product.good("GET", `/api/sms/${id}`)).toMatchObject({ match_status: "matched", payment_id: null, transfer_id: made.id });
    await lab.product.product.jobs.runOnce("release-claims");
    expect(await lab.product.good("GET", `/api/payments/${order.data.id}`)).toMatchObject({ status: "expired" });
  });
});

describe("money that came in and was put aside", () => {
  const books = async (): Promise<Record<string, bigint>> =>
    Object.fromEntries(
      (
        await lab.owner.rows<{ kind: string; sum: bigint }>(
          "select kind, sum(balance)::bigint as sum from accounts where kind in ('wallet', 'suspense') group by kind",
        )
      ).map(({ kind, sum }) => [kind, sum]),
    );
  const completed = (id: string, trxId: string) =>
    lab.product.call("POST", `/api/payments/${id}/complete`, lab.product.admin, { version: 1, trx_id: trxId, note: "his brother's" });

  it("is taken from suspense, not booked a second time, by completing an order by hand with its TrxID", async () => {
    const { id, trxId } = await report(-105_00, (balance, trx) => received({ amount: "105.00", from: "01711111199", balance, trx }));
    await putAside(id);
    const order = await lab.product.pay(merchant, { amount: "105.00", customer: "01711111198" });
    const before = await books();
    expect((await completed(order.data.id, trxId)).status).toBe(200);
    const after = await books();
    expect([after["wallet"], after["suspense"]]).toEqual([before["wallet"], (before["suspense"] ?? 0n) - 105_00n]);
    expect(await lab.product.good("GET", `/api/sms/${id}`)).toMatchObject({ match_status: "matched", payment_id: order.data.id, actions: [] });
  });

  it("is taken however much was talked about the order: an act finds room for its word, a mere note does not", async () => {
    const { trxId } = await report(-108_00, (balance, trx) => received({ amount: "108.00", from: "01711111193", balance, trx }));
    const order = await lab.product.pay(merchant, { amount: "108.00", customer: "01711111192" });
    await lab.owner.run(
      "update payments set notes = (select jsonb_agg(jsonb_build_object('at', '2026-01-01T00:00:00.000Z', 'account', 'a', 'text', n::text)) from generate_series(1, 100) n) where id = $1",
      [lab.app.publicIds.decode("payment", order.data.id)],
    );
    const noted = await lab.product.call("POST", `/api/payments/${order.data.id}/note`, lab.product.admin, { text: "one more" });
    expect([noted.status, noted.error?.fields]).toEqual([422, { text: "too_long" }]);
    expect((await completed(order.data.id, trxId)).status).toBe(200);
  });

  it("is matched after all by the message's own act", async () => {
    const { id } = await report(-106_00, (balance, trx) => received({ amount: "106.00", from: "01711111197", balance, trx }));
    await putAside(id);
    const order = await lab.product.pay(merchant, { amount: "106.00", customer: "01711111196" });
    const aside = await lab.product.good<{ version: number; actions: string[] }>("GET", `/api/sms/${id}`);
    expect(aside.actions).toContain("match");
    const matched = await lab.product.call("POST", `/api/sms/${id}/match`, lab.product.admin, { version: aside.version, payment_id: order.data.id });
    expect([matched.status, matched.data]).toMatchObject([200, { match_status: "matched" }]);
  });

  it("pays nothing once it was written off", async () => {
    const { id, trxId } = await report(-107_00, (balance, trx) => received({ amount: "107.00", from: "01711111195", balance, trx }));
    await putAside(id);
    // As a write-off by two people leaves it.
    const written = (off: boolean) => lab.owner.run("update sms set in_suspense = $2 where trx_key = $1", [trxId, !off]);
    await written(true);
    const order = await lab.product.pay(merchant, { amount: "107.00", customer: "01711111194" });
    expect((await lab.product.good<{ actions: string[] }>("GET", `/api/sms/${id}`)).actions).not.toContain("match");
    const tried = await completed(order.data.id, trxId);
    expect(tried.error).toMatchObject({ code: "trx_mismatch", fields: { trx_id: "not_allowed" }, details: { match_status: "ignored" } });
    await written(false);
  });
});

describe("money that came back", () => {
  const cancelled = (amountMinor: number, to: string, trxId: string | null) =>
    report(-amountMinor, (balance) => {
      const rest = trxId === null ? "" : ` TrxID ${trxId} at ${bkashTime()}`;
      return `Your reserved payment of Tk ${taka(amountMinor)} to ${to} has been cancelled. Balance Tk ${balance}.${rest}`;
    });
  /** A payout that the phone's message has completed; answers its TrxID. */
  const paid = async (amountMinor: number, to: string): Promise<Task & { trxId: string }> => {
    const made = await unsure(taka(amountMinor), to);
    const { trxId } = await sendMoney(amountMinor, to);
    expect((await lab.detail(made.id)).status).toBe("completed");
    return { ...made, trxId };
  };
  const messageOf = (id: string) => lab.product.good<{ kind: string; match_status: string }>("GET", `/api/sms/${id}`);

  it("reverses no payout by a message without a TrxID, which stays in suspense for a person", async () => {
    const made = await paid(140_00, customer());
    const { id } = await cancelled(140_00, made.to, null);
    expect(await messageOf(id)).toMatchObject({ kind: "returned_failed", match_status: "unmatched" });
    expect(await lab.detail(made.id)).toMatchObject({ returned_at: null });
  });

  it("is about the payout that it names: a part of one is not the whole of another to the same number", async () => {
    const to = customer();
    const [large, small] = [await paid(141_00, to), await paid(50_00, to)];
    const part = await cancelled(50_00, to, large.trxId);
    expect(await messageOf(part.id)).toMatchObject({ kind: "returned_failed", match_status: "unmatched" });
    for (const { id } of [large, small]) expect(await lab.detail(id)).toMatchObject({ returned_at: null });
    const whole = await cancelled(50_00, to, small.trxId);
    expect(await messageOf(whole.id)).toMatchObject({ match_status: "matched" });
    expect((await lab.detail(small.id)).returned_at).not.toBeNull();
    expect((await lab.detail(large.id)).returned_at).toBeNull();
  });

  it("completes no payout by hand with its TrxID, and a part of it leaves that open", async () => {
    const [whole, part] = [await unsure(taka(142_00)), await unsure(taka(143_00))];
    const [gone, kept] = [await sendMoney(142_00, customer()), await sendMoney(143_00, customer())];
    await cancelled(142_00, customer(), gone.trxId);
    await cancelled(3_00, customer(), kept.trxId);
    const complete = async (id: string, trxId: string) =>
      lab.act(id, "complete", { version: (await lab.detail(id)).version, trx_id: trxId, note: "by the receipt" });
    expect((await complete(whole.id, gone.trxId)).error).toMatchObject({
      code: "trx_mismatch",
      fields: { trx_id: "not_allowed" },
      details: { taken_back: true },
    });
    expect((await lab.detail(whole.id)).status).toBe("unknown");
    // Nor is one corrected to it that was completed with another.
    expect((await complete(whole.id, "MISTYPED142")).success).toBe(true);
    const { version } = await lab.detail(whole.id);
    const corrected = await lab.act(whole.id, "correct", { version, trx_id: gone.trxId, reason: "by the receipt" });
    expect(corrected.error).toMatchObject({ code: "trx_mismatch", details: { taken_back: true } });
    expect((await complete(part.id, kept.trxId)).data).toMatchObject({ status: "completed" });
  });

  it("before it went out, by a message that names nobody we know, completes nothing by the debit that follows", async () => {
    const to = customer();
    const made = await unsure(taka(144_00), to);
    const trx = bkashTrx();
    await cancelled(144_00, customer(), trx);
    const { id } = await sendMoney(144_00, to, trx);
    expect(await messageOf(id)).toMatchObject({ match_status: "unmatched" });
    expect((await lab.detail(made.id)).status).toBe("unknown");
    await lab.acted(made.id, "fail", { reason: "it came back" });
  });

  /** Messages that come at once, in this order. */
  const atOnce = (...messages: readonly Pick<SimulatedSms, "kind" | "direction" | "amount" | "fee" | "trx" | "counterparty">[]) =>
    deliver(
      lab.app,
      ...messages.map((one): SimulatedSms => {
        balanceMinor += Number(one.direction === "credit" ? one.amount : -one.amount) - Number(one.fee ?? 0n);
        const said = { balance: BigInt(balanceMinor), atMs: Date.now(), text: `simulated ${one.kind} ${one.trx} ${balanceMinor}` };
        return { ...one, ...said, walletId: walletOf().key, operator: "bkash", walletType: "personal" };
      }),
    );
  const statusesOf = (trx: string) =>
    lab.owner.rows<{ kind: string; match_status: string }>("select kind, match_status from sms where trx_key = $1 order by kind", [trx]);

  it.each(["returned_failed", "reversal"] as const)("before it went out, at once with its debit, completes nothing: %s", async (kind) => {
    const [to, trx] = [customer(), bkashTrx()];
    const made = await unsure(taka(146_00), to);
    await atOnce(
      { kind, direction: "credit", amount: 146_00n, trx, counterparty: kind === "reversal" ? to : customer() },
      { kind: "send_money", direction: "debit", amount: 146_00n, fee: 5_00n, trx, counterparty: to },
    );
    expect(await statusesOf(trx)).toEqual([
      { kind, match_status: "unmatched" },
      { kind: "send_money", match_status: "unmatched" },
    ]);
    expect((await lab.detail(made.id)).status).toBe("unknown");
    await lab.acted(made.id, "fail", { reason: "it came back" });
  });

  it.each(["returned_failed", "reversal"] as const)("at once with its debit, behind it, goes back to its merchant: %s", async (kind) => {
    const before = await lab.balance(merchant);
    const [to, trx] = [customer(), bkashTrx()];
    const made = await unsure(taka(151_00), to);
    await atOnce(
      { kind: "send_money", direction: "debit", amount: 151_00n, fee: 5_00n, trx, counterparty: to },
      { kind, direction: "credit", amount: 151_00n, trx },
    );
    expect(await statusesOf(trx)).toEqual([
      { kind, match_status: "matched" },
      { kind: "send_money", match_status: "matched" },
    ]);
    expect(await lab.detail(made.id)).toMatchObject({ status: "completed", trx_id: trx });
    expect((await lab.detail(made.id)).returned_at).not.toBeNull();
    expect(await lab.balance(merchant)).toEqual(before);
  });

  it("before it went out, by a reversal, completes nothing by the debit that follows, nor by hand", async () => {
    const [to, trx] = [customer(), bkashTrx()];
    const made = await unsure(taka(147_00), to);
    await atOnce({ kind: "reversal", direction: "credit", amount: 147_00n, trx, counterparty: to });
    const { id: debit } = await sendMoney(147_00, to, trx);
    // Whoever decides is shown both.
    const shown = (await lab.detail(made.id)).candidates.map((one) => one.id);
    const [reversal] = await lab.owner.rows<{ id: bigint }>("select id from sms where trx_key = $1 and kind = 'reversal'", [trx]);
    expect(shown).toEqual([debit, lab.app.publicIds.encode("sms", reversal?.id ?? 0n)]);
    expect((await lab.detail(made.id)).status).toBe("unknown");
    const { version } = await lab.detail(made.id);
    const answered = await lab.act(made.id, "complete", { version, trx_id: trx, note: "by the receipt" });
    expect(answered.error).toMatchObject({ code: "trx_mismatch", details: { taken_back: true } });
    await lab.acted(made.id, "fail", { reason: "it came back" });
  });

  it("by a reversal that has a completed payout's TrxID goes back to its merchant, once", async () => {
    const before = await lab.balance(merchant);
    const made = await paid(148_00, customer());
    const reversal = { kind: "reversal", direction: "credit", amount: 148_00n, trx: made.trxId } as const;
    await atOnce(reversal);
    expect(await statusesOf(made.trxId)).toContainEqual({ kind: "reversal", match_status: "matched" });
    expect((await lab.detail(made.id)).returned_at).not.toBeNull();
    expect(await lab.balance(merchant)).toEqual(before);
    // In other words it comes once more: nothing is given back a second time.
    await atOnce({ ...reversal, kind: "returned_failed" });
    expect(await statusesOf(made.trxId)).toContainEqual({ kind: "returned_failed", match_status: "unmatched" });
    expect(await lab.balance(merchant)).toEqual(before);
  });

  it("by a reversal of its payee and amount, with a TrxID of its own or of another amount, is nobody's", async () => {
    const made = await paid(149_00, customer());
    for (const [amount, trx] of [
      [149_00n, bkashTrx()],
      [9_00n, made.trxId],
    ] as const) {
      await atOnce({ kind: "reversal", direction: "credit", amount, trx, counterparty: made.to });
      expect(await statusesOf(trx)).toContainEqual({ kind: "reversal", match_status: "unmatched" });
    }
    expect(await lab.detail(made.id)).toMatchObject({ returned_at: null });
  });

  it("by a reversal is no float that is on its way to its wallet", async () => {
    const made = await lab.product.good<{ id: string; version: number }>("POST", "/api/transfers", lab.product.admin, {
      kind: "b2b_in",
      to_wallet_id: phone.id,
      amount: "153.00",
    });
    await lab.product.good("POST", `/api/transfers/${made.id}/approve`, lab.product.admin, { version: made.version });
    for (const trx of [bkashTrx(), (await paid(155_00, customer())).trxId]) {
      await atOnce({ kind: "reversal", direction: "credit", amount: 153_00n, trx });
      expect(await statusesOf(trx)).toContainEqual({ kind: "reversal", match_status: "unmatched" });
    }
    expect(await lab.product.good("GET", `/api/transfers/${made.id}`)).toMatchObject({ status: "processing" });
  });

  it("under a TrxID of its own has explained the debit, which completes nothing by hand", async () => {
    const to = customer();
    // It came before anybody had asked for it, so that nothing explained it.
    const { id, trxId } = await sendMoney(145_00, to);
    await lab.owner.run("update wallet_continuity set payouts_frozen = false, payouts_frozen_reason = null");
    const one = await unsure(taka(145_00), to);
    expect(await messageOf(id)).toMatchObject({ match_status: "unmatched" });
    await cancelled(145_00, to, bkashTrx());
    expect(await messageOf(id)).toMatchObject({ match_status: "matched" });
    const { version } = await lab.detail(one.id);
    const answered = await lab.act(one.id, "complete", { version, trx_id: trxId, note: "by the receipt" });
    expect(answered.error).toMatchObject({ code: "trx_mismatch", details: { taken_back: true } });
  });

  it("once, where it had gone out twice, fails nothing", async () => {
    const to = customer();
    const [one, two] = [await unsure("142.00", to), await unsure("142.00", to)];
    for (let times = 0; times < 2; times += 1) await sendMoney(142_00, to);
    for (const turn of ["proven", "ended"]) await lab.acted(two.id, "fail", { reason: turn });
    const { id } = await cancelled(142_00, to, bkashTrx());
    expect(await messageOf(id)).toMatchObject({ match_status: "unmatched" });
    expect((await lab.detail(one.id)).status).toBe("unknown");
  });
});

// The last one: the balance that the phone prints goes on from a message that others are missing before.
describe("a debit that a person believes", () => {
  it("completes the payout that it is of, with what it cost, although its balance does not follow on", async () => {
    const made = await unsure("135.00");
    const missing = 50_00;
    const printed = taka(balanceMinor - 135_00 - 5_00 - missing);
    const trxId = bkashTrx();
    const text = `Send Money Tk 135.00 to ${made.to} successful. Ref 1. Fee Tk 5.00. Balance Tk ${printed}. TrxID ${trxId} at ${bkashTime()}`;
    const id = (await lab.product.sms(phone, text)).data.items[0]?.id ?? "";
    const waiting = await lab.product.good<{ version: number; match_status: string }>("GET", `/api/sms/${id}`);
    expect([waiting.match_status, (await lab.detail(made.id)).status]).toEqual(["held", "unknown"]);
    const done = await lab.product.good("POST", `/api/sms/${id}/accept`, lab.product.admin, { version: waiting.version });
    expect(done).toMatchObject({ match_status: "matched", disburse_id: made.id });
    balanceMinor -= 135_00 + 5_00;
    expect(await lab.detail(made.id)).toMatchObject({ status: "completed", trx_id: trxId });
    expect(await lab.product.good("GET", `/api/wallets/${phone.id}`)).toMatchObject({ real_balance: printed, difference: taka(-missing) });
  });
});
