// @vitest-environment happy-dom
/** Places are found in the words of both languages, whichever is shown: also when the other one comes after what was typed. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Profile } from "../../contract/session.schema.ts";
import { text } from "../i18n/keys.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { takeProfile } from "../session.tsx";
import Palette from "./palette.tsx";

const nothing = (): void => undefined;

beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async () => new Response('{"success":true,"data":{"items":[],"unfinished":[]}}', { headers: { "content-type": "application/json" } }));
  takeProfile({ token: "t", id: "U1", account: "lee", merchant_id: "M1", on_totp: false, permissions: ["search", "payments.see"] } as unknown as Profile); // what it reads
});
afterEach(unmount);
afterAll(() => vi.unstubAllGlobals());

it("knows a setting by its Chinese name on an English page", async () => {
  await mount(<Palette query="白名单" onQuery={nothing} onTaken={nothing} onClose={nothing} onHelp={nothing} />);
  await seen(() => expect(document.querySelector("[data-action]")?.textContent).toContain(text("settings.ip.title")));
});

it("knows a screen by its Chinese name on an English page", async () => {
  await mount(<Palette query="代收" onQuery={nothing} onTaken={nothing} onClose={nothing} onHelp={nothing} />);
  await seen(() => expect(document.querySelector("[data-action]")?.textContent).toContain(text("frame.screen.payments")));
});
