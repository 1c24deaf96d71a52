/** Sending notifications again: one, those chosen, or everything that a filter shows. */
import type { DeliveryQuery, DeliveryRow } from "../../../contract/deliveries.schema.ts";
import { call, type Result } from "../../api.ts";
import type { ApiQuery } from "../../list/state/index.ts";
import type { ActionSpec, BulkSpec } from "../../list/spec/index.ts";
import { mayNow } from "../../session.tsx";

/** What one call sends again at most. */
export const RESEND_MAX = 10_000;
/** Whether who looks may send again. */
export const mayResend = (): boolean => mayNow("deliveries.resend");

export const deliveryActions: readonly ActionSpec<DeliveryRow>[] = [
  {
    id: "resend",
    label: "deliveries.action.resend",
    inline: (row) => row.status === "failed" || row.status === "stopped",
    offered: mayResend,
    confirm: (row, { t }) => ({
      title: t("deliveries.ask.resendTitle", { id: row.id }),
      body: t("deliveries.ask.resendBody", { object: row.object.id }),
      label: t("deliveries.action.resend"),
    }),
    run: async (row, idempotencyKey) => {
      const answer = await call("POST /api/deliveries/resend", { body: { ids: [row.id] }, idempotencyKey });
      // Without any address nothing was queued: a refusal, and not one because somebody else was faster.
      return answer.success && answer.data.count === 0 ? noTarget() : answer;
    },
    done: "deliveries.done.resend",
  },
];

function noTarget(): Result<never> {
  return { success: false, data: null, error: { code: "no_target", message: "no notification URL", status: 422 } };
}

export const deliveryBulk: readonly BulkSpec<DeliveryRow>[] = [
  { id: "resend", label: "deliveries.action.resend", permission: "deliveries.resend", offered: mayResend, job: "deliveries.resend" },
];

/** The filter behind the rows in view, as the resend takes it: without page, size and order. */
export function filterOf({ size: _size, cursor: _cursor, sort: _sort, ...query }: ApiQuery): DeliveryQuery {
  // Built by apiQuery from filters of this very list, whose values are texts.
  return query as DeliveryQuery;
}
