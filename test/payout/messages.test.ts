/** Messages held against payouts: what completes, what is only linked, what came back; nothing is booked twice. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PayoutLab, trx, type PayWallet } from "./support.ts";
import { bkashTime, bkashTrx, received, type TestMerchant } from "../support/app.ts";
import { explainDebit, type Explained } from "../../src/server/core/payouts/from-message.ts";
import { explainReturn, type Returned } from "../../src/server/core/payouts/from-return.ts";
import type { DebitFacts } from "../../src/server/core/payouts/found-attempts.ts";
import { reportedMoney } from "../../src/server/core/posting/facts.ts";
import { recordOutcome } from "../../src/server/core/payouts/outcome.ts";

let lab: PayoutLab;
let merchant: TestMerchant;
let wallet: PayWallet;

beforeAll(async () => {
  lab = await PayoutLab.start();
  merchant = await lab.merchant(50_000_00n, { disburse_fee: { rate_bps: 0, fixed: "2.00" } });
  wallet = await lab.wallet(100_000_00n);
  lab.port.onSubmit = () => ({ kind: "unknown", code: "timeout", message: "" });
});
afterAll(async () => {
  expect(await lab.findings()).toEqual([]);
  expect(await lab.limitsDiffer()).toEqual([]);
  await lab.stop();
});

const facts = (values: Partial<DebitFacts> & { amount: bigint; counterparty: string | null; commission?: bigint }): DebitFacts => {
  const trxId = values.trxId === undefined ? trx() : values.trxId;
  const direction = values.kind === "returned_failed" ? "credit" : "debit";
  const fee = values.fee === undefined ? 5_00n : values.fee;
  return {
    id: lab.app.ids.next(),
    walletId: wallet.key,
    operator: "bkash",
    kind: "send_money",
    direction,
    fee,
    atMs: Date.now(),
    operatorTimeMs: null,
    money: reportedMoney(
      { walletId: wallet.key, operator: "bkash", direction, amount: values.amount, fee, commission: values.commission ?? null, extra: null },
      0n,
    ),
    alsoNamed: 0,
    ...values,
    trxId,
    trxKey: values.trxKey === undefined ? trxId : values.trxKey,
  };
};

/** As the batch of messages calls it: the continuity row's lock first, then the function, then the commit. */
async function told<T>(work: (tx: Parameters<typeof explainDebit>[1], emit: Parameters<typeof explainDebit>[3]) => Promise<T>): Promise<T> {
  return lab.app.db.tx(async (tx) => {
    await tx.run("select 1 from wallet_continuity where wallet_id = $1 for no key update", [wallet.key]);
    return work(tx, () => undefined);
  });
}
/** Routing takes this wallet only. */
async function onlyWallet(id: string): Promise<void> {
  const { items } = await lab.product.good<{ items: { id: string; version: number; enabled: boolean }[] }>("GET", "/api/wallets?size=50");
  for (const item of items)
    if (item.enabled !== (item.id === id))
      await lab.product.good("POST", `/api/wallets/${item.id}/${item.id === id ? "enable" : "disable"}`, lab.product.admin, { version: item.version });
}
const debit = (of: DebitFacts): Promise<Explained> => told((tx, emit) => explainDebit(lab.app, tx, of, emit));
const comeback = (of: DebitFacts): Promise<Returned> => told((tx, emit) => explainReturn(lab.app, tx, of, emit));

async function unknownOrder(amount: string, customer: string): Promise<{ id: string; key: bigint }> {
  const order = await lab.ordered(merchant, { amount, customer });
  await lab.dispatch();
  expect((await lab.detail(order.id)).status).toBe("unknown");
  return { id: order.id, key: lab.app.publicIds.decode("disburse", order.id) as bigint };
}

