// @vitest-environment happy-dom
/** Closing many days sends one call after the other: it ends with the session. */
import { afterEach, expect, it, vi } from "vitest";
import type { ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import { setNavigator } from "../../../nav.ts";
import { closeAll } from "./close-all.ts";
import { closeForm } from "./forms.ts";
import { dayOf } from "./suite.ts";

const day = (wallet_id: string): ReconciliationRow => ({ ...dayOf(1), wallet_id, version: 1 });

afterEach(() => vi.unstubAllGlobals());

it("says what was seen to differ, whether one day is closed or all that agree", async () => {
  const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(
    async () => new Response(JSON.stringify({ success: false, error: { code: "conflict" } }), { status: 409, headers: { "content-type": "application/json" } }),
  );
  vi.stubGlobal("fetch", asked);
  await closeAll([day("W1")], () => undefined);
  const off = { ...day("W2"), statement_payment_difference: "5.00", statement_disburse_difference: "0.00", late: "-2.00" };
  await closeForm.submit({ real_balance: "10.00" }, off, "key");
  expect(asked.mock.calls.map(([, init]) => (JSON.parse(String(init.body)) as { differences?: object }).differences)).toEqual([
    {},
    { statement_payment_difference: "5.00", late: "-2.00" },
  ]);
});

it.each([
  [401, 1, 0],
  [409, 3, 3],
])("after a %i %i of three are sent, and %i are told of", async (status, sent, told) => {
  setNavigator(() => undefined);
  const asked = vi.fn<() => Promise<Response>>(
    async () => new Response(JSON.stringify({ success: false, error: { code: "conflict" } }), { status, headers: { "content-type": "application/json" } }),
  );
  vi.stubGlobal("fetch", asked);
  const tell = vi.fn<() => void>();
  await closeAll(["W1", "W2", "W3"].map(day), tell);
  expect([asked.mock.calls.length, tell.mock.calls.length]).toEqual([sent, told]);
});
