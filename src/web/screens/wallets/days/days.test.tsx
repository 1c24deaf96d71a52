// @vitest-environment happy-dom
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import { DATE_PRESETS } from "../../../../contract/time.ts";
import { RECONCILIATION_GROUPS } from "../../../../contract/reconciliation.ts";
import type { ReconciliationRow, WalletStatistics } from "../../../../contract/reconciliation.schema.ts";
import { activate, startMessages } from "../../../i18n/index.ts";
import { text } from "../../../i18n/keys.ts";
import { LOCALES } from "../../../screens.ts";
import { lastMonth, monthsUntil } from "../../../statements/panel.tsx";
import { type DaysAddress, readDays, writeDays } from "./address.ts";
import { agreeing } from "./close-all.ts";
import { readStatementFile } from "./file.ts";
import { gridColumns, isDiffering } from "./grid.tsx";
import { reportingOf, statisticsColumns } from "./statistics.tsx";
import { DayTable } from "./table.tsx";

const side = { payment: "10.00", disburse: "0.00", payment_count: 1, disburse_count: 0 };
const day: ReconciliationRow = {
  wallet_id: "W261121XY12AB34",
  wallet_name: "Padma 1",
  operator: "bkash",
  date: "2026-11-20",
  api: side,
  system: side,
  statement: null,
  payment_difference: "0.00",
  disburse_difference: "0.00",
  statement_payment_difference: null,
  statement_disburse_difference: null,
  opening_balance: "0.00",
  estimated_balance: "10.00",
  real_balance: "10.00",
  real_balance_at: null,
  difference: "0.00",
  late: "0.00",
  closed: false,
  close: null,
  version: 0,
  actions: ["close"],
};
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

describe("the address of the tabs", () => {
  const preset = fc.constantFrom(...DATE_PRESETS);
  const open = fc.option(fc.constant({ walletId: "W261121XY12AB34", date: "2026-11-20" }));
  it("reads back what it writes", () => {
    fc.assert(
      fc.property(preset, fc.option(fc.constant("W261121XY12AB34")), fc.boolean(), open, (range, walletId, perWallet, opened) => {
        const now = Date.UTC(2026, 10, 21);
        const address: DaysAddress = { ...readDays(new URLSearchParams({ range }), "today", now), walletId, perWallet, open: opened };
        expect(readDays(new URLSearchParams(writeDays("statistics", address)), "yesterday", now)).toEqual(address);
      }),
    );
    const given: DaysAddress = { range: null, from: "2026-11-01", to: "2026-11-05", walletId: null, perWallet: false, open: null, page: 3, size: 50 };
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
    const reconciliationSums = {
      api: side,
      system: side,
      statement: null,
      payment_difference: "0.00",
      disburse_difference: "0.00",
      open_days: 1,
      differing_days: 0,
    };
    const grid = renderToStaticMarkup(
      <MemoryRouter>
        <DayTable
          label="x"
          columns={gridColumns(reconciliationSums, tools, () => undefined)}
          rows={[day, { ...day, date: "2026-11-19", payment_difference: "5.00", statement: side, statement_payment_difference: "1.00" }]}
          keyOf={(row) => row.date}
          totalLabel={text("reconciliation.table.total")}
        />
      </MemoryRouter>,
    );
    expect(grid.match(/data-marked/g)).toHaveLength(2);
    const statistics = renderToStaticMarkup(
      <DayTable
        label="x"
        columns={statisticsColumns(sums, tools)}
        rows={[{ wallet_id: "W1", wallet_name: "Padma 1", date: "2026-11-20", ...figures }]}
        keyOf={() => "one"}
        totalLabel={text("reconciliation.table.total")}
      />,
    );
    expect(statistics.match(/<th scope="col"/g)).toHaveLength(19);
    expect(statistics).toContain("<tfoot>");
    for (const drawn of [grid, statistics]) {
      // A message that is missing shows its key.
      expect(drawn).not.toMatch(/>(figure|column|table|state)\.[a-z_]+</);
      if (locale === "en") expect(drawn).not.toMatch(/\p{Script=Han}/u);
    }
    const wallet = { wallet_id: "W1", wallet_name: "Padma 1", days: 1, ...figures };
    const wallets = [wallet, wallet, { ...wallet, real_balance: "5.00" }];
    expect([reportingOf({ wallets }), reportingOf({ wallets: [wallet] }), reportingOf({ wallets: wallets.slice(2) })]).toEqual([1, null, null]);
    const sumsOf = statisticsColumns({ ...sums, wallets: 3, days: 6 }, tools, 1).map((column) => renderToStaticMarkup(<>{column.sum}</>));
    const part = text("reconciliation.table.part", { n: 1 });
    expect(sumsOf.filter((shown) => shown.includes(part))).toHaveLength(2);
    expect(sumsOf[1]).toBe(locale === "zh" ? "3 个钱包，6 个钱包日" : "3 wallets, 6 wallet days");
    expect(RECONCILIATION_GROUPS.map((group) => text(`reconciliation.group.${group}`)).filter((word) => word.includes("."))).toEqual([]);
  });
});
