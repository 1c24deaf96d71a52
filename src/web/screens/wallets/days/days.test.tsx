// @vitest-environment happy-dom
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { DATE_PRESETS } from "../../../../contract/time.ts";
import { RECONCILIATION_GROUPS } from "../../../../contract/reconciliation.ts";
import { DAY_SHOWS, isDiffering, missingOf, reportingOf, shownDays, standOf, STATISTIC_FIGURES } from "../../../../contract/wallet-days.ts";
import type { ReconciliationDay, ReconciliationRow, WalletStatistics } from "../../../../contract/reconciliation.schema.ts";
import { activate, startMessages } from "../../../i18n/index.ts";
import { text } from "../../../i18n/keys.ts";
import { viewAs } from "../../../list/suite-viewer.ts";
import { LOCALES } from "../../../screens.ts";
import { lastMonth, monthsUntil, wantedMonth } from "../../../statements/panel.tsx";
import { DAYS_SHOWN_BY, type DaysAddress, readDays, writeDays } from "./address.ts";
import { behind } from "./behind.ts";
import { agreeing, closeAll } from "./close-all.ts";
import { Groups } from "./day-groups.tsx";
import { DayGuide, GuideBar, Unmatched } from "./guide.tsx";
import { readStatementFile } from "./file.ts";
import { gridColumns } from "./grid.tsx";
import { statisticsColumns } from "./statistics.tsx";
import { dayOf, SIDE } from "./suite.ts";
import { DayTable } from "./table.tsx";

const day: ReconciliationRow = { ...dayOf(1), wallet_id: "W261121XY12AB34", wallet_name: "Padma 1", actions: ["close"] };
const figures = {
  opening_balance: "0.00",
  closing_balance: "10.00",
  estimated_balance: "10.00",
  real_balance: null,
  difference: null,
  profit: "0.10",
  yesterday_credit: "0.00",
  yesterday_debit: "0.00",
  api_payment: "10.00",
  api_disburse: "0.00",
  system_payment: "10.00",
  system_disburse: "0.00",
  b2b_credit: "0.00",
  b2b_debit: "0.00",
  manual_credit: "0.00",
  manual_debit: "0.00",
  closed: false,
};
const sums: WalletStatistics["sums"] = { wallets: 1, days: 1, ...figures };

describe("the steps of a day", () => {
  const drawn = (more: Partial<ReconciliationRow>, groups: ReconciliationDay["groups"] = []): HTMLElement => {
    const place = document.createElement("div");
    const found = { day: { ...day, ...more }, groups, flows: [], imports: [] };
    place.innerHTML = renderToStaticMarkup(
      <MemoryRouter>
        <DayGuide found={found} tools={{ t: text, locale: "zh", currency: "BDT" }} />
      </MemoryRouter>,
    );
    return place;
  };
  const links = (place: HTMLElement): string[][] => [...place.querySelectorAll("a")].map((link) => [link.textContent ?? "", link.getAttribute("href") ?? ""]);
  const none = (): string => text("reconciliation.step.none");
  beforeAll(async () => {
    startMessages();
    await activate("zh", "rest", "books");
  });

  it("name what differs though no message, order or line does: the balance, and what was booked late", () => {
    const place = drawn({ difference: "-3.00", late: "2.00" });
    expect(place.textContent).not.toContain(none());
    expect(links(place)).toContainEqual(["余额差额 −3.00", "#day-balances"]);
    expect(links(place)).toContainEqual(["关账后补记 +2.00", "#day-balances"]);
  });

  it("name it beside the differing messages, and say none only where there is none", () => {
    const group = {
      group: "only_message" as const,
      count: 2,
      payment_difference: "5.00",
      disburse_difference: "0.00",
      statement_payment_difference: null,
      statement_disburse_difference: null,
      items: [],
      truncated: false,
    };
    const place = drawn({ difference: "-3.00", payment_difference: "5.00" }, [group]);
    expect(links(place).map(([, to]) => to)).toEqual(["#day-imports", `#group-${group.group}`, "#day-balances"]);
    expect(drawn({}).textContent).toContain(none());
  });
});

