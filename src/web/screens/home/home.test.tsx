// @vitest-environment happy-dom
/** Each figure opens the list that it is the sum of, and says how it is computed; each role begins with its own. */
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Home } from "../../../contract/home.schema.ts";
import { permissionsOf, type UserType } from "../../../contract/permissions.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { activate, startMessages } from "../../i18n/index.ts";
import { ApiError, keyOf, queryClient } from "../../query.ts";
import { takeProfile } from "../../session.tsx";
import { partsOf } from "../withdrawal/use-available.ts";
import HomeScreen from "./index.tsx";

const day: Home["today"] = {
  collected: "250.00",
  collected_count: 4,
  created_count: 6,
  succeeded_count: 4,
  success_bps: 6667,
  median_ms: 60_000,
  p95_ms: 90_000,
  paid_out: "12.00",
  paid_out_count: 2,
  fees: "1.32",
  payment_fees: "1.20",
  disburse_fees: "0.12",
};
const waiting = {
  payments_review: 3,
  sms_unmatched: 0,
  sms_suspicious: 0,
  sms_unparsed: 0,
  disburses_review: 0,
  disburses_unknown: 0,
  transfers_pending: 0,
  withdrawals_pending: 1,
  withdrawals_approved: 2,
  approvals: 0,
  deliveries_failed: 5,
  wallets_gap: 0,
  wallets_offline: 0,
  suspense: "0.00",
};
const wallet: Home["wallets"][number] = {
  id: "W261121XY12AB34",
  name: "Padma 1",
  operator: "bkash",
  health: "online",
  orders: { created: 20, completed: 18, success_bps: 9000 },
  used_bps: 9500,
  used_out_bps: 100,
  left: "50.00",
  difference: null,
  breaks: null,
  enabled: true,
  balance: "1000.00",
  last_seen_at: null,
};
const staffHome: Home = {
  at: "2026-11-26T06:32:00.000Z",
  today: day,
  yesterday: { ...day, collected: "200.00" },
  last_week: { ...day, collected: "500.00" },
  hourly: { today: [{ hour: 0, collected: "250.00", count: 4 }], yesterday: [], last_week: [] },
  by_operator: [{ operator: "bkash", collected: "250.00", count: 4, created: 6, succeeded: 4 }],
  by_merchant: [{ merchant_id: "M1", merchant_name: "Lotus", collected: "250.00", count: 4, created: 6, succeeded: 4 }],
  float: "100.00",
  liabilities: "140.50",
  wallets: [wallet],
  orders_since: "2026-11-25T16:00:00.000Z",
  limits: { left: "50.00", wallets: 1, near: 1, near_percent: 90 },
  waiting,
  withdrawals: { pending: "7.00", to_pay: "9.00" },
  open_days: { from: "2026-11-20", to: "2026-11-25", count: 6 },
  proof: { ok: true, checked_at: null },
  own: null,
  alerts: [],
  queue: { open: 0, mine: 0, mentions: 0 },
  warnings: ["totp_not_required", "one_person"],
};
const merchantHome: Home = {
  ...staffHome,
  by_merchant: [],
  float: null,
  liabilities: null,
  wallets: [],
  limits: null,
  waiting: { ...waiting, payments_review: 0, withdrawals_pending: 0, withdrawals_approved: 0 },
  withdrawals: null,
  open_days: null,
  own: { balance: "99.00", held_balance: "1.00", webhooks_failed: 5 },
  queue: null,
  warnings: ["no_notify_url"],
};

beforeAll(async () => {
  startMessages();
  await activate("zh", "rest");
});
beforeEach(() => queryClient.clear());

function draw(type: UserType, home: Home, screen: ReactElement = <HomeScreen />): HTMLElement {
  takeProfile({
    token: "t",
    id: "U1",
    account: "lee",
    user_type: type,
    merchant_id: null,
    permissions: permissionsOf(type),
    currency: "BDT",
  } as unknown as Profile); // what home reads of a profile
  queryClient.setQueryData(keyOf("GET /api/statistics/home", {}), home);
  return drawn(screen);
}
function drawn(screen: ReactElement = <HomeScreen />): HTMLElement {
  const place = document.createElement("div");
  place.innerHTML = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <MemoryRouter>{screen}</MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return place;
}
const linksOf = (place: HTMLElement): string[][] => [...place.querySelectorAll("a")].map((link) => [link.textContent ?? "", link.getAttribute("href") ?? ""]);

describe("a merchant's balance", () => {
  const figures = (place: HTMLElement): string => place.textContent ?? "";
  const available = { balance: "120.00", held: "1.00", pending: "4.50", reserve: "10.00", max_available: "104.50", stopped: null };
  const known = (): void => void queryClient.setQueryData(keyOf("GET /api/withdrawal/available", { query: { merchant_id: undefined } }), available);

  it("is the one that its withdrawals show, whatever home has read", () => {
    known();
    const shown = figures(draw("merchant_admin", merchantHome));
    expect([shown.includes("114.50"), shown.includes("冻结 5.50"), shown.includes("99.00")]).toEqual([true, true, false]);
  });

  it("is home's own until that has come", () => {
    expect(figures(draw("merchant_admin", merchantHome))).toContain("99.00");
  });

  it("is exact below zero too", () => {
    expect(partsOf({ balance: "-3.10", held: "0.20", pending: "0.00" })).toEqual({ free: "-3.30", held: "0.20" });
  });
});

