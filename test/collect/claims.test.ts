/** Who claims a TrxID first gains nothing and stops nobody: the order that the message fits gets the money, whatever others claim. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { person } from "../support/attack.ts";
import { Db } from "../../src/server/platform/db/pool.ts";
import { bkashTrx, letExpire, received, TestProduct, type TestMerchant, type TestWallet } from "../support/app.ts";
import { until } from "../support/parts/until.ts";

interface Detail {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly version: number;
  readonly trx_id: string | null;
  readonly received_amount: string | null;
  readonly wallet_id: string;
  readonly timeline: readonly { readonly kind: string; readonly params: Record<string, unknown> }[];
  readonly deliveries: readonly { readonly type: string }[];
}
let product: TestProduct;
let rightfulMerchant: TestMerchant;
let claimingMerchant: TestMerchant;
let wallets: readonly TestWallet[];
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  rightfulMerchant = await product.merchant();
  claimingMerchant = await product.merchant();
  wallets = [await product.wallet(), await product.wallet()];
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

const WAITING = "select count(*) from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())";
const detail = (id: string): Promise<Detail> => product.good("GET", `/api/payments/${id}`);
/** What a merchant's own person reads of an order's life. */
const toldToMerchant = async (id: string, { token }: { token: string }): Promise<string[]> =>
  (await product.good<Detail>("GET", `/api/payments/${id}`, token)).timeline.map((item) => item.kind);
const amountOfOrder = (of: Detail): string => (of as unknown as { amount: string }).amount;
const claim = (merchant: TestMerchant, id: string, trx: string) => product.call("POST", `/v1/payments/${id}/trx`, merchant.secret, { trx_id: trx });
const job = (name: string): Promise<unknown> => product.product.jobs.runOnce(name);
const messageWith = async (trx: string) =>
  (await product.good<{ items: { id: string; match_status: string; payment_id: string | null; version: number }[] }>("GET", `/api/sms?q=${trx}`)).items[0];

/** An order, and the wallet that it went to. */
async function order(merchant: TestMerchant, values: Record<string, unknown>): Promise<{ id: string; wallet: TestWallet }> {
  const made = await product.pay(merchant, values);
  expect(made.status, made.text).toBe(201);
  const wallet = wallets.find((one) => one.account === made.data.receiving_account);
  if (!wallet) throw new Error("the order went to a wallet of no one");
  return { id: made.data.id, wallet };
}
/** Counts in this file alone: amounts stay under what waits for a second approval, whatever ran before. */
let counted = 0;
const next = (): number => (counted += 1);
const amountOf = (serial: number): string => `${1000 + serial}.00`;
const payerOf = (serial: number): string => `0195${String(serial).padStart(7, "0")}`;

type Kind = "amount_differs" | "other_wallet" | "payer_differs";
/** Orders of these values until one is of the wallet, or of another one. */
async function orderOn(
  merchant: TestMerchant,
  wallet: TestWallet,
  isOn: boolean,
  values: () => Record<string, unknown>,
): Promise<{ id: string; wallet: TestWallet }> {
  for (let tries = 0; tries < 8; tries += 1) {
    const made = await order(merchant, values());
    if ((made.wallet === wallet) === isOn) return made;
  }
  throw new Error("no order came to where it was wanted");
}

/** The rightful order and one whose amount, wallet or payer contradicts the message. */
async function pair(kind: Kind): Promise<{ rightful: { id: string; wallet: TestWallet }; claiming: { id: string }; text: (trx: string) => string }> {
  const [amount, from] = [amountOf(next()), payerOf(next())];
  // Orders of one amount on one wallet are told apart by their payers; else the claim is all that tells.
  const known = kind === "payer_differs";
  const rightful = await order(rightfulMerchant, { amount, ...(known ? { customer: from } : {}) });
  const claiming = await orderOn(claimingMerchant, rightful.wallet, kind !== "other_wallet", () => ({
    amount: kind === "amount_differs" ? amountOf(next() + 5000) : amount,
    ...(known ? { customer: payerOf(next()) } : {}),
  }));
  return { rightful, claiming, text: (trx) => received({ amount, from, trx }) };
}

const STEPS = ["claim of another", "own claim", "message"] as const;
const ORDERS = STEPS.flatMap((first) =>
  STEPS.filter((step) => step !== first).map((second) => [first, second, STEPS.find((step) => step !== first && step !== second) ?? first] as const),
);

