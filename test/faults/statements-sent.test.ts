/** As statements.test.ts, for payouts that are sent, told and proven, by operators, phones, messages and people: none is paid twice, none is lost. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DisburseDetail } from "../../src/contract/disburses.schema.ts";
import type { PayoutPort } from "../../src/server/core/operators/port.ts";
import { replacePorts } from "../../src/server/core/operators/registry.ts";
import { dispatchPayouts, payoutsIdle } from "../../src/server/core/payouts/dispatch.ts";
import type { Product } from "../../src/server/app.ts";
import { Db } from "../../src/server/platform/db/pool.ts";
import { bkashTime, bkashTrx, next, type TestMerchant, type TestProduct, type TestWallet } from "../support/app.ts";
import { configure, FULL, person, session, type Person } from "../support/attack.ts";
import { fundMerchant, fundWallet } from "../support/attack-money.ts";
import { cuts, ShakyPair, type Flow } from "../support/attack-shaky.ts";

let pair: ShakyPair;
let product: TestProduct;
let owner: Db;
let merchant: TestMerchant;
let phone: TestWallet;
let clerk: Person;

/** The operator of nagad: what it was asked to pay, by reference, and what it answers. */
const asked = new Map<string, number>();
let answers: "completed" | "unknown" = "completed";
const nagad: PayoutPort = {
  notFoundGraceMs: 0,
  async submit({ reference }) {
    asked.set(reference, (asked.get(reference) ?? 0) + 1);
    return answers === "completed"
      ? { kind: "completed", trxId: trxOf(reference), costMinor: 0n, atMs: null }
      : { kind: "unknown", code: "timeout", message: "" };
  },
  query: async () => ({ kind: "not_supported" }),
};
const trxOf = (reference: string): string => `N${reference.replaceAll(/\W/g, "").slice(-9).toUpperCase()}`;

beforeAll(async () => {
  pair = await ShakyPair.start(async (steady) => {
    await configure(steady, { one_person: true });
    merchant = await steady.merchant();
    await fundMerchant(steady, merchant, 900_000_000_00n);
    phone = await steady.wallet({ collect: false });
    await fundWallet(steady, phone, 900_000_000_00n);
    await fundWallet(steady, await officialWallet(steady), 900_000_000_00n);
    clerk = await person(steady, "finance");
  });
  product = pair.steady;
  owner = new Db({ url: product.ownerUrl, max: 2 });
  for (const { app } of [product.product, pair.shaky])
    replacePorts(app, (rail, operator) => (operator === "nagad" ? nagad : (app.offers.payoutRails[rail]?.(app) ?? null)));
});
afterAll(async () => {
  await owner.close();
  await pair.stop();
});

const tokenOf = async (who: Person): Promise<string> => (await session(product, product.product.app.publicIds.decode("user", who.id) ?? 0n)).token;
const detailOf = (id: string): Promise<DisburseDetail> => product.good("GET", `/api/disburses/${id}`);
let amounts = 0;

/** A wallet that its operator's interface works: no message has to prove what that answers. */
async function officialWallet(steady: TestProduct): Promise<{ id: string }> {
  const values = { name: "Nagad", operator: "nagad", wallet_type: "personal", api_type: "official", account: `018${String(next()).padStart(8, "0")}` };
  const made = await steady.good<{ id: string }>("POST", "/api/wallets", steady.admin, { ...values, collect: false });
  const shown = { base_url: "", payout_base_url: "", credentials: {}, collects: true, pays: true, changed_at: new Date().toISOString() };
  await steady.product.app.db.run("update wallets set credentials = '\\x00', credentials_shown = $1 where api_type = 'official'", [JSON.stringify(shown)]);
  return made;
}

interface Order {
  readonly id: string;
  readonly amount: string;
  readonly customer: string;
}
async function ordered(operator: "bkash" | "nagad"): Promise<Order> {
  amounts += 1;
  const [amount, customer] = [`${100 + amounts}.00`, `0191${String(amounts).padStart(7, "0")}`];
  const { id } = await product.good<{ id: string }>("POST", "/v1/disburses", merchant.secret, {
    merchant_order_id: `sent-${next()}`,
    amount,
    operator,
    customer,
  });
  return { id, amount, customer };
}

/** What a process does again and again by itself. */
async function dispatch({ app }: Pick<Product, "app">): Promise<void> {
  // A look that the cut met is looked again by the next one.
  await dispatchPayouts(app).catch(() => undefined);
  await payoutsIdle(app);
}
/** Whoever was sending has gone away, and its time is over; others look. */
async function othersLook(): Promise<void> {
  await owner.run("update disburse_attempts set lease_until = now() - interval '1 second' where lease_until is not null");
  await dispatch(product.product);
  await product.product.jobs.runOnce("disburses.lost");
}

