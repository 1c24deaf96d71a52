// @vitest-environment happy-dom
/** A channel of alerts names what it lacks: before it is saved, once it is saved switched off, and where a test is asked for. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AlertChannelOut } from "../../../../contract/exceptions.schema.ts";
import type { Profile } from "../../../../contract/session.schema.ts";
import { checkForm, problemsOf } from "../../../forms/check.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../../../mount.tsx";
import { keyOf, queryClient } from "../../../query.ts";
import { takeProfile } from "../../../session.tsx";
import { Notices } from "../../../ui/notices.tsx";
import { channelForm } from "./form.ts";
import { missingOf } from "./missing.ts";
import { AlertChannels } from "./section.tsx";

const NEW: AlertChannelOut = {
  channel: "webhook",
  enabled: false,
  url: null,
  chat_id: null,
  api_base: null,
  secret_last4: null,
  kinds: null,
  min_severity: "warning",
  language: "en",
  waiting: 0,
  last_at: null,
  last_code: null,
  last_error: null,
  version: 1,
};
const READY: AlertChannelOut = { ...NEW, url: "https://example.org/hook", secret_last4: "abcd" };

const wrong = (row: AlertChannelOut, values: Record<string, string>) => {
  const form = channelForm(row);
  return checkForm(form.fields, { ...form.initial(row), ...values }, row).fields;
};

it("is not saved without an address where none has been set, on or off", () => {
  expect([wrong(NEW, {}), wrong(NEW, { enabled: "true" })]).toEqual([{ url: "errors.field.required" }, { url: "errors.field.required" }]);
  expect(wrong({ ...NEW, channel: "telegram" }, {})).toEqual({ token: "errors.field.required", chat_id: "errors.field.required" });
  expect(wrong(NEW, { url: "https://example.org/hook" })).toEqual({});
});

it("gives its address up only while it is off; a stored token stays as it is", () => {
  expect([wrong(READY, { url: "" }), wrong(READY, { url: "", enabled: "true" })]).toEqual([{}, { url: "errors.field.required" }]);
  expect(wrong({ ...NEW, channel: "telegram", chat_id: "1", secret_last4: "abcd" }, { enabled: "true" })).toEqual({});
});

it("says of a refusal for its signing secret that one has to be generated", () => {
  const { fields } = problemsOf(channelForm(NEW).fields, { code: "validation_failed", status: 400, fields: { secret: "required" } } as never, {}); // the parts that are read
  expect(fields).toEqual({ url: "channels.form.secretFirst" });
});

it("knows what it lacks", () => {
  expect([missingOf(NEW), missingOf({ ...NEW, channel: "telegram" }), missingOf(READY)]).toEqual([
    ["channels.form.url", "channels.form.secret"],
    ["channels.form.token", "channels.form.chat"],
    [],
  ]);
});

let calls: string[] = [];
beforeEach(async () => {
  await preparePage("en");
  takeProfile({ token: "t", id: "U1", account: "lee", on_totp: false, permissions: ["alerts.channels"] } as unknown as Profile); // what is asked of it
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const method = typeof request === "string" ? (init?.method ?? "GET") : request.method;
    calls.push(method);
    const data = method === "PATCH" ? { ...NEW, url: "https://example.org/hook", version: 2 } : { items: [NEW] };
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
  queryClient.setQueryData(keyOf("GET /api/alert-channels", {}), { items: [NEW] });
});
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
  queryClient.clear();
  calls = [];
});
const press = (label: string) => act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === label)?.click());

const address = () => document.querySelector<HTMLInputElement>("form input:not([type=checkbox], [type=hidden])");

it("says on the screen what is still to be set, and sends no test before", async () => {
  await mount(
    <>
      <AlertChannels />
      <Notices />
    </>,
  );
  await press("Send a test");
  expect(document.body.textContent).toContain("Still to be set: Address, Signing secret");
  expect(calls.filter((method) => method !== "GET")).toEqual([]);
  await press("Set up");
  await seen(() => expect(address()).not.toBeNull());
  const field = address() as HTMLInputElement; // just seen
  await press("Save");
  expect([field.getAttribute("aria-invalid"), calls.includes("PATCH")]).toEqual(["true", false]);
  await typeInto(field, "https://example.org/hook");
  await press("Save");
  await seen(() => expect(document.body.textContent).toContain("Saved, not switched on"));
  expect(document.body.textContent).toContain("Still to be set: Signing secret");
});
