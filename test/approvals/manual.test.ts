/** Manual operations: asked for by one, applied by another, once, with a sound ledger. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ManualDetail, ManualRow } from "../../src/contract/manual.schema.ts";
import type { ApprovalRow } from "../../src/contract/approvals.schema.ts";
import { bkashTime, bkashTrx, next, received, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { isOverdrawn } from "../../src/server/core/ledger/overdrawn.ts";
import { Endings, missingId, person, raced, startTarget, times, together, type Person } from "../support/attack.ts";

let product: TestProduct;
let merchant: TestMerchant;
let wallet: TestWallet;
let maker: Person;
let checker: Person;
let operator: Person;
let auditor: Person;
let own: Person;

beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  merchant = await product.merchant({ payment_fee: { rate_bps: 100, fixed: "0.00" }, notify_url: "http://127.0.0.1:9/hook" });
  wallet = await product.wallet();
  maker = await person(product, "finance");
  checker = await person(product, "finance");
  operator = await person(product, "operator");
  auditor = await person(product, "auditor");
  own = await person(product, "merchant_admin", { merchantId: merchant.id });
});
const sound = async (): Promise<void> => {
  await product.product.jobs.runOnce("seal-audit");
  expect(await product.findings()).toEqual([]);
};
afterEach(sound);
afterAll(() => product.stop());

const ask = (body: Record<string, unknown>, by: Person = maker) =>
  product.call<ManualRow>("POST", "/api/manual", by.token, { note: "by the statement", ...body });
const asked = async (body: Record<string, unknown>, by: Person = maker): Promise<ManualRow> => {
  const answer = await ask(body, by);
  expect(answer.status, answer.text).toBe(201);
  return answer.data;
};
const act = (row: ManualRow, action: "apply" | "reject", by: Person, more: Record<string, unknown> = {}) =>
  product.call<ManualRow>("POST", `/api/manual/${row.id}/${action}`, by.token, {
    version: row.version,
    ...(action === "reject" ? { reason: "no" } : {}),
    ...more,
  });
const applied = async (body: Record<string, unknown>): Promise<ManualRow> => {
  const done = await act(await asked(body), "apply", checker);
  expect(done.status, done.text).toBe(200);
  return done.data;
};
const balance = async (kind: "merchant" | "wallet", id: string): Promise<string> => {
  const row = await product.good<{ balance: string }>("GET", `/api/${kind}s/${id}`);
  return row.balance;
};
const book = async (kind: string): Promise<bigint> =>
  (await product.product.app.db.one<{ total: bigint }>("select coalesce(sum(balance), 0)::bigint as total from accounts where kind = $1", [kind]))?.total ?? 0n;
const payer = (): string => `0195${String(next()).padStart(7, "0")}`;
/** A completed payment with its message. */
const paid = async (amount = "1000.00"): Promise<{ id: string; sms: string; trx: string }> => {
  const [customer, trx] = [payer(), bkashTrx()];
  const made = await product.pay(merchant, { amount, customer });
  const sent = await product.sms(wallet, received({ amount, from: customer, trx }));
  expect((await product.good<{ status: string }>("GET", `/api/payments/${made.data.id}`)).status).toBe("completed");
  return { id: made.data.id, sms: sent.data.items[0]?.id ?? "", trx };
};
/** Money that no order explains. */
const stray = async (amount = "70.00"): Promise<string> =>
  (await product.sms(wallet, received({ amount, from: payer(), trx: bkashTrx() }))).data.items[0]?.id ?? "";
/** Money that left a wallet and nothing explains. */
const spent = async (amount: string): Promise<string> => {
  const purse = await product.wallet({ collect: false });
  const text = `Send Money Tk ${amount} to 01700000002 successful. Ref 2. Fee Tk 0.00. Balance Tk 440.00. TrxID ${bkashTrx()} at ${bkashTime()}`;
  return (await product.sms(purse, text)).data.items[0]?.id ?? "";
};

