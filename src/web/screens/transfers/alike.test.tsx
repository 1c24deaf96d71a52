// @vitest-environment happy-dom
/** The same transfer asked for twice: whoever asks is told of the first one before the second is sent. */
import { act } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { TransferRow } from "../../../contract/transfers.schema.ts";
import FormDialog from "../../forms/form-dialog.tsx";
import { text } from "../../i18n/keys.ts";
import { viewAs } from "../../list/suite-viewer.ts";
import { mount, preparePage, seen, unmount } from "../../mount.tsx";
import { asked } from "../../ui/confirm.ts";
import { alikeOf } from "./alike.ts";
import { createForm } from "./forms.tsx";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const first: TransferRow = {
  id: "T261120XY12AB34",
  kind: "wallet",
  from_wallet_id: "W261121XY12AB34",
  from_wallet_name: "bKash 01",
  from_operator: "bkash",
  to_wallet_id: "W261121XY12AB35",
  to_wallet_name: "Nagad 02",
  to_operator: "nagad",
  amount: "1250.00",
  expected_cost: "0.00",
  cost: null,
  frozen: "0.00",
  status: "pending",
  trx_id: null,
  received_trx_id: null,
  sent_at: null,
  received_at: null,
  maker: "lin",
  checker: null,
  note: "",
  reason: null,
  created_at: "2026-11-20T11:55:00.000Z",
  approved_at: null,
  completed_at: null,
  version: 1,
  actions: [],
};
const same = { kind: "wallet", amount: "1250", from_wallet_id: "W261121XY12AB34", to_wallet_id: "W261121XY12AB35" } as const;
const values = {
  kind: "wallet",
  from_wallet_id: same.from_wallet_id,
  to_wallet_id: same.to_wallet_id,
  amount: "1250",
  expected_cost: "",
  effect: "",
  note: "",
};

let there: TransferRow[] = [];
const sent: string[] = [];
beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const url = typeof request === "string" ? request : request.url;
    const method = init?.method ?? (typeof request === "string" ? "GET" : request.method);
    if (method === "POST") sent.push(new URL(url, location.origin).pathname);
    const data =
      method === "POST" ? first : url.includes("/api/transfers") ? { items: there } : { name: "bKash 01", balance: "9000.00", frozen_balance: "0.00" };
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  unmount();
  sent.length = 0;
});

async function press(): Promise<void> {
  viewAs("finance");
  const tools = { t: text, locale: "en", currency: "BDT" } as const;
  await mount(
    <FormDialog
      spec={{ ...createForm, initial: () => values }}
      subject={null}
      tools={tools}
      stillOffered={() => true}
      onClose={() => undefined}
      onDone={() => undefined}
    />,
  );
  await seen(() => expect(document.querySelector("button[type=submit]")).not.toBeNull());
  await act(async () => document.querySelector<HTMLButtonElement>("button[type=submit]")?.click());
}
const answer = (confirmed: boolean) => act(async () => asked.get()?.answer({ confirmed, input: "" }));

it("asks before the second is sent, with both of them named, and sends it all the same", async () => {
  there = [{ ...first, created_at: new Date().toISOString() }];
  await press();
  await seen(() => expect(asked.get()).not.toBeNull());
  for (const part of ["1,250.00", "bKash 01", "Nagad 02", first.id, text("transfers.status.pending"), "lin"]) expect(asked.get()?.text).toContain(part);
  await answer(false);
  expect(sent).toEqual([]);
  await act(async () => document.querySelector<HTMLButtonElement>("button[type=submit]")?.click());
  await seen(() => expect(asked.get()).not.toBeNull());
  await answer(true);
  await seen(() => expect(sent).toEqual(["/api/transfers"]));
});

it("asks nothing of the only one", async () => {
  there = [];
  await press();
  await seen(() => expect(sent).toEqual(["/api/transfers"]));
  expect(asked.get()).toBeNull();
});

it("takes for the same what moves the same between the same wallets, has not ended, and is a short while old", () => {
  const found = (row: Partial<TransferRow>): number => alikeOf([{ ...first, ...row }], same, NOW).length;
  expect([found({}), found({ status: "processing" })]).toEqual([1, 1]);
  const others: Partial<TransferRow>[] = [
    { status: "completed" },
    { status: "failed" },
    { status: "cancelled" },
    { amount: "1250.01" },
    { from_wallet_id: first.to_wallet_id, to_wallet_id: first.from_wallet_id },
    { to_wallet_id: null },
    { kind: "b2b_out" },
    { created_at: "2026-11-19T11:55:00.000Z" },
  ];
  expect(others.map(found)).toEqual(others.map(() => 0));
});
