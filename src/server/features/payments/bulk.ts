/** The acts that several payments can share. */
import type { PaymentRow } from "../../../contract/payments.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { BulkItem } from "../../platform/bulk.ts";
import { refusedField } from "../../platform/refusal.ts";
import { notifyPayment } from "./notify.ts";
import { recheckPayment } from "./recheck.ts";
import { rejectPayment } from "./reject.ts";

/** Runs one act on one payment of a bulk call. */
export async function bulkAct(ctx: UserCtx, action: "recheck" | "notify" | "reject", item: BulkItem, reason: string | undefined): Promise<Answer<PaymentRow>> {
  switch (action) {
    case "recheck":
      return recheckPayment(ctx, item.id, { version: item.version });
    case "notify":
      return notifyPayment(ctx, item.id, { version: item.version });
    case "reject":
      return reason === undefined ? refusedField("reason", "required") : rejectPayment(ctx, item.id, { version: item.version, reason });
  }
}