describe("who may", () => {
  it("see, ask, apply, reject", async () => {
    const body = { kind: "merchant_credit", merchant_id: merchant.id, amount: "5.00" };
    for (const [method, url] of [
      ["GET", "/api/manual"],
      ["POST", "/api/manual"],
      ["POST", "/api/manual/preview"],
    ] as const) {
      expect((await product.call(method, url, null, method === "POST" ? body : undefined)).status).toBe(401);
      expect((await product.call(method, url, own.token, method === "POST" ? body : undefined)).status).toBe(403);
    }
    expect((await product.call("GET", "/api/manual", auditor.token)).status).toBe(200);
    expect((await ask(body, auditor)).status).toBe(403);
    const row = await asked(body, operator);
    expect(row).toMatchObject({
      status: "requested",
      maker: operator.account,
      mine: true,
      actions: ["reject"],
      preview: [{ account: "adjustments" }, { account: expect.stringMatching(/^merchant:/) }],
    });
    expect((await act(row, "apply", operator)).status).toBe(403);
    expect((await act(row, "reject", await person(product, "operator"))).error?.code).toBe("forbidden");
    expect((await act(row, "apply", auditor)).status).toBe(403);
    const mine = await asked(body);
    expect((await act(mine, "apply", maker)).error?.code).toBe("same_person");
    expect((await act({ ...row, id: missingId(product.product, "manual") }, "apply", checker)).error?.code).toBe("not_found");
    expect((await act(row, "apply", checker, { version: 9 })).error?.code).toBe("conflict");
    const tired = await person(product, "finance");
    await product.product.app.db.run("update sessions set rechecked_at = now() - interval '6 minutes' where id = $1", [
      product.product.app.publicIds.decode("session", tired.sessionId),
    ]);
    expect((await act(row, "apply", tired)).error?.code).toBe("recheck_required");
    expect((await ask(body, tired)).error?.code).toBe("recheck_required");
    expect((await act(mine, "reject", maker)).data).toMatchObject({ status: "rejected", reason: "cancelled", checker: null });
    expect((await act(row, "reject", checker)).data).toMatchObject({ status: "rejected", reason: "no", checker: checker.account });
    expect((await act(row, "apply", checker, { version: 2 })).error?.code).toBe("wrong_state");
  });

  it("takes the fields of its kind, all of them and no others", async () => {
    const wrong = async (body: Record<string, unknown>) => (await ask(body)).error;
    expect(await wrong({ kind: "merchant_credit" })).toMatchObject({ fields: { merchant_id: "required", amount: "required" } });
    expect(await wrong({ kind: "merchant_credit", merchant_id: merchant.id, amount: "0.00" })).toMatchObject({ fields: { amount: "too_small" } });
    expect(await wrong({ kind: "merchant_credit", merchant_id: merchant.id, amount: "1.00", wallet_id: wallet.id })).toMatchObject({
      fields: { wallet_id: "not_allowed" },
    });
    expect(await wrong({ kind: "merchant_credit", merchant_id: wallet.id, amount: "1.00" })).toMatchObject({ fields: { merchant_id: "invalid" } });
    expect(await wrong({ kind: "wallet_debit", wallet_id: missingId(product.product, "wallet"), amount: "1.00" })).toMatchObject({
      fields: { wallet_id: "invalid" },
    });
    expect(await wrong({ kind: "assign_message", sms_id: missingId(product.product, "sms"), payment_id: missingId(product.product, "payment") })).toMatchObject(
      { fields: { payment_id: "invalid" } },
    );
    expect(await wrong({ kind: "opening", amount: "1.00" })).toMatchObject({ fields: { merchant_id: "required" } });
    expect(await wrong({ kind: "opening", amount: "1.00", merchant_id: merchant.id, wallet_id: wallet.id })).toMatchObject({
      fields: { wallet_id: "not_allowed" },
    });
    expect(await wrong({ kind: "nonsense", amount: "1.00" })).toMatchObject({ fields: { kind: "not_allowed" } });
    expect(await wrong({ kind: "merchant_credit", merchant_id: merchant.id, amount: "1.00", note: " " })).toMatchObject({ fields: { note: "required" } });
  });
});

