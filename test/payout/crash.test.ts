/** kill -9 of the sender between claim, intent, send and record: never two sends, and what nobody knows is unknown. */
import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claimOrder } from "../../src/server/core/payouts/claim.ts";
import { intend, takeOver } from "../../src/server/core/payouts/attempt-lease.ts";
import type { TestMerchant } from "../support/app.ts";
import { times, tried } from "../support/attack.ts";
import { programOf } from "../support/parts/programs.ts";
import { CountingOperator } from "./operator.ts";
import { PayoutLab, trx } from "./support.ts";

const POINTS = ["claim", "intent", "send", "record"] as const;
const KILLS = times(4, 200);
const LIMIT_MS = times(240_000, 3_600_000);
let lab: PayoutLab;
let merchant: TestMerchant;
let operator: CountingOperator;
let operatorUrl: string;

beforeAll(async () => {
  lab = await PayoutLab.start();
  merchant = await lab.merchant(10_000_000_00n);
  await lab.wallet(10_000_000_00n);
  operator = new CountingOperator();
  operatorUrl = await operator.listen();
});
afterAll(async () => {
  expect(await lab.findings()).toEqual([]);
  await operator.close();
  await lab.stop();
});
const keyOf = (id: string): bigint => lab.app.publicIds.decode("disburse", id) as bigint;

/** Runs a worker to its end; answers the signal that killed it. */
async function work(where: string, at: number): Promise<NodeJS.Signals | null> {
  // It reads in its own stack where it stands.
  const worker = await programOf("payout-worker");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--enable-source-maps", worker, lab.product.databaseUrl, operatorUrl, where, String(at)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => (code === 0 || signal !== null ? resolve(signal) : reject(new Error(`the worker ended with ${code}`))));
  });
}

describe("a sender that dies", () => {
  it("before the intent leaves an attempt that was certainly not sent: another takes it over and sends it once", async () => {
    const order = await lab.ordered(merchant);
    const claimed = await claimOrder(lab.app, keyOf(order.id), () => undefined);
    expect(claimed?.attempt.status).toBe("created");
    const sent = lab.port.sent.length;
    await lab.dispatch();
    expect(lab.port.sent).toHaveLength(sent);
    await lab.expireLeases();
    lab.port.onSubmit = () => ({ kind: "completed", trxId: trx(), costMinor: 0n, atMs: null });
    await lab.dispatch();
    expect(lab.port.sent).toHaveLength(sent + 1);
    expect(await lab.detail(order.id)).toMatchObject({ status: "completed" });
    // It was only asleep: its lease is another's now, and it sends nothing.
    expect(claimed && (await intend(lab.app, claimed))).toBe(false);
  });

  it("after the intent leaves an unknown attempt that nobody sends again", async () => {
    const order = await lab.ordered(merchant);
    const claimed = await claimOrder(lab.app, keyOf(order.id), () => undefined);
    if (!claimed) throw new Error("not claimed");
    expect([await intend(lab.app, claimed), await intend(lab.app, claimed)]).toEqual([true, false]);
    const sent = lab.port.sent.length;
    await lab.product.product.jobs.runOnce("disburses.lost");
    expect((await lab.detail(order.id)).status).toBe("processing");
    await lab.expireLeases();
    expect(await takeOver(lab.app, { disburseId: keyOf(order.id), no: 1 })).toBeNull();
    await lab.dispatch();
    await lab.product.product.jobs.runOnce("disburses.lost");
    await lab.dispatch();
    expect(lab.port.sent).toHaveLength(sent);
    expect(await lab.detail(order.id)).toMatchObject({ status: "unknown", reason: "lost" });
    expect(await lab.acted(order.id, "fail", { reason: "the operator's statement" })).toMatchObject({ status: "attempt_failed" });
    expect(await lab.acted(order.id, "fail", { reason: "done" })).toMatchObject({ status: "failed" });
  });

  it("sends nothing through the process that takes it over while its way is closed, and sends it once when it is open", async () => {
    const order = await lab.ordered(merchant);
    await claimOrder(lab.app, keyOf(order.id), () => undefined);
    lab.port.onSubmit = () => ({ kind: "completed", trxId: trx(), costMinor: 0n, atMs: null });
    const engaged = { scope: "platform", direction: "out", reason: "stolen keys" };
    const closed = await lab.product.good<{ id: string; version: number }>("POST", "/api/switches", lab.product.admin, engaged);
    const sent = lab.port.sent.length;
    await lab.expireLeases();
    await lab.dispatch();
    expect(lab.port.sent).toHaveLength(sent);
    expect((await lab.detail(order.id)).status).toBe("processing");
    await lab.product.good("POST", `/api/switches/${closed.id}/open`, lab.product.admin, { version: closed.version });
    await lab.expireLeases();
    await lab.dispatch();
    expect(lab.port.sent).toHaveLength(sent + 1);
    expect((await lab.detail(order.id)).status).toBe("completed");
  });

  it("takes an attempt over only once, however many try", async () => {
    const order = await lab.ordered(merchant);
    await claimOrder(lab.app, keyOf(order.id), () => undefined);
    await lab.expireLeases();
    const taken = await Promise.all(Array.from({ length: 20 }, () => takeOver(lab.app, { disburseId: keyOf(order.id), no: 1 })));
    expect(taken.filter((one) => one !== null)).toHaveLength(1);
    const intents = await Promise.all(taken.filter((one) => one !== null).flatMap((one) => Array.from({ length: 10 }, () => intend(lab.app, one))));
    expect(intents.filter(Boolean)).toHaveLength(1);
    await lab.expireLeases();
    await lab.product.product.jobs.runOnce("disburses.lost");
  });

  it(
    "anywhere, again and again",
    async () => {
      const ids: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        tried("K3");
        for (let index = 0; index < 3; index += 1) ids.push((await lab.ordered(merchant, { amount: "11.00" })).id);
        expect(await work(POINTS[kill % POINTS.length] ?? "send", 1 + (kill % 3))).toBe("SIGKILL");
        await lab.expireLeases();
        await lab.product.product.jobs.runOnce("disburses.lost");
      }
      expect(await work("never", 1)).toBeNull();
      await lab.expireLeases();
      await lab.product.product.jobs.runOnce("disburses.lost");
      for (const [reference, count] of operator.paid) expect([reference, count]).toEqual([reference, 1]);
      for (const id of ids) {
        const detail = await lab.detail(id);
        const paid = [...operator.paid.keys()].filter((reference) => reference.startsWith(id));
        expect(paid.length).toBeLessThanOrEqual(1);
        expect(detail.attempts).toHaveLength(1);
        expect(["completed", "unknown"]).toContain(detail.status);
        if (detail.status === "completed") expect(paid).toHaveLength(1);
      }
    },
    LIMIT_MS,
  );
});