/** What the merchant has and what is held of it; minor units. */
async function funds(): Promise<{ free: bigint; held: bigint }> {
  const { app } = product.product;
  const rows = await app.db.rows<{ kind: string; balance: bigint }>("select kind, balance from accounts where owner_id = $1 and kind in ('merchant', 'hold')", [
    app.publicIds.decode("merchant", merchant.id),
  ]);
  const of = (kind: string): bigint => rows.find((row) => row.kind === kind)?.balance ?? 0n;
  return { free: of("merchant"), held: of("hold") };
}
/** Nothing is held or frozen any more, and the merchant has paid the amount, or nothing. */
async function expectEnded(of: Order, before: { free: bigint; held: bigint }, paid: boolean): Promise<void> {
  const after = await funds();
  const amount = BigInt(of.amount.replace(".", ""));
  expect([before.free + before.held - after.free, after.held, (await detailOf(of.id)).status]).toEqual([paid ? amount : 0n, 0n, paid ? "completed" : "failed"]);
  expect(await owner.rows("select id from wallets where frozen_balance <> 0")).toEqual([]);
}

const acted = async (id: string, act: string, body: Record<string, unknown>): Promise<void> => {
  const { version } = await detailOf(id);
  await product.good("POST", `/api/disburses/${id}/${act}`, await tokenOf(clerk), { version, ...body });
};
/** A person ends what stays unknown: proof of it is what the operator says. */
async function endUnknown(of: Order): Promise<boolean> {
  const { attempts, status } = await detailOf(of.id);
  if (status === "completed") return true;
  expect(status).toBe("unknown");
  const paid = attempts.find(({ reference }) => asked.has(reference));
  if (paid) await acted(of.id, "complete", { trx_id: trxOf(paid.reference), cost: "0.00", note: "the operator's list has it" });
  else for (const reason of ["the operator does not know it", "ended"]) await acted(of.id, "fail", { reason });
  return paid !== undefined;
}

/** Calls over the shaky wire; the answer must be a good one. */
async function good(method: "GET" | "POST", url: string, token: string, body?: unknown): Promise<Record<string, unknown> | null> {
  const answer = await pair.insist(method, url, token, body, method === "POST" && url.startsWith("/api/") ? `sent-${next()}` : null);
  expect([url, answer.success], answer.text).toEqual([url, true]);
  return answer.data;
}
const debit = (of: Order, trx: string): string => `Send Money Tk ${of.amount} to ${of.customer} successful. Ref 1. Fee Tk 0.00. TrxID ${trx} at ${bkashTime()}`;

/** A payout whose task the phone has. */
async function handed(): Promise<Order & { task: string }> {
  const order = await ordered("bkash");
  await dispatch(product.product);
  const task = await product.good<{ id: string } | null>("GET", "/device/tasks?wait=0", phone.token);
  return { ...order, task: task?.id ?? "" };
}
/** A payout whose phone does not know whether it paid it. */
async function silent(): Promise<Order> {
  const order = await handed();
  await product.good("POST", `/device/tasks/${order.task}`, phone.token, { result: "unknown" });
  return order;
}
/** What was said of the phone's wallet and no message has proven, minor units: what was said by hand stays so until its message comes. */
async function inTransit(): Promise<bigint> {
  const rows = await owner.rows<{ balance: bigint }>("select balance from accounts where kind = 'unreported'");
  return rows.reduce((sum, { balance }) => sum + balance, 0n);
}
/** A payout of which nobody knows whether it was paid, and that was not. */
async function unsure(): Promise<Order> {
  answers = "unknown";
  const order = await ordered("nagad");
  await dispatch(product.product);
  expect((await detailOf(order.id)).status).toBe("unknown");
  answers = "completed";
  return order;
}

const sending: Flow = {
  name: "sending a payout",
  async run(cut) {
    const [before, order] = [await funds(), await ordered("nagad")];
    cut();
    await dispatch(pair.shaky);
    await othersLook();
    const { attempts } = await detailOf(order.id);
    // Asked for once at most, whatever was lost; and one attempt, since none is made anew by itself.
    expect(attempts.map(({ reference }) => asked.get(reference) ?? 0).filter((times) => times > 1)).toEqual([]);
    expect(attempts).toHaveLength(1);
    await expectEnded(order, before, await endUnknown(order));
  },
};
const handing: Flow = {
  name: "giving a payout to its phone",
  async run(cut) {
    const [before, order] = [await funds(), await ordered("bkash")];
    cut();
    await dispatch(pair.shaky);
    const first = await good("GET", "/device/tasks?wait=0", phone.token);
    await othersLook();
    const second = await good("GET", "/device/tasks?wait=0", phone.token);
    const got = [first, second].filter((task) => task !== null);
    expect(got.length).toBeLessThanOrEqual(1);
    const trx = bkashTrx();
    if (got[0]) {
      await product.good("POST", `/device/tasks/${String(got[0]["id"])}`, phone.token, { result: "sent", trx_id: trx });
      await product.sms(phone, debit(order, trx));
    } else {
      // Its answer was lost with the task in it: nobody gives it out again, and what nobody answers a person ends.
      await owner.run("update device_tasks set answer_until = now() - interval '1 second' where status = 'handed'");
      await product.product.jobs.runOnce("devices.tasks");
      for (const reason of ["the phone never had it", "ended"]) await acted(order.id, "fail", { reason });
    }
    await expectEnded(order, before, got.length === 1);
  },
};

