// @vitest-environment happy-dom
/** The emergency stop: what is chosen is counted before it can be done, and is sent as one act. */
import { act } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Profile } from "../../contract/session.schema.ts";
import { activate, startMessages } from "../i18n/index.ts";
import { mount, seen, typeInto, unmount } from "../mount.tsx";
import { keyOf, queryClient } from "../query.ts";
import { keepTyped } from "../forms/typed.ts";
import { text } from "../i18n/keys.ts";
import { takeProfile } from "../session.tsx";
import { asked } from "../ui/confirm.ts";
import StopPanel from "./stop-panel.tsx";
import { showStop } from "./stop-state.ts";

const PROFILE = { token: "t", id: "U1", account: "lee", on_totp: false, permissions: ["intake.see", "intake.close", "switches.see"] } as unknown as Profile; // what it reads
const ACCEPTANCE = {
  version: 4,
  payments_open: true,
  disburses_open: true,
  operators: [{ operator: "bkash" as const, payments_open: true, disburses_open: true }],
};
const COUNT = { count: 2, amount: "70.00" };
const EFFECT = {
  wallets: { count: 1, names: ["W-7"] },
  merchants: { count: 0, names: [] },
  open_payments: COUNT,
  waiting_disburses: COUNT,
  sent_disburses: { count: 3, amount: "9.00" },
};
const sent: { call: string; body: unknown; key: string | null }[] = [];
/** So many stops reach the server whose answers do not come back. */
let lost = 0;
/** The answer to a stop waits for it. */
let held: Promise<void> | null = null;
const closed = vi.fn<() => void>();

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const url = new URL(typeof request === "string" ? request : request.url, location.origin);
    const body = String(init?.body ?? (typeof request === "string" ? "" : await request.text()));
    const headers = typeof request === "string" ? new Headers(init?.headers) : request.headers;
    sent.push({ call: url.pathname, body: body === "" ? null : JSON.parse(body), key: headers.get("idempotency-key") });
    if (url.pathname === "/api/switches/stop" && lost-- > 0) throw new TypeError("the connection was lost");
    if (url.pathname === "/api/switches/stop") await held;
    const data = url.pathname.endsWith("/preview")
      ? EFFECT
      : url.pathname.endsWith("/stop")
        ? { items: [], already: [] }
        : url.pathname === "/api/intake"
          ? ACCEPTANCE
          : { items: [] };
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
  startMessages();
  takeProfile(PROFILE);
  await activate("zh", "rest");
});
beforeEach(async () => {
  queryClient.setQueryData(keyOf("GET /api/intake", {}), ACCEPTANCE);
  await mount(<StopPanel onClose={closed} />);
});
afterEach(() => {
  unmount();
  sent.length = 0;
  lost = 0;
  held = null;
  closed.mockClear();
});
const of = (path: string) => sent.filter(({ call }) => call === path).map(({ body }) => body);
const tick = (label: string) => act(async () => document.querySelector<HTMLElement>(`input[type=checkbox][aria-label="${label}"]:not([role=switch])`)?.click());
const send = (): HTMLButtonElement | null => document.querySelector<HTMLButtonElement>("form button[type=submit]");
const press = () => act(async () => document.querySelector<HTMLFormElement>("form")?.requestSubmit());
const typeReason = (typed: string) => {
  const reason = document.querySelector<HTMLTextAreaElement>("form textarea:not([aria-hidden])");
  return typeInto(reason, typed);
};

it("says what would stop and what goes on before it can be done, and sends all of it as one act", async () => {
  expect(send()?.disabled).toBe(true);
  await tick("bKash 代收");
  await tick("全部运营商 代付");
  await seen(() =>
    expect(of("/api/switches/stop/preview").at(-1)).toEqual({
      targets: [
        { scope: "operator", direction: "in", operator: "bkash" },
        { scope: "platform", direction: "out" },
      ],
    }),
  );
  await seen(() => expect(document.body.textContent).toContain("未发出的代付 2 笔，70.00（将等待）"));
  expect(document.body.textContent).toContain("已发出的代付 3 笔，9.00（继续进行）");
  expect(send()?.disabled).toBe(false);
  await press();
  expect(of("/api/switches/stop")).toEqual([]);
  await typeReason("运营商故障");
  await press();
  await seen(() =>
    expect(of("/api/switches/stop")).toEqual([
      {
        targets: [
          { scope: "operator", direction: "in", operator: "bkash" },
          { scope: "platform", direction: "out" },
        ],
        reason: "运营商故障",
        minutes: 30,
      },
    ]),
  );
});

it("has the focus where the next stop begins once it is done, unless the person has gone on to another field", async () => {
  const first = () => document.querySelector<HTMLElement>("form table input");
  for (const goesOn of [false, true]) {
    await tick("bKash 代收");
    await seen(() => expect(send()?.disabled).toBe(false));
    await typeReason("运营商故障");
    let come: () => void = () => undefined;
    held = new Promise((done) => (come = done));
    await act(async () => {
      send()?.focus();
      send()?.click();
    });
    await seen(() => expect(send()?.dataset["loading"]).toBe("true"));
    const reason = document.querySelector<HTMLTextAreaElement>("form textarea:not([aria-hidden])");
    // The browser takes it from what is disabled.
    await act(async () => (goesOn ? reason?.focus() : send()?.blur()));
    await act(async () => come());
    await seen(() => expect(reason?.value).toBe(""));
    await seen(() => expect(document.activeElement).toBe(goesOn ? reason : first()));
  }
});

