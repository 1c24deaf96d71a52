/** Everybody acts on one order at once: it ends one way, and the books know of one ending. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { bkashTrx, letExpire, next, received, type TestWallet } from "../support/app.ts";
import { raced, times } from "../support/attack.ts";
import { Arena, many, winners } from "../support/attack-arena.ts";

const ROUNDS = times(4, 60);
let arena: Arena;
let wallets: TestWallet[];
beforeAll(async () => {
  arena = await Arena.open();
  wallets = [await arena.product.wallet(), await arena.product.wallet()];
});
afterEach(() => arena.expectSound());
afterAll(() => arena.close());

const rounds = async (work: (round: number) => Promise<void>): Promise<void> => {
  for (let round = 0; round < ROUNDS; round += 1) await work(round);
};
const ENDS = new Set(["approve", "reject", "complete", "cancel"]);
const sms = (wallet: TestWallet, text: string): Parameters<Arena["race"]>[0][number] => ({
  name: "sms",
  url: "/device/sms",
  token: wallet.token,
  body: { sender: "bKash", text },
});

/** Two orders of one amount whose money goes to two wallets. */
async function onBothWallets(amount: string): Promise<Awaited<ReturnType<Arena["order"]>>[]> {
  const first = await arena.order({ amount });
  for (;;) {
    const other = await arena.order({ amount });
    if (other.account !== first.account) return [first, other];
    await arena.product.good("POST", `/v1/payments/${other.id}/cancel`, arena.merchant.secret, {});
  }
}

describe("an order in review", () => {
  it("is approved, rejected, completed by hand, re-checked and paid again at once", () =>
    rounds(async () => {
      const { id, version, sms: message, customer, amount, wallet } = await arena.review(wallets);
      const act = (name: string, body: Record<string, unknown>) =>
        many(4, () => ({ name, url: `/api/payments/${id}/${name}`, token: arena.product.admin, body: { version, ...body } }));
      const outcomes = await arena.race([
        ...act("approve", { message_id: message, amount: "received" }),
        ...act("reject", { reason: "no" }),
        ...act("complete", { trx_id: bkashTrx(), note: "by hand" }),
        ...act("recheck", {}),
        ...many(4, () => sms(wallet, received({ amount, from: customer, trx: bkashTrx() }))),
      ]);
      raced("R4", outcomes);
      const ends = winners(outcomes).filter((name) => ENDS.has(name));
      const detail = await arena.detail(id);
      expect(ends.length).toBeLessThanOrEqual(1);
      // A re-check completes, too, once the payer's second message is there.
      expect(["completed", "rejected", "review"]).toContain(detail.status);
      if (ends.length === 1) expect(detail.status).toBe(ends[0] === "reject" ? "rejected" : "completed");
      // A hand that was first says the wallet has it; the payer's own message then proves that, once.
      const reported = detail.entries.filter(({ kind }) => kind === "reported");
      expect(detail.entries.length - reported.length).toBe(detail.status === "completed" ? 4 : 0);
      expect(reported.map(({ account }) => account.split(":")[0])).toEqual(ends[0] === "complete" && reported.length > 0 ? ["wallet", "unreported"] : []);
      expect(detail.deliveries.filter((item) => item.type !== "payment.review")).toHaveLength(detail.status === "review" ? 0 : 1);
      for (const one of outcomes.filter((outcome) => !outcome.good)) expect(["conflict", "wrong_state"]).toContain(one.code);
    }));

  it("is completed by one of two messages that a person chooses from", () =>
    rounds(async () => {
      const { id, version, sms: first, customer, amount, wallet } = await arena.review(wallets);
      const second = (await arena.product.sms(wallet, received({ amount, from: customer, trx: bkashTrx() }))).data.items[0]?.id ?? "";
      const outcomes = await arena.race([
        ...many(10, (index) => ({
          name: "approve",
          url: `/api/payments/${id}/approve`,
          token: arena.product.admin,
          body: { version, message_id: index % 3 === 0 ? first : second, amount: "received" },
        })),
        ...many(10, () => ({ name: "match", url: `/api/sms/${second}/match`, token: arena.product.admin, body: { version: 1, payment_id: id } })),
      ]);
      raced("R2", outcomes);
      expect(winners(outcomes)).toHaveLength(1);
      expect((await arena.detail(id)).entries).toHaveLength(4);
    }));
});