it("a row says of its day what the counts over the table say: of the one that still runs nothing is missing", async () => {
  startMessages();
  await activate("zh", "rest", "books");
  const tools = { t: text, locale: "zh" as const, currency: "BDT" };
  const close = { closed_by: "finance", closed_at: "2026-11-21T01:00:00.000Z", reason: null, reopened_by: [], reopened_at: null };
  const [past, running] = [dayOf(1), dayOf(1, "9999-12-31")];
  const cell = (row: ReconciliationRow, id: string): string =>
    renderToStaticMarkup(
      <MemoryRouter>
        {gridColumns([row], tools, () => undefined)
          .find((column) => column.id === id)
          ?.render(row)}
      </MemoryRouter>,
    );
  const said = (row: ReconciliationRow): string[] => ["state", "imported"].map((id) => cell(row, id).replace(/<[^>]+>/g, ""));
  expect([past, { ...past, close }, { ...past, close, closed: true }, running].map(said)).toEqual([
    ["未关账", "未导入"],
    ["已重新打开", "未导入"],
    ["已关账", "未导入"],
    ["未结束", "–"],
  ]);
  for (const row of [past, { ...past, close }, { ...past, close, closed: true }, running])
    expect(shownDays([row], "open", "2026-11-21").length === 1).toBe(["open", "reopened"].includes(standOf(row, "2026-11-21")));
});

it("a group says what it adds to each difference, and a pair of another day names that day and opens it", async () => {
  viewAs("finance");
  startMessages();
  await activate("zh", "rest", "books");
  const none = { payment_difference: "0.00", disburse_difference: "0.00", truncated: false };
  const pair = {
    direction: "credit" as const,
    trx_id: "A1",
    message: null,
    order: null,
    statement: { line: 4, amount: "7.00", at: "2026-11-20T04:00:00.000Z" },
  };
  const groups: ReconciliationDay["groups"] = [
    {
      ...none,
      group: "other_day",
      count: 1,
      statement_payment_difference: "7.00",
      statement_disburse_difference: "0.00",
      items: [{ ...pair, elsewhere: { side: "order", date: "2026-11-21" } }],
    },
    {
      ...none,
      group: "only_statement",
      count: 1,
      statement_payment_difference: null,
      statement_disburse_difference: null,
      items: [{ ...pair, elsewhere: null }],
    },
  ];
  const place = document.createElement("div");
  place.innerHTML = renderToStaticMarkup(
    <MemoryRouter>
      <Groups found={{ day, groups, flows: [], imports: [] }} tools={{ t: text, locale: "zh", currency: "BDT" }} />
    </MemoryRouter>,
  );
  expect([...place.querySelectorAll("summary")].map((one) => one.textContent)).toEqual([
    "跨日（另一方在其他日期）1对账单 − 系统 代收 +7.00 · 代付 0.00",
    "仅有对账单1",
  ]);
  expect([...place.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["订单在 2026/11/21", "/wallets?tab=reconciliation&from=2026-11-21&to=2026-11-21&open=W261121XY12AB34%2F2026-11-21"],
  ]);
});

describe("the address of the tabs", () => {
  const preset = fc.constantFrom(...DATE_PRESETS);
  const open = fc.option(fc.constant({ walletId: "W261121XY12AB34", date: "2026-11-20" }));
  it("reads back what it writes", () => {
    fc.assert(
      fc.property(preset, fc.option(fc.constant("W261121XY12AB34")), fc.constantFrom(...DAYS_SHOWN_BY), open, (range, walletId, by, opened) => {
        const now = Date.UTC(2026, 10, 21);
        const address: DaysAddress = { ...readDays(new URLSearchParams({ range }), "today", now), walletId, by, view: "V2611219QK", open: opened };
        expect(readDays(new URLSearchParams(writeDays("statistics", address)), "yesterday", now)).toEqual(address);
      }),
    );
    const given: DaysAddress = {
      range: null,
      from: "2026-11-01",
      to: "2026-11-05",
      walletId: null,
      by: "day",
      view: null,
      show: "clean",
      open: null,
      page: 3,
      size: 50,
    };
    expect(readDays(new URLSearchParams(writeDays("reconciliation", given)), "today", 0)).toEqual(given);
  });

  it("believes nothing that makes no sense", () => {
    const now = Date.UTC(2026, 10, 21);
    const plain = readDays(new URLSearchParams(), "today", now);
    for (const bad of [
      "range=x",
      "from=2026-11-05&to=2026-11-01",
      "from=2026-02-31&to=2026-03-01",
      "wallet_id=<script>",
      "open=W1/no",
      "page=0",
      "page=1e3",
      "page=-1",
      "size=7",
      "size=x",
    ])
      expect(readDays(new URLSearchParams(bad), "today", now)).toEqual(plain);
  });
});

