// @vitest-environment happy-dom
/** Sealed days: who sees the tab, what a day says of itself, what is fetched when a file is asked for. */
import { act } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { SealList, SealRow } from "../../../../contract/seals.schema.ts";
import { permissionsOf, type UserType } from "../../../../contract/permissions.ts";
import type { Profile } from "../../../../contract/session.schema.ts";
import { activate, startMessages } from "../../../i18n/index.ts";
import { mount, unmount } from "../../../mount.tsx";
import { keyOf, queryClient } from "../../../query.ts";
import { takeProfile } from "../../../session.tsx";
import SealsTab from "./index.tsx";

const day = (more: Partial<SealRow> = {}): SealRow => ({
  day: "2026-11-25",
  hash: "b".repeat(64),
  root: "a".repeat(64),
  audit_root: "c".repeat(64),
  key_id: "dsk_0123456789abcdef",
  currency: "BDT",
  entries: 1234,
  accounts: 12,
  debits: "5012.50",
  credits: "5012.50",
  audit_rows: 78,
  sealed_at: "2026-11-25T16:06:00.000Z",
  checked: null,
  archived: false,
  ...more,
});
const KEYS = {
  keys: [
    { id: "dsk_0123456789abcdef", public: "x", endorsed_by: null, endorsement: null, from: "2026-11-01T00:00:00.000Z" },
    { id: "dsk_fedcba9876543210", public: "y", endorsed_by: "dsk_0123456789abcdef", endorsement: "z", from: "2026-11-20T00:00:00.000Z" },
  ],
};
const calls: string[] = [];
beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (() => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined })) as never; // happy-dom has none that can be listened to
  vi.stubGlobal("fetch", async (request: Request | string) => {
    calls.push(typeof request === "string" ? request : request.url);
    return new Response(JSON.stringify({ success: true, data: { ok: true, fault: null, checked_at: "2026-11-26T00:00:00.000Z" } }), {
      headers: { "content-type": "application/json" },
    });
  });
  // A browser saves what a link with `download` leads to; happy-dom would leave the page for it.
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  startMessages();
  await activate("zh", "rest", "books");
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
afterEach(() => {
  unmount();
  queryClient.clear();
  calls.length = 0;
});

async function show(list: Partial<SealList>, type: UserType = "admin"): Promise<HTMLElement> {
  takeProfile({
    token: "t",
    id: "U1",
    account: "lee",
    user_type: type,
    merchant_id: null,
    permissions: permissionsOf(type),
    currency: "BDT",
  } as unknown as Profile); // what the tab reads of a profile
  queryClient.setQueryData(keyOf("GET /api/seals", { query: {} }), { items: [], next: null, waiting: 0, archived: [], ...list });
  queryClient.setQueryData(keyOf("GET /v1/seal-keys", {}), KEYS);
  return mount(<SealsTab tabs={null} />, "/journals?tab=seals");
}
const buttons = (root: HTMLElement): string[] => [...root.querySelectorAll("button")].map((button) => button.textContent ?? "");
async function press(root: HTMLElement, name: string): Promise<void> {
  const button = [...root.querySelectorAll("button")].find((one) => one.textContent === name);
  await act(async () => {
    button?.click();
    await new Promise((done) => setTimeout(done, 20));
  });
}

describe("the tab of sealed days", () => {
  it("says of each day whether it still holds, with its figures", async () => {
    const root = await show({
      items: [
        day({ day: "2026-11-26" }),
        day({ checked: { ok: true, fault: null, checked_at: "2026-11-26T00:00:00.000Z" } }),
        day({ day: "2026-11-24", checked: { ok: false, fault: "entries", checked_at: "2026-11-26T00:00:00.000Z" } }),
      ],
    });
    const rows = [...root.querySelectorAll("tbody tr")].map((row) => row.textContent ?? "");
    expect(rows[0]).toMatch(/^2026\/11\/26已封账1,2345,012\.5078aaaaaaaaaaaa…/);
    expect(rows[1]).toContain("核验一致");
    expect(rows[2]).toContain("核验不一致");
    expect(root.querySelector('[data-tip="分录与签名的根不符。"]')).not.toBeNull();
  });

  it("says of an archived day that its rows are in files, offers its seal alone, and shows its month", async () => {
    const month = { month: "2026-08", first_day: "2026-08-01", last_day: "2026-08-31", entries: 4321, audit_rows: 99 };
    const root = await show({
      items: [day({ day: "2026-08-31", archived: true, checked: { ok: true, fault: null, checked_at: "2026-11-26T00:00:00.000Z" } })],
      archived: [{ ...month, root: "d".repeat(64), folder: "/srv/archive/2026-08", by: "ops", archived_at: "2026-11-26T00:00:00.000Z" }],
    });
    expect(root.querySelector("tbody tr")?.textContent).toContain("已归档");
    expect(buttons(root)).toContain("封条");
    for (const gone of ["分录", "操作记录", "重新核验"]) expect(buttons(root)).not.toContain(gone);
    expect(root.textContent).toMatch(/已归档的月份.*2026\/084,32199dddddddddddd….*ops.*archive\/2026-08/);
    expect(root.querySelector('[data-tip="/srv/archive/2026-08"]')).not.toBeNull();
  });

  it("offers the trail's file and a new key only to who may", async () => {
    const admin = buttons(await show({ items: [day()] }, "admin"));
    expect(admin).toEqual(expect.arrayContaining(["下载全部封条", "封条", "分录", "操作记录", "重新核验", "更换密钥"]));
    unmount();
    const finance = buttons(await show({ items: [day()] }, "finance"));
    expect(finance).toEqual(expect.arrayContaining(["封条", "分录", "重新核验"]));
    expect(finance).not.toContain("操作记录");
    expect(finance).not.toContain("更换密钥");
  });

  it("asks for a day's file and for its re-computation", async () => {
    const root = await show({ items: [day()] });
    await press(root, "分录");
    expect(calls.some((url) => url.endsWith("/api/seals/2026-11-25/entries"))).toBe(true);
    await press(root, "重新核验");
    expect(calls.some((url) => url.endsWith("/api/seals/2026-11-25/check"))).toBe(true);
  });

  it("says what is to come where no day is sealed, and what waits", async () => {
    const empty = await show({ waiting: 3 });
    expect(empty.textContent).toContain("还没有封账的日期");
    expect(empty.textContent).toContain("3 个已结束的营业日尚未封账");
    expect(empty.textContent).toContain("首个密钥");
    expect(empty.textContent).toContain("由前一个密钥认可");
  });
});
