// @vitest-environment happy-dom
/** Acts and sights of the specification that need a page: order acceptance, the own password, items per page, the exact time behind a relative one. */
import { act, type ReactElement } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PAGE_SIZES } from "../../contract/envelope.ts";
import type { Profile } from "../../contract/session.schema.ts";
import { activate, startMessages } from "../i18n/index.ts";
import { mount, typeInto, unmount } from "../mount.tsx";
import { setPreferences, usePageSize } from "../prefs.ts";
import { keyOf, queryClient } from "../query.ts";
import { takeProfile } from "../session.tsx";
import { asked } from "../ui/confirm.ts";
import { DateTime } from "../ui/values.tsx";
import { Acceptance } from "../frame/acceptance.tsx";
import { PasswordForm } from "./profile/password-form.tsx";
import { Display } from "./settings/display.tsx";

const PROFILE = { token: "t", id: "U1", account: "lee", on_totp: false, permissions: ["intake.see", "intake.open", "intake.close"] } as unknown as Profile; // what these parts read
const ACCEPTANCE = {
  version: 4,
  payments_open: true,
  disburses_open: false,
  operators: [{ operator: "bkash" as const, payments_open: true, disburses_open: true }],
};
const sent: { call: string; body: unknown }[] = [];

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const url = new URL(typeof request === "string" ? request : request.url, location.origin);
    const text = String(init?.body ?? (typeof request === "string" ? "" : await request.text()));
    sent.push({
      call: `${init?.method ?? (typeof request === "string" ? "GET" : request.method)} ${url.pathname}`,
      body: text === "" ? null : JSON.parse(text),
    });
    const data = url.pathname === "/api/intake" ? ACCEPTANCE : url.pathname === "/api/user" ? PROFILE : {};
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
  startMessages();
  takeProfile(PROFILE);
  await activate("zh", "rest", "seldom");
});
afterEach(() => {
  unmount();
  sent.length = 0;
});

async function show(part: ReactElement): Promise<HTMLElement> {
  queryClient.setQueryData(keyOf("GET /api/intake", {}), ACCEPTANCE);
  return mount(part);
}
const answer = (confirmed: boolean) => act(async () => asked.get()?.answer({ confirmed, input: "" }));
const changes = () => sent.filter(({ call }) => !call.startsWith("GET "));

describe("order acceptance in the emergency stop", () => {
  it.each([
    ["closes payments of the platform", "平台 代收", { version: 4, payments: false }],
    ["opens payouts of the platform", "平台 代付", { version: 4, disburses: true }],
    ["closes payments of one operator", "bKash 代收", { version: 4, payments: false, operator: "bkash" }],
  ])("%s only after its question", async (_what, label, body) => {
    const place = await show(<Acceptance />);
    const press = () => act(async () => place.querySelector<HTMLElement>(`input[aria-label="${label}"]`)?.click());
    await press();
    expect(asked.get()?.text).toMatch(/^(开放|暂停).*接单？/);
    expect(changes()).toEqual([]);
    await answer(false);
    expect(changes()).toEqual([]);
    await press();
    await answer(true);
    expect(changes()).toEqual([{ call: "PATCH /api/intake", body }]);
  });
});

describe("the own password", () => {
  it("is asked for in full, and sent with the present one", async () => {
    const place = await show(<PasswordForm />);
    const submit = () => act(async () => place.querySelector<HTMLFormElement>("form")?.requestSubmit());
    await submit();
    expect(place.querySelector("[role=alert]")?.textContent).toBe("请填写所有必填字段");
    const fill = async (autoComplete: string, at: number, value: string): Promise<void> => {
      const input = place.querySelectorAll<HTMLInputElement>(`input[autocomplete="${autoComplete}"]`)[at];
      await typeInto(input, value);
    };
    await fill("current-password", 0, "the old one");
    await fill("new-password", 0, "a good new phrase");
    await fill("new-password", 1, "another phrase");
    await submit();
    expect(place.textContent).toContain("两次输入不一致");
    expect(changes()).toEqual([]);
    await fill("new-password", 1, "a good new phrase");
    await submit();
    expect(changes()).toEqual([{ call: "POST /api/user/password/save", body: { current_password: "the old one", new_password: "a good new phrase" } }]);
  });
});

describe("items per page", () => {
  it("are offered in settings, kept with the account, and hold for every list", async () => {
    const sizes: number[] = [];
    function Seen(): null {
      sizes.push(usePageSize());
      return null;
    }
    const place = await show(
      <>
        <Display />
        <Seen />
      </>,
    );
    expect(place.querySelector<HTMLInputElement>('input[aria-label="每页条数"]')?.value).toBe("20");
    for (const size of PAGE_SIZES) await act(() => setPreferences({ page_size: size }));
    expect(place.querySelector<HTMLInputElement>('input[aria-label="每页条数"]')?.value).toBe("200");
    expect(sizes.at(-1)).toBe(200);
    expect(changes().map(({ body }) => body)).toEqual(PAGE_SIZES.map((page_size) => ({ page_size })));
  });
});

describe("a recent moment", () => {
  it("is relative, with the exact one on hover; an older one is exact", async () => {
    const recent = new Date(Date.now() - 3 * 60_000 - 5_000).toISOString();
    const place = await show(
      <>
        <DateTime value={recent} />
        <DateTime value="2020-01-31T16:05:00.000Z" />
      </>,
    );
    const [first, second] = place.querySelectorAll("time");
    expect(first?.textContent).toBe("3 分钟前");
    expect(first?.getAttribute("data-tip")).toMatch(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/);
    expect([second?.textContent, second?.hasAttribute("data-tip")]).toEqual(["2020/02/01 00:05", false]);
  });
});
