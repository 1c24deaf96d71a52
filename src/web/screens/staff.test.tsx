// @vitest-environment happy-dom
/** The platform's people stay the platform's, whatever their role leaves out: no screen takes them for a merchant's. */
import { act, type ReactElement, Suspense } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Permission } from "../../contract/permissions.ts";
import type { Profile } from "../../contract/session.schema.ts";
import { text } from "../i18n/keys.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { takeProfile } from "../session.tsx";
import Disburses from "./disburses/index.tsx";
import Withdrawal from "./withdrawal/index.tsx";

const asked: string[] = [];
const EMPTY = { items: [], next_cursor: null, prev_cursor: null, total: { value: 0, exact: true }, sums: null, has_more: false };
const as = (...permissions: Permission[]): void =>
  takeProfile({ id: "U1", token: "t", on_totp: false, user_type: "finance", merchant_id: null, permissions } as unknown as Profile); // what screens read

beforeAll(async () => {
  await preparePage("zh");
  vi.stubGlobal("fetch", async (request: Request | string) => {
    asked.push(new URL(typeof request === "string" ? request : request.url, location.origin).pathname);
    return new Response(JSON.stringify({ success: true, data: EMPTY }), { headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  unmount();
  asked.length = 0;
});
const draw = (screen: ReactElement): Promise<HTMLElement> => mount(<Suspense fallback={null}>{screen}</Suspense>);

it("payouts of unknown outcome are found by whoever does not see the wallets", async () => {
  as("disburses.see", "disburses.decide", "amounts.see");
  const place = await draw(<Disburses />);
  await seen(() => expect(place.textContent).toContain(text("disburses.status.unknown")));
});

it("a withdrawal is submitted for a merchant by whoever does not see the merchants, and no balance of an own one is asked for", async () => {
  as("withdrawal.see", "withdrawal.create", "amounts.see");
  const place = await draw(<Withdrawal />);
  await seen(() => expect(place.querySelector("button[data-primary]")).not.toBeNull());
  expect(asked).not.toContain("/api/withdrawal/available");
  await act(async () => place.querySelector<HTMLButtonElement>("button[data-primary]")?.click());
  await seen(() => expect([...document.querySelectorAll("label")].map((one) => one.textContent).join()).toContain(text("words.field.merchant_id")));
});
