// @vitest-environment happy-dom
/** Closing many days sends one call after the other: it ends with the session. */
import { afterEach, expect, it, vi } from "vitest";
import type { ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import { setNavigator } from "../../../nav.ts";
import { closeAll } from "./close-all.ts";

const day = (wallet_id: string): ReconciliationRow => ({ wallet_id, date: "2026-05-01", version: 1, estimated_balance: "1.00" }) as ReconciliationRow; // what is sent of it

afterEach(() => vi.unstubAllGlobals());

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
