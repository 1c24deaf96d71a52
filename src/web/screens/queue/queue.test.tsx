// @vitest-environment happy-dom
/** The queue: rows with what they are about, filters in the address, keys that act on the row in view. */
import { act } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { EXCEPTION_KINDS } from "../../../contract/exceptions.ts";
import type { ExceptionPage, ExceptionRow } from "../../../contract/exceptions.schema.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { activate, startMessages } from "../../i18n/index.ts";
import { mount, unmount } from "../../mount.tsx";
import { keyOf, queryClient } from "../../query.ts";
import { takeProfile } from "../../session.tsx";
import { actsOf } from "./acts.ts";
import Queue from "./index.tsx";
import { changeFilters, isFiltered, NO_FILTERS, readFilters, writeFilters } from "./query.ts";

const row = (id: string, more: Partial<ExceptionRow> = {}): ExceptionRow => ({
  id,
  kind: "sms_unmatched",
  severity: "warning",
  ends: "cause",
  status: "open",
  since: "2026-11-21T10:00:00.000Z",
  amount: "480.00",
  object: { type: "sms", id: `S-${id}`, name: `TRX${id}` },
  merchant: null,
  wallet: null,
  count: null,
  last_at: null,
  wallets: [],
  messages: [],
  assignee: null,
  claimed_at: null,
  muted_until: null,
  resolved_at: null,
  resolved_by: null,
  note: null,
  suggestions: [],
  version: 1,
  actions: ["claim", "resolve", "mute"],
  ...more,
});
const page = (items: ExceptionRow[]): ExceptionPage => ({
  items,
  next_cursor: null,
  prev_cursor: null,
  total: { value: items.length, exact: true },
  sums: { amount: "960.00" },
  kinds: [{ kind: "sms_unmatched", count: items.length, amount: "960.00", oldest: "2026-11-21T10:00:00.000Z" }],
});

const PROFILE = {
  token: "t",
  id: "U261121000000AA",
  account: "lee",
  email: "lee@example.org",
  user_type: "operator",
  merchant_id: null,
  merchant: null,
  wallet: null,
  avatar: "LE",
  totp: null,
  on_totp: false,
  permissions: ["exceptions.see", "exceptions.decide"],
  currency: "BDT",
} as unknown as Profile; // what the queue reads of a profile
/** What the server answers to a page of the queue. */
let shown: ExceptionPage = page([]);
const calls: { url: string; body: string }[] = [];
beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia ??= (() => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined })) as never; // happy-dom may lack it
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const url = typeof request === "string" ? request : request.url;
    calls.push({ url, body: String(init?.body ?? (typeof request === "string" ? "" : await request.text())) });
    const data = url.includes("/claim") ? row("a", { status: "claimed" }) : shown;
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
  startMessages();
  takeProfile(PROFILE);
  await activate("zh", "rest");
});
afterEach(() => {
  unmount();
  calls.length = 0;
});

async function show(items: ExceptionRow[], address = "/queue"): Promise<HTMLElement> {
  const filters = Object.fromEntries(Object.entries(readFilters(new URL(address, "http://x").search)).filter(([, value]) => value !== ""));
  shown = page(items);
  queryClient.setQueryData(keyOf("GET /api/exceptions", { query: filters }), shown);
  return mount(<Queue />, address);
}
const press = (key: string) => act(async () => void window.dispatchEvent(new KeyboardEvent("keydown", { key })));

describe("the queue", () => {
  it("shows every kind with its name, object, money and acts", async () => {
    const place = await show([
      ...EXCEPTION_KINDS.map((kind) => row(kind, { kind })),
      row("bare", { amount: null, object: { type: "books", id: null, name: null }, actions: [] }),
    ]);
    expect(place.querySelectorAll("li[data-id]")).toHaveLength(EXCEPTION_KINDS.length + 1);
    const first = place.querySelector("li[data-id]")?.textContent ?? "";
    expect(first).toContain("代收待审核");
    expect(first).toContain("480.00");
    expect(place.querySelector('li[data-id="bare"]')?.textContent).toContain("平台");
    expect(place.querySelectorAll('li[data-id="bare"] button')).toHaveLength(0);
    expect(place.textContent).not.toMatch(/exceptions\.|undefined/);
  });

  it("shows who is on it, why and until when, and what may end it", async () => {
    const place = await show([
      row("a", { status: "claimed", assignee: { id: "U1", account: "lily", own: false }, actions: [] }),
      row("b", { status: "muted", muted_until: "2026-11-22T10:00:00.000Z", note: "known" }),
      row("c", {
        suggestions: [{ type: "payment", id: "P1", title: "DM-1", amount: "480.00", at: "2026-11-21T10:00:00.000Z", score: 60, reasons: ["same_wallet"] }],
      }),
      row("d", { status: "resolved", resolved_at: "2026-11-22T10:00:00.000Z", actions: [] }),
    ]);
    const text = (id: string) => place.querySelector(`li[data-id="${id}"]`)?.textContent ?? "";
    expect(text("a")).toContain("lily 处理中");
    expect(text("b")).toMatch(/2026\/11\/22 18:00 前暂不提醒.*备注：known/);
    expect(text("c")).toContain("DM-1");
    expect(text("d")).toContain("自动结束");
  });

  it("moves with j and k, and acts on the row in view alone", async () => {
    const place = await show([row("a"), row("b", { actions: ["release"] })]);
    await press("c");
    expect(calls).toEqual([]);
    await press("j");
    expect(document.activeElement).toBe(place.querySelector('li[data-id="a"] a'));
    await press("j");
    await press("r");
    expect(document.activeElement).toBe(place.querySelector('li[data-id="b"] a'));
    await press("k");
    await press("c");
    const sent = calls.filter((call) => call.url.includes("/claim"));
    expect(sent.map((call) => call.url.replace(/^https?:\/\/[^/]*/, ""))).toEqual(["/api/exceptions/a/claim"]);
  });

  it("says which emptiness it is", async () => {
    expect((await show([])).textContent).toContain("没有需要处理的事项");
    unmount();
    expect((await show([], "/queue?severity=urgent")).textContent).toContain("没有符合筛选条件的事项");
  });
});

describe("its filters", () => {
  it("stand in the address and believe nothing else", () => {
    const filters = { ...NO_FILTERS, kind: "wallet_gap", severity: "urgent", status: "muted", assignee: "me", sort: "since" as const, cursor: "on.1.Z" };
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    expect(writeFilters(NO_FILTERS)).toBe("");
    expect(readFilters("?kind=x&severity=y&status=z&assignee=u&sort=w")).toEqual(NO_FILTERS);
    expect(changeFilters(filters, { severity: "" })).toEqual({ ...filters, severity: "", cursor: "" });
    expect([isFiltered(NO_FILTERS), isFiltered(filters)]).toEqual([false, true]);
  });
});

it("offers to end only what a person ends: what ends by its cause is refused as long as it stands", () => {
  expect([actsOf(row("a")), actsOf(row("b", { ends: "person" }))]).toEqual([
    ["claim", "mute"],
    ["claim", "resolve", "mute"],
  ]);
});
