// @vitest-environment happy-dom
/** A saved configuration is taken back by saving what stood before, under the version that the save made; what is typed meanwhile stays. */
import { act, type ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CONFIG_DEFAULTS, OPERATOR_CONFIG_DEFAULTS } from "../../../contract/config.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../../mount.tsx";
import { keyOf, queryClient } from "../../query.ts";
import { takeProfile } from "../../session.tsx";
import { createStore } from "../../store.ts";
import { asked, confirmWithText } from "../../ui/confirm.ts";
import { DialogHosts } from "../../ui/hosts.tsx";
import { Notices } from "../../ui/notices.tsx";
import { undoLast } from "../../ui/undo.ts";
import ConfigScreen from "./index.tsx";

const values: Record<string, unknown> = { ...CONFIG_DEFAULTS, ...OPERATOR_CONFIG_DEFAULTS };
const sent: Record<string, unknown>[] = [];
const json = (data: unknown, status = 200) =>
  new Response(JSON.stringify({ success: true, data }), { status, headers: { "content-type": "application/json" } });
let place: HTMLElement;
let status = 200;
/** Runs while a save is under way. */
let meanwhile: () => void = () => undefined;

beforeEach(async () => {
  await preparePage("en");
  // A text box that grows listens to the fonts, which this window has none of.
  takeProfile({ token: "t", id: "U1", account: "lee", on_totp: false, permissions: ["config.see", "config.edit"] } as unknown as Profile); // what is asked of it
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const method = typeof request === "string" ? (init?.method ?? "GET") : request.method;
    if (method !== "PATCH") return json({ items: [], keys: [], version: 7, values, defaults: values, sandbox: false });
    const body = JSON.parse(String(init?.body ?? (typeof request === "string" ? "{}" : await request.text()))) as Record<string, unknown> & { version: number };
    sent.push(body);
    meanwhile();
    return status === 202
      ? json({ approval: { id: "A1" } }, 202)
      : json({ version: body.version + 1, values: { ...values, ...body }, defaults: values, sandbox: false });
  });
  queryClient.setQueryData(keyOf("GET /api/config"), { version: 7, values, defaults: values, sandbox: false });
  place = await mount(<Both />);
});
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
  sent.length = 0;
  status = 200;
  meanwhile = () => undefined;
});
function Both(): ReactElement {
  return (
    <>
      <ConfigScreen />
      <Notices />
    </>
  );
}
const settle = () => act(() => new Promise((done) => setTimeout(done, 20)));

/** Turns the first switch of the page over and saves. */
async function change(): Promise<void> {
  await act(async () => place.querySelector<HTMLInputElement>('input[type="checkbox"]:not([disabled])')?.click());
  const review = [...place.querySelectorAll("button")].find((one) => one.textContent === "Review changes");
  await act(async () => review?.click());
  await seen(() => expect(asked.get()).toBeTruthy());
  const before = sent.length;
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
  await seen(() => expect(sent).toHaveLength(before + 1));
  await settle();
}

it("is taken back to the values before; not where a checker decides", async () => {
  await change();
  const { version, ...changed } = sent[0] ?? {};
  expect([version, Object.keys(changed).length > 0]).toEqual([7, true]);
  await seen(() => expect(place.querySelector("[data-offer]")).not.toBeNull());
  await act(async () => undoLast());
  await seen(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ version: 8, ...Object.fromEntries(Object.keys(changed).map((key) => [key, values[key]])) });
  status = 202;
  await change();
  expect([sent.length, place.querySelector("[data-offer]")]).toEqual([3, null]);
}, 60_000);

it("leaves the focus at what was changed, when the bar has gone with the pressed button", async () => {
  const first = place.querySelector<HTMLInputElement>('input[type="checkbox"]:not([disabled])');
  await act(async () => first?.click());
  const discard = button("Discard changes");
  discard?.focus();
  expect(document.activeElement).toBe(discard);
  await act(async () => discard?.click());
  await seen(() => expect(document.activeElement).toBe(first));
  await change();
  await seen(() => expect(document.activeElement).toBe(first));
}, 60_000);

const switches = () => [...place.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:not([disabled])')];
const button = (word: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === word);

it("leaves what was changed while it was being saved", async () => {
  meanwhile = () => switches()[1]?.click();
  const before = switches()[1]?.checked;
  await change();
  expect(switches()[1]?.checked).toBe(before !== true);
  expect(button("Review changes")).toBeDefined();
}, 60_000);

it("is not scheduled with a list of addresses, nor by the next key after somebody else has set all of it", async () => {
  await act(async () => switches()[0]?.click());
  const [key] = Object.keys(values).filter((flat) => place.querySelector(`[id="${flat}"][data-changed]`));
  await act(async () => button("Schedule")?.click());
  await settle();
  expect(document.querySelector('[role="dialog"]')).not.toBeNull();
  const theirs = { ...values, [String(key)]: switches()[0]?.checked };
  await act(async () => void queryClient.setQueryData(keyOf("GET /api/config"), { version: 8, values: theirs, defaults: values, sandbox: false }));
  await settle();
  await act(async () => switches()[1]?.click());
  await settle();
  expect([button("Schedule")?.disabled, document.querySelector('[role="dialog"]')]).toEqual([false, null]);
  const list = place.querySelector<HTMLTextAreaElement>("#staff_ip_allowlist textarea");
  expect(list?.closest("#staff_ip_allowlist")?.textContent).toContain("Cannot be scheduled");
  await typeInto(list, "127.0.0.1");
  expect([button("Schedule")?.disabled, button("Schedule")?.parentElement?.dataset.tip]).toEqual([true, expect.stringContaining("cannot be scheduled")]);
}, 60_000);

it("is not put back while nothing is chosen", async () => {
  const hindered = createStore<string | null>("none chosen");
  unmount();
  await mount(<DialogHosts />);
  void confirmWithText({ text: "?", action: "Put back", hindered, input: { label: "why" } });
  await vi.waitFor(() => expect(button("Put back")?.disabled).toBe(true), 60_000);
  expect(button("Put back")?.parentElement?.dataset.tip).toBe("none chosen");
  await act(async () => hindered.set(null));
  expect(button("Put back")?.disabled).toBe(false);
}, 60_000);