describe("a debit message", () => {
  it("completes the one attempt with its amount and number, and books the printed fee and commission", async () => {
    const order = await unknownOrder("210.00", "01911110001");
    const before = await lab.walletFigures(wallet);
    expect(await debit(facts({ amount: 210_00n, counterparty: "01911110002" }))).toMatchObject({ kind: "none" });
    expect(await debit(facts({ amount: 211_00n, counterparty: "01911110001" }))).toMatchObject({ kind: "none" });
    expect(await debit(facts({ amount: 210_00n, counterparty: null }))).toMatchObject({ kind: "none" });
    expect(await debit(facts({ amount: 210_00n, counterparty: "01911110001", kind: "recharge" }))).toMatchObject({ kind: "none" });
    expect(await debit(facts({ amount: 210_00n, counterparty: "01911110001", atMs: Date.now() - 3_600_000 }))).toMatchObject({ kind: "none" });
    expect((await lab.detail(order.id)).status).toBe("unknown");
    const message = facts({ amount: 210_00n, counterparty: "01911110001", commission: 1_00n });
    expect(await debit(message)).toMatchObject({ kind: "completed", disburseId: order.key });
    expect(await lab.detail(order.id)).toMatchObject({ status: "completed", cost: "5.00", trx_id: message.trxId });
    const after = await lab.walletFigures(wallet);
    expect(Number(before.balance) - Number(after.balance)).toBeCloseTo(214);
    expect(after.frozen_balance).toBe("0.00");
    expect(await debit(message)).toMatchObject({ kind: "none" });
  });

  it("of a time before the attempt is of something else, however late it comes", async () => {
    const order = await unknownOrder("212.00", "01911110021");
    const late = { amount: 212_00n, counterparty: "01911110021" };
    expect(await debit(facts({ ...late, operatorTimeMs: Date.now() - 3_600_000 }))).toMatchObject({ kind: "none" });
    expect((await lab.detail(order.id)).status).toBe("unknown");
    expect(await debit(facts({ ...late, operatorTimeMs: Date.now() }))).toMatchObject({ kind: "completed", disburseId: order.key });
  });

  it("is nobody's when two attempts have its amount and number", async () => {
    const [one, two] = [await unknownOrder("220.00", "01911110003"), await unknownOrder("220.00", "01911110003")];
    expect(await debit(facts({ amount: 220_00n, counterparty: "01911110003" }))).toMatchObject({ kind: "none" });
    for (const { id } of [one, two]) {
      await lab.acted(id, "fail", { reason: "proven" });
      await lab.acted(id, "fail", { reason: "ended" });
    }
  });

  it("proves payment after an attempt was believed to have failed, also after a reset", async () => {
    lab.port.onSubmit = () => ({ kind: "rejected", code: "busy", message: "" });
    const [failed, reset] = [
      await lab.ordered(merchant, { amount: "250.00", customer: "01911110006" }),
      await lab.ordered(merchant, { amount: "251.00", customer: "01911110007" }),
    ];
    await lab.dispatch();
    await lab.acted(reset.id, "reset", { reason: "try again" });
    expect(await debit(facts({ amount: 250_00n, counterparty: "01911110006" }))).toMatchObject({ kind: "completed" });
    expect(await debit(facts({ amount: 251_00n, counterparty: "01911110007" }))).toMatchObject({ kind: "completed" });
    const sent = lab.port.sent.length;
    await lab.dispatch();
    expect(lab.port.sent).toHaveLength(sent);
    for (const { id } of [failed, reset]) expect((await lab.detail(id)).status).toBe("completed");
    lab.port.onSubmit = () => ({ kind: "unknown", code: "timeout", message: "" });
  });
});

