/** One payment and one message with their surroundings, and what a merchant's users must not see of them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PaymentDetail } from "../../../contract/payments.schema.ts";
import type { PaymentEvidence } from "../../../contract/evidence.schema.ts";
import type { SmsDetail } from "../../../contract/sms.schema.ts";
import { deliveriesReadRoutes } from "../../core/outbox/read-routes.ts";
import { addMerchant, addPayments, addWallet, bookPayment, insert, makeLab, paymentRow, smsRow, type Lab } from "../../../../test/support/parts/lists.ts";
import { smsReadRoutes } from "../sms/read-routes.ts";
import { MERCHANT_PAYMENT_COLUMNS, toMerchantPayment, type MerchantPaymentRaw } from "../../core/orders/payment-view.ts";
import { paymentsReadRoutes } from "./read-routes.ts";

let lab: Lab;
let a: bigint;
let b: bigint;
let wallet: bigint;
let open: Record<string, unknown>;
let done: Record<string, unknown>;
let message: Record<string, unknown>;
let delivery: bigint;
const SENT = { type: "payment.completed", data: { merchant_order_id: "8801912345678", customer: "01812345678" } };
const SECRETS = ["Wallet-Seven", "note of staff", "staff.person", "TrxID K"];

const pid = (id: unknown): string => lab.app.publicIds.encode("payment", id as bigint);

beforeAll(async () => {
  lab = await makeLab([...paymentsReadRoutes, ...smsReadRoutes, ...deliveriesReadRoutes]);
  [a, b] = [await addMerchant(lab, "Alpha"), await addMerchant(lab, "Bravo")];
  wallet = await addWallet(lab, "Wallet-Seven", "01700000001");
  const other = await addWallet(lab, "Wallet-Eight", "01700000002");
  const routing = {
    at: new Date().toISOString(),
    chosen: Number(wallet),
    wallets: [
      [Number(wallet), "chosen", 12],
      [Number(other), "offline", null],
    ],
  };
  const noted = { staff: "{staff.person}", notes: [{ at: new Date().toISOString(), account: "staff.person", text: "note of staff" }], routing };
  open = paymentRow(lab, { merchantId: a, walletId: wallet, orderId: "A-1" }, { ...noted, metadata: { basket: 7 }, customer: "01811111111" });
  done = paymentRow(lab, { merchantId: a, walletId: wallet, orderId: "A-2" }, { ...noted, status: "completed", fee_min: 50 });
  await addPayments(
    lab,
    [open, done].map((row) => ({ fee_min: null, ...row })),
  );
  await bookPayment(lab, a, wallet, done["id"] as bigint, 10_000n, 100n);
  await lab.owner.run("insert into order_trx (payment_id, operator, trx_key, trx_id) values ($1, 'bkash', 'ABC123', 'abc123')", [open["id"]]);
  message = smsRow(lab, wallet, { match_status: "matched", payment_id: done["id"] });
  const best = smsRow(lab, wallet, { trx_id: "ABC123", trx_key: "ABC123", counterparty: "01811111111" });
  const weak = smsRow(lab, wallet, { counterparty: "01999999999" });
  const elsewhere = smsRow(lab, other, { counterparty: "01811111111" });
  await insert(lab.owner, "sms", [message, weak, best, elsewhere]);
  await insert(lab.owner, "order_events", [
    {
      id: lab.app.ids.next(),
      object_type: "payment",
      object_id: open["id"],
      kind: "note",
      actor_type: "user",
      actor_id: 5n,
      account: "staff.person",
      data: { text: "note of staff" },
    },
    {
      id: lab.app.ids.next(),
      object_type: "payment",
      object_id: open["id"],
      kind: "recheck",
      actor_type: "user",
      actor_id: 5n,
      account: "staff.person",
      data: { found: 0 },
    },
    {
      id: lab.app.ids.next(),
      object_type: "payment",
      object_id: open["id"],
      kind: "review",
      actor_type: "system",
      actor_id: null,
      account: null,
      data: { reason: "amount_differs" },
    },
  ]);
  delivery = lab.app.ids.next();
  await insert(lab.owner, "outbox", [
    {
      id: delivery,
      merchant_id: a,
      object_type: "payment",
      object_id: done["id"],
      type: "payment.completed",
      url: "https://a.example/",
      body: '{"type":"payment.completed","data":{"merchant_order_id":"8801912345678","customer":"01812345678"}}',
      status: "waiting",
      attempts: 2,
      attempt_log: [],
      by_hand: false,
      last_code: 503,
    },
  ]);
});
afterAll(() => lab.close());

const detail = async <T>(url: string, token: string): Promise<T> => {
  const answer = await lab.get(url, token);
  expect(answer.status, answer.text.slice(0, 400)).toBe(200);
  return answer.body.data as T; // the route has enforced the schema
};

describe("payment detail", () => {
  it("refuses strangers alike: no session, another merchant's, missing, malformed", async () => {
    const url = `/api/payments/${pid(open["id"])}`;
    expect((await lab.get(url, null)).status).toBe(401);
    const missing = await lab.get(`/api/payments/${pid(lab.app.ids.next())}`, lab.token("merchant_admin", b));
    const others = await lab.get(url, lab.token("merchant_admin", b));
    const without = (text: string): string => text.replace(/"request_id":"[^"]*"/, "");
    expect(others.status).toBe(404);
    expect(without(others.text)).toBe(without(missing.text));
    expect((await lab.get(url, lab.token("merchant_viewer", null))).status).toBe(404);
    for (const bad of ["1", "P", "W261121AAAAAAAA", "%00", "P261121AAAAAAA'", "..%2f"])
      expect((await lab.get(`/api/payments/${bad}`, lab.token("admin"))).status, bad).toBe(404);
  });

  it("tells staff everything", async () => {
    const found = await detail<PaymentDetail>(`/api/payments/${pid(open["id"])}`, lab.token("operator"));
    expect(found).toMatchObject({
      status: "pending",
      wallet_name: "Wallet-Seven",
      submitted_trx: ["abc123"],
      metadata: { basket: 7 },
      fee_rule: { rate_bps: 100, fixed: "0.00", min: null, max: null },
    });
    expect(found.routing?.wallets.map((row) => [row.wallet_name, row.result, row.share_bps])).toEqual([
      ["Wallet-Seven", "chosen", 12],
      ["Wallet-Eight", "offline", null],
    ]);
    const earlier = { chosen: wallet.toString(), wallets: [{ wallet_id: wallet.toString(), result: "chosen", share_bps: 12 }] };
    await lab.owner.run("update payments set routing = $2 where id = $1", [done["id"], JSON.stringify({ at: found.routing?.at, ...earlier })]);
    const { routing } = await detail<PaymentDetail>(`/api/payments/${pid(done["id"])}`, lab.token("operator"));
    expect(routing).toEqual({ at: found.routing?.at, chosen: found.routing?.chosen, wallets: found.routing?.wallets.slice(0, 1), rest: [] });
    const brief = { chosen: Number(wallet), wallets: [[Number(wallet), "chosen", 12]], rest: { not_evaluated: 285, offline: 3 } };
    await lab.owner.run("update payments set routing = $2 where id = $1", [done["id"], JSON.stringify(brief)]);
    const { routing: counted, created_at } = await detail<PaymentDetail>(`/api/payments/${pid(done["id"])}`, lab.token("operator"));
    expect(counted?.at).toBe(created_at);
    expect(counted?.rest).toEqual([
      { result: "not_evaluated", count: 285 },
      { result: "offline", count: 3 },
    ]);
    expect(found.candidates.map((row) => row.trx_id)[0]).toBe("ABC123");
    expect(found.candidates[0]?.score).toBeGreaterThan(found.candidates[1]?.score ?? 100);
    expect(found.candidates[0]?.reasons).toContain("same_trx");
    expect(found.candidates).toHaveLength(2);
    expect(found.timeline.map((item) => item.kind)).toEqual(["created", "note", "recheck", "review"]);
    expect(found.timeline[1]?.actor?.account).toBe("staff.person");
    expect(found.actions).toEqual(["recheck", "complete", "note"]);
  });

  it("shows entries, the message and the notification of a completed one", async () => {
    const found = await detail<PaymentDetail>(`/api/payments/${pid(done["id"])}`, lab.token("finance"));
    expect(found.entries.map((entry) => [entry.account, entry.amount])).toEqual([
      ["wallet:Wallet-Seven", "100.00"],
      ["merchant:Alpha", "100.00"],
      ["merchant:Alpha", "-1.00"],
      ["fees", "1.00"],
    ]);
    expect(found.messages.map((row) => row.id)).toEqual([lab.app.publicIds.encode("sms", message["id"] as bigint)]);
    expect(found.candidates).toEqual([]);
    expect(found.deliveries).toMatchObject([{ type: "payment.completed", status: "waiting", attempts: 2, last_code: 503 }]);
    expect(found.fee_rule.min).toBe("0.50");
  });

  it("keeps from the merchant's users what is the platform's own", async () => {
    for (const row of [open, done]) {
      const answer = await lab.get(`/api/payments/${pid(row["id"])}`, lab.token("merchant_admin", a));
      expect(answer.status).toBe(200);
      for (const secret of SECRETS) expect(answer.text, secret).not.toContain(secret);
      expect(answer.body.data).toMatchObject({
        wallet_id: null,
        wallet_name: null,
        routing: null,
        operators: [],
        notes: [],
        messages: [],
        candidates: [],
        remote_ip: "203.0.113.9",
      });
    }
    const found = await detail<PaymentDetail>(`/api/payments/${pid(done["id"])}`, lab.token("merchant_viewer", a));
    expect(found.entries.map((entry) => entry.account)).toEqual(["merchant:Alpha", "merchant:Alpha"]);
    expect(found.actions).toEqual([]);
    const own = await detail<PaymentDetail>(`/api/payments/${pid(open["id"])}`, lab.token("merchant_admin", a));
    expect(own.timeline.map((item) => item.kind)).toEqual(["created", "review"]);
  });

  it("masks phone numbers for those who may not read them", async () => {
    const answer = await lab.get(`/api/payments/${pid(open["id"])}`, lab.token("auditor"));
    expect(answer.text).not.toContain("01811111111");
    expect(answer.text).not.toContain("01812345678");
    expect(answer.text).toContain("018****1111");
  });

  it("gives the merchant's object as a pure function of the row", async () => {
    const load = (id: unknown): Promise<MerchantPaymentRaw | null> =>
      lab.app.db.one<MerchantPaymentRaw>(`select ${MERCHANT_PAYMENT_COLUMNS} from payments p join wallets w on w.id = p.wallet_id where p.id = $1`, [id]);
    const waiting = toMerchantPayment(lab.app, (await load(open["id"])) as MerchantPaymentRaw);
    expect(waiting).toMatchObject({
      id: pid(open["id"]),
      receiving_account: "01700000001",
      wallet_type: "personal",
      pay_by: { account: "01700000001", amount: "100.00", function: "send_money" },
      fee: null,
      paid_at: null,
    });
    const paid = toMerchantPayment(lab.app, (await load(done["id"])) as MerchantPaymentRaw);
    expect(paid).toMatchObject({ status: "completed", pay_by: null, received_amount: "100.00", fee: "1.00" });
  });
});

describe("evidence of a payment", () => {
  const url = (id: unknown): string => `/api/payments/${pid(id)}/evidence`;

  it("refuses strangers alike: no session, another merchant's, missing", async () => {
    expect((await lab.get(url(done["id"]), null)).status).toBe(401);
    const without = (text: string): string => text.replace(/"request_id":"[^"]*"/, "");
    const others = await lab.get(url(done["id"]), lab.token("merchant_admin", b));
    expect(others.status).toBe(404);
    expect(without(others.text)).toBe(without((await lab.get(url(lab.app.ids.next()), lab.token("merchant_admin", b))).text));
    expect((await lab.get(url(done["id"]), lab.token("merchant_viewer", null))).status).toBe(404);
  });

  it("is the order as its screen shows it, with the bodies of its notifications, and stands in the trail", async () => {
    const taken = await detail<PaymentEvidence>(url(done["id"]), lab.token("finance"));
    expect(taken.order).toEqual(await detail<PaymentDetail>(`/api/payments/${pid(done["id"])}`, lab.token("finance")));
    expect([taken.masked, taken.notifications?.map(({ body }) => body)]).toEqual([false, [SENT]]);
    const row = await lab.owner.one("select action, object_type, object_id, account, after from audit order by id desc limit 1");
    expect(row).toEqual({ action: "export", object_type: "payment", object_id: pid(done["id"]), account: taken.made_by, after: { evidence: true } });
  });

  it("leaves no trail where there is nothing to be taken", async () => {
    const count = async (): Promise<unknown> => lab.owner.one("select count(*) as n from audit");
    const before = await count();
    await lab.get(url(lab.app.ids.next()), lab.token("admin"));
    await lab.get(url(done["id"]), lab.token("merchant_admin", b));
    expect(await count()).toEqual(before);
  });

  it("keeps from merchants what is the platform's own, and phone numbers from those who may not read them", async () => {
    for (const row of [open, done]) {
      const answer = await lab.get(url(row["id"]), lab.token("merchant_admin", a));
      expect(answer.status).toBe(200);
      for (const secret of SECRETS) expect(answer.text, secret).not.toContain(secret);
      const auditor = await lab.get(url(row["id"]), lab.token("auditor"));
      expect((auditor.body.data as PaymentEvidence).masked).toBe(true);
      for (const number of ["01811111111", "01812345678"]) expect(auditor.text).not.toContain(number);
    }
  });
});

describe("message detail", () => {
  const sid = (): string => lab.app.publicIds.encode("sms", message["id"] as bigint);

  it("is the platform's alone", async () => {
    expect((await lab.get(`/api/sms/${sid()}`, null)).status).toBe(401);
    expect((await lab.get(`/api/sms/${sid()}`, lab.token("merchant_admin", a))).status).toBe(403);
    expect((await lab.get(`/api/sms/${lab.app.publicIds.encode("sms", lab.app.ids.next())}`, lab.token("admin"))).status).toBe(404);
  });

  it("ranks the orders that an unmatched message could pay", async () => {
    const list = await detail<{ items: SmsDetail[] }>("/api/sms?status=unmatched&q=ABC123", lab.token("operator"));
    const found = await detail<SmsDetail>(`/api/sms/${list.items[0]?.id}`, lab.token("operator"));
    expect(found.candidates.map((row) => [row.id, row.merchant_name])).toEqual([[pid(open["id"]), "Alpha"]]);
    expect(found.candidates[0]?.reasons).toEqual(expect.arrayContaining(["same_trx", "same_amount", "same_payer"]));
    expect(found.timeline[0]?.kind).toBe("received");
  });

  it("shows the entries of the order that it paid, and masks numbers for the auditor", async () => {
    const found = await detail<SmsDetail>(`/api/sms/${sid()}`, lab.token("auditor"));
    expect(found.entries).toHaveLength(4);
    expect(found.text).toContain("018****5678");
    expect(found.counterparty).toBe("018****5678");
    expect(found.candidates).toEqual([]);
  });
});

describe("notifications", () => {
  it("gives one with its body to staff and to its merchant alone", async () => {
    const url = `/api/deliveries/${lab.app.publicIds.encode("delivery", delivery)}`;
    for (const token of [lab.token("admin"), lab.token("merchant_viewer", a)]) expect((await detail<{ body: unknown }>(url, token)).body).toEqual(SENT);
    expect((await lab.get(url, lab.token("merchant_admin", b))).status).toBe(404);
  });

  it("masks phone numbers in the body for those who may not read them, and nothing else", async () => {
    const found = await detail<{ body: unknown }>(`/api/deliveries/${lab.app.publicIds.encode("delivery", delivery)}`, lab.token("auditor"));
    expect(found.body).toEqual({ type: "payment.completed", data: { merchant_order_id: "8801912345678", customer: "018****5678" } });
  });

  it("lists those of a withdrawal by its number, to its merchant and to staff", async () => {
    const withdrawal = lab.app.ids.next();
    const number = lab.app.publicIds.encode("withdrawal", withdrawal);
    await lab.app.db.run(
      "insert into deliveries (id, merchant_id, object_type, object_id, type, body, status, attempts, attempt_log) values ($1, $2, 'withdrawal', $3, 'withdrawal.paid', '{}', 'none', 0, '[]')",
      [lab.app.ids.next(), a, withdrawal],
    );
    const own = [{ object: { type: "withdrawal", id: number }, type: "withdrawal.paid" }];
    expect((await detail<{ items: unknown[] }>(`/v1/deliveries?order_id=${number}`, lab.merchantToken(a))).items).toMatchObject(own);
    expect((await detail<{ items: unknown[] }>(`/v1/deliveries?order_id=${number}`, lab.merchantToken(b))).items).toEqual([]);
    for (const query of [`order_id=${number}`, `q=${number}`])
      expect((await detail<{ items: unknown[] }>(`/api/deliveries?${query}`, lab.token("admin"))).items).toMatchObject(own);
  });

  it("lists those of one order to the merchant's key", async () => {
    const url = `/v1/deliveries?order_id=${pid(done["id"])}`;
    expect((await lab.get(url, null)).status).toBe(401);
    expect((await lab.get(url, lab.token("admin"))).status).toBe(401);
    expect((await lab.get("/v1/deliveries", lab.merchantToken(a))).status).toBe(422);
    expect((await detail<{ items: { object: unknown }[] }>(url, lab.merchantToken(a))).items).toMatchObject([
      { object: { type: "payment", id: pid(done["id"]) }, status: "waiting" },
    ]);
    expect((await detail<{ items: unknown[] }>(url, lab.merchantToken(b))).items).toEqual([]);
    const wrong = await lab.get(`${url}&cursor=x`, lab.merchantToken(a));
    expect([wrong.status, wrong.body.error?.fields]).toEqual([422, { cursor: "invalid" }]);
  });
});
