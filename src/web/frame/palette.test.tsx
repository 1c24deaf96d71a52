// @vitest-environment happy-dom
/** The palette looks for what says enough, and says why it looks for nothing where it does not. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Profile } from "../../contract/session.schema.ts";
import { text } from "../i18n/keys.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { queryClient } from "../query.ts";
import { takeProfile } from "../session.tsx";
import Palette from "./palette.tsx";

const asked: (string | null)[] = [];
const nothing = (): void => undefined;
const COUNT = { count: 0, amount: "0.00" };
const EFFECT = {
  wallets: { count: 0, names: [] },
  merchants: { count: 0, names: [] },
  open_payments: COUNT,
  waiting_disburses: COUNT,
  sent_disburses: COUNT,
};
const ID = "P261126XY1200";
const FOUND = {
  type: "payment",
  id: ID,
  title: "S1-7",
  subtitle: "",
  detail: "",
  status: "review",
  amount: "60.15",
  at: "2026-11-26T08:00:00.000Z",
  match: "exact",
  deleted: false,
};
const answer = (data: unknown): Response => new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
const PROFILE = {
  token: "t",
  id: "U1",
  account: "lee",
  merchant_id: null,
  on_totp: false,
  operators: ["bkash"],
  permissions: ["search", "payments.see", "intake.see", "intake.close"],
};

beforeAll(async () => {
  // Names of both languages are known, as they are to whoever has used both.
  await preparePage("en");
  await preparePage("zh");
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const url = new URL(typeof request === "string" ? request : request.url, location.origin);
    if (url.pathname === "/api/search") asked.push(url.searchParams.get("q"));
    if (url.searchParams.get("q") === ID) return answer({ items: [FOUND], unfinished: [] });
    const data = url.pathname.endsWith("/preview") ? EFFECT : { items: [], unfinished: [] };
    return answer(data);
  });
  takeProfile(PROFILE as unknown as Profile); // what it reads
});
beforeEach(() => void (asked.length = 0));
afterEach(() => {
  unmount();
  queryClient.clear();
});

const open = (query: string): Promise<HTMLElement> => mount(<Palette query={query} onQuery={nothing} onTaken={nothing} onClose={nothing} onHelp={nothing} />);

// For `o` and `出` there are entries of the menu, which are found without asking.
it.each(["o", "出", "P2611"])("looks for %s, or says what is too short for it", async (query) => {
  await open(query);
  const isShort = query === "o";
  await seen(() => expect([asked, document.body.textContent.includes(text("frame.palette.hint"))]).toEqual([isShort ? [] : [query], isShort]));
});

it("stops no operator that is not switched on, and says why", async () => {
  await open("停用 Rocket 代收");
  const line = () => document.querySelector<HTMLElement>("[data-act]");
  await seen(() => expect(line()?.textContent).toContain(text("frame.palette.operatorOff", { operator: "Rocket" })));
  expect(line()?.hasAttribute("data-blocked")).toBe(true);
});

it("finds the object beside words that mean nothing", async () => {
  await open(`查一下${ID}`);
  await seen(() => expect(document.body.textContent).toContain("S1-7"));
  expect(asked).toEqual([`查一下${ID}`, ID]);
});

it.each([
  ["行高", "settings.display.density"],
  ["桌面通知", "settings.alerts.short.desktop_notices"],
  ["通行密钥", "profile.passkeys.title"],
  ["page size", "settings.display.pageSize"],
  ["两步验证", "profile.totp.title"],
  ["password", "profile.password.title"],
  ["隐藏金额", "frame.covered.hide"],
  ["hide amounts", "frame.covered.hide"],
] as const)("leads to one's own setting: %s", async (query, label) => {
  await open(query);
  await seen(() => expect(document.querySelector("[data-action]")?.textContent).toContain(text(label)));
});

it.each([
  ["白名单", null, 0],
  ["白名单", "M1", 1],
])("leads merchants' people alone to %s", async (query, merchant_id, count) => {
  takeProfile({ ...PROFILE, merchant_id } as unknown as Profile); // what it reads
  await open(query);
  await seen(() => expect(document.body.textContent).toContain(text(count === 0 ? "frame.palette.nothing" : "settings.ip.title")));
  expect([...document.querySelectorAll("[data-action]")].filter((one) => one.textContent?.includes(text("settings.ip.title")))).toHaveLength(count);
  takeProfile(PROFILE as unknown as Profile);
});

it("means the screen that is named, not the search for its name in lists", async () => {
  await open(text("frame.screen.payments"));
  await seen(() => expect(document.body.textContent).toContain(text("frame.palette.goOn", { screen: text("frame.screen.payments") })));
  expect(document.querySelector("[data-action]")?.textContent).toContain(text("frame.screen.payments"));
  expect(document.body.textContent).not.toContain(text("frame.palette.nothing"));
});