describe("what is behind a figure", () => {
  const row = { wallet_id: "W1", wallet_name: "Padma 1", date: "2026-11-01", ...figures };
  const seen = { from: "2026-11-01", to: "2026-11-20", locale: "zh" as const, reconciles: true, lists: ["payments", "disburses"] as const };
  const day = "/wallets?tab=reconciliation&from=2026-11-01&to=2026-11-01&open=W1%2F2026-11-01";
  it("is its wallet's day, at the part that tells it, and for yesterday's the day before", () => {
    expect(behind(row, "wallet", seen)).toBe(day);
    expect(behind(row, "real_balance", seen)).toBe(`${day}#day-balances`);
    expect(behind(row, "api_payment", seen)).toBe(`${day}#day-differences`);
    expect(behind(row, "b2b_credit", seen)).toBe(`${day}#day-flows`);
    expect(behind(row, "yesterday_debit", seen)).toBe(`${day.replaceAll("2026-11-01", "2026-10-31")}#day-flows`);
  });

  it("is the orders that were booked, of the day or of all days, for who sees them", () => {
    const sum = { wallet_id: "W1", wallet_name: "Padma 1", days: 20, ...figures };
    expect(behind(row, "system_payment", seen)).toBe("/payments?status=completed&wallet_id=W1&paid_at=2026-11-01..2026-11-01");
    expect(behind(sum, "system_disburse", seen)).toBe("/disburses?status=completed&wallet_id=W1&paid_at=2026-11-01..2026-11-20");
    expect(behind(row, "system_payment", { ...seen, lists: ["disburses"] })).toBe(`${day}#day-differences`);
  });

  it("is an address that its tab believes", () => {
    const { search } = new URL(behind(row, "profit", seen), "http://x");
    expect(readDays(new URLSearchParams(search), "today", 0)).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-01",
      open: { walletId: "W1", date: "2026-11-01" },
    });
  });

  it("is the days of a wallet that was added up, and the day's plots for who does not reconcile", () => {
    expect(behind({ wallet_id: "W1", wallet_name: "Padma 1", days: 20, ...figures }, "profit", seen)).toBe(
      "/wallets?tab=statistics&from=2026-11-01&to=2026-11-20&wallet_id=W1",
    );
    expect(behind(row, "profit", { ...seen, reconciles: false })).toBe("/wallets?tab=statistics&from=2026-11-01&to=2026-11-01&wallet_id=W1&by=plots");
  });
});

describe("closing days without difference", () => {
  it("takes ended, open, agreeing days only, oldest first", () => {
    const older = { ...day, date: "2026-11-19" };
    const others: ReconciliationRow[] = [
      { ...day, date: "2026-11-21" },
      { ...day, closed: true },
      { ...day, payment_difference: "0.01" },
      { ...day, disburse_difference: "-5.00" },
      { ...day, difference: "1.00" },
      { ...day, late: "2.00" },
      { ...day, statement_payment_difference: "3.00" },
      { ...day, real_balance: null, difference: null },
    ];
    expect(agreeing([day, ...others, older], "2026-11-21")).toEqual([older, day]);
    expect(others.slice(2, 7).every(isDiffering)).toBe(true);
  });
});

