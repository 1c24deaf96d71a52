// @vitest-environment happy-dom
/** A dead worker is said over every screen, in both languages. */
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Home } from "../../contract/home.schema.ts";
import type { Profile } from "../../contract/session.schema.ts";
import { mount, preparePage, unmount } from "../mount.tsx";
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
