/** Everything that one batch of messages changes, collected and applied with one statement. */
import { toJson, type Tx } from "../db/pool.ts";
import type { PostedLeg } from "../ledger/post.ts";

type Rows = Record<string, unknown>[];

/** The lists that `settle_apply` takes. */
export class SettleWrites {
  readonly sms: Rows = [];
  readonly keys: Rows = [];
  readonly sms_updates: Rows = [];
  readonly bookings: Rows = [];
  readonly used: Rows = [];
  readonly linked: Rows = [];
  readonly payments: Rows = [];
  readonly disputes: Rows = [];
  legs: readonly PostedLeg[] = [];
  readonly outbox: Rows = [];
  readonly chains: Rows = [];
  readonly new_gaps: Rows = [];
  readonly gap_updates: Rows = [];
  readonly release: Rows = [];
  readonly usage: Rows = [];
  readonly stats: Rows = [];
  readonly events: Rows = [];
  readonly alerts: Rows = [];

  /** Writes all of it. */
  async apply(tx: Tx): Promise<void> {
    await tx.run("select settle_apply($1)", [toJson(this)], "settle_apply");
  }
}