describe("what each kind books", () => {
  it("merchant and wallet and b2b, credit and debit", async () => {
    const one = await product.merchant();
    const purse = await product.wallet({ collect: false });
    await applied({ kind: "merchant_credit", merchant_id: one.id, amount: "100.00" });
    await applied({ kind: "merchant_debit", merchant_id: one.id, amount: "40.00" });
    expect(await balance("merchant", one.id)).toBe("60.00");
    await applied({ kind: "wallet_credit", wallet_id: purse.id, amount: "30.00" });
    await applied({ kind: "b2b_credit", wallet_id: purse.id, amount: "500.00" });
    await applied({ kind: "b2b_debit", wallet_id: purse.id, amount: "200.00" });
    await applied({ kind: "wallet_debit", wallet_id: purse.id, amount: "5.00" });
    expect(await balance("wallet", purse.id)).toBe("325.00");
    const { items } = await product.good<{ items: { kind: string; amount: string; note: string | null; reference: { type: string } }[] }>(
      "GET",
      `/api/journals?merchant_id=${one.id}`,
    );
    expect(items.map(({ kind, amount, note, reference }) => [kind, amount, note, reference.type])).toEqual([
      ["merchant_debit", "-40.00", "by the statement", "manual"],
      ["merchant_credit", "100.00", "by the statement", "manual"],
    ]);
  });

  it("a merchant's debit never goes below zero, not even when asked for in time", async () => {
    const one = await product.merchant();
    await applied({ kind: "merchant_credit", merchant_id: one.id, amount: "100.00" });
    expect((await ask({ kind: "merchant_debit", merchant_id: one.id, amount: "100.01" })).error).toMatchObject({
      code: "insufficient_balance",
      fields: { amount: "too_large" },
    });
    const [first, second] = [
      await asked({ kind: "merchant_debit", merchant_id: one.id, amount: "60.00" }),
      await asked({ kind: "merchant_debit", merchant_id: one.id, amount: "60.00" }),
    ];
    expect((await act(first, "apply", checker)).data).toMatchObject({
      status: "applied",
      preview: [{ before: "100.00", after: "40.00" }, { account: "adjustments" }],
    });
    const detail = await product.good<ManualDetail>("GET", `/api/manual/${second.id}`);
    expect(detail).toMatchObject({ status: "requested", now: null, problem: "insufficient_balance" });
    expect((await act(second, "apply", checker)).error?.code).toBe("insufficient_balance");
    expect(await balance("merchant", one.id)).toBe("40.00");
    expect((await act(second, "reject", checker)).status).toBe(200);
  });

  it("a message goes to an order under the guards of a match", async () => {
    const made = await product.pay(merchant, { amount: "321.00", customer: payer() });
    const sms = await stray("321.00");
    expect((await ask({ kind: "assign_message", sms_id: (await paid()).sms, payment_id: made.data.id })).error?.code).toBe("trx_mismatch");
    const row = await asked({ kind: "assign_message", sms_id: sms, payment_id: made.data.id });
    expect(row).toMatchObject({ amount: "321.00", merchant_id: merchant.id });
    expect((await ask({ kind: "assign_message", sms_id: sms, payment_id: made.data.id })).error?.code).toBe("already_exists");
    expect((await act(row, "apply", checker)).status).toBe(200);
    expect(await product.good("GET", `/api/payments/${made.data.id}`)).toMatchObject({ status: "completed", received_amount: "321.00", fee: "3.21" });
    expect(await product.good("GET", `/api/sms/${sms}`)).toMatchObject({ match_status: "matched", payment_id: made.data.id });
  });

  it("suspense is written off once, and its message pays nothing after", async () => {
    const before = await book("suspense");
    const sms = await stray("70.00");
    expect((await book("suspense")) - before).toBe(7000n);
    await applied({ kind: "write_off", sms_id: sms });
    expect(await book("suspense")).toBe(before);
    const message = await product.good<{ match_status: string; version: number }>("GET", `/api/sms/${sms}`);
    expect(message.match_status).toBe("ignored");
    expect((await ask({ kind: "write_off", sms_id: sms })).error?.code).toBe("wrong_state");
    const made = await product.pay(merchant, { amount: "70.00", customer: payer() });
    expect((await product.call("POST", `/api/sms/${sms}/match`, maker.token, { version: message.version, payment_id: made.data.id })).error?.code).toBe(
      "wrong_state",
    );
    expect((await product.call("POST", `/api/sms/${sms}/parse`, maker.token, { version: message.version })).status).toBe(409);
  });

  it.each([
    ["came in", () => stray("72.00")],
    ["left", () => spent("73.00")],
  ])("what %s and was put aside before it was written off is not taken back", async (_way, come) => {
    const sms = await come();
    const look = (): Promise<{ match_status: string; version: number; actions: string[] }> => product.good("GET", `/api/sms/${sms}`);
    const act = async (name: string, body: object = {}) =>
      product.call("POST", `/api/sms/${sms}/${name}`, maker.token, { version: (await look()).version, ...body });
    expect((await act("ignore")).status).toBe(200);
    expect((await look()).actions).toContain("restore");
    await applied({ kind: "write_off", sms_id: sms });
    expect(await look()).toMatchObject({ match_status: "ignored", reasons: expect.not.arrayContaining(["ignored"]) });
    expect((await look()).actions).toEqual([]);
    expect((await act("restore")).error?.code).toBe("wrong_state");
    expect((await ask({ kind: "write_off", sms_id: sms })).error?.code).toBe("wrong_state");
  });

  it("what was written off pays nothing, whatever its status says", async () => {
    const sms = await stray("74.00");
    await applied({ kind: "write_off", sms_id: sms });
    // As restoring left them before it looked at what had become of the money.
    await product.product.app.db.run("update sms set match_status = 'unmatched' where id = $1", [product.product.app.publicIds.decode("sms", sms)]);
    const { version, actions } = await product.good<{ version: number; actions: string[] }>("GET", `/api/sms/${sms}`);
    expect(actions).not.toContain("match");
    const made = await product.pay(merchant, { amount: "74.00", customer: payer() });
    expect((await product.call("POST", `/api/sms/${sms}/match`, maker.token, { version, payment_id: made.data.id })).error?.code).toBe("wrong_state");
    expect((await ask({ kind: "assign_message", sms_id: sms, payment_id: made.data.id })).error?.code).toBe("wrong_state");
    const { candidates } = await product.good<{ candidates: { id: string }[] }>("GET", `/api/payments/${made.data.id}`);
    expect(candidates.map(({ id }) => id)).not.toContain(sms);
    await product.product.app.db.run("update sms set match_status = 'ignored' where id = $1", [product.product.app.publicIds.decode("sms", sms)]);
  });

  it("money that left without a reason is written off once", async () => {
    const purse = await product.wallet({ collect: false });
    const before = await book("unexplained");
    const text = `Send Money Tk 105.00 to 01700000002 successful. Ref 2. Fee Tk 0.00. Balance Tk 440.00. TrxID ${bkashTrx()} at ${bkashTime()}`;
    const sms = (await product.sms(purse, text)).data.items[0]?.id ?? "";
    expect((await book("unexplained")) - before).toBe(10_500n);
    const row = await applied({ kind: "write_off", sms_id: sms });
    expect(row).toMatchObject({ amount: "105.00", wallet_id: purse.id });
    expect(await book("unexplained")).toBe(before);
    expect((await ask({ kind: "write_off", sms_id: sms })).error?.code).toBe("wrong_state");
  });

  it("opens an account that has no entries, and no other", async () => {
    const one = await product.merchant();
    const purse = await product.wallet({ collect: false });
    await applied({ kind: "opening", merchant_id: one.id, amount: "900.00" });
    await applied({ kind: "opening", wallet_id: purse.id, amount: "1200.00" });
    expect([await balance("merchant", one.id), await balance("wallet", purse.id)]).toEqual(["900.00", "1200.00"]);
    expect((await ask({ kind: "opening", merchant_id: one.id, amount: "1.00" })).error?.code).toBe("wrong_state");
    const late = await product.merchant();
    const row = await asked({ kind: "opening", merchant_id: late.id, amount: "1.00" });
    expect((await ask({ kind: "opening", merchant_id: late.id, amount: "1.00" })).error?.code).toBe("already_exists");
    await applied({ kind: "merchant_credit", merchant_id: late.id, amount: "2.00" });
    expect((await act(row, "apply", checker)).error?.code).toBe("wrong_state");
    expect(await balance("merchant", late.id)).toBe("2.00");
  });
});

