/** What /metrics shows of a product in use, and that it answers when the database does not. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { idAt } from "../../src/server/platform/db/ids.ts";
import { bkashTrx, TestProduct } from "../support/app.ts";

let product: TestProduct;
beforeAll(async () => {
  // Nothing runs by itself, so that what is counted is what the tests do.
  product = await TestProduct.start({ ROLE: "api" });
});
afterAll(() => product.stop());

const page = async (): Promise<string> => {
  const answer = await product.product.http.inject({ url: "/metrics" });
  expect(answer.statusCode).toBe(200);
  return answer.body;
};
/** The value of a line; null: there is none. */
const valueOf = (text: string, line: string): number | null => {
  const found = text.split("\n").find((each) => each.startsWith(`${line} `));
  return found === undefined ? null : Number(found.slice(line.length + 1));
};
/** Figures are kept for a while: this is later. */
async function later<T>(work: () => Promise<T>): Promise<T> {
  const { now } = performance;
  const ahead = now.call(performance) + 11_000;
  const from = now.call(performance);
  performance.now = () => ahead + now.call(performance) - from;
  try {
    return await work();
  } finally {
    performance.now = now;
  }
}

it("each metric has its help and its type, once, and orders are counted as committed", async () => {
  const before = await page();
  const merchant = await product.merchant();
  const wallet = await product.wallet();
  const order = await product.pay(merchant, { amount: "500.00" });
  expect(order.status).toBe(201);
  const told = await product.sms(
    wallet,
    `You have received Tk 500.00 from 01711111111. Fee Tk 0.00. Balance Tk 1,500.00. TrxID ${bkashTrx()} at 25/11/2026 10:10`,
  );
  expect(told.status).toBe(200);
  const after = await page();
  const grown = (line: string): number => (valueOf(after, line) ?? 0) - (valueOf(before, line) ?? 0);
  expect(grown('floatdesk_orders_total{kind="payment",outcome="accepted"}')).toBe(1);
  expect(grown("floatdesk_acceptance_seconds_count")).toBe(1);
  expect(grown("floatdesk_match_seconds_count")).toBe(1);
  expect(valueOf(after, 'floatdesk_workers{state="alive"}')).toBe(0);
  expect(valueOf(after, "floatdesk_worker_heartbeat_age_seconds")).toBeNull();
  expect(valueOf(after, 'floatdesk_db_connections_max{pool="main"}')).toBe(12);
  expect(valueOf(after, "floatdesk_event_streams")).toBe(0);
  const typed = [...after.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
  const helped = [...after.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name);
  expect(helped).toEqual(typed);
  expect(new Set(typed).size).toBe(typed.length);
});

it("what ends an order is counted once it is committed, and not when it is rolled back", async () => {
  const { db } = product.product.app;
  let counted = 0;
  await db.tx(async (tx) => tx.onCommit(() => (counted += 1)));
  expect(counted).toBe(1);
  await expect(
    db.tx(async (tx) => {
      tx.onCommit(() => (counted += 1));
      await tx.run("select 1 / 0");
    }),
  ).rejects.toThrow(/division by zero/);
  expect(counted).toBe(1);
  const before = valueOf(await page(), 'floatdesk_orders_total{kind="payment",outcome="expired"}') ?? 0;
  const merchant = await product.merchant();
  const order = await product.pay(merchant, { amount: "611.00" });
  const id = product.product.app.publicIds.decode("payment", order.data.id);
  await db.run("update open_payments set expires_at = now() - interval '1 second' where payment_id = $1", [id]);
  await product.product.jobs.runOnce("expire-payments");
  const text = await page();
  expect(valueOf(text, 'floatdesk_orders_total{kind="payment",outcome="expired"}')).toBe(before + 1);
  expect(valueOf(text, 'floatdesk_job_last_success_age_seconds{job_name="expire-payments"}')).toBeLessThan(60);
  expect(valueOf(text, 'floatdesk_job_duration_seconds_count{job_name="expire-payments"}')).toBeGreaterThan(0);
});

it("shows what the database knows", async () => {
  await product.product.jobs.runOnce("check-integrity");
  const { db } = product.product.app;
  await db.run("insert into alerts (id, kind, object_type, object_id) values ($1, 'operator_failing', 'operator:bkash', null)", [
    product.product.app.ids.next(),
  ]);
  const text = await later(page);
  expect(valueOf(text, 'floatdesk_exceptions_open{kind="operator_failing",severity="urgent"}')).toBe(1);
  expect(valueOf(text, 'floatdesk_exceptions_open{kind="proof_broken",severity="urgent"}')).toBe(0);
  expect(valueOf(text, "floatdesk_integrity_ok")).toBe(1);
  expect(valueOf(text, "floatdesk_integrity_age_seconds")).toBeLessThan(60);
  expect(valueOf(text, 'floatdesk_payouts_open{status="unknown"}')).toBe(0);
  expect(valueOf(text, 'floatdesk_payouts_oldest_seconds{status="unknown"}')).toBe(0);
  expect(valueOf(text, "floatdesk_phones_silent")).toBe(0);
  expect(valueOf(text, "floatdesk_suspense_minor_units")).toBeGreaterThanOrEqual(0);
  expect(valueOf(text, "floatdesk_messages_unmatched")).toBeGreaterThanOrEqual(0);
  expect(valueOf(text, 'floatdesk_outbox_rows{status="waiting"}')).toBe(0);
  expect(valueOf(text, "floatdesk_outbox_overdue_seconds")).toBe(0);
  // Read once, however often one asks meanwhile.
  await db.run("update alerts set status = 'resolved' where id > $1 and kind = 'operator_failing'", [idAt(0)]).catch(() => undefined);
  let reads = 0;
  const { tx } = db;
  db.tx = function counted(this: typeof db, ...args: Parameters<typeof tx>) {
    reads += 1;
    return tx.apply(this, args);
  } as typeof tx;
  try {
    await Promise.all(Array.from({ length: 20 }, page));
    expect(reads).toBeLessThan(20);
  } finally {
    db.tx = tx;
  }
});

it("leaves out what cannot be read, counts it, and still answers", async () => {
  const { db } = product.product.app;
  const { tx } = db;
  const failed = (text: string): number => valueOf(text, 'floatdesk_metrics_failures_total{figure="integrity"}') ?? 0;
  const before = failed(await page());
  let letGo: (value: object) => void = () => undefined;
  db.tx = (() => Promise.reject(new Error("away"))) as typeof tx;
  try {
    const away = await later(() => later(page));
    expect(failed(away)).toBe(before + 1);
    for (const line of ["floatdesk_integrity_ok", "floatdesk_suspense_minor_units", 'floatdesk_payouts_open{status="unknown"}'])
      expect([line, valueOf(away, line)]).toEqual([line, null]);
    expect(valueOf(away, "process_resident_memory_bytes")).toBeGreaterThan(0);
    // One that hangs is waited for a few seconds, and asked no second time beside.
    let asked = 0;
    const hangs = new Promise((done) => (letGo = done));
    db.tx = (() => {
      asked += 1;
      return hangs;
    }) as typeof tx;
    const stuck = await later(() => later(() => later(page)));
    expect(failed(stuck)).toBe(before + 2);
    const figures = asked;
    await later(() => later(() => later(() => later(page))));
    expect(asked).toBe(figures);
  } finally {
    letGo({});
    db.tx = tx;
  }
});
