// @vitest-environment happy-dom
/** Which kinds sound, and which are shown: chosen each for itself, of what the person can open. */
import { act } from "react";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { permissionsOf, type UserType } from "../../../contract/permissions.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { mount, preparePage, unmount } from "../../mount.tsx";
import { setPreferences } from "../../prefs.ts";
import { takeProfile } from "../../session.tsx";
import { Alerts } from "./alerts.tsx";

const kept: unknown[] = [];
beforeAll(async () => {
  await preparePage("en");
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    kept.push(JSON.parse(String(typeof request === "string" ? init?.body : await request.text())));
    return new Response(JSON.stringify({ success: true, data: {} }), { headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  unmount();
  kept.length = 0;
});
afterAll(() => vi.unstubAllGlobals());

async function show(type: UserType): Promise<HTMLElement> {
  takeProfile({ token: "t", id: "U1", account: "lee", user_type: type, merchant_id: null, permissions: permissionsOf(type) } as unknown as Profile); // what it reads
  return mount(<Alerts />);
}
const boxes = (place: HTMLElement): string[] => [...place.querySelectorAll("tbody input")].map((box) => box.getAttribute("aria-label") ?? "");

it("asks for kinds only where sound or notice is on, and keeps what is chosen", async () => {
  const place = await show("operator");
  expect(boxes(place)).toEqual([]);
  await act(async () => {
    await setPreferences({ sounds: true });
  });
  expect(boxes(place)).toContain("Payments in review, Sound");
  expect(boxes(place).some((name) => name.endsWith("Desktop notice"))).toBe(false);
  await act(async () => place.querySelector<HTMLElement>('[aria-label="Payments in review, Sound"]')?.click());
  expect(kept.at(-1)).toEqual({ sound_kinds: expect.not.arrayContaining(["payments_review"]) });
  expect(place.querySelector<HTMLInputElement>('[aria-label="Payments in review, Sound"]')?.checked).toBe(false);
  expect(place.querySelector<HTMLInputElement>('[aria-label="Wallets offline, Sound"]')?.checked).toBe(true);
});

it("offers a merchant's people nothing that they cannot open", async () => {
  const place = await show("merchant_admin");
  await act(async () => {
    await setPreferences({ sounds: true });
  });
  expect(boxes(place)).not.toContain("Wallets offline, Sound");
  expect(boxes(place)).not.toContain("Suspicious messages, Sound");
});