describe("a payment reversed", () => {
  it("takes the merchant below zero, tells it once, and is never done again", async () => {
    const one = await product.merchant({ payment_fee: { rate_bps: 100, fixed: "0.00" }, notify_url: "http://127.0.0.1:9/hook" });
    const [customer, trx] = [payer(), bkashTrx()];
    const order = { merchant_order_id: `r-${next()}`, amount: "1000.00", customer };
    const made = await product.pay(one, order);
    expect((await ask({ kind: "payment_reversal", payment_id: made.data.id })).error?.code).toBe("wrong_state");
    await product.sms(wallet, received({ amount: "1000.00", from: customer, trx }));
    expect(await balance("merchant", one.id)).toBe("990.00");
    await applied({ kind: "merchant_debit", merchant_id: one.id, amount: "500.00" });
    const row = await asked({ kind: "payment_reversal", payment_id: made.data.id });
    expect((await ask({ kind: "payment_reversal", payment_id: made.data.id })).error?.code).toBe("already_exists");
    const fees = await book("fees");
    expect((await act(row, "apply", checker)).data).toMatchObject({ status: "applied", amount: "1000.00" });
    expect(await balance("merchant", one.id)).toBe("-500.00");
    const below = () => isOverdrawn(product.product.app.db, product.product.app.publicIds.decode("merchant", one.id) ?? 0n);
    expect(await below()).toBe(true);
    const payout = await product.call("POST", "/v1/disburses", one.secret, {
      merchant_order_id: `d-${next()}`,
      amount: "10.00",
      operator: "bkash",
      customer: payer(),
    });
    expect(payout.error?.code).toBe("insufficient_balance");
    expect((await book("fees")) - fees).toBe(-1000n);
    const { reversed_at } = await product.good("GET", `/api/payments/${made.data.id}`);
    expect(reversed_at).toEqual(expect.any(String));
    // Whoever asks learns what the notification says, and asking twice for the order is asking for it.
    const now = { status: "completed", reversed_at };
    expect(await product.good("GET", `/v1/payments/${made.data.id}`, one.secret)).toMatchObject(now);
    expect((await product.pay(one, order)).data).toMatchObject(now);
    const sent = await product.product.app.db.rows<{ body: string }>("select body from outbox where object_id = $1 and type = 'payment.reversed'", [
      product.product.app.publicIds.decode("payment", made.data.id),
    ]);
    expect(sent.map(({ body }) => JSON.parse(body).data)).toEqual([expect.objectContaining(now)]);
    expect((await ask({ kind: "payment_reversal", payment_id: made.data.id })).error?.code).toBe("wrong_state");
    expect((await ask({ kind: "merchant_debit", merchant_id: one.id, amount: "1.00" })).error?.code).toBe("insufficient_balance");
    await applied({ kind: "merchant_credit", merchant_id: one.id, amount: "600.00" });
    expect(await below()).toBe(false);
    await product.product.jobs.runOnce("level-merchants");
    const flag = await product.product.app.db.one("select may_go_negative from accounts where kind = 'merchant' and owner_id = $1", [
      product.product.app.publicIds.decode("merchant", one.id),
    ]);
    expect(flag).toEqual({ may_go_negative: false });
  });
});

