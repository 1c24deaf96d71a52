// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import type { DeliveryRow } from "../../../contract/deliveries.schema.ts";
import { NOTIFY_STATUSES, UNDELIVERED } from "../../../contract/payments.ts";
import { apiQuery, EMPTY_STATE, readAddress } from "../../list/state/index.ts";
import { hasMoved, isStale } from "../../forms/meanwhile.ts";
import { testList } from "../../list/suite.tsx";
import { deliveryActions, filterOf } from "./deliveries-actions.ts";
import { deliveriesList } from "./deliveries-spec.tsx";

const delivery: DeliveryRow = {
  id: "V261121XY12AB34",
  webhook_id: "E261121XY12AB34",
  merchant_id: "M261121XY12AB34",
  merchant_name: "Padma",
  object: { type: "payment", id: "P261121XY12AB34" },
  type: "payment.completed",
  url: "https://a.example/hook",
  status: "failed",
  attempts: [
    { at: "2026-11-20T04:00:00.000Z", code: 503, ms: 12, body_start: "down", error: null },
    { at: "2026-11-20T04:01:00.000Z", code: null, ms: 30, body_start: null, error: "timeout" },
  ],
  next_at: null,
  created_at: "2026-11-20T04:00:00.000Z",
};
testList(deliveriesList, [delivery, ...NOTIFY_STATUSES.map((status) => ({ ...delivery, status, url: null, attempts: [] }))]);

describe("notifications", () => {
  it("are sent again by exactly the filter in view, without page, size and order", () => {
    const query = apiQuery(
      { ...EMPTY_STATE, q: "P26", from: "2026-11-20", filters: { status: "failed", merchant_id: delivery.merchant_id }, cursor: "c", sort: "created_at" },
      50,
      0,
    );
    expect(filterOf(query)).toEqual({ status: "failed", merchant_id: delivery.merchant_id, q: "P26", from: "2026-11-20" });
  });

  it("without any address are refused for that, not as changed by somebody else", async () => {
    vi.stubGlobal(
      "fetch",
      async () => new Response(JSON.stringify({ success: true, data: { count: 0 } }), { headers: { "content-type": "application/json" } }),
    );
    const row = { ...delivery, url: null };
    const answer = await deliveryActions[0]?.run?.(row, "K1");
    vi.unstubAllGlobals();
    const error = answer?.success === false ? answer.error : undefined;
    expect(error).toMatchObject({ code: "no_target" });
    expect(error && (isStale(error) || hasMoved(row, row, error))).toBe(false);
  });

  it("can be asked for as home counts them: given up and stopped together", () => {
    const state = readAddress(new URLSearchParams({ status: UNDELIVERED }), deliveriesList.filters);
    expect(apiQuery(state, 50, 0)).toMatchObject({ status: "failed,stopped" });
  });

  it("are found by live events through their number of attempts", () => {
    expect(deliveriesList.versionOf?.(delivery)).toBe(2);
  });
});
