/** Everybody acts on one payout at once, through two processes: it ends one way, and the books know of one ending. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Product } from "../../src/server/app.ts";
import { payoutsIdle } from "../../src/server/core/payouts/dispatch.ts";
import { completeAttempt, recordOutcome } from "../../src/server/core/payouts/outcome.ts";
import { failAttempt, markUnknown } from "../../src/server/core/payouts/not-paid.ts";
import type { TestMerchant } from "../support/app.ts";
import { Endings, raced, send, times, together } from "../support/attack.ts";
import { PayoutLab, trx } from "./support.ts";

const ROUNDS = times(4, 60);
vi.setConfig({ testTimeout: times(300_000, 900_000) });
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

/**
 * A round of a row: all moves at once, by turns to the one and the other process; other acts of the machine may run beside them.
 * @param ahead the name of the moves that come a little before all others, or "machine"
 */
async function race(row: string, moves: readonly Move[], machine: readonly (() => Promise<unknown>)[] = [], ahead?: string): Promise<Result[]> {
  const calls = moves.map((move, index) => async (): Promise<Result> => {
    const raw = await send(index % 2 === 0 ? lab.product.product : beside, { method: "POST", url: move.url, token: move.token, payload: move.body });
    if (raw.status >= 500) throw new Error(`${move.name} answered ${raw.status}: ${raw.text.slice(0, 300)}`);
    return { name: move.name, good: raw.json?.success === true, code: raw.json?.error?.code ?? "" };
  });
  const beneath = machine.map((work, index) => async (): Promise<Result> => {
    await work();
    return { name: `machine ${index}`, good: true, code: "" };
  });
  const all = await together([...calls, ...beneath], (seed += 1), (index) =>
    ahead === undefined || (moves[index]?.name ?? "machine") === ahead ? 0 : Endings.headMs(seed),
  );
  raced(row, all);
  return all.filter((result) => !result.name.startsWith("machine"));
}
const act = (id: string, name: string, version: number, body: () => Record<string, unknown>, count: number): Move[] =>
  Array.from({ length: count }, () => ({ name, token: lab.product.admin, url: `/api/disburses/${id}/${name}`, body: { version, ...body() } }));
const cancel = (id: string, count: number): Move[] =>
  Array.from({ length: count }, () => ({ name: "cancel", token: merchant.secret, url: `/v1/disburses/${id}/cancel`, body: {} }));