describe("the operator's own word for a reversal", () => {
  const taken = (amount: string, trx: string): Promise<string> => {
    const text = `Tk ${amount} received from 01811112222 has been reversed. TrxID ${trx} at ${bkashTime()}`;
    return product.sms(wallet, text).then(({ data }) => data.items[0]?.id ?? "");
  };
  const message = (id: string) => product.good<{ match_status: string; payment_id: string | null }>("GET", `/api/sms/${id}`);
  const alerted = async (id: string): Promise<unknown> =>
    (
      await product.product.app.db.one<{ status: string }>(
        "select status from alerts where kind = 'payment_reversed' and object_id = $1 order by id desc limit 1",
        [product.product.app.publicIds.decode("sms", id)],
      )
    )?.status;

  it("is the payment's once it is reversed, and is not written off as well", async () => {
    const one = await paid("610.00");
    const sms = await taken("610.00", one.trx);
    const before = await book("unexplained");
    await applied({ kind: "payment_reversal", payment_id: one.id });
    expect(await message(sms)).toMatchObject({ match_status: "matched", payment_id: one.id });
    expect([await book("unexplained"), await alerted(sms)]).toEqual([before - 61_000n, "resolved"]);
    expect((await ask({ kind: "write_off", sms_id: sms })).error?.code).toBe("wrong_state");
  });

  it("that takes less than was paid reverses nothing", async () => {
    const one = await paid("620.00");
    const sms = await taken("300.00", one.trx);
    expect((await ask({ kind: "payment_reversal", payment_id: one.id })).error).toMatchObject({
      code: "trx_mismatch",
      fields: { payment_id: "mismatch" },
      details: { message_amount: "300.00", amount: "620.00" },
    });
    expect(await message(sms)).toMatchObject({ match_status: "unmatched" });
  });

  it("that comes after the payment was reversed needs nobody", async () => {
    const one = await paid("630.00");
    await applied({ kind: "payment_reversal", payment_id: one.id });
    const sms = await taken("630.00", one.trx);
    expect([(await message(sms)).match_status, await alerted(sms)]).toEqual(["unmatched", "open"]);
    await product.product.jobs.runOnce("release-claims");
    expect([await message(sms), await alerted(sms)]).toMatchObject([{ match_status: "matched", payment_id: one.id }, "resolved"]);
  });
});

