// @vitest-environment happy-dom
/** Which act of an object catches the eye beside its exception. */
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { SmsAction } from "../../../contract/sms.ts";
import type { SmsDetail } from "../../../contract/sms.schema.ts";
import { text } from "../../i18n/keys.ts";
import { viewAs } from "../../list/suite-viewer.ts";
import { mount, preparePage, seen, unmount } from "../../mount.tsx";
import { ObjectPanel } from "./object-panel.tsx";

const message = (actions: SmsAction[]): SmsDetail => ({
  id: "S261121XY12AB34",
  wallet_id: null,
  wallet_deleted: false,
  wallet_name: null,
  device_id: null,
  device_name: null,
  operator: "bkash",
  sender: "bKash",
  text: "You have received Tk 500.00",
  class: "bkash.received",
  kind: "receive",
  direction: "credit",
  amount: "500.00",
  fee: null,
  commission: null,
  balance: null,
  trx_id: "CK7A91QWE0",
  counterparty: null,
  reference: null,
  operator_time: null,
  received_at: "2026-11-20T04:00:05.000Z",
  match_status: "review",
  payment_amount: null,
  payment_id: null,
  disburse_id: null,
  transfer_id: null,
  withdrawal_id: null,
  chain: "unknown",
  reasons: [],
  origin: "device",
  version: 1,
  actions,
  rule: null,
  evidence: [],
  candidates: [],
  timeline: [],
  entries: [],
});
let shown = message([]);

beforeAll(async () => {
  await preparePage("zh");
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ success: true, data: shown }), { headers: { "content-type": "application/json" } }));
});
afterEach(unmount);

/** The acts that the panel shows, and those of them that are filled. */
async function actsOf(actions: SmsAction[]): Promise<{ all: (string | null)[]; filled: (string | null)[] }> {
  viewAs("admin");
  shown = message(actions);
  const tools = { t: text, locale: "zh", currency: "BDT" } as const;
  const id = `${shown.id}${actions.join("")}`;
  const place = await mount(
    <ObjectPanel type="sms" id={id} kind="sms_unmatched" tools={tools} keys={{ current: null }} foot={null} onDone={() => undefined} />,
  );
  await seen(() => expect(place.querySelectorAll("button").length).toBeGreaterThanOrEqual(actions.length));
  const words = (selector: string) => [...place.querySelectorAll(selector)].map((button) => button.firstChild?.textContent ?? null);
  return { all: words("button"), filled: words("button[data-primary]") };
}

it("leads the eye to matching a message that is booked", async () => {
  expect((await actsOf(["match", "ignore"])).filled).toEqual([text("sms.action.match")]);
});

it("leads the eye to no act that believes a message which nothing proves", async () => {
  const { all, filled } = await actsOf(["match", "accept", "ignore"]);
  expect(all).toEqual(expect.arrayContaining([text("sms.action.match"), text("sms.action.accept")]));
  expect(filled).toEqual([]);
});
