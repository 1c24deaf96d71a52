// @vitest-environment happy-dom
/** Opening an emergency stop again: pressed once more because no answer came, it is the same act. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { SwitchRow } from "../../contract/switches.schema.ts";
import { text } from "../i18n/keys.ts";
import { preparePage } from "../mount.tsx";
import { keyOf, queryClient } from "../query.ts";
import { asked } from "../ui/confirm.ts";
import { resume } from "./resume.ts";

const row = { id: "SW1", scope: "platform", direction: "in", operator: null, merchant: null, wallet: null, version: 1 } as unknown as SwitchRow; // what is asked of it
const keys: (string | null)[] = [];
let away = true;

beforeAll(async () => {
  await preparePage("zh");
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    keys.push((typeof request === "string" ? new Headers(init?.headers) : request.headers).get("idempotency-key"));
    if (away) throw new TypeError("the connection was lost");
    return new Response(JSON.stringify({ success: true, data: row }), { headers: { "content-type": "application/json" } });
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

async function press(of: SwitchRow): Promise<void> {
  const done = resume(of, text);
  asked.get()?.answer({ confirmed: true, input: "" });
  await done;
}

it("carries one key until it has an answer, and what is engaged is read again meanwhile", async () => {
  const key = keyOf("GET /api/switches", { query: {} });
  queryClient.setQueryData(key, { items: [row] });
  await press(row);
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  await press(row);
  away = false;
  await press(row);
  await press(row);
  const [first, second, third, anew] = keys;
  expect([first, second, third]).toEqual([expect.stringMatching(/\S{16,}/), first, first]);
  expect(anew).not.toBe(first);
});
