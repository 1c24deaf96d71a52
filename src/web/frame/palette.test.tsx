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

beforeAll(async () => {
  // Names of both languages are known, as they are to whoever has used both.
  await preparePage("en");
  await preparePage("zh");
  vi.stubGlobal("fetch", async (request: Request | string) => {
    const url = new URL(typeof request === "string" ? request : request.url, location.origin);
    if (url.pathname === "/api/search") asked.push(url.searchParams.get("q"));
    const data = url.pathname.endsWith("/preview") ? EFFECT : { items: [], unfinished: [] };
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
  takeProfile({
    token: "t",
    id: "U1",
    account: "lee",
    on_totp: false,
    operators: ["bkash"],
    permissions: ["search", "payments.see", "intake.see", "intake.close"],
  } as unknown as Profile); // what it reads
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
