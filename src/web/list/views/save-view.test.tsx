// @vitest-environment happy-dom
/** A view whose saving got no answer is saved again by the same act, and so is a colleague's that is copied. */
import { act, type ReactElement } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { SavedView } from "../../../contract/views.schema.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { text } from "../../i18n/keys.ts";
import { mount, preparePage, seen, typeInto, unmount } from "../../mount.tsx";
import { takeProfile } from "../../session.tsx";
import { readAddress } from "../state/index.ts";
import { SaveView } from "./save-view.tsx";
import { useViewActs } from "./use-view-acts.ts";
import type { ListViews } from "./use-views.ts";

const tools = { t: text, locale: "en", currency: "BDT" } as const;
const keys: (string | null)[] = [];
const views = { list: "payments", layout: {}, open: null, keep: vi.fn(), show: vi.fn() } as unknown as ListViews; // what saving asks of it

beforeAll(async () => {
  await preparePage("en");
  takeProfile({ id: "U1", token: "t", on_totp: false, permissions: [] } as unknown as Profile); // what a call reads
  vi.stubGlobal("fetch", async (_address: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    if (keys.length === 1) throw new TypeError("the connection was lost");
    return new Response(JSON.stringify({ success: true, data: { id: "V1" } }), { headers: { "content-type": "application/json" } });
  });
});
afterEach(() => {
  unmount();
  vi.clearAllMocks();
  keys.length = 0;
});
const press = (word: string) => act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === word)?.click());
const pressTwice = async (word: string): Promise<void> => {
  await press(word);
  await seen(() => expect([keys.length, document.querySelector("button[data-loading]")]).toEqual([1, null]));
  await press(word);
  await seen(() => expect(views.keep).toHaveBeenCalledTimes(1));
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
};

it("is saved once", async () => {
  const state = readAddress(new URLSearchParams("status=review"), []);
  await mount(<SaveView list="payments" state={state} views={views} tools={tools} onSaved={() => undefined} />);
  const field = document.querySelector("input[type=text], input:not([type])") as HTMLInputElement; // the name has one
  await typeInto(field, "late");
  await pressTwice(text("list.views.save"));
});

it("is copied once", async () => {
  const view = { id: "V2", list: "payments", name: "ours", query: "", layout: {} } as unknown as SavedView; // what is copied of it
  function Copy(): ReactElement {
    const { copy } = useViewActs(view, views, tools);
    return (
      <button type="button" onClick={() => void copy()}>
        copy
      </button>
    );
  }
  await mount(<Copy />);
  await pressTwice("copy");
});
