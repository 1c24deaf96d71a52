// @vitest-environment happy-dom
/** A tab that was reloaded as somebody else says so, once. */
import { act } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { mount, preparePage, unmount } from "../mount.tsx";
import { keepRoutesFor } from "../route-state.ts";
import { forgetSession, restore } from "../session.tsx";
import { Notices } from "../ui/notices.tsx";
import { tellOther } from "./other-person.ts";

/** The page is reloaded in a tab of one person, while the token that all tabs share is Chen's. */
async function reloadedTabOf(person: string): Promise<string> {
  forgetSession();
  keepRoutesFor(person);
  localStorage.setItem("token", "chen's");
  const data = { id: "U2", account: "op.chen", token: "chen's", on_totp: false, permissions: [] };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } }));
  await restore();
  const place = await mount(<Notices />);
  await act(async () => tellOther());
  return place.querySelector("section")?.textContent ?? "no place for notices";
}

beforeAll(() => preparePage("en"));
afterEach(() => {
  unmount();
  forgetSession();
  vi.unstubAllGlobals();
});

it("names the account that it is now", async () => {
  expect(await reloadedTabOf("U1")).toContain("signed in as op.chen now");
  await act(async () => tellOther());
  expect(document.body.textContent?.split("op.chen")).toHaveLength(2);
});

it("says nothing in a tab of the same person", async () => {
  expect(await reloadedTabOf("U2")).toBe("");
});