describe("a merchant's notifications", () => {
  it("are said to need nobody where none was given up: others may still wait and be tried again", () => {
    const said = (webhooks_failed: number): string => {
      const own = { balance: "99.00", held_balance: "1.00", webhooks_failed };
      const [figure] = [...draw("merchant_admin", { ...merchantHome, own }).querySelectorAll("*")].filter((one) => /^通知\d/.test(one.textContent ?? ""));
      return figure?.textContent ?? "";
    };
    expect(said(5)).toContain("未送达，去处理");
    expect(said(0)).toContain("无需处理");
    expect(said(0)).not.toContain("全部");
  });
});

describe("home", () => {
  it("says that what is shown is from before when it could not be read again", () => {
    const said = (): boolean => draw("admin", staffHome).textContent?.includes("刷新失败") ?? false;
    expect(said()).toBe(false);
    const error = new ApiError({ code: "internal", message: "", status: 500 });
    queryClient
      .getQueryCache()
      .find({ queryKey: keyOf("GET /api/statistics/home", {}) })
      ?.setState({ status: "error", error });
    expect(drawn().textContent).toContain("刷新失败");
    expect(drawn().querySelectorAll("[data-first]"), "what was there stays").toHaveLength(1);
  });

  it("says within what nearly all are done once one is", () => {
    const note = (p95_ms: number | null): boolean => draw("admin", { ...staffHome, today: { ...day, p95_ms } }).textContent?.includes("95% 在") ?? false;
    expect([note(90_000), note(null)]).toEqual([true, false]);
  });

  it("names both parts of the fees, and each opens its own list", () => {
    const links = linksOf(draw("admin", staffHome));
    expect(links).toContainEqual(["代收 1.20", "/payments?paid_at=today&status=completed"]);
    expect(links).toContainEqual(["代付 0.12", "/disburses?paid_at=today&status=completed"]);
    expect(links.filter(([text]) => text?.includes("1.32"))).toEqual([]);
  });

  it("opens from each figure the list behind it", () => {
    const links = linksOf(draw("finance", staffHome));
    for (const link of [
      ["待关账钱包日6", "/wallets?tab=reconciliation&from=2026-11-20&to=2026-11-25&show=open"],
      ["提现待付款（2）9.00", "/withdrawal?status=approved"],
      ["90.0% 18/20", "/payments?range=today&wallet_id=W261121XY12AB34"],
      ["代收待审核3", "/payments?status=review"],
      ["1 个将满", "/wallets?near_limit=true"],
      ["钱包资金100.00", "/wallets?deleted=with"],
      ["应付商户140.50", "/merchants?deleted=with"],
    ])
      expect(links).toContainEqual(link);
    expect(draw("finance", staffHome).textContent).toContain("−40.50");
  });

  it("draws for each wallet what came in and what went out against its limits, the nearly full ones first", () => {
    const busy = (at: number): Home["wallets"][number] => ({ ...wallet, id: `W${at}`, name: `Busy ${at}`, used_bps: 100 });
    const paying = { ...wallet, id: "W9", name: "Pays out", orders: { created: 0, completed: 0, success_bps: null }, used_bps: 0, used_out_bps: 9500 };
    const place = draw("admin", { ...staffHome, wallets: [...Array.from({ length: 8 }, (_none, at) => busy(at)), paying] });
    const [first] = place.querySelectorAll("tbody tr:has([data-way])");
    expect(first?.textContent).toContain("Pays out");
    expect([...(first?.querySelectorAll("[data-way]") ?? [])].map((bar) => [bar.getAttribute("data-way"), bar.getAttribute("data-tone")])).toEqual([
      ["in", "busy"],
      ["out", "ask"],
    ]);
    expect(first?.textContent).toContain("限额已用：收款 0%，出款 95%");
  });

  it("explains every figure beside it, with the moment until which it counts", () => {
    const place = draw("admin", staffHome);
    const signs = [...place.querySelectorAll("button[data-tip]")];
    expect(signs.length).toBeGreaterThanOrEqual(17);
    for (const sign of signs) expect(sign.getAttribute("aria-label")).toMatch(/：如何计算$/);
    expect(signs.filter((sign) => sign.getAttribute("data-tip")?.includes("14:32")).length).toBe(signs.length - 1); // what waits, waits now
  });

  it("compares with yesterday and the week before, in words too", () => {
    const text = draw("admin", staffHome).textContent;
    expect(text).toContain("比昨日高 25.0%");
    expect(text).toContain("比上周同日低 50.0%");
  });

  it.each([
    ["operator", ["待处理", "钱包成功率"]],
    ["admin", ["待处理", "钱包成功率"]],
    ["finance", ["资金", "待处理"]],
  ] as const)("begins for %s with %s", (type, first) => {
    const titles = [...draw(type, staffHome).querySelectorAll("h2")].map((title) => (title.firstChild?.textContent ?? "").trim());
    expect(titles.slice(0, 2)).toEqual(first);
  });

  it("folds all advice into one chip", () => {
    const place = draw("admin", staffHome);
    expect([...place.querySelectorAll("[aria-haspopup=dialog]")].map((chip) => chip.textContent)).toEqual(["2 条建议"]);
    expect(place.textContent).not.toContain("单人模式");
  });

  it("shows a merchant its own, and only what it can see to", () => {
    const place = draw("merchant_admin", merchantHome);
    const links = linksOf(place);
    expect(links).toContainEqual(["申请提现", "/withdrawal"]);
    expect(links.map(([, href]) => href)).toContain("/merchants?tab=deliveries&status=failed%2Cstopped");
    for (const platform of ["钱包成功率", "账目核对", "剩余限额", "到账用时", "异常"]) expect(place.textContent).not.toContain(platform);
  });
});