const flows: Flow[] = [
  {
    name: "a phone's answer and the message that proves it",
    async run(cut) {
      const [before, order, trx] = [await funds(), await handed(), bkashTrx()];
      cut();
      await good("POST", `/device/tasks/${order.task}`, phone.token, { result: "sent", trx_id: trx });
      await good("POST", "/device/sms", phone.token, { sender: "bKash", text: debit(order, trx) });
      await takenUp();
      await expectEnded(order, before, true);
    },
  },
  {
    name: "a phone that did not pay, and the end by a person",
    async run(cut) {
      const [before, order, token] = [await funds(), await handed(), await tokenOf(clerk)];
      cut();
      await good("POST", `/device/tasks/${order.task}`, phone.token, { result: "failed", reason: "no signal" });
      const { version, status } = await detailOf(order.id);
      expect(status).toBe("attempt_failed");
      await good("POST", `/api/disburses/${order.id}/fail`, token, { version, reason: "no signal" });
      await expectEnded(order, before, false);
    },
  },
  {
    name: "the message of a payout that is under way",
    async run(cut) {
      const [before, order] = [await funds(), await handed()];
      cut();
      await good("POST", "/device/sms", phone.token, { sender: "bKash", text: debit(order, bkashTrx()) });
      await takenUp();
      await expectEnded(order, before, true);
    },
  },
  {
    name: "a payout that came back",
    async run(cut) {
      const [before, order, trx] = [await funds(), await handed(), bkashTrx()];
      await product.good("POST", `/device/tasks/${order.task}`, phone.token, { result: "sent", trx_id: trx });
      await product.sms(phone, debit(order, trx));
      cut();
      const text = `Tk ${order.amount} has been returned to your bKash account. TrxID ${trx} at ${bkashTime()}`;
      await good("POST", "/device/sms", phone.token, { sender: "bKash", text });
      await takenUp();
      const after = await funds();
      expect([(await detailOf(order.id)).returned_at !== null, after]).toEqual([true, before]);
    },
  },
  {
    name: "saying by hand that an unknown payout was paid",
    async run(cut) {
      const [before, order, token] = [await funds(), await silent(), await tokenOf(clerk)];
      const { version } = await detailOf(order.id);
      const trx = bkashTrx();
      cut();
      const done = await good("POST", `/api/disburses/${order.id}/complete`, token, { version, trx_id: trx, cost: "0.00", note: "on the list" });
      expect(done).toMatchObject({ status: "completed", trx_id: trx });
      await expectEnded(order, before, true);
    },
  },
  {
    name: "correcting the TrxID of a payout, and the message that has it",
    async run(cut) {
      const [before, left, order, token] = [await funds(), await inTransit(), await silent(), await tokenOf(clerk)];
      await acted(order.id, "complete", { trx_id: bkashTrx(), cost: "0.00", note: "misread" });
      const { version } = await detailOf(order.id);
      const trx = bkashTrx();
      cut();
      const right = await good("POST", `/api/disburses/${order.id}/correct`, token, { version, trx_id: trx, reason: "misread" });
      expect(right).toMatchObject({ status: "completed", trx_id: trx });
      await good("POST", "/device/sms", phone.token, { sender: "bKash", text: debit(order, trx) });
      await takenUp();
      await expectEnded(order, before, true);
      expect(await inTransit()).toBe(left);
    },
  },
  {
    name: "failing an unknown payout, trying it again, and failing it for good",
    async run(cut) {
      const [before, order, token] = [await funds(), await unsure(), await tokenOf(clerk)];
      const { version } = await detailOf(order.id);
      cut();
      const failed = await good("POST", `/api/disburses/${order.id}/fail`, token, { version, reason: "not on the list" });
      const again = await good("POST", `/api/disburses/${order.id}/reset`, token, { version: failed?.["version"], reason: "once more" });
      expect([failed?.["status"], again?.["status"]]).toEqual(["attempt_failed", "pending"]);
      answers = "unknown";
      await dispatch(product.product);
      answers = "completed";
      expect((await detailOf(order.id)).attempts).toHaveLength(2);
      for (const reason of ["not on the list", "ended"]) await acted(order.id, "fail", { reason });
      await expectEnded(order, before, false);
    },
  },
];
/** What a batch that was cut could not process is taken up by the sweeper. */
async function takenUp(): Promise<void> {
  await product.product.app.db.run("update sms set held_until = now() where match_status = 'held'");
  await product.product.app.posting.sweep();
}

describe("the wire to the database is cut", () => {
  it.each(cuts([sending, handing, ...flows], true))("%s each statement of %s", (when, _name, flow) => pair.sweep(when, flow));
});

// As there: minutes, which npm test does not have. Who sends is killed in test/payout/crash.test.ts.
if (FULL)
  describe("the process is killed", () => {
    it.each(cuts(flows))("%s each statement of %s", (when, _name, flow) => pair.sweepKilling(when, flow), 1_800_000);
  });