describe("an unexplained debit", () => {
  it("is used by completing by hand: the wallet is booked once, and payouts from it go on", async () => {
    const phone = await lab.product.wallet({ account: "01700099001" });
    const key = lab.app.publicIds.decode("wallet", phone.id) as bigint;
    await lab.product.sms(phone, received({ amount: "1,000.00", from: "01755550000", balance: "1,000.00", trx: trx() }));
    const order = await lab.ordered(merchant, { amount: "260.00", customer: "01911110008" });
    await onlyWallet(phone.id);
    await lab.dispatch();
    expect(await lab.detail(order.id)).toMatchObject({ status: "unknown", wallet_id: phone.id });
    const trxId = trx();
    const text = `Send Money Tk 260.00 to 01988887777 successful. Ref 1. Fee Tk 5.00. Balance Tk 735.00. TrxID ${trxId} at ${bkashTime()}`;
    await lab.product.sms(phone, text);
    const frozen = await lab.owner.one<{ payouts_frozen: boolean }>("select payouts_frozen from wallet_continuity where wallet_id = $1", [key]);
    expect(frozen?.payouts_frozen).toBe(true);
    const before = await lab.product.good<{ balance: string }>("GET", `/api/wallets/${phone.id}`);
    expect(before.balance).toBe("735.00");
    expect(await lab.acted(order.id, "complete", { trx_id: trxId, note: "the number was ported" })).toMatchObject({ status: "completed", cost: "5.00" });
    expect((await lab.product.good<{ balance: string }>("GET", `/api/wallets/${phone.id}`)).balance).toBe("735.00");
    const detail = await lab.detail(order.id);
    expect(detail.messages.map((message) => [message.trx_id, message.match_status])).toEqual([[trxId, "matched"]]);
    const continuity = await lab.owner.one<{ payouts_frozen: boolean }>("select payouts_frozen from wallet_continuity where wallet_id = $1", [key]);
    expect(continuity?.payouts_frozen).toBe(false);
    const unexplained = await lab.owner.one<{ balance: bigint }>("select balance from accounts where kind = 'unexplained' and operator = 'bkash'");
    expect(unexplained?.balance).toBe(0n);
    await onlyWallet(wallet.id);
  });
});

describe("a debit that was printed an hour before the attempt began", () => {
  it("is not its payment when it comes, nor when a person looks for one", async () => {
    const phone = await lab.product.wallet({ account: "01700099003" });
    await lab.product.sms(phone, received({ amount: "1,000.00", from: "01755550003", balance: "1,000.00" }));
    await onlyWallet(phone.id);
    const order = await lab.ordered(merchant, { amount: "320.00", customer: "01911110013" });
    await lab.dispatch();
    expect(await lab.detail(order.id)).toMatchObject({ status: "unknown", wallet_id: phone.id });
    const text = `Send Money Tk 320.00 to 01911110013 successful. Ref 1. Fee Tk 5.00. Balance Tk 675.00. TrxID ${bkashTrx()} at ${bkashTime(Date.now() - 3_600_000)}`;
    await lab.product.sms(phone, text);
    expect(await lab.detail(order.id)).toMatchObject({ status: "unknown", trx_id: null });
    await lab.acted(order.id, "recheck", {});
    expect(await lab.detail(order.id)).toMatchObject({ status: "unknown", trx_id: null });
    await lab.acted(order.id, "fail", { reason: "proven" });
    await lab.acted(order.id, "fail", { reason: "ended" });
    await onlyWallet(wallet.id);
  });
});

describe("the wallet's own phone", () => {
  it("proves a payout by its message, once", async () => {
    const phone = await lab.product.wallet({ account: "01700099002" });
    await lab.product.sms(phone, received({ amount: "1,000.00", from: "01755550001", balance: "1,000.00" }));
    await onlyWallet(phone.id);
    const order = await lab.ordered(merchant, { amount: "310.00", customer: "01911110012" });
    await lab.dispatch();
    expect(await lab.detail(order.id)).toMatchObject({ status: "unknown", wallet_id: phone.id });
    const trxId = bkashTrx();
    const text = `Send Money Tk 310.00 to 01911110012 successful. Ref 1. Fee Tk 5.00. Balance Tk 685.00. TrxID ${trxId} at ${bkashTime()}`;
    await lab.product.sms(phone, text);
    const detail = await lab.detail(order.id);
    expect(detail).toMatchObject({ status: "completed", trx_id: trxId, cost: "5.00" });
    expect(detail.messages.map((message) => message.match_status)).toEqual(["matched"]);
    expect(await lab.product.good("GET", `/api/wallets/${phone.id}`)).toMatchObject({ balance: "685.00", frozen_balance: "0.00" });
    // The same message again changes nothing.
    await lab.product.sms(phone, text);
    expect((await lab.product.good<{ balance: string }>("GET", `/api/wallets/${phone.id}`)).balance).toBe("685.00");
    await onlyWallet(wallet.id);
  });
});