describe.each<Kind>(["amount_differs", "other_wallet", "payer_differs"])("a claim with %s", (kind) => {
  it.each(ORDERS)("stops nobody and gets nothing: %s, %s, %s", async (...steps) => {
    const { rightful, claiming, text } = await pair(kind);
    const trx = bkashTrx();
    const acts = {
      "claim of another": () => claim(claimingMerchant, claiming.id, trx),
      "own claim": () => claim(rightfulMerchant, rightful.id, trx),
      message: () => product.sms(rightful.wallet, text(trx)),
    };
    for (const step of steps) await acts[step]();
    await job("rematch-submitted");
    await job("release-claims");
    expect(await detail(rightful.id)).toMatchObject({ status: "completed", trx_id: trx });
    expect(await messageWith(trx)).toMatchObject({ match_status: "matched", payment_id: rightful.id });
    const other = await detail(claiming.id);
    // Never before a person for money that is another's: it goes on waiting for its own, or was let go of.
    expect(["pending", "expired"]).toContain(other.status);
    expect([other.trx_id, other.received_amount]).toEqual([null, null]);
  });
});

describe("an order whose claim did not fit", () => {
  it("goes on, and says so with both values", async () => {
    const { rightful, claiming, text } = await pair("amount_differs");
    const trx = bkashTrx();
    await claim(claimingMerchant, claiming.id, trx);
    await claim(rightfulMerchant, rightful.id, trx);
    await product.sms(rightful.wallet, text(trx));
    const [own, other] = [await detail(rightful.id), await detail(claiming.id)];
    expect(other.status).toBe("pending");
    const [ordered, paid] = [amountOfOrder(other), own.received_amount];
    expect(other.timeline.find((item) => item.kind === "claim_differs")?.params).toMatchObject({
      trx_id: trx,
      reason: "amount_differs",
      ordered,
      received: paid,
    });
    // What others were paid is not the merchant's business.
    const merchantUser = await product.good<{ timeline?: unknown }>("GET", `/v1/payments/${claiming.id}`, claimingMerchant.secret);
    expect(JSON.stringify(merchantUser)).not.toContain(String(paid));
    const owner = await person(product, "merchant_admin", { merchantId: claimingMerchant.id });
    const told = await toldToMerchant(claiming.id, owner);
    expect([told.includes("created"), told.includes("claim_differs")]).toEqual([true, false]);
  });

  it("is put before a person only while nothing else explains the money, and lets go of it then; its own money completes it", async () => {
    const { rightful, claiming, text } = await pair("amount_differs");
    const trx = bkashTrx();
    await product.sms(rightful.wallet, text(trx));
    await claim(claimingMerchant, claiming.id, trx);
    expect(await detail(claiming.id)).toMatchObject({ status: "review", reason: "amount_differs" });
    expect(await messageWith(trx)).toMatchObject({ match_status: "review", payment_id: claiming.id, payment_amount: amountOfOrder(await detail(claiming.id)) });
    // The list of what waits says both amounts and the TrxID; the merchant's own people learn neither from us.
    const { items } = await product.good<{ items: { id: string; message_amount: string | null; claimed_trx: string | null }[] }>(
      "GET",
      "/api/payments?status=review",
    );
    const listed = items.find((one) => one.id === claiming.id);
    expect(listed).toMatchObject({ claimed_trx: trx });
    expect(text(trx)).toContain(`Tk ${listed?.message_amount} `);
    expect((await claim(rightfulMerchant, rightful.id, trx)).data).toMatchObject({ status: "completed", trx_id: trx });
    await job("release-claims");
    const released = await detail(claiming.id);
    expect(released).toMatchObject({ status: "expired", reason: "trx_elsewhere", trx_id: null });
    expect(released.timeline.map((item) => item.kind)).toContain("claim_released");
    const owner = await person(product, "merchant_admin", { merchantId: claimingMerchant.id });
    const told = await toldToMerchant(claiming.id, owner);
    expect([told.includes("notification"), told.includes("claim_released")]).toEqual([true, false]);
    expect(released.deliveries.map((item) => item.type)).toContain("payment.expired");
    const own = bkashTrx();
    const wallet = wallets.find((one) => one.id === released.wallet_id) as TestWallet;
    expect((await claim(claimingMerchant, claiming.id, own)).status).toBe(200);
    await product.sms(wallet, received({ amount: amountOfOrder(released), from: payerOf(next()), trx: own }));
    expect(await detail(claiming.id)).toMatchObject({ status: "completed", trx_id: own });
  });

  it("stays before a person while another message waits with it", async () => {
    const { rightful, claiming, text } = await pair("amount_differs");
    const [trx, second] = [bkashTrx(), bkashTrx()];
    await product.sms(rightful.wallet, text(trx));
    await claim(claimingMerchant, claiming.id, trx);
    await claim(claimingMerchant, claiming.id, second);
    const { wallet_id: walletId } = await detail(claiming.id);
    await product.sms(wallets.find((one) => one.id === walletId) as TestWallet, received({ amount: "7.00", from: payerOf(next()), trx: second }));
    await claim(rightfulMerchant, rightful.id, trx);
    await job("release-claims");
    expect(await detail(claiming.id)).toMatchObject({ status: "review" });
    await job("release-claims");
    expect(await detail(claiming.id)).toMatchObject({ status: "review" });
  });

  it("may be claimed by few orders of one merchant", async () => {
    const trx = bkashTrx();
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push((await order(claimingMerchant, { amount: amountOf(next()) })).id);
    const answers = [];
    for (const id of ids) answers.push((await claim(claimingMerchant, id, trx)).error?.code ?? "taken");
    expect(answers).toEqual([...Array.from({ length: 5 }, () => "taken"), "too_many_trx"]);
    const rightful = await order(rightfulMerchant, { amount: amountOf(next()) });
    expect((await claim(rightfulMerchant, rightful.id, trx)).status).toBe(200);
  });

  it("may be claimed by few orders of one merchant at the same moment", async () => {
    const trx = bkashTrx();
    for (let index = 0; index < 4; index += 1) await claim(claimingMerchant, (await order(claimingMerchant, { amount: amountOf(next()) })).id, trx);
    const one = await order(claimingMerchant, { amount: amountOf(next()) });
    const other = await orderOn(claimingMerchant, one.wallet, false, () => ({ amount: amountOf(next()) }));
    const owner = new Db({ url: product.ownerUrl, max: 2 });
    try {
      const both = await owner.tx(async (tx) => {
        // Both have counted, or wait for their turn to, before either is kept.
        await tx.run("lock table order_trx in share row exclusive mode");
        const claims = [one.id, other.id].map((id) => claim(claimingMerchant, id, trx));
        await until(async () => Number((await owner.one<{ count: bigint }>(WAITING))?.count) === 2);
        return claims;
      });
      const answers = (await Promise.all(both)).map(({ error }) => error?.code ?? "taken");
      expect(answers.sort()).toEqual(["taken", "too_many_trx"]);
    } finally {
      await owner.close();
    }
  });
});

