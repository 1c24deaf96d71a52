/** Everybody acts on one payout at once, through two processes: it ends one way, and the books know of one ending. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Product } from "../../src/server/app.ts";
import { payoutsIdle } from "../../src/server/core/payouts/dispatch.ts";
import { completeAttempt, recordOutcome } from "../../src/server/core/payouts/outcome.ts";
import { failAttempt, markUnknown } from "../../src/server/core/payouts/not-paid.ts";
import type { TestMerchant } from "../support/app.ts";
import { send, times, together, tried } from "../support/attack.ts";
import { PayoutLab, trx } from "./support.ts";

const ROUNDS = times(4, 60);
vi.setConfig({ testTimeout: times(60_000, 900_000) });
let lab: PayoutLab;
let beside: Product;
let merchant: TestMerchant & { key: bigint };

beforeAll(async () => {
  lab = await PayoutLab.start();
  beside = await lab.beside();
  merchant = await lab.merchant(100_000_000_00n, { disburse_fee: { rate_bps: 50, fixed: "1.00" } });
  for (let index = 0; index < 3; index += 1) await lab.wallet(50_000_000_00n);
});
afterEach(async () => {
  expect(await lab.findings()).toEqual([]);
  expect(await lab.limitsDiffer()).toEqual([]);
});
afterAll(async () => {
  await payoutsIdle(beside.app);
  await beside.stop();
  await lab.stop();
});

interface Move {
  readonly name: string;
  readonly token: string;
  readonly url: string;
  readonly body: Record<string, unknown>;
}
interface Result {
  readonly name: string;
  readonly good: boolean;
  readonly code: string;
}
let seed = 0;

/** All moves at once, by turns to the one and the other process; other acts of the machine may run beside them. */
async function race(moves: readonly Move[], machine: readonly (() => Promise<unknown>)[] = []): Promise<Result[]> {
  const calls = moves.map((move, index) => async (): Promise<Result> => {
    const raw = await send(index % 2 === 0 ? lab.product.product : beside, { method: "POST", url: move.url, token: move.token, payload: move.body });
    if (raw.status >= 500) throw new Error(`${move.name} answered ${raw.status}: ${raw.text.slice(0, 300)}`);
    return { name: move.name, good: raw.json?.success === true, code: raw.json?.error?.code ?? "" };
  });
  const beneath = machine.map((work, index) => async (): Promise<Result> => {
    await work();
    return { name: `machine ${index}`, good: true, code: "" };
  });
  return (await together([...calls, ...beneath], (seed += 1))).filter((result) => !result.name.startsWith("machine"));
}
const act = (id: string, name: string, version: number, body: () => Record<string, unknown>, count: number): Move[] =>
  Array.from({ length: count }, () => ({ name, token: lab.product.admin, url: `/api/disburses/${id}/${name}`, body: { version, ...body() } }));
const cancel = (id: string, count: number): Move[] =>
  Array.from({ length: count }, () => ({ name: "cancel", token: merchant.secret, url: `/v1/disburses/${id}/cancel`, body: {} }));
const winners = (results: readonly Result[]): string[] => [...new Set(results.filter((result) => result.good).map((result) => result.name))];
const refused = (results: readonly Result[]): string[] => [...new Set(results.filter((result) => !result.good).map((result) => result.code))];
const rounds = async (row: string, work: (round: number) => Promise<void>): Promise<void> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    tried(row);
    await work(round);
  }
};
/** Both processes have sent what waits and written the answers down. */
async function dispatched(): Promise<void> {
  await lab.dispatch();
  await beside.jobs.runOnce("disburses.dispatch");
  await Promise.all([payoutsIdle(lab.app), payoutsIdle(beside.app)]);
}
const keyOf = (id: string): bigint => lab.app.publicIds.decode("disburse", id) as bigint;

describe("a payout in review", () => {
  it("is approved, rejected or cancelled, once", () =>
    rounds("R2", async () => {
      const { id } = await lab.ordered(merchant, { amount: "15000.00" });
      const results = await race([...act(id, "approve", 1, () => ({}), 7), ...act(id, "reject", 1, () => ({ reason: "no" }), 7), ...cancel(id, 6)]);
      const detail = await lab.detail(id);
      // A cancellation may follow an approval: both are allowed, one after the other.
      const ends = winners(results);
      expect(["approved", "rejected", "cancelled"]).toContain(detail.status);
      if (detail.status === "rejected") expect(ends).toEqual(["reject"]);
      expect(results.filter((result) => result.good && result.name === "approve").length).toBeLessThanOrEqual(1);
      expect(results.filter((result) => result.good && result.name === "reject").length).toBeLessThanOrEqual(1);
      for (const code of refused(results)) expect(["conflict", "wrong_state"]).toContain(code);
      expect(detail.deliveries).toHaveLength(detail.status === "approved" ? 0 : 1);
      if (detail.status === "approved") await lab.acted(id, "reject", { reason: "end of the round" });
    }));
});