describe("a pending order", () => {
  it("is paid, cancelled, expired and completed by hand with the same TrxID at once", () =>
    rounds(async (round) => {
      const order = await arena.order();
      const wallet = wallets.find((one) => one.account === order.account) as TestWallet;
      const trx = bkashTrx();
      const text = received({ amount: order.amount, from: order.customer, trx });
      if (round % 2 === 1) await letExpire(arena.product.product.app.db, arena.product.product.app.publicIds.decode("payment", order.id));
      const moves = arena.race([
        ...many(6, () => sms(wallet, text)),
        ...many(4, () => ({ name: "cancel", url: `/v1/payments/${order.id}/cancel`, token: arena.merchant.secret })),
        ...many(5, () => ({
          name: "complete",
          url: `/api/payments/${order.id}/complete`,
          token: arena.product.admin,
          body: { version: 1, trx_id: trx, note: "by hand" },
        })),
        ...many(5, () => ({ name: "submit", url: `/v1/payments/${order.id}/trx`, token: arena.merchant.secret, body: { trx_id: trx } })),
      ]);
      const [outcomes] = await Promise.all([moves, arena.product.product.jobs.runOnce("expire-payments"), arena.beside.jobs.runOnce("expire-payments")]);
      raced("R3", outcomes);
      const detail = await arena.detail(order.id);
      const [message, ...more] = await arena.messages(trx);
      expect(more).toEqual([]);
      expect(["completed", "cancelled"]).toContain(detail.status);
      // A hand that was before the message says the wallet has it; the message then proves that, once.
      const reported = detail.entries.filter(({ kind }) => kind === "reported");
      expect(detail.entries.length - reported.length).toBe(detail.status === "completed" ? 4 : 0);
      expect(reported.map(({ account }) => account.split(":")[0])).toEqual(reported.length > 0 ? ["wallet", "unreported"] : []);
      if (reported.length > 0) expect(winners(outcomes)).toContain("complete");
      expect(message?.match_status).toBe(detail.status === "completed" ? "matched" : "unmatched");
      expect(winners(outcomes).filter((name) => name === "complete").length).toBeLessThanOrEqual(1);
      expect(outcomes.filter((one) => one.name === "sms" && one.text.includes('"stored"'))).toHaveLength(1);
      expect(detail.deliveries.filter((item) => item.type !== "payment.expired")).toHaveLength(1);
    }));

  it("keeps its place in the limits when late money puts it into review and a person ends it", async () => {
    const { db, publicIds } = arena.product.product.app;
    for (const end of ["reject", "approve", "complete"] as const) {
      const order = await arena.order();
      const wallet = wallets.find((one) => one.account === order.account) as TestWallet;
      const trx = bkashTrx();
      await arena.product.good("POST", `/v1/payments/${order.id}/trx`, arena.merchant.secret, { trx_id: trx });
      await letExpire(db, publicIds.decode("payment", order.id));
      await arena.product.product.jobs.runOnce("expire-payments");
      expect((await arena.detail(order.id)).status).toBe("expired");
      const late = await arena.product.sms(wallet, received({ amount: "150.00", from: order.customer, trx }));
      const { status, version } = await arena.detail(order.id);
      expect(status).toBe("review");
      await arena.expectSound();
      const body = {
        reject: { reason: "late" },
        approve: { message_id: late.data.items[0]?.id, amount: "received" },
        complete: { trx_id: bkashTrx(), note: "late" },
      }[end];
      await arena.product.good("POST", `/api/payments/${order.id}/${end}`, arena.product.admin, { version, ...body });
      await arena.expectSound();
    }
  });
});

