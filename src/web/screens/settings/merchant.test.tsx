// @vitest-environment happy-dom
/** A merchant's own settings: what is typed, refused or shown once outlives that the merchant is read anew. */
import { act } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { permissionsOf } from "../../../contract/permissions.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { UnsavedGuard } from "../../forms/unsaved-guard.ts";
import { mount, preparePage, seen, unmount } from "../../mount.tsx";
import { invalidate } from "../../query.ts";
import { takeProfile } from "../../session.tsx";
import { asked } from "../../ui/confirm.ts";
import Merchant from "./merchant.tsx";

const FIRST = { id: "M1", name: "Lotus", app_id: "A1", secret_last4: "1234", ip_whitelist: ["192.0.2.1"], notify_url: "https://a.test/", require_ack: true };
let merchant = { ...FIRST, version: 1 };
/** What each change asked for. */
const changes: unknown[] = [];
/** What the test notification is answered with. */
let tested = { code: 200 as number | null, ms: 12, body_start: "", error: null as string | null };

function answerTo(url: string, body: string): unknown {
  if (url.endsWith("/api/merchant")) return merchant;
  if (url.endsWith("/webhook-test")) return tested;
  if (url.endsWith("/webhook-secret")) {
    merchant = { ...merchant, version: merchant.version + 1 };
    return { webhook_secret: "whsec_once", previous_until: null, version: merchant.version };
  }
  if (url.endsWith("/api/merchants/M1")) {
    const { version, ...change } = JSON.parse(body);
    changes.push({ version, ...change });
    if (version !== merchant.version) return null;
    merchant = { ...merchant, ...change, version: version + 1 };
    return merchant;
  }
  if (url.endsWith("/webhook-key")) return { keys: [] };
  return { items: [], next_cursor: null, prev_cursor: null, total: { value: 0, exact: true } };
}
beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const url = new URL(typeof request === "string" ? request : request.url, location.origin).pathname;
    const data = answerTo(url, String(init?.body ?? (typeof request === "string" ? "" : await request.text())));
    const answer = data === null ? { success: false, error: { code: "conflict", message: "", request_id: "r" } } : { success: true, data };
    return new Response(JSON.stringify(answer), { status: data === null ? 409 : 200, headers: { "content-type": "application/json" } });
  });
  const permissions = permissionsOf("merchant_admin");
  takeProfile({ token: "t", id: "U1", account: "lotus", user_type: "merchant_admin", merchant_id: "M1", permissions } as unknown as Profile); // what it reads
});
beforeEach(async () => {
  merchant = { ...FIRST, version: 1 };
  changes.length = 0;
  await mount(
    <>
      <Merchant />
      <UnsavedGuard />
    </>,
    "/settings",
  );
  await seen(() => expect(ips().value).toBe("192.0.2.1"));
});
afterEach(unmount);
afterAll(() => vi.unstubAllGlobals());

const ips = () => document.querySelector("textarea:not([aria-hidden])") as HTMLTextAreaElement; // the only one
const url = () => document.querySelector('input[type="url"]') as HTMLInputElement; // the only one
const type = (field: HTMLTextAreaElement | HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
const save = (field: HTMLElement) => act(async () => field.closest("form")?.requestSubmit());
const press = (word: string) => act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === word)?.click());

it("keeps what is typed when another part is saved, and saves it after that", async () => {
  await type(ips(), "192.0.2.1\n192.0.2.2");
  await type(url(), "https://b.test/");
  await save(url());
  await seen(() => expect(changes).toEqual([{ version: 1, notify_url: "https://b.test/", require_ack: true }]));
  await save(ips());
  await seen(() => expect(changes.at(-1)).toEqual({ version: 2, ip_whitelist: ["192.0.2.1", "192.0.2.2"] }));
});

it("keeps what is typed and says why, when somebody else was faster; what was not touched follows", async () => {
  await type(url(), "https://b.test/");
  merchant = { ...merchant, version: 7, require_ack: false, ip_whitelist: ["198.51.100.1"] };
  await save(url());
  await seen(() => expect(ips().value).toBe("198.51.100.1"));
  expect(url().value).toBe("https://b.test/");
  expect(document.body.textContent).toContain("the current state is loaded and your changes are kept");
  expect(document.querySelector<HTMLInputElement>('form input[type="checkbox"]')?.checked).toBe(false);
  await save(url());
  await seen(() => expect(changes.at(-1)).toEqual({ version: 7, notify_url: "https://b.test/", require_ack: false }));
});

it("says where somebody else has changed the same", async () => {
  await type(ips(), "192.0.2.9");
  merchant = { ...merchant, version: 3, ip_whitelist: ["198.51.100.1"] };
  await act(async () => invalidate("GET /api/merchant"));
  await seen(() => expect(document.body.textContent).toContain("Someone else has changed this too"));
  expect(ips().value).toBe("192.0.2.9");
});

it("shows a new webhook secret until the screen is left", async () => {
  await press("Generate new webhook secret");
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
  await seen(() => expect(merchant.version).toBe(2));
  // The merchant has been read anew by then.
  await type(url(), "https://b.test/");
  await save(url());
  await seen(() => expect(changes).toEqual([expect.objectContaining({ version: 2 })]));
  expect(document.body.textContent).toContain("whsec_once");
});

it("asks before what is typed is left, and no more once it is saved", async () => {
  const leaves = (): boolean => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(leaves()).toBe(false);
  await type(ips(), "192.0.2.2");
  expect(leaves()).toBe(true);
  await save(ips());
  await seen(() => expect(leaves()).toBe(false));
});

it.each([
  [{ code: 200, error: null }, "Accepted", []],
  [{ code: 500, error: null }, "Not accepted", ["500"]],
  [{ code: 200, error: "no_ack" }, "Not accepted", ["The response is not SUCCESS, success or ok"]],
  [{ code: null, error: "unresolvable" }, "Not accepted", ["Host name does not resolve"]],
])("tells what came of a test notification as staff see it: %j", async (answer, outcome, reasons) => {
  tested = { ...tested, ...answer };
  await press("Send a test notification");
  const said = () => [...document.querySelectorAll('#webhook [role="status"]')].map((one) => one.textContent).join();
  await seen(() => expect(said()).toContain(outcome));
  for (const reason of reasons) expect(said()).toContain(reason);
  expect(said()).not.toMatch(/no_ack|unresolvable/);
});
