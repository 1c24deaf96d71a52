// @vitest-environment happy-dom
/** What is typed beside a change of the configuration stays when the change is refused, and goes only after a question. */
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CONFIG_DEFAULTS, OPERATOR_CONFIG_DEFAULTS } from "../../../contract/config.ts";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { text } from "../../i18n/keys.ts";
import { hear, mount, preparePage, seen, typeInto, unmount } from "../../mount.tsx";
import { keyOf, queryClient } from "../../query.ts";
import { takeProfile } from "../../session.tsx";
import { asked, questionName } from "../../ui/confirm.ts";
import { DialogHosts } from "../../ui/hosts.tsx";
import { forgetTyped, keepTyped, typedBefore } from "../../forms/typed.ts";
import { Notices } from "../../ui/notices.tsx";
import ConfigScreen from "./index.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";

const values = { ...CONFIG_DEFAULTS, ...OPERATOR_CONFIG_DEFAULTS };
let version = 7;
/** What happens while a change is on its way. */
let meanwhile: () => void = () => undefined;
/** Versions and reasons that were sent. */
const sent: unknown[] = [];

beforeEach(async () => {
  version = 7;
  meanwhile = () => undefined;
  sent.length = 0;
  await preparePage("en");
  takeProfile({ token: "t", id: "U1", account: "lee", on_totp: false, permissions: ["config.see", "config.edit"] } as unknown as Profile); // what is asked of it
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const method = typeof request === "string" ? (init?.method ?? "GET") : request.method;
    const body = JSON.parse(String(init?.body ?? (typeof request === "string" || method === "GET" ? "{}" : await request.text())));
    if (method !== "GET") meanwhile();
    if (method !== "GET") sent.push({ version: body.version, reason: body.reason });
    // Somebody else has saved something.
    const isLate = method !== "GET" && body.version < 8;
    if (isLate) version = 8;
    const changes = [{ key: "payment_expiry_minutes", before: 15, after: 20 }];
    const past = { at: "2026-11-27T00:00:00.000Z", account: "lee", checker: null, reason: null, restored: null, schedule: null, ended: null, changes };
    const items = String(typeof request === "string" ? request : request.url).includes("/config/history") ? [5, 4].map((n) => ({ version: n, ...past })) : [];
    const answer = isLate
      ? { success: false, error: { code: "conflict", message: "", request_id: "r" } }
      : { success: true, data: { items, more: false, keys: [], version, values, defaults: values, sandbox: false, to: 5, changes, refused: {} } };
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
afterEach(async () => {
  // What a test left open would be the next one's: a notice that stands is not said again, a question is answered in its place.
  for (const close of document.querySelectorAll<HTMLElement>(`[aria-label="${text("frame.dismiss")}"]`)) await act(async () => close.click());
  asked.get()?.answer({ confirmed: false, input: "" });
  forgetTyped();
  unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const dialog = (): HTMLElement | null => document.querySelector('[role="dialog"]');
const press = (word: string) => act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === word)?.click());
const field = () => [...(dialog()?.querySelectorAll<HTMLTextAreaElement>("textarea:not([aria-hidden])") ?? [])].at(-1);
const type = (typed: string) => typeInto(field(), typed);
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

it("the reason of a restore is kept where the session ends while it is sent", async () => {
  meanwhile = keepTyped;
  await press("Restore this version");
  await seen(() => expect(field()).toBeDefined());
  await type("asked for by finance");
  await submit();
  await seen(() => expect(sent).toHaveLength(1));
  const question = { title: text("config.restore.title"), action: text("config.restore.action"), about: "5", text: "" };
  expect(typedBefore(questionName(question))).toBe("asked for by finance");
});

it("a scheduled change stays open over a conflict, and is kept under the new version", async () => {
  await press("Schedule");
  await seen(() => expect(field()).toBeDefined());
  await type("after the holiday");
  const said = hear();
  await submit();
  await seen(() => expect(said()).toContain(text("config.conflict")));
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

it("the reason of a restore is there again after a conflict, and for no other version", async () => {
  const restore = (nth: number) =>
    act(async () => [...document.querySelectorAll("button")].filter((one) => one.textContent === "Restore this version")[nth]?.click());
  await restore(0);
  await seen(() => expect(field()).toBeDefined());
  await type("the old limit held");
  await submit();
  await seen(() => expect(sent).toEqual([{ version: 7, reason: "the old limit held" }]));
  await seen(() => expect(dialog()).toBeNull());
  await restore(0);
  await seen(() => expect(field()?.value).toBe("the old limit held"));
  await press("Cancel");
  await seen(() => expect(dialog()).toBeNull());
  await restore(1);
  await seen(() => expect(field()).toBeDefined());
  expect(field()?.value).toBe("");
  await press("Cancel");
  await seen(() => expect(dialog()).toBeNull());
  await restore(0);
  await seen(() => expect(field()).toBeDefined());
  await type("the old limit held");
  await submit();
  await seen(() => expect(sent.at(-1)).toEqual({ version: 8, reason: "the old limit held" }));
  await seen(() => expect(dialog()).toBeNull());
  await restore(0);
  await seen(() => expect(field()).toBeDefined());
  expect(field()?.value).toBe("");
});

it("the moments of a scheduled change are given back, and say so", async () => {
  const config = { version, values, defaults: values } as unknown as ConfigOut; // what is read of it
  const show = async (): Promise<void> => {
    unmount();
    await mount(<ScheduleDialog config={config} changes={{ payment_expiry_minutes: 20 }} onClose={() => undefined} onKept={() => undefined} />);
    await seen(() => expect(field()).toBeDefined());
  };
  const moments = () => [...(dialog()?.querySelectorAll<HTMLInputElement>("input:not([type=checkbox])") ?? [])];
  await show();
  const ends = [...(dialog()?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])].at(-1);
  await act(async () => ends?.click());
  await typeInto(moments()[0], "2031/02/03 04:05");
  await typeInto(moments()[1], "2031/02/04 05:06");
  keepTyped();
  await show();
  expect([moments().map((one) => one.value), dialog()?.textContent?.includes(text("list.form.givenBack"))]).toEqual([
    ["2031/02/03 04:05", "2031/02/04 05:06"],
    true,
  ]);
  unmount();
  forgetTyped();
});

it("a moment of a scheduled change that nobody has touched is the next hour of now, not of before", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-28T02:10:00Z") });
  const config = { version, values, defaults: values } as unknown as ConfigOut; // what is read of it
  const show = async (): Promise<void> => {
    unmount();
    await mount(<ScheduleDialog config={config} changes={{ payment_expiry_minutes: 20 }} onClose={() => undefined} onKept={() => undefined} />);
    await seen(() => expect(field()).toBeDefined());
  };
  const begins = () => dialog()?.querySelector<HTMLInputElement>("input:not([type=checkbox])")?.value;
  await show();
  expect(begins()).toBe("2026/11/28 11:00");
  await type("after the holiday");
  keepTyped();
  vi.setSystemTime(Date.parse("2026-11-28T05:10:00Z"));
  await show();
  expect([begins(), field()?.value, dialog()?.textContent?.includes(text("list.form.givenBack"))]).toEqual(["2026/11/28 14:00", "after the holiday", true]);
});

it("the reason of a scheduled change is given back for the same changes alone, and says so", async () => {
  const config = { version, values, defaults: values } as unknown as ConfigOut; // what is read of it
  const show = async (minutes: number): Promise<void> => {
    unmount();
    const changes = { payment_expiry_minutes: minutes };
    await mount(<ScheduleDialog config={config} changes={changes} onClose={() => undefined} onKept={() => undefined} />);
    await seen(() => expect(field()).toBeDefined());
  };
  await show(20);
  await type("after the holiday");
  keepTyped();
  await show(25);
  expect(field()?.value).toBe("");
  await show(20);
  expect([field()?.value, dialog()?.textContent?.includes(text("list.form.givenBack"))]).toEqual(["after the holiday", true]);
  unmount();
  forgetTyped();
});