describe("a TrxID", () => {
  it("that comes over two wallets' phones pays one of two orders", () =>
    rounds(async () => {
      const amount = `${5000 + next()}.00`;
      const pair = await onBothWallets(amount);
      const trx = bkashTrx();
      const outcomes = await arena.race(
        many(20, (index) => {
          const order = pair[index % 2] as (typeof pair)[number];
          return sms(wallets.find((one) => one.account === order.account) as TestWallet, received({ amount, from: order.customer, trx }));
        }),
      );
      raced("R5", outcomes);
      expect(outcomes.every((one) => one.good)).toBe(true);
      // What met the other's commit was stored for the sweeper.
      await arena.product.product.app.db.run("update sms set held_until = now() where match_status = 'held'");
      await arena.product.product.app.posting.sweep();
      const details = await Promise.all(pair.map((order) => arena.detail(order.id)));
      const completed = details.filter((detail) => detail.status === "completed");
      expect(completed).toHaveLength(1);
      expect(await arena.product.product.app.db.rows("select 1 from trx_used where trx_key = $1", [trx])).toHaveLength(1);
    }));

  it("that people use to complete two orders by hand completes one", () =>
    rounds(async () => {
      const pair = [await arena.order(), await arena.order({ amount: "601.00", customer: `0193${String(next()).padStart(7, "0")}` })];
      const trx = bkashTrx();
      const outcomes = await arena.race(
        many(20, (index) => ({
          name: `complete ${index % 2}`,
          url: `/api/payments/${pair[index % 2]?.id}/complete`,
          token: arena.product.admin,
          body: { version: 1, trx_id: trx, note: "by hand" },
        })),
      );
      raced("R5", outcomes);
      expect(winners(outcomes)).toHaveLength(1);
      for (const one of outcomes.filter((outcome) => !outcome.good)) expect(["conflict", "wrong_state", "trx_used"]).toContain(one.code);
      const statuses = (await Promise.all(pair.map((order) => arena.detail(order.id)))).map((detail) => detail.status).sort();
      expect(statuses).toEqual(["completed", "pending"]);
    }));

  it("that is claimed for several orders while its message comes, pays the one that fits, once", () =>
    rounds(async () => {
      const rightful = await arena.order({ customer: undefined });
      const claiming = [await arena.order(), await arena.order(), await arena.order()];
      const wallet = wallets.find((one) => one.account === rightful.account) as TestWallet;
      const trx = bkashTrx();
      const text = received({ amount: rightful.amount, from: rightful.customer, trx });
      const outcomes = await arena.race([
        ...many(20, (index) => {
          const { id } = [rightful, ...claiming][index % 4] ?? rightful;
          return { name: "claim", url: `/v1/payments/${id}/trx`, token: arena.merchant.secret, body: { trx_id: trx } };
        }),
        ...many(4, () => sms(wallet, text)),
      ]);
      raced("R6", outcomes);
      for (const one of outcomes.filter((outcome) => !outcome.good)) expect([one.status, one.code]).toEqual([409, "trx_used"]);
      // What crossed is taken up again, and who was put before a person for it is let go of.
      for (const name of ["rematch-submitted", "release-claims"]) await arena.product.product.jobs.runOnce(name);
      const own = await arena.detail(rightful.id);
      expect([own.status, own.trx_id, own.entries.length]).toEqual(["completed", trx, 4]);
      expect((await arena.messages(trx)).map((message) => [message.match_status, message.payment_id])).toEqual([["matched", rightful.id]]);
      for (const one of claiming) expect(["pending", "expired"]).toContain((await arena.detail(one.id)).status);
      expect(await arena.product.product.app.db.rows("select 1 from trx_used where trx_key = $1", [trx])).toHaveLength(1);
    }));

  it("that two orders claim, and a person completes one of them with it while the other's claim comes, pays one", () =>
    rounds(async () => {
      const held = await arena.review(wallets);
      const rightful = await arena.order({ amount: "150.00", customer: held.customer });
      const outcomes = await arena.race([
        ...many(10, () => ({
          name: "approve",
          url: `/api/payments/${held.id}/approve`,
          token: arena.product.admin,
          body: { version: held.version, message_id: held.sms, amount: "received" },
        })),
        ...many(10, () => ({ name: "claim", url: `/v1/payments/${rightful.id}/trx`, token: arena.merchant.secret, body: { trx_id: held.trx } })),
      ]);
      raced("R6", outcomes);
      for (const one of outcomes.filter((outcome) => !outcome.good)) expect(["conflict", "wrong_state", "trx_used", "trx_mismatch"]).toContain(one.code);
      for (const name of ["rematch-submitted", "release-claims"]) await arena.product.product.jobs.runOnce(name);
      const statuses = [(await arena.detail(held.id)).status, (await arena.detail(rightful.id)).status];
      expect(statuses.filter((status) => status === "completed")).toHaveLength(1);
      expect(statuses).not.toContain("review");
      // The slot of this amount is free for the next round.
      await arena.product.call("POST", `/v1/payments/${rightful.id}/cancel`, arena.merchant.secret, {});
    }));

  it("with other figures under it never blocks the wallet that waits for an earlier message", async () => {
    const wallet = await arena.product.wallet();
    const say = (amount: string, balance: string, trx: string) => arena.product.sms(wallet, received({ amount, from: "01911111111", balance, trx }));
    await say("100.00", "1000.00", bkashTrx());
    const twice = bkashTrx();
    // Both wait for what comes before them: 1,000 + 100 is missing.
    await say("50.00", "1150.00", twice);
    await say("70.00", "1220.00", twice);
    const missing = await say("100.00", "1100.00", bkashTrx());
    expect(missing.data.items[0]?.result).toBe("stored");
    const after = await say("10.00", "1230.00", bkashTrx());
    expect(after.data.items[0]?.result).toBe("stored");
    await arena.product.product.app.db.run("update sms set held_until = now() where match_status = 'held'");
    await arena.product.product.app.posting.sweep();
    const rows = await arena.product.good<{ items: { amount: string; match_status: string; reasons: string[] }[] }>("GET", `/api/sms?wallet_id=${wallet.id}`);
    expect(rows.items.map((row) => [row.amount, row.match_status])).toEqual(
      expect.arrayContaining([
        ["100.00", "unmatched"],
        ["50.00", "unmatched"],
        ["70.00", "suspicious"],
      ]),
    );
    expect(rows.items.filter((row) => row.match_status === "held" || row.reasons.includes("processing_failed"))).toEqual([]);
  });
});
