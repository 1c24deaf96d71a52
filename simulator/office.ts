/** The people of the platform who work payouts: approve, pay by hand, look after what failed. Two of them where two are asked for. */
import type { DisburseRow } from "../src/contract/disburses.schema.ts";
import type { Movement } from "./bank.ts";
import { plain } from "./money.ts";
import type { Person } from "./staff.ts";

/** Pays one order by hand. */
export type PayByHand = (row: DisburseRow) => Promise<void>;

export class Office {
  private readonly taken = new Set<string>();
  private readonly under = new Set<Promise<void>>();

  constructor(
    readonly finance: Person,
    readonly second: Person,
    readonly operator: Person,
  ) {}

  approve(id: string): Promise<void> {
    return this.operator.decide("POST /api/disburses/:id/approve", id, (version) => ({ version }), this.finance);
  }

  reject(id: string): Promise<void> {
    return this.finance.decide("POST /api/disburses/:id/reject", id, (version) => ({ version, reason: "The customer's number is not right" }), this.second);
  }

  /** Sends it once more: asked for by one, approved by the other. */
  reset(id: string): Promise<void> {
    return this.finance.decide("POST /api/disburses/:id/reset", id, (version) => ({ version, reason: "Checked on the phone: not paid" }), this.second);
  }

  /** Says that the attempt did not pay, or, after that, that the order is given up. */
  fail(id: string): Promise<void> {
    return this.finance.decide("POST /api/disburses/:id/fail", id, (version) => ({ version, reason: "Not paid" }), this.second);
  }

  /** Types what was paid from a wallet that people work. */
  complete(id: string, movement: Movement): Promise<void> {
    return this.finance.decide(
      "POST /api/disburses/:id/complete",
      id,
      (version) => ({ version, trx_id: movement.trxId, cost: plain(movement.cost), note: "Paid by hand" }),
      this.second,
    );
  }

  /** The order as staff see it. */
  look(id: string): Promise<DisburseRow> {
    return this.operator.call("GET /api/disburses/:id", { id });
  }

  /** Looks once for attempts that wait for people's hands and works each of them once. */
  async round(work: PayByHand, failed: (error: unknown) => void): Promise<void> {
    const { items } = await this.finance.call("GET /api/disburses", { query: { status: "processing", size: 100 } });
    for (const row of items.filter((item) => item.way === "manual")) {
      const key = `${row.id}/${row.attempts.length}`;
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      const job = work(row)
        .catch(failed)
        .finally(() => this.under.delete(job));
      this.under.add(job);
    }
  }
}
