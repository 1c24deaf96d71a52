/** A bulk job for tests, as the server answers it: a draft that waits for its yes. */
import type { BulkJobDetail } from "../../../contract/bulk.schema.ts";

/** @param values what it has instead */
export const jobOf = (values: Partial<BulkJobDetail>): BulkJobDetail =>
  ({
    id: "B1",
    act: "payments.notify",
    status: "draft",
    items: 5,
    unchecked: 0,
    waiting: 5,
    asked: 0,
    blocked: 0,
    done: 0,
    failed: 0,
    skipped: 0,
    started_at: null,
    pause_reason: null,
    amount: null,
    typed: false,
    over_limit: null,
    fields: null,
    target: null,
    reasons: [],
    merchants: [],
    more: false,
    filter: null,
    changed: 0,
    added: 0,
    asks: 0,
    actions: ["start", "cancel"],
    version: 2,
    ...values,
  }) as unknown as BulkJobDetail; // what is read of one