describe("a payout that is unknown", () => {
  it("is completed by hand, failed, re-checked, called back and told by the phone: it ends one way", () =>
    rounds("R3", async () => {
      lab.port.onSubmit = () => ({ kind: "unknown", code: "timeout", message: "" });
      const { id } = await lab.ordered(merchant, { amount: "90.00" });
      await lab.dispatch();
      const { version } = await lab.detail(id);
      const [asked, called] = [trx(), trx()];
      lab.port.onQuery = () => ({ kind: "completed", trxId: asked, costMinor: 0n, atMs: null, amountMinor: null });
      const key = { disburseId: keyOf(id), no: 1 };
      const results = await race(
        [
          ...act(id, "complete", version, () => ({ trx_id: trx(), note: "by hand" }), 5),
          ...act(id, "fail", version, () => ({ reason: "not paid" }), 5),
          ...act(id, "recheck", version, () => ({}), 5),
        ],
        [
          () => recordOutcome(lab.app, (tx, emit) => completeAttempt(lab.app, tx, key, { source: "callback", trxId: called, costMinor: 5_00n }, emit)),
          () => recordOutcome(beside.app, (tx, emit) => completeAttempt(beside.app, tx, key, { source: "callback", trxId: called, costMinor: 5_00n }, emit)),
          () => recordOutcome(lab.app, (tx, emit) => failAttempt(lab.app, tx, key, { source: "device", code: "phone_failed" }, emit)),
          () => recordOutcome(beside.app, (tx, emit) => markUnknown(beside.app, tx, key, { source: "job", code: "lost" }, emit)),
        ],
      );
      const detail = await lab.detail(id);
      expect(["completed", "attempt_failed"]).toContain(detail.status);
      expect(detail.attempts.filter((attempt) => attempt.status === "completed")).toHaveLength(detail.status === "completed" ? 1 : 0);
      expect(detail.deliveries).toHaveLength(detail.status === "completed" ? 1 : 0);
      for (const code of refused(results)) expect(["conflict", "wrong_state"]).toContain(code);
      expect(results.filter((result) => result.good && (result.name === "complete" || result.name === "fail")).length).toBeLessThanOrEqual(1);
      const used = await lab.owner.one<{ n: number }>("select count(*)::int as n from trx_used where object_type = 'disburse' and object_id = $1", [
        key.disburseId,
      ]);
      expect(used?.n).toBe(detail.status === "completed" ? 1 : 0);
      if (detail.status === "attempt_failed") await lab.acted(id, "fail", { reason: "end of the round" });
    }));
});

describe("a payout whose attempt failed", () => {
  it("is reset, failed or completed, once, and sent again only after a reset", () =>
    rounds("R2", async () => {
      lab.port.onSubmit = () => ({ kind: "rejected", code: "busy", message: "" });
      const { id } = await lab.ordered(merchant, { amount: "91.00" });
      await lab.dispatch();
      const { version } = await lab.detail(id);
      const before = lab.port.sent.length;
      lab.port.onSubmit = () => ({ kind: "completed", trxId: trx(), costMinor: 0n, atMs: null });
      lab.port.onQuery = () => ({ kind: "not_found" });
      const results = await race([
        ...act(id, "reset", version, () => ({ reason: "again" }), 6),
        ...act(id, "fail", version, () => ({ reason: "no" }), 6),
        ...act(id, "complete", version, () => ({ trx_id: trx(), note: "by hand" }), 4),
        ...act(id, "recheck", version, () => ({}), 4),
      ]);
      const ended = results.filter((result) => result.good && result.name !== "recheck");
      expect(ended).toHaveLength(1);
      await dispatched();
      const detail = await lab.detail(id);
      expect(lab.port.sent.length - before).toBe(ended[0]?.name === "reset" ? 1 : 0);
      expect(detail.status).toBe(ended[0]?.name === "fail" ? "failed" : "completed");
      expect(detail.attempts).toHaveLength(ended[0]?.name === "reset" ? 2 : 1);
      for (const code of refused(results)) expect(["conflict", "wrong_state"]).toContain(code);
    }));
});

