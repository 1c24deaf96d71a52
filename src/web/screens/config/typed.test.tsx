// @vitest-environment happy-dom
/** What is typed beside a change of the configuration stays when the change is refused, and goes only after a question. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CONFIG_DEFAULTS, OPERATOR_CONFIG_DEFAULTS } from "../../../contract/config.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, seen, unmount } from "../../mount.tsx";
import { keyOf, queryClient } from "../../query.ts";
import { takeProfile } from "../../session.tsx";
import { asked } from "../../ui/confirm.ts";
import { DialogHosts } from "../../ui/hosts.tsx";
import { Notices } from "../../ui/notices.tsx";
import ConfigScreen from "./index.tsx";

const values = { ...CONFIG_DEFAULTS, ...OPERATOR_CONFIG_DEFAULTS };
let version = 7;
/** Versions and reasons that were sent. */
const sent: unknown[] = [];

beforeEach(async () => {
  version = 7;
  sent.length = 0;
  await preparePage("en");
  takeProfile({ token: "t", id: "U1", account: "lee", on_totp: false, permissions: ["config.see", "config.edit"] } as unknown as Profile); // what is asked of it
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const method = typeof request === "string" ? (init?.method ?? "GET") : request.method;
    const body = JSON.parse(String(init?.body ?? (typeof request === "string" || method === "GET" ? "{}" : await request.text())));
    if (method !== "GET") sent.push({ version: body.version, reason: body.reason });
    // Somebody else has saved something.
    const isLate = method !== "GET" && body.version < 8;
    if (isLate) version = 8;
    const answer = isLate
      ? { success: false, error: { code: "conflict", message: "", request_id: "r" } }
      : { success: true, data: { items: [], keys: [], version, values, defaults: values, sandbox: false } };
    return new Response(JSON.stringify(answer), { status: isLate ? 409 : 200, headers: { "content-type": "application/json" } });
  });
  await mount(
    <>
      <ConfigScreen />
      <DialogHosts />
      <Notices />
    </>,
  );
  await seen(() => expect(document.querySelector('input[type="checkbox"]:not([disabled])')).not.toBeNull());
  await act(async () => document.querySelector<HTMLInputElement>('input[type="checkbox"]:not([disabled])')?.click());
});
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
});

const dialog = (): HTMLElement | null => document.querySelector('[role="dialog"]');
const press = (word: string) => act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === word)?.click());
const field = () => [...(dialog()?.querySelectorAll<HTMLTextAreaElement>("textarea:not([aria-hidden])") ?? [])].at(-1);
const type = (typed: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(field(), typed);
    field()?.dispatchEvent(new Event("input", { bubbles: true }));
  });
const submit = () => act(async () => dialog()?.querySelector("form")?.requestSubmit());

it("the reason of a save is there again after a conflict", async () => {
  await press("Review changes");
  await seen(() => expect(field()).toBeDefined());
  await type("asked for by finance");
  await submit();
  await seen(() => expect(sent).toEqual([{ version: 7, reason: "asked for by finance" }]));
  await seen(() => expect(dialog()).toBeNull());
  await press("Review changes");
  await seen(() => expect(field()?.value).toBe("asked for by finance"));
  await submit();
  await seen(() => expect(sent.at(-1)).toEqual({ version: 8, reason: "asked for by finance" }));
});

it("a scheduled change stays open over a conflict, and is kept under the new version", async () => {
  await press("Schedule");
  await seen(() => expect(field()).toBeDefined());
  await type("after the holiday");
  await submit();
  await seen(() => expect(document.body.textContent).toContain(text("config.conflict")));
  await seen(() => expect(queryClient.getQueryData(keyOf("GET /api/config", {}))).toMatchObject({ version: 8 }));
  expect(field()?.value).toBe("after the holiday");
  await submit();
  await seen(() => expect(sent.at(-1)).toEqual({ version: 8, reason: "after the holiday" }));
});

it("a scheduled change asks before what was typed goes", async () => {
  await press("Schedule");
  await seen(() => expect(field()).toBeDefined());
  await type("after the holiday");
  await act(async () => void dialog()?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
  expect(asked.get()?.title).toBe("Discard unsaved input?");
  await act(async () => asked.get()?.answer({ confirmed: false, input: "" }));
  expect(field()?.value).toBe("after the holiday");
});
