// @vitest-environment happy-dom
/** What is answered once is shown by the frame, on whatever screen the act was pressed. */
import { act } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Profile } from "../../contract/session.schema.ts";
import type { WalletBound, WalletRow } from "../../contract/wallets.schema.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { shownSecret, shownTest } from "../screens/merchants/shown.ts";
import { shownBinding } from "../screens/wallets/bound.ts";
import { takeProfile } from "../session.tsx";
import { Shell } from "./shell.tsx";

const PROFILE = { token: "t", id: "U1", account: "lee", avatar: "LE", user_type: "operator", on_totp: true, permissions: [], currency: "BDT" };

beforeAll(async () => {
  // The frame asks for much that this test is not about; nothing answers.
  vi.stubGlobal("fetch", () => new Promise<Response>(() => undefined));
  await preparePage("zh");
  takeProfile(PROFILE as unknown as Profile); // what the frame reads of it
});
afterEach(() => {
  unmount();
  shownSecret.set(null);
  shownTest.set(null);
  shownBinding.set(null);
});
const dialog = () => document.querySelector('[role="dialog"]')?.textContent ?? "";

it("shows a new secret until it is kept", async () => {
  await mount(<Shell />);
  await act(async () =>
    shownSecret.set({ kind: "webhook", name: "Lotus", appId: "A1", values: [{ label: "webhook_secret", value: "whsec_once" }], previousUntil: null }),
  );
  await seen(() => expect(dialog()).toContain("whsec_once"));
});

it("shows what a test notification met", async () => {
  await mount(<Shell />);
  await act(async () => shownTest.set({ name: "Lotus", result: { code: 500, ms: 12, body_start: "oops", error: "http_status" } }));
  await seen(() => expect(dialog()).toContain("oops"));
});

it("shows the code that binds a phone", async () => {
  const wallet = { id: "W1", name: "bKash 01", devices: [] as WalletRow["devices"] } as WalletRow; // what the dialog reads of it
  const bound = {
    app: "native",
    code: "ABCDE12345",
    qr: null,
    hook_url: null,
    expires_at: new Date(Date.now() + 60_000).toISOString(),
    version: 2,
  } as WalletBound;
  await mount(<Shell />);
  await act(async () => shownBinding.set({ wallet, asked: { app: "native" }, bound }));
  await seen(() => expect(dialog()).toContain("ABCDE 12345"));
});