describe("two processes", () => {
  it("send each of many payouts once, while merchants cancel them", () =>
    rounds("R14", async () => {
      lab.port.onSubmit = async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { kind: "completed", trxId: trx(), costMinor: 5_00n, atMs: null };
      };
      const before = lab.port.sent.length;
      const orders = await Promise.all(Array.from({ length: 10 }, () => lab.ordered(merchant, { amount: "33.00" })));
      const dispatch = (product: Product) => async (): Promise<void> => {
        await product.jobs.runOnce("disburses.dispatch");
        await product.jobs.runOnce("disburses.dispatch");
      };
      const results = await race(
        orders.slice(0, 5).flatMap(({ id }) => cancel(id, 2)),
        [dispatch(lab.product.product), dispatch(beside), dispatch(lab.product.product), dispatch(beside)],
      );
      await dispatched();
      const details = await Promise.all(orders.map(({ id }) => lab.detail(id)));
      const references = lab.port.sent.slice(before).map((attempt) => attempt.reference);
      expect(new Set(references).size).toBe(references.length);
      for (const detail of details) {
        expect(["completed", "cancelled"]).toContain(detail.status);
        expect(references.filter((reference) => reference.startsWith(detail.id))).toHaveLength(detail.status === "completed" ? 1 : 0);
      }
      for (const code of refused(results)) expect(code).toBe("wrong_state");
    }));

  it("let one TrxID complete one of two payouts", () =>
    rounds("R5", async () => {
      lab.port.onSubmit = () => ({ kind: "unknown", code: "timeout", message: "" });
      const orders = [await lab.ordered(merchant, { amount: "34.00" }), await lab.ordered(merchant, { amount: "34.00" })];
      await lab.dispatch();
      const trxId = trx();
      const moves = await Promise.all(
        orders.map(async ({ id }) => act(id, "complete", (await lab.detail(id)).version, () => ({ trx_id: trxId, note: "x" }), 5)),
      );
      const results = await race(moves.flat());
      expect(results.filter((result) => result.good)).toHaveLength(1);
      const states = await Promise.all(orders.map(async ({ id }) => (await lab.detail(id)).status));
      expect(states.sort()).toEqual(["completed", "unknown"]);
      for (const code of refused(results)) expect(["conflict", "wrong_state", "trx_used"]).toContain(code);
      for (const { id } of orders.filter((_order, index) => index >= 0)) {
        if ((await lab.detail(id)).status !== "unknown") continue;
        await lab.acted(id, "fail", { reason: "end" });
        await lab.acted(id, "fail", { reason: "end" });
      }
    }));
});

describe("limits of the paying side", () => {
  it("are never exceeded by what is sent at once, and what finds no wallet waits and says why", async () => {
    const own = await PayoutLab.start();
    try {
      const rich = await own.merchant(1_000_000_00n);
      const one = await own.wallet(1_000_00n, { daily_max: "500.00", name: "limited" });
      own.port.onSubmit = () => ({ kind: "completed", trxId: trx(), costMinor: 0n, atMs: null });
      const orders = await Promise.all(Array.from({ length: 8 }, () => own.ordered(rich, { amount: "100.00" })));
      await own.dispatch();
      const details = await Promise.all(orders.map(({ id }) => own.detail(id)));
      expect(details.filter((detail) => detail.status === "completed")).toHaveLength(5);
      const waiting = details.filter((detail) => detail.status === "approved");
      expect(waiting).toHaveLength(3);
      expect(waiting[0]?.routing).toMatchObject({ chosen: null, wallets: [{ wallet_id: one.id, result: "day_amount", share_bps: 10_000 }] });
      expect(waiting[0]?.queued_since).not.toBeNull();
      await own.dispatch();
      expect(own.port.sent).toHaveLength(5);
      const two = await own.wallet(250_00n);
      await own.owner.run("update disburses set route_after = null where status = 'approved'");
      await own.dispatch();
      // Its money is enough for two and their cost.
      expect((await Promise.all(orders.map(({ id }) => own.detail(id)))).filter((detail) => detail.wallet_id === two.id)).toHaveLength(2);
      expect(await own.findings()).toEqual([]);
    } finally {
      await own.stop();
    }
  });
});