const winners = (results: readonly Result[]): string[] => [...new Set(results.filter((result) => result.good).map((result) => result.name))];
const refused = (results: readonly Result[]): string[] => [...new Set(results.filter((result) => !result.good).map((result) => result.code))];
const rounds = async (endings: readonly string[], work: (ended: (name: string) => void, round: number) => Promise<void>): Promise<void> => {
  const seen = new Endings(ROUNDS, ...endings);
  for (const round of seen) {
    // Rounds of a whole run outlive a proof.
    await lab.product.prove();
    await work((name) => seen.ended(name), round);
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
    rounds(["approved, then cancelled", "rejected", "cancelled"], async (ended, round) => {
      const { id } = await lab.ordered(merchant, { amount: "15000.00" });
      const moves = [...act(id, "approve", 1, () => ({}), 7), ...act(id, "reject", 1, () => ({ reason: "no" }), 7), ...cancel(id, 6)];
      const results = await race("R2", moves, [], Endings.ahead(round, "approve", "reject", "cancel"));
      const detail = await lab.detail(id);
      // A cancellation may follow an approval: both are allowed, one after the other.
      const ends = winners(results);
      expect(["approved", "rejected", "cancelled"]).toContain(detail.status);
      // Whether the cancellation or nothing follows an approval is no other case.
      ended(ends.includes("approve") ? "approved, then cancelled" : detail.status);
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
    rounds(["complete", "fail", "machine"], async (ended, round) => {
      lab.port.onSubmit = () => ({ kind: "unknown", code: "timeout", message: "" });
      const { id } = await lab.ordered(merchant, { amount: "90.00" });
      await lab.dispatch();
      const { version } = await lab.detail(id);
      const [asked, called] = [trx(), trx()];
      lab.port.onQuery = () => ({ kind: "completed", trxId: asked, costMinor: 0n, atMs: null, amountMinor: null });
      const key = { disburseId: keyOf(id), no: 1 };
      const results = await race(
        "R3",
        [
          ...act(id, "complete", version, () => ({ trx_id: trx(), note: "by hand" }), 6),
          ...act(id, "fail", version, () => ({ reason: "not paid" }), 5),
          ...act(id, "recheck", version, () => ({}), 5),
        ],
        [
          () => recordOutcome(lab.app, (tx, emit) => completeAttempt(lab.app, tx, key, { source: "callback", trxId: called, costMinor: 5_00n }, emit)),
          () => recordOutcome(beside.app, (tx, emit) => completeAttempt(beside.app, tx, key, { source: "callback", trxId: called, costMinor: 5_00n }, emit)),
          () => recordOutcome(lab.app, (tx, emit) => failAttempt(lab.app, tx, key, { source: "device", code: "phone_failed" }, emit)),
          () => recordOutcome(beside.app, (tx, emit) => markUnknown(beside.app, tx, key, { source: "job", code: "lost" }, emit)),
        ],
        Endings.ahead(round, "fail", "complete", "machine"),
      );
      const detail = await lab.detail(id);
      // Failed by hand, it is completed all the same once the operator proves that it has paid.
      ended(results.find((result) => result.good && result.name !== "recheck")?.name ?? "machine");
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
    rounds(["reset", "fail", "complete"], async (end, round) => {
      lab.port.onSubmit = () => ({ kind: "rejected", code: "busy", message: "" });
      const { id } = await lab.ordered(merchant, { amount: "91.00" });
      await lab.dispatch();
      const { version } = await lab.detail(id);
      const before = lab.port.sent.length;
      lab.port.onSubmit = () => ({ kind: "completed", trxId: trx(), costMinor: 0n, atMs: null });
      lab.port.onQuery = () => ({ kind: "not_found" });
      const moves = [
        ...act(id, "reset", version, () => ({ reason: "again" }), 6),
        ...act(id, "fail", version, () => ({ reason: "no" }), 6),
        ...act(id, "complete", version, () => ({ trx_id: trx(), note: "by hand" }), 4),
        ...act(id, "recheck", version, () => ({}), 4),
      ];
      const results = await race("R2", moves, [], Endings.ahead(round, "fail", "complete", "reset"));
      const ended = results.filter((result) => result.good && result.name !== "recheck");
      expect(ended).toHaveLength(1);
      end(ended[0]?.name ?? "");
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
    rounds(["cancelled", "sent"], async (end) => {
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
        "R14",
        orders.slice(0, 8).flatMap(({ id }) => cancel(id, 2)),
        [dispatch(lab.product.product), dispatch(beside), dispatch(lab.product.product), dispatch(beside)],
      );
      await dispatched();
      const details = await Promise.all(orders.map(({ id }) => lab.detail(id)));
      const references = lab.port.sent.slice(before).map((attempt) => attempt.reference);
      expect(new Set(references).size).toBe(references.length);
      for (const detail of details) {
        end(detail.status === "completed" ? "sent" : detail.status);
        expect(references.filter((reference) => reference.startsWith(detail.id))).toHaveLength(detail.status === "completed" ? 1 : 0);
      }
      for (const code of refused(results)) expect(code).toBe("wrong_state");
    }));

  it("let one TrxID complete one of two payouts", () =>
    rounds([], async () => {
      lab.port.onSubmit = () => ({ kind: "unknown", code: "timeout", message: "" });
      const orders = [await lab.ordered(merchant, { amount: "34.00" }), await lab.ordered(merchant, { amount: "34.00" })];
      await lab.dispatch();
      const trxId = trx();
      const moves = await Promise.all(
        orders.map(async ({ id }) => act(id, "complete", (await lab.detail(id)).version, () => ({ trx_id: trxId, note: "x" }), 10)),
      );
      const results = await race("R5", moves.flat());
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
      own.port.onSubmit = () => ({ kind: "completed", trxId: trx(), costMinor: 0n, atMs: null });
      for (let round = 0; round < ROUNDS; round += 1) await limitsHold(own, rich);
      expect(await own.findings()).toEqual([]);
    } finally {
      await own.stop();
    }
  });
});

/** One round: twenty payouts at once where five are allowed, then a wallet whose money is enough for two. The wallets are gone afterwards. */
async function limitsHold(own: PayoutLab, rich: TestMerchant): Promise<void> {
  const before = own.port.sent.length;
  const one = await own.wallet(1_000_00n, { daily_max: "500.00", name: "limited" });
  const orders = await Promise.all(Array.from({ length: 20 }, () => own.ordered(rich, { amount: "100.00" })));
  raced("R9", orders);
  await own.dispatch();
  const details = await Promise.all(orders.map(({ id }) => own.detail(id)));
  expect(details.filter((detail) => detail.status === "completed")).toHaveLength(5);
  const waiting = details.filter((detail) => detail.status === "approved");
  expect(waiting).toHaveLength(15);
  expect(waiting[0]?.routing?.chosen).toBeNull();
  // Those of the rounds before are disabled.
  const open = waiting[0]?.routing?.wallets.filter(({ result }) => result !== "disabled");
  expect(open).toMatchObject([{ wallet_id: one.id, result: "day_amount", share_bps: 10_000 }]);
  expect(waiting[0]?.queued_since).not.toBeNull();
  await own.dispatch();
  expect(own.port.sent.length - before).toBe(5);
  const two = await own.wallet(250_00n);
  await own.owner.run("update disburses set route_after = null where status = 'approved'");
  await own.dispatch();
  // Its money is enough for two and their cost.
  const after = await Promise.all(orders.map(({ id }) => own.detail(id)));
  expect(after.filter((detail) => detail.wallet_id === two.id)).toHaveLength(2);
  for (const { id, status } of after) if (status === "approved") await own.product.good("POST", `/v1/disburses/${id}/cancel`, rich.secret, {});
  for (const { id } of [one, two]) {
    const { version } = await own.product.good<{ version: number }>("GET", `/api/wallets/${id}`);
    await own.product.good("POST", `/api/wallets/${id}/disable`, own.product.admin, { version });
  }
}
