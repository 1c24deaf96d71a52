// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { DeliveryRow } from "../../../contract/deliveries.schema.ts";
import { NOTIFY_STATUSES, UNDELIVERED } from "../../../contract/payments.ts";
import { apiQuery, EMPTY_STATE, readAddress } from "../../list/state/index.ts";
import { testList } from "../../list/suite.tsx";
import { filterOf } from "./deliveries-actions.ts";
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

  it("can be asked for as home counts them: given up and stopped together", () => {
    const state = readAddress(new URLSearchParams({ status: UNDELIVERED }), deliveriesList.filters);
    expect(apiQuery(state, 50, 0)).toMatchObject({ status: "failed,stopped" });
  });

  it("are found by live events through their number of attempts", () => {
    expect(deliveriesList.versionOf?.(delivery)).toBe(2);
  });
});