describe("a person", () => {
  it("gives a message that waits with one order to the rightful one; the other lets go of it", async () => {
    const { rightful, claiming, text } = await pair("amount_differs");
    const trx = bkashTrx();
    await product.sms(rightful.wallet, text(trx));
    await claim(claimingMerchant, claiming.id, trx);
    const sms = await messageWith(trx);
    const done = await product.call("POST", `/api/sms/${sms?.id}/match`, product.admin, { version: sms?.version, payment_id: rightful.id });
    expect([done.status, done.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    await job("release-claims");
    expect((await detail(rightful.id)).status).toBe("completed");
    expect((await detail(claiming.id)).status).toBe("expired");
  });

  it("completes an order with a message of another wallet where the order claims its TrxID, and only there", async () => {
    const amount = amountOf(next());
    const [paid, plain] = [await order(rightfulMerchant, { amount }), await order(rightfulMerchant, { amount })];
    expect(paid.wallet).not.toBe(plain.wallet);
    const trx = bkashTrx();
    await claim(rightfulMerchant, paid.id, trx);
    await product.sms(plain.wallet, received({ amount: amountOf(next()), from: payerOf(next()), trx }));
    expect(await detail(paid.id)).toMatchObject({ status: "review", reason: "other_wallet" });
    const sms = await messageWith(trx);
    const wrong = await orderOn(rightfulMerchant, plain.wallet, false, () => ({ amount: amountOf(next()) }));
    const refused = await product.call("POST", `/api/sms/${sms?.id}/match`, product.admin, { version: sms?.version, payment_id: wrong.id });
    expect(refused.error?.code).toBe("trx_mismatch");
    const { version } = await detail(paid.id);
    const done = await product.call("POST", `/api/payments/${paid.id}/approve`, product.admin, { version, message_id: sms?.id, amount: "received" });
    expect([done.status, done.error]).toEqual([200, undefined]);
    expect(await detail(paid.id)).toMatchObject({ status: "completed", trx_id: trx });
  });
});

describe("a message that waits with an order", () => {
  it("belongs to nobody again when the order ends otherwise", async () => {
    const { rightful, claiming, text } = await pair("amount_differs");
    const trx = bkashTrx();
    await product.sms(rightful.wallet, text(trx));
    await claim(claimingMerchant, claiming.id, trx);
    expect(await messageWith(trx)).toMatchObject({ match_status: "review", payment_id: claiming.id });
    const { version } = await detail(claiming.id);
    const done = await product.call("POST", `/api/payments/${claiming.id}/complete`, product.admin, { version, trx_id: bkashTrx(), note: "seen on the phone" });
    expect([done.status, done.error]).toEqual([200, undefined]);
    await job("release-claims");
    expect(await messageWith(trx)).toMatchObject({ match_status: "unmatched", payment_id: null });
    expect((await claim(rightfulMerchant, rightful.id, trx)).data).toMatchObject({ status: "completed" });
  });
});

describe("any orders, claims and messages in any order", () => {
  it("complete each order with the money that was paid for it, and none with another's", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ by: fc.nat(4), of: fc.nat(2) }), { maxLength: 8 }),
        fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
        fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        async (claims, dice, known) => {
          // Three orders are paid, two are not; one amount is asked for twice, by orders on two wallets or of two payers.
          const amounts = [amountOf(next()), amountOf(next()), amountOf(next())];
          const payers = amounts.map(() => payerOf(next()));
          const paid = [];
          for (const [index, amount] of amounts.entries())
            paid.push(await order(rightfulMerchant, { amount, ...(known[index] ? { customer: payers[index] } : {}) }));
          const others = [
            await order(claimingMerchant, { amount: amounts[0], customer: payerOf(next()) }).catch(() => null),
            await order(claimingMerchant, { amount: amountOf(next()) }),
          ];
          const all = [
            ...paid.map((one) => ({ ...one, merchant: rightfulMerchant })),
            ...others.map((one) => (one === null ? null : { ...one, merchant: claimingMerchant })),
          ];
          const trxs = amounts.map(() => bkashTrx());
          const acts = [
            ...paid.map(
              (one, index) => () =>
                product.sms(one.wallet, received({ amount: amounts[index] as string, from: payers[index] as string, trx: trxs[index] as string })),
            ),
            ...paid.map((one, index) => () => claim(rightfulMerchant, one.id, trxs[index] as string)),
            ...claims.flatMap(({ by, of }) => {
              const order = all[by];
              return order && by !== of ? [() => claim(order.merchant, order.id, trxs[of] as string)] : [];
            }),
          ];
          const shuffled = acts.map((run, index) => ({ run, at: dice[index] ?? 0 })).sort((left, right) => left.at - right.at);
          for (const { run } of shuffled) await run();
          for (const name of ["rematch-submitted", "release-claims"]) await job(name);
          for (const [index, one] of paid.entries()) expect(await detail(one.id)).toMatchObject({ status: "completed", trx_id: trxs[index] });
          for (const one of others) if (one !== null) expect(["pending", "expired"]).toContain((await detail(one.id)).status);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("what the operator's words say", () => {
  it("counts before a claim that nothing contradicts, whichever comes first", async () => {
    const only = await product.onlyWallet();
    wallets = [only];
    const { publicIds, db } = product.product.app;
    const [amount, from, trx] = [amountOf(next()), payerOf(next()), bkashTrx()];
    // It names no payer and has expired, so that the wallet has room for the same amount again.
    const claiming = await order(claimingMerchant, { amount });
    await letExpire(db, publicIds.decode("payment", claiming.id));
    await job("expire-payments");
    const rightful = await order(rightfulMerchant, { amount, customer: from });
    expect((await claim(claimingMerchant, claiming.id, trx)).status).toBe(200);
    await product.sms(only, received({ amount, from, trx }));
    expect(await detail(rightful.id)).toMatchObject({ status: "completed", trx_id: trx });
    const lost = await detail(claiming.id);
    expect(lost.status).toBe("expired");
    expect(lost.timeline.find((item) => item.kind === "claim_differs")?.params).toMatchObject({ reason: "trx_elsewhere" });
  });
});