describe("the steps to a closed day", () => {
  const today = "2026-11-21";
  const rows: ReconciliationRow[] = [
    day,
    { ...day, date: "2026-11-19", statement: SIDE, unmatched: 2 },
    { ...day, date: "2026-11-18", payment_difference: "1.00", difference: "1.00", in_review: 1 },
    { ...day, date: "2026-11-17", real_balance: null, difference: null },
    { ...day, date: "2026-11-16", closed: true },
    { ...day, date: today },
  ];
  const dates = (show: (typeof DAY_SHOWS)[number]): string[] => shownDays(rows, show, today).map((row) => row.date.slice(-2));
  it("shows for each count exactly the days that it counts", () => {
    expect(shownDays(rows, null, today)).toBe(rows);
    expect(Object.fromEntries(DAY_SHOWS.map((show) => [show, dates(show)]))).toEqual({
      open: ["20", "19", "18", "17"],
      clean: ["20", "19"],
      differing: ["18"],
      not_imported: ["20", "18", "17"],
      unmatched: ["19", "18"],
      closed: ["16"],
    });
    expect(agreeing(rows, today).map((row) => row.date.slice(-2))).toEqual(["19", "20"]);
  });

  it("says what is missing where a day stays open", () => {
    expect(rows.map((row) => missingOf(row, today))).toEqual([[], [], ["differs"], ["no_real_balance"], [], ["not_ended"]]);
  });

  it("draws a count for each choice, and links to the messages of just that day", async () => {
    viewAs("admin");
    await activate("zh", "books");
    const tools = { t: text, locale: "zh" as const, currency: "BDT" };
    const place = document.createElement("div");
    place.innerHTML = renderToStaticMarkup(
      <MemoryRouter>
        <GuideBar rows={rows} show={null} tools={tools} onShow={() => undefined} />
        <Unmatched row={{ ...day, unmatched: 2, in_review: 1 }} tools={tools} />
      </MemoryRouter>,
    );
    const counts = [...place.querySelectorAll("[data-show]")].map((one) => [one.getAttribute("data-show"), one.querySelector(".fd-num")?.textContent]);
    // The running day is judged by the real clock: it is another one by now.
    expect(Object.fromEntries(counts)).toMatchObject({ all: "6", differing: "1", unmatched: "2", closed: "1" });
    expect([...place.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
      "/sms?from=2026-11-20&to=2026-11-20&status=unmatched&wallet_id=W261121XY12AB34",
      "/sms?from=2026-11-20&to=2026-11-20&status=review&wallet_id=W261121XY12AB34",
    ]);
  });
});

describe("closing all of them", () => {
  it("goes on with other wallets where one day is refused, and tells of each", async () => {
    const closed: string[] = [];
    vi.stubGlobal("fetch", async (request: Request | string) => {
      const path = new URL(typeof request === "string" ? request : request.url, location.origin).pathname;
      if (path.includes("/WA/2026-11-18/"))
        return new Response(JSON.stringify({ success: false, error: { code: "conflict", message: "", request_id: "r" } }), {
          status: 409,
          headers: { "content-type": "application/json" },
        });
      closed.push(path);
      return new Response(JSON.stringify({ success: true, data: day }), { headers: { "content-type": "application/json" } });
    });
    const told: string[] = [];
    const days = [
      { ...day, wallet_id: "WA", date: "2026-11-18" },
      { ...day, wallet_id: "WA", date: "2026-11-19" },
      { ...day, wallet_id: "WB", date: "2026-11-19" },
    ];
    await closeAll(days, (row, closing) =>
      told.push(`${row.wallet_id} ${row.date.slice(-2)} ${closing.result === "closed" ? "closed" : (closing.error?.code ?? "after")}`),
    );
    vi.unstubAllGlobals();
    expect(told).toEqual(["WA 18 conflict", "WA 19 after", "WB 19 closed"]);
    expect(closed).toEqual(["/api/reconciliation/WB/2026-11-19/close"]);
  });
});

describe("the file of a statement", () => {
  const fileOf = (bytes: Uint8Array, size = bytes.length) => ({ size, arrayBuffer: async () => bytes.slice().buffer as ArrayBuffer });
  it("is read with and without its mark, and refused when it is too large or not UTF-8", async () => {
    const encode = (value: string): Uint8Array => new TextEncoder().encode(value);
    expect(await readStatementFile(fileOf(encode("\uFEFF交易号,金额")))).toEqual({ text: "交易号,金额" });
    expect(await readStatementFile(fileOf(encode("a,b")))).toEqual({ text: "a,b" });
    expect(await readStatementFile(fileOf(new Uint8Array([0xff, 0xfe, 0x41])))).toEqual({ problem: "unreadable" });
    expect(await readStatementFile(fileOf(encode("a\u0000b")))).toEqual({ problem: "unreadable" });
    expect(await readStatementFile(fileOf(encode("a"), 1_000_001))).toEqual({ problem: "tooLarge" });
  });
});

describe("the month of a statement", () => {
  it("begins with the last one that has ended, in Shanghai", () => {
    expect(lastMonth(Date.UTC(2026, 0, 31, 16))).toBe("2026-01");
    expect(lastMonth(Date.UTC(2026, 0, 31, 15, 59))).toBe("2025-12");
    const months = monthsUntil(Date.UTC(2026, 0, 2));
    expect([months[0], months[1], months.at(-1)]).toEqual(["2026-01", "2025-12", "2020-02"]);
  });
});

