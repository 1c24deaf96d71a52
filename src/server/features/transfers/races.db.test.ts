/** Twenty callers at once act on one transfer: it goes one way, nothing stays frozen, the books know one ending. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TransferDetail, TransferRow } from "../../../contract/transfers.schema.ts";
import { transfersRoutes } from "./routes.ts";
import { Endings, MoneyLab, raced, times, type LabWallet } from "../../../../test/support/parts/transfers.ts";
import { together } from "../../../../test/support/parts/together.ts";
import { receive } from "../../../../test/support/parts/transfer-messages.ts";

const ROUNDS = times(4, 60);
const CALLERS = 20;
let lab: MoneyLab;
let serial = 0;
beforeAll(async () => {
  lab = await MoneyLab.start(transfersRoutes);
});
afterEach(async () => expect(await lab.findings()).toEqual([]));
afterAll(() => lab.close());

type Call = readonly [who: string, action: string, body: Record<string, unknown>];
interface Outcome {
  readonly action: string;
  readonly good: boolean;
  readonly code: string | null;
}

const request = (from: LabWallet, to: LabWallet, amount = "100.00"): Promise<TransferRow> =>
  lab.good<TransferRow>("operator", "POST", "/api/transfers", {
    kind: "wallet",
    from_wallet_id: from.publicId,
    to_wallet_id: to.publicId,
    amount,
    expected_cost: "5.00",
  });
const approve = (row: TransferRow): Promise<TransferRow> =>
  lab.good<TransferRow>("finance", "POST", `/api/transfers/${row.id}/approve`, { version: row.version });
const detail = (row: { id: string }): Promise<TransferDetail> => lab.good<TransferDetail>("auditor", "GET", `/api/transfers/${row.id}`);

/** All calls of a round at the same moment, or those of one act ahead of the others. */
async function race(row: TransferRow, round: number, calls: readonly Call[], beside: readonly (() => Promise<unknown>)[] = []): Promise<Outcome[]> {
  const acts = [...new Set(calls.map(([, action]) => action))];
  const told = together(
    calls.map(([who, action, body]) => async () => {
      const answer = await lab.call(who, "POST", `/api/transfers/${row.id}/${action}`, { version: row.version, ...body });
      return { action, good: answer.status === 200, code: answer.error?.code ?? null };
    }),
    round,
    (index) => Endings.late(round, calls[index]?.[1], ...acts),
  );
  const [outcomes] = await Promise.all([told, ...beside.map((one) => one())]);
  raced("R17", outcomes);
  return outcomes;
}
/** `CALLERS` calls, taking turns. */
const crowd = (...kinds: readonly Call[]): Call[] => Array.from({ length: CALLERS }, (_unused, index) => kinds[index % kinds.length] as Call);
const winners = (outcomes: readonly Outcome[]): string[] => outcomes.filter((one) => one.good).map((one) => one.action);

describe("twenty callers", { timeout: times(60_000, 900_000) }, () => {
  it("approve and cancel one request", async () => {
    const [from, to] = [await lab.wallet(1_000_000n), await lab.wallet()];
    const endings = new Endings(ROUNDS, "processing", "cancelled");
    for (const round of endings) {
      const row = await request(from, to);
      const outcomes = await race(
        row,
        round,
        crowd(["finance", "approve", {}], ["operator", "cancel", {}], ["admin", "approve", {}], ["finance2", "cancel", {}]),
      );
      const won = winners(outcomes);
      expect(won).toHaveLength(1);
      for (const one of outcomes.filter((outcome) => !outcome.good)) expect(["conflict", "wrong_state"]).toContain(one.code);
      const after = await detail(row);
      expect(after.status).toBe(won[0] === "approve" ? "processing" : "cancelled");
      endings.ended(after.status);
      expect(await lab.frozen(from)).toBe(won[0] === "approve" ? 10_500n : 0n);
      expect(await lab.findings()).toEqual([]);
      if (won[0] === "approve") await lab.good("finance", "POST", `/api/transfers/${row.id}/fail`, { version: after.version, reason: "next" });
    }
    expect([await lab.frozen(from), await lab.balance("wallet", from.id)]).toEqual([0n, 1_000_000n]);
  });

  it("complete and fail one transfer, while its two messages come in", async () => {
    const [from, to] = [await lab.wallet(100_000_000n), await lab.wallet()];
    let left = 0n;
    const endings = new Endings(ROUNDS, "completed", "failed");
    for (const round of endings) {
      const row = await approve(await request(from, to));
      const key = `RACE${String((serial += 1)).padStart(6, "0")}`;
      const message = { amountMinor: 10_000n, trx: key } as const;
      const both = [
        () => receive(lab, { ...message, wallet: from, kind: "send_money", direction: "debit", feeMinor: 500n, counterparty: to.account }),
        () => receive(lab, { ...message, wallet: to, kind: "receive", direction: "credit", counterparty: from.account }),
      ];
      const outcomes = await race(
        row,
        round,
        crowd(
          ["finance", "complete", { trx_id: key, cost: "5.00" }],
          ["admin", "fail", { reason: "no" }],
          ["finance2", "complete", { trx_id: key, cost: "5.00" }],
        ),
        round % 2 === 0 ? both : [],
      );
      const won = winners(outcomes);
      expect(won.length).toBeLessThanOrEqual(1);
      for (const one of outcomes.filter((outcome) => !outcome.good)) expect(["conflict", "wrong_state", "trx_used"]).toContain(one.code);
      const after = await detail(row);
      const moved = (await lab.owner.one<{ n: number }>("select count(*)::int as n from sms where trx_key = $1", [key]))?.n ?? 0;
      if (round % 2 === 1) expect(won).toHaveLength(1);
      endings.ended(after.status);
      if (won.length === 1) expect(after.status).toBe(won[0] === "complete" ? "completed" : "failed");
      // However the race went: the wallets hold what really moved.
      if (moved > 0 || after.status === "completed") left += 10_500n;
      expect([await lab.balance("wallet", from.id), await lab.frozen(from), await lab.balance("transit")]).toEqual([100_000_000n - left, 0n, 0n]);
      expect(await lab.findings()).toEqual([]);
    }
  });

  it("approve many requests against one wallet's balance: never more than it has", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [from, to] = [await lab.wallet(50_000n), await lab.wallet()];
      const rows = await Promise.all(Array.from({ length: CALLERS }, () => request(from, to)));
      const told = await Promise.all(rows.map((row) => lab.call("finance", "POST", `/api/transfers/${row.id}/approve`, { version: row.version })));
      raced("R17", told);
      expect(told.filter((one) => one.status === 200)).toHaveLength(4);
      for (const one of told.filter((answer) => answer.status !== 200)) expect(one.error?.code).toBe("insufficient_balance");
      expect(await lab.frozen(from)).toBe(42_000n);
      expect(await lab.findings()).toEqual([]);
    }
  });
});