describe("the operator's word for a reversal with a TrxID of its own", () => {
  const taken = async (amount: string, from: string): Promise<string> => {
    const { data } = await product.sms(wallet, `Tk ${amount} received from ${from} has been reversed. TrxID ${bkashTrx()} at ${bkashTime()}`);
    return data.items[0]?.id ?? "";
  };
  const message = (id: string) => product.good<{ match_status: string; payment_id: string | null }>("GET", `/api/sms/${id}`);
  /** A completed payment and who paid it. */
  async function paidBy(amount: string): Promise<{ id: string; from: string }> {
    const from = payer();
    const made = await product.pay(merchant, { amount, customer: from });
    await product.sms(wallet, received({ amount, from }));
    expect((await product.good<{ status: string }>("GET", `/api/payments/${made.data.id}`)).status).toBe("completed");
    return { id: made.data.id, from };
  }

  it("is the payment's by wallet, amount and payer once it is reversed, and no other's", async () => {
    const one = await paidBy("640.00");
    const [other, sms] = [await taken("640.00", payer()), await taken("640.00", one.from)];
    await applied({ kind: "payment_reversal", payment_id: one.id });
    expect([await message(sms), await message(other)]).toMatchObject([
      { match_status: "matched", payment_id: one.id },
      { match_status: "unmatched", payment_id: null },
    ]);
    expect((await ask({ kind: "write_off", sms_id: sms })).error?.code).toBe("wrong_state");
    await applied({ kind: "write_off", sms_id: other });
    await sound();
  });

  it("is the payment's where it comes after, and is not written off as well", async () => {
    const one = await paidBy("650.00");
    await applied({ kind: "payment_reversal", payment_id: one.id });
    const sms = await taken("650.00", one.from);
    expect((await ask({ kind: "write_off", sms_id: sms })).error?.code).toBe("wrong_state");
    await product.product.jobs.runOnce("release-claims");
    expect(await message(sms)).toMatchObject({ match_status: "matched", payment_id: one.id });
    await sound();
  });

  it("is waited for by its payment alone: another debit is written off meanwhile, once", async () => {
    const debit = await spent("15.00");
    await applied({ kind: "payment_reversal", payment_id: (await paidBy("9000.00")).id });
    // What the operator has not said yet stands against all that is unexplained, and against no message of it.
    const before = await book("unexplained");
    expect(before).toBeLessThan(1500n);
    await applied({ kind: "write_off", sms_id: debit });
    expect((await book("unexplained")) - before).toBe(-1500n);
    expect((await ask({ kind: "write_off", sms_id: debit })).error?.code).toBe("wrong_state");
    await sound();
  });

  it("keeps its payment from being reversed where it was written off", async () => {
    const one = await paidBy("660.00");
    await applied({ kind: "write_off", sms_id: await taken("660.00", one.from) });
    expect((await ask({ kind: "payment_reversal", payment_id: one.id })).error?.code).toBe("wrong_state");
  });
});