describe.each(LOCALES)("tables in %s", (locale) => {
  beforeAll(async () => {
    startMessages();
    await activate(locale, "rest");
    await activate(locale, "books");
  });

  it("show every figure, the sums and what does not agree", () => {
    const tools = { t: text, locale, currency: "BDT" };
    const rows = [day, { ...day, date: "2026-11-19", payment_difference: "5.00", statement: SIDE, statement_payment_difference: "1.00" }];
    const grid = renderToStaticMarkup(
      <MemoryRouter>
        <DayTable
          label="x"
          columns={gridColumns(rows, tools, () => undefined)}
          rows={rows}
          keyOf={(row) => row.date}
          totalLabel={text("reconciliation.table.total")}
        />
      </MemoryRouter>,
    );
    expect(grid.match(/data-marked/g)).toHaveLength(2);
    const shown = { reporting: null, by: "day" as const, to: (_row: unknown, of: string) => `/behind/${of}` };
    const statistics = renderToStaticMarkup(
      <MemoryRouter>
        <DayTable
          label="x"
          columns={statisticsColumns(sums, tools, shown)}
          rows={[{ wallet_id: "W1", wallet_name: "Padma 1", date: "2026-11-20", ...figures }]}
          keyOf={() => "one"}
          totalLabel={text("reconciliation.table.total")}
        />
      </MemoryRouter>,
    );
    expect(statistics.match(/<th scope="col"/g)).toHaveLength(19);
    expect(statistics).toContain("<tfoot>");
    // Each figure's head says by hover and by keys what it is, in words of its own; what is zero opens nothing.
    const tips = (drawn: string): string[] => [...drawn.matchAll(/<th[^>]*><button[^>]* data-tip="([^"]+)"/g)].map((found) => found[1] ?? "");
    expect([new Set(tips(statistics)).size, new Set(tips(grid)).size]).toEqual([STATISTIC_FIGURES.length + 1, 11]);
    expect([...statistics.matchAll(/href="\/behind\/(\w+)"/g)].map((found) => found[1])).toEqual([
      "wallet",
      "closing_balance",
      "estimated_balance",
      "profit",
      "api_payment",
      "system_payment",
      "closed",
    ]);
    for (const [by, words] of [
      ["day", 0],
      ["wallet", STATISTIC_FIGURES.length],
    ] as const)
      expect(statisticsColumns(sums, tools, { ...shown, by }).filter(({ tip }) => tip?.includes("\n"))).toHaveLength(words);
    for (const drawn of [grid, statistics]) {
      // A message that is missing shows its key.
      expect(drawn).not.toMatch(/>(figure|column|table|state)\.[a-z_]+</);
      if (locale === "en") expect(drawn).not.toMatch(/\p{Script=Han}/u);
    }
    const wallet = { wallet_id: "W1", wallet_name: "Padma 1", days: 1, ...figures };
    const wallets = [wallet, wallet, { ...wallet, real_balance: "5.00" }];
    expect([reportingOf({ wallets }), reportingOf({ wallets: [wallet] }), reportingOf({ wallets: wallets.slice(2) })]).toEqual([1, null, null]);
    const sumsOf = statisticsColumns({ ...sums, wallets: 3, days: 6 }, tools, { ...shown, reporting: 1 }).map((column) =>
      renderToStaticMarkup(<>{column.sum}</>),
    );
    const part = text("reconciliation.table.part", { n: 1 });
    expect(sumsOf.filter((shown) => shown.includes(part))).toHaveLength(2);
    expect(sumsOf[1]).toBe(locale === "zh" ? "3\u00a0个钱包，6\u00a0个钱包日" : "3\u00a0wallets, 6\u00a0wallet days");
    expect(RECONCILIATION_GROUPS.map((group) => text(`reconciliation.group.${group}`)).filter((word) => word.includes("."))).toEqual([]);
  });
});

it("asks for a statement of the last or the running month as one that moves, and of an earlier one by its days", () => {
  const now = Date.parse("2026-03-09T20:00:00Z");
  expect(wantedMonth("wallets", "W1", "2026-02", now)).toEqual({ list: "wallet_statement", filters: { id: "W1" }, range: "prev_month" });
  expect(wantedMonth("merchants", "M1", "2026-03", now)).toEqual({ list: "merchant_statement", filters: { id: "M1" }, range: "this_month" });
  expect(wantedMonth("wallets", "W1", "2024-02", now)).toEqual({
    list: "wallet_statement",
    filters: { id: "W1", from: "2024-02-01", to: "2024-02-29" },
    range: null,
  });
});