describe("money that came back", () => {
  it("fails what was under way and books nothing that was not booked", async () => {
    const order = await unknownOrder("270.00", "01911110009");
    const before = await lab.walletFigures(wallet);
    const told = await comeback(facts({ amount: 270_00n, counterparty: "01911110009", kind: "returned_failed", fee: 0n }));
    expect(told).toMatchObject({ kind: "failed", disburseId: order.key, bookedTxn: null });
    expect(await lab.detail(order.id)).toMatchObject({ status: "attempt_failed", reason: "returned" });
    expect((await lab.walletFigures(wallet)).balance).toBe(before.balance);
    await lab.acted(order.id, "fail", { reason: "returned" });
  });

  it("reverses a completed payout once: wallet, merchant, fee; the order keeps its status", async () => {
    const funds = await lab.balance(merchant);
    const figures = await lab.walletFigures(wallet);
    const order = await unknownOrder("280.00", "01911110010");
    const trxId = trx();
    await debit(facts({ amount: 280_00n, counterparty: "01911110010", trxId, fee: 0n }));
    const back = facts({ amount: 280_00n, counterparty: null, trxId, kind: "returned_failed", fee: 0n });
    expect(await comeback(back)).toMatchObject({ kind: "returned", disburseId: order.key });
    expect(await comeback(back)).toMatchObject({ kind: "none" });
    const detail = await lab.detail(order.id);
    expect(detail.status).toBe("completed");
    expect(detail.returned_at).not.toBeNull();
    expect(detail.deliveries.map((item) => item.type)).toEqual(["disburse.completed", "disburse.returned"]);
    expect(await lab.balance(merchant)).toEqual(funds);
    expect(await lab.walletFigures(wallet)).toMatchObject({ balance: figures.balance, frozen_balance: "0.00" });
    expect(await lab.product.good("GET", `/v1/disburses/${order.id}`, merchant.secret)).toMatchObject({ status: "completed", returned_at: detail.returned_at });
  });
});

describe("answers that contradict each other", () => {
  it("change nothing and raise an alert", async () => {
    const order = await unknownOrder("290.00", "01911110011");
    const { completeAttempt } = await import("../../src/server/core/payouts/outcome.ts");
    const { failAttempt, markUnknown } = await import("../../src/server/core/payouts/not-paid.ts");
    const key = { disburseId: order.key, no: 1 };
    const trxId = trx();
    const done = await recordOutcome(lab.app, (tx, emit) => completeAttempt(lab.app, tx, key, { source: "callback", trxId, costMinor: 0n }, emit));
    expect(done.kind).toBe("changed");
    const same = await recordOutcome(lab.app, (tx, emit) =>
      completeAttempt(lab.app, tx, key, { source: "query", trxId: trxId.toLowerCase(), costMinor: 0n }, emit),
    );
    const other = await recordOutcome(lab.app, (tx, emit) => completeAttempt(lab.app, tx, key, { source: "query", trxId: trx(), costMinor: 0n }, emit));
    const failed = await recordOutcome(lab.app, (tx, emit) => failAttempt(lab.app, tx, key, { source: "callback", code: "late" }, emit));
    const unsure = await recordOutcome(lab.app, (tx, emit) => markUnknown(lab.app, tx, key, { source: "job", code: "lost" }, emit));
    expect([same.kind, other.kind, other.why, failed.kind, failed.why, unsure.kind]).toEqual(["same", "conflict", "other_trx", "conflict", "paid", "same"]);
    expect(await lab.detail(order.id)).toMatchObject({ status: "completed", trx_id: trxId });
    const alert = await lab.owner.one<{ n: number }>(
      "select count(*)::int as n from alerts where kind = 'disburse_differs' and object_id = $1 and status = 'open'",
      [order.key],
    );
    expect(alert?.n).toBe(1);
  });
});