describe("a payment that was merely said, reversed", () => {
  it("leaves sound books, and its TrxID to the order that it really paid", async () => {
    const [trx, other] = [bkashTrx(), payer()];
    const complete = async (amount: string, customer = payer()): Promise<string> => {
      const made = await product.pay(merchant, { amount, customer });
      const done = await product.call("POST", `/api/payments/${made.data.id}/complete`, maker.token, { version: 1, trx_id: trx, note: "by the screenshot" });
      expect(done.status, done.text).toBe(200);
      return made.data.id;
    };
    await applied({ kind: "payment_reversal", payment_id: await complete("81.00") });
    await sound();
    const real = await complete("82.00", other);
    await product.sms(wallet, received({ amount: "82.00", from: other, trx }));
    expect(await product.good("GET", `/api/payments/${real}`)).toMatchObject({ status: "completed", trx_id: trx });
  });
});

describe("the inbox", () => {
  it("holds every request, and what ends there ends here", async () => {
    const row = await asked({ kind: "merchant_credit", merchant_id: merchant.id, amount: "5.00" });
    const approval = await product.good<ApprovalRow>("GET", `/api/approvals/${row.approval_id ?? ""}`, checker.token);
    expect(approval).toMatchObject({ kind: "manual.apply", object: { type: "manual", id: row.id }, amount: "5.00", actions: ["approve", "reject"] });
    expect((await product.call("POST", `/api/approvals/${approval.id}/reject`, checker.token, { reason: "twice" })).status).toBe(200);
    expect(await product.good("GET", `/api/manual/${row.id}`)).toMatchObject({ status: "rejected", reason: "twice", checker: checker.account });
    const late = await asked({ kind: "merchant_credit", merchant_id: merchant.id, amount: "6.00" });
    const { app } = product.product;
    const real = app.now;
    Object.assign(app, { now: () => real() + 24 * 3_600_000 + 1000 });
    try {
      await product.product.jobs.runOnce("lapse-approvals");
    } finally {
      Object.assign(app, { now: real });
    }
    expect(await product.good("GET", `/api/manual/${late.id}`)).toMatchObject({ status: "lapsed", reason: "expired", checker: null });
  });

  it("keeps the answer of a key, in its own shape", async () => {
    const row = await asked({ kind: "merchant_credit", merchant_id: merchant.id, amount: "5.00" });
    const call = () =>
      product.call<ManualRow>("POST", `/api/manual/${row.id}/apply`, checker.token, { version: row.version }, { "idempotency-key": `apply-${row.id}` });
    const [first, again] = [await call(), await call()];
    expect(first.data).toMatchObject({ id: row.id, status: "applied" });
    expect(again.headers["idempotency-hit"] ?? again.error?.code).toBe("true");
    expect(again.data).toEqual(first.data);
  });
});

