// @vitest-environment happy-dom
/** Where the keyboard is in the rule tester and in the lab: in the text that is to be tried, and where it was when another message comes. */
import { act } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { SmsShape, SmsShapes } from "../../../contract/sms-shapes.schema.ts";
import { text } from "../../i18n/keys.ts";
import { viewAs } from "../../list/suite-viewer.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../../mount.tsx";
import { invalidate, queryClient } from "../../query.ts";
import Lab from "./lab/index.tsx";
import Tester from "./tester.tsx";

const shape = (id: string, word: string, count: number): SmsShape => ({
  operator: "bkash",
  parts: [
    { mark: null, text: `${word} moon grew by ` },
    { mark: "amount", text: "" },
  ],
  count,
  first_at: "2026-11-20T04:00:00.000Z",
  last_at: "2026-11-20T05:00:00.000Z",
  senders: ["bKash"],
  example: { id, text: `${word} moon grew by Tk 40.00` },
  proposal: null,
});
let shapes: SmsShape[] = [];
beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const url = typeof request === "string" ? request : request.url;
    const answer: SmsShapes = { looked: 9, until: null, more: false, others: 0, items: shapes };
    return new Response(JSON.stringify({ success: true, data: url.includes("/shapes") ? answer : { items: [] } }), {
      headers: { "content-type": "application/json" },
    });
  });
});
afterEach(() => {
  unmount();
  queryClient.clear();
});

const tools = { t: text, locale: "en", currency: "BDT" } as const;
const escape = () =>
  act(async () => void document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true })));

it("the tester begins in the text, goes back to it where none was typed, and is left by Escape without losing one", async () => {
  viewAs("operator");
  const closed = vi.fn();
  const place = await mount(<Tester tools={tools} onClose={closed} />);
  const field = place.querySelector("textarea");
  expect(document.activeElement).toBe(field);
  const button = place.querySelector<HTMLButtonElement>("button[type=submit]");
  button?.focus();
  await act(async () => button?.click());
  expect(document.activeElement).toBe(field);
  await typeInto(field, "You have received Tk 500.00");
  await escape();
  expect([closed.mock.calls.length, document.activeElement?.getAttribute("role")]).toEqual([0, "dialog"]);
  await typeInto(field, "");
  field?.focus();
  await escape();
  expect(closed).toHaveBeenCalled();
});

it("a line of the lab keeps the focus while newer messages of its wording come", async () => {
  viewAs("operator");
  shapes = [shape("S1", "Harvest", 1), shape("S2", "Silver", 1)];
  const place = await mount(<Lab tabs={null} />, "/sms?tab=lab");
  await seen(() => expect(place.querySelectorAll("[data-id]")).toHaveLength(2));
  const summary = place.querySelector<HTMLElement>('[data-id="S2"] summary');
  summary?.focus();
  expect(document.activeElement).toBe(summary);
  shapes = [shape("S9", "Silver", 2), shape("S1", "Harvest", 1)];
  await act(async () => invalidate("GET /api/sms/shapes"));
  await seen(() => expect(place.querySelector('[data-id="S9"]')).not.toBeNull());
  expect(summary?.isConnected).toBe(true);
  expect(document.activeElement).toBe(summary);
});
