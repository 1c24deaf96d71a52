// @vitest-environment happy-dom
/** A dead worker is said over every screen, in both languages. */
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Home } from "../../contract/home.schema.ts";
import type { Profile } from "../../contract/session.schema.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { objectPath, pathTo } from "../paths.ts";
import { keyOf, queryClient } from "../query.ts";
import { LOCALES } from "../screens.ts";
import { takeProfile } from "../session.tsx";
import { Banners } from "./banners.tsx";

const PROFILE = { token: "t", id: "U1", account: "lee", on_totp: false, sandbox: false, permissions: ["home.see"] } as unknown as Profile; // what it reads
const WORDS = { zh: "后台任务进程没有响应", en: "No worker is running" } as const;
const known = (warnings: readonly string[]): void => void queryClient.setQueryData(keyOf("GET /api/statistics/home", {}), { warnings } as unknown as Home); // what the strips read of it

beforeAll(() => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined)); // nothing but what is known
  takeProfile(PROFILE);
});
afterEach(unmount);

it.each(LOCALES)("says that no worker runs, and is silent while one does, in %s", async (locale) => {
  await preparePage(locale);
  known(["one_person"]);
  expect((await mount(<Banners />)).querySelector("aside")).toBeNull();
  unmount();
  known(["one_person", "worker_silent"]);
  expect((await mount(<Banners />)).querySelector('[role="alert"]')?.textContent).toContain(WORDS[locale]);
});

const answers = (jobs: object[], files: object[]) => async (request: Request | string) => {
  const path = new URL(typeof request === "string" ? request : request.url, location.origin).pathname;
  const items = path === "/api/bulk" ? jobs : path === "/api/disburses/batches" ? files : [];
  return new Response(JSON.stringify({ success: true, data: { items } }), { headers: { "content-type": "application/json" } });
};
const file = (id: string, more: object = {}): object => ({ id, account: "lee", status: "stopped", stop_reason: "session_ended", actions: ["retry"], ...more });

it.each(LOCALES)("shows what stands still of one's own, and leads to it with one press, in %s", async (locale) => {
  await preparePage(locale);
  queryClient.clear();
  vi.stubGlobal(
    "fetch",
    answers([{ id: "B1" }], [file("F1"), file("F2", { account: "wang" }), file("F3", { stop_reason: "by_person" }), file("F4", { actions: [] })]),
  );
  takeProfile({ ...PROFILE, permissions: ["bulk.see", "bulk.run", "disburses.batch"] });
  const place = await mount(<Banners />);
  await seen(() => expect([...place.querySelectorAll("[data-paused]")].map((one) => one.getAttribute("data-paused"))).toEqual(["job", "file"]));
  const links = [...place.querySelectorAll("[data-paused] a")].map((one) => one.getAttribute("href"));
  expect(links).toEqual([objectPath(locale, "bulk", "B1"), objectPath(locale, "batch", "F1")]);
  expect(place.textContent).toContain("B1");
  expect(place.textContent).not.toMatch(/F[234]/);
});

it("leads to all of them where there are several, and asks nothing for whoever begins no such work", async () => {
  await preparePage("en");
  queryClient.clear();
  vi.stubGlobal("fetch", answers([{ id: "B1" }, { id: "B2" }], []));
  takeProfile({ ...PROFILE, permissions: ["bulk.see", "bulk.run"] });
  const place = await mount(<Banners />);
  await seen(() => expect(place.querySelector("[data-paused] a")?.getAttribute("href")).toBe(pathTo("en", "bulk", { mine: "true", status: "paused" })));
  unmount();
  queryClient.clear();
  const none = vi.fn(answers([], []));
  vi.stubGlobal("fetch", none);
  takeProfile({ ...PROFILE, permissions: ["bulk.see"] });
  await mount(<Banners />);
  expect(none.mock.calls.map(([request]) => (typeof request === "string" ? request : request.url)).join()).not.toMatch(/bulk|batches/);
});
