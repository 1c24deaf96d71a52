/**
 * The suite that every payout rail passes (rule 67): money leaves at most once, whatever is not a clear answer
 * is unknown, and what the operator says afterwards is the truth. A new adapter needs a {@link PortBench} and nothing else.
 */
import { describe, expect, it } from "vitest";
import type { PayoutAttempt, PayoutPort, Queried, Submitted } from "../../src/server/core/operators/port.ts";

/** What happens at the call that moves the money. `after`: the money has moved. */
export type MoneyFault =
  | "drop_before"
  | "drop_after"
  | "status_500_before"
  | "status_500_after"
  | "status_503_before"
  | "status_408_before"
  | "status_409_after"
  | "garbage_after"
  | "slow";

/** A payout rail with an operator that can be told to misbehave. */
export interface PortBench {
  readonly port: PayoutPort;
  /** A new attempt with a payee who can be paid. */
  attempt(values?: Partial<PayoutAttempt>): Promise<PayoutAttempt>;
  /** How often the operator paid under this reference, and what it paid in all, minor units. */
  paid(attempt: PayoutAttempt): { readonly times: number; readonly amountMinor: bigint };
  /** The next call that moves money meets this. */
  fault(fault: MoneyFault): void;
  /** A payee whom the operator refuses for certain. */
  readonly refusedCustomer: string;
  /** Nothing of the payout has been sent when the operator gives no access (token, session). */
  readonly noAccess: ((times: number) => void) | null;
  /** The next questions get no answer; null: this payout rail asks nobody. */
  readonly silence: ((times: number) => void) | null;
  /** The payee's message or the operator itself gives what a question needs; awaited before asking. */
  reveal(attempt: PayoutAttempt): Promise<void>;
  /** Whether the operator can be asked about a reference that it never saw. */
  readonly knowsReferences: boolean;
}

const FAULTS: readonly { readonly fault: MoneyFault; readonly moved: boolean }[] = [
  { fault: "drop_before", moved: false },
  { fault: "drop_after", moved: true },
  { fault: "status_500_before", moved: false },
  { fault: "status_500_after", moved: true },
  { fault: "status_503_before", moved: false },
  { fault: "status_408_before", moved: false },
  { fault: "status_409_after", moved: true },
  { fault: "garbage_after", moved: true },
];

/** Runs the suite over a bench that is made once. */
export function portSuite(name: string, make: () => Promise<PortBench>): void {
  describe(`the payout rail ${name}`, () => {
    let made: Promise<PortBench> | null = null;
    const bench = (): Promise<PortBench> => (made ??= make());
    const conclude = async (at: PortBench, attempt: PayoutAttempt, first: Submitted): Promise<Submitted | Queried> => {
      if (first.kind === "completed" || first.kind === "rejected") return first;
      await at.reveal(attempt);
      return at.port.query({ ...attempt, acknowledged: first.kind === "accepted" });
    };

    it("pays once and says with which TrxID", async () => {
      const at = await bench();
      const attempt = await at.attempt();
      const end = await conclude(at, attempt, await at.port.submit(attempt));
      expect(end).toMatchObject({ kind: "completed" });
      expect((end as { trxId: string }).trxId).toMatch(/^[0-9A-Z]{8,10}$/);
      expect(at.paid(attempt)).toEqual({ times: 1, amountMinor: attempt.amountMinor });
    });

    it("never pays one reference twice, whoever sends it again", async () => {
      const at = await bench();
      const attempt = await at.attempt();
      const answers = await Promise.all([at.port.submit(attempt), at.port.submit(attempt)]);
      const again = await at.port.submit(attempt);
      expect(at.paid(attempt).times).toBe(1);
      expect(again.kind).toBe("unknown");
      for (const answer of answers) expect(["completed", "accepted", "unknown"]).toContain(answer.kind);
    });

    it("refuses for certain what the operator refuses, and nothing has left", async () => {
      const at = await bench();
      const attempt = await at.attempt({ customer: at.refusedCustomer });
      const end = await conclude(at, attempt, await at.port.submit(attempt));
      expect(["rejected", "failed"]).toContain(end.kind);
      expect(at.paid(attempt).times).toBe(0);
    });

    it.each(FAULTS)("is unknown after $fault, never failed and never sent again", async ({ fault, moved }) => {
      const at = await bench();
      const attempt = await at.attempt();
      at.fault(fault);
      const answer = await at.port.submit(attempt);
      expect(answer.kind).toBe("unknown");
      expect(at.paid(attempt).times).toBe(moved ? 1 : 0);
      await at.reveal(attempt);
      const asked = await at.port.query(attempt);
      if (moved) expect(asked).toMatchObject({ kind: "completed" });
      else expect(["not_found", "pending", "not_supported"]).toContain(asked.kind);
      expect(at.paid(attempt).times).toBe(moved ? 1 : 0);
    });

    it("waits for a slow answer", async () => {
      const at = await bench();
      const attempt = await at.attempt();
      at.fault("slow");
      const end = await conclude(at, attempt, await at.port.submit(attempt));
      expect(end.kind).toBe("completed");
      expect(at.paid(attempt).times).toBe(1);
    });

    it("is certain when it got no access: nothing was sent", async (context) => {
      const at = await bench();
      if (at.noAccess === null) return context.skip("this payout rail needs no access");
      const attempt = await at.attempt();
      at.noAccess(2);
      const answer = await at.port.submit(attempt);
      expect(answer.kind).toBe("rejected");
      expect(at.paid(attempt).times).toBe(0);
    });

    it("knows nothing of a reference that was never sent", async () => {
      const at = await bench();
      const asked = await at.port.query(await at.attempt());
      expect(asked.kind).toBe(at.knowsReferences ? "not_found" : "not_supported");
    });

    it("says nothing certain while the operator cannot be asked, and moves nothing by asking", async (context) => {
      const at = await bench();
      if (at.silence === null) return context.skip("this payout rail asks nobody");
      const attempt = await at.attempt();
      await at.port.submit(attempt);
      const before = at.paid(attempt);
      await at.reveal(attempt);
      at.silence(5);
      const asked = await Promise.all(Array.from({ length: 5 }, () => at.port.query(attempt)));
      expect(asked.map((one) => one.kind)).toEqual(Array.from({ length: 5 }, () => "unavailable"));
      expect(at.paid(attempt)).toEqual(before);
      expect((await at.port.query(attempt)).kind).toBe("completed");
    });
  });
}