it("that got no answer may have been done, which leaving says", async () => {
  await tick("bKash 代收");
  await seen(() => expect(send()?.disabled).toBe(false));
  await typeReason("运营商故障");
  lost = 1;
  await press();
  await seen(() => expect([of("/api/switches/stop").length, send()?.disabled]).toEqual([1, false]));
  await typeReason("");
  await act(async () => void document.querySelector('[role="dialog"]')?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
  expect([asked.get()?.text, closed.mock.calls.length]).toEqual([text("errors.code.no_answer"), 0]);
  await act(async () => asked.get()?.answer({ confirmed: false, input: "" }));
});

it("that is pressed again because no answer came is the same act, and another reason is another", async () => {
  const keys = () => sent.filter(({ call }) => call === "/api/switches/stop").map(({ key }) => key);
  const stopAgain = async (count: number) => {
    await press();
    await seen(() => expect(keys()).toHaveLength(count));
    await seen(() => expect(send()?.disabled).toBe(false));
  };
  await tick("bKash 代收");
  await seen(() => expect(send()?.disabled).toBe(false));
  await typeReason("运营商故障");
  lost = 3;
  await stopAgain(1);
  await stopAgain(2);
  await typeReason("线路故障");
  await stopAgain(3);
  const [first, second, third] = keys();
  expect(first).toMatch(/\S{16,}/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it("asks before a typed reason goes", async () => {
  const escape = () =>
    act(async () => void document.querySelector('[role="dialog"]')?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
  await typeReason("the operator is down");
  await escape();
  expect([closed.mock.calls.length, asked.get()?.title]).toEqual([0, "放弃未保存的内容？"]);
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
  expect(closed).toHaveBeenCalledOnce();
});

it("stays while it is sent: whoever left would not hear that it stopped", async () => {
  const escape = () =>
    act(async () => void document.querySelector('[role="dialog"]')?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
  const stops = () => sent.filter(({ call }) => call === "/api/switches/stop").length;
  await tick("bKash 代收");
  await seen(() => expect(send()?.disabled).toBe(false));
  await typeReason("运营商故障");
  let come: () => void = () => undefined;
  held = new Promise((done) => (come = done));
  await press();
  await seen(() => expect(stops()).toBe(1));
  await escape();
  expect([closed.mock.calls.length, asked.get()]).toEqual([0, null]);
  await act(async () => come());
  await seen(() => expect(document.querySelector<HTMLTextAreaElement>("form textarea:not([aria-hidden])")?.value).toBe(""));
  await escape();
  expect(closed).toHaveBeenCalledOnce();
});

it("gives the targets and the time back where they were chosen, and says so", async () => {
  const minutes = (text: string) => [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")].find((one) => one.value === text);
  const ticked = () => [...document.querySelectorAll<HTMLInputElement>("form table input:checked")].map((one) => one.getAttribute("aria-label"));
  await tick("bKash 代收");
  await act(async () => minutes("60")?.click());
  keepTyped();
  unmount();
  await mount(<StopPanel onClose={closed} />);
  // The row of an operator comes with what the server says of it.
  await seen(() => expect(ticked()).toEqual(["bKash 代收"]));
  expect([minutes("60")?.checked, document.body.textContent?.includes(text("list.form.givenBack"))]).toEqual([true, true]);
  await tick("bKash 代收");
  keepTyped();
  unmount();
  await mount(<StopPanel onClose={closed} />);
  expect([ticked(), document.body.textContent?.includes(text("list.form.givenBack"))]).toEqual([[], false]);
});

it("gives a typed reason back where it was typed, says so, and gives it to no other draft", async () => {
  const reason = () => document.querySelector<HTMLTextAreaElement>("form textarea:not([aria-hidden])")?.value;
  await typeReason("运营商故障");
  keepTyped();
  unmount();
  showStop(true, { scope: "platform", objectId: null, chosen: [], minutes: 30, reason: "of a draft" });
  await mount(<StopPanel onClose={closed} />);
  expect([reason(), document.body.textContent?.includes(text("list.form.givenBack"))]).toEqual(["of a draft", false]);
  unmount();
  showStop(false);
  await mount(<StopPanel onClose={closed} />);
  expect([reason(), document.body.textContent?.includes(text("list.form.givenBack"))]).toEqual(["运营商故障", true]);
});

it("shows a box for everything that it would stop, of an operator that is not switched on, too", async () => {
  unmount();
  showStop(true, { scope: "platform", objectId: null, chosen: ["rocket in", "bkash in"], minutes: 30, reason: "" });
  await mount(<StopPanel onClose={closed} />);
  const ticked = () => [...document.querySelectorAll<HTMLInputElement>("form table input:checked")].map((one) => one.getAttribute("aria-label"));
  await seen(() => expect(ticked()).toEqual(["bKash 代收", "Rocket 代收"]));
  await tick("Rocket 代收");
  await seen(() => expect(of("/api/switches/stop/preview").at(-1)).toEqual({ targets: [{ scope: "operator", direction: "in", operator: "bkash" }] }));
});