describe("many at once", () => {
  it("twenty apply, reject, approve and take back: one effect", async () => {
    const crew = await Promise.all(Array.from({ length: 8 }, () => person(product, "finance")));
    const endings = new Endings(times(3, 60), "applied", "rejected");
    for (const round of endings) {
      const one = await product.merchant();
      const row = await asked({ kind: "merchant_credit", merchant_id: one.id, amount: "10.00" });
      const answers = await together(
        Array.from({ length: 20 }, (_unused, index) => async () => {
          const who = crew[index % 8] ?? checker;
          const answer =
            index === 19
              ? await act(row, "reject", maker)
              : index % 4 === 3
                ? await act(row, "reject", who)
                : index % 4 === 2
                  ? await product.call<ManualRow>("POST", `/api/approvals/${row.approval_id ?? ""}/approve`, who.token, {})
                  : await act(row, "apply", who);
          return { done: index % 4 === 3 ? "rejected" : "applied", answer };
        }),
        round,
        // An approval is the shorter way: in every other round who rejects is ahead.
        (index) => Endings.late(round, index % 4, 3),
      );
      raced("R18", answers);
      const won = answers.filter(({ answer }) => answer.success);
      expect(won).toHaveLength(1);
      endings.ended(won[0]?.done ?? "");
      for (const { answer } of answers.filter((one) => !one.answer.success)) expect(["wrong_state", "conflict"]).toContain(answer.error?.code);
      expect(await balance("merchant", one.id)).toBe(won[0]?.done === "applied" ? "10.00" : "0.00");
    }
  });

  it("one message: assigned, written off, matched and its order completed by hand at once: it counts once", async () => {
    const endings = new Endings(times(3, 60), "matched", "ignored");
    for (const round of endings) {
      const amount = `${800 + round}.00`;
      const made = await product.pay(merchant, { amount, customer: payer() });
      const sms = await stray(amount);
      const row = await asked({ kind: "assign_message", sms_id: sms, payment_id: made.data.id });
      const order = await product.good<{ version: number }>("GET", `/api/payments/${made.data.id}`);
      const message = await product.good<{ version: number }>("GET", `/api/sms/${sms}`);
      const before = await balance("merchant", merchant.id);
      const answers = await together(
        Array.from({ length: 20 }, (_unused, index) => (): Promise<{ success: boolean; error: { code: string } | undefined }> => {
          if (index % 4 === 0) return act(row, "apply", checker);
          if (index % 4 === 1) return product.call("POST", `/api/sms/${sms}/match`, maker.token, { version: message.version, payment_id: made.data.id });
          if (index % 4 === 2)
            return product.call("POST", `/api/payments/${made.data.id}/complete`, maker.token, { version: order.version, trx_id: bkashTrx(), note: "seen" });
          return product.call("POST", `/api/sms/${sms}/ignore`, maker.token, { version: message.version });
        }),
        round,
        // By turns who puts it aside is ahead, and all come at once.
        (index) => Endings.late(round, index % 4, 3),
      );
      raced("R18", answers);
      for (const answer of answers.filter((one) => !one.success)) expect(["wrong_state", "conflict", "trx_used", "trx_mismatch"]).toContain(answer.error?.code);
      const after = await product.good<{ status: string; entries: { account: string; kind: string }[] }>("GET", `/api/payments/${made.data.id}`);
      endings.ended((await product.good<{ match_status: string }>("GET", `/api/sms/${sms}`)).match_status);
      const gained = Number(await balance("merchant", merchant.id)) - Number(before);
      expect([after.status, Math.round(gained * 100)]).toEqual(after.status === "completed" ? ["completed", Math.round((800 + round) * 99)] : ["pending", 0]);
    }
  });

  it("two debits of one balance: one goes through", async () => {
    for (let round = 0; round < times(3, 60); round += 1) {
      const one = await product.merchant();
      await applied({ kind: "merchant_credit", merchant_id: one.id, amount: "100.00" });
      const rows = await Promise.all(Array.from({ length: 20 }, () => asked({ kind: "merchant_debit", merchant_id: one.id, amount: "60.00" })));
      const answers = await together(
        rows.map((row) => () => act(row, "apply", checker)),
        round,
      );
      raced("R18", answers);
      expect(answers.filter((answer) => answer.success)).toHaveLength(1);
      for (const answer of answers.filter((one) => !one.success)) expect(answer.error?.code).toBe("insufficient_balance");
      expect(await balance("merchant", one.id)).toBe("40.00");
    }
  });
});
