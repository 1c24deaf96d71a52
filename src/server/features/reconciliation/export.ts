/** Wallet statistics and reconciliation as files: the rows of the answer, with its sums as the last row. */
import * as z from "zod";
import type { Reconciliation, WalletDaysQuery, WalletStatistics } from "../../../contract/reconciliation.schema.ts";
import { walletDaysQuery } from "../../../contract/reconciliation.schema.ts";
import { doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { type AnyRoute, HANDLED } from "../../platform/http/route.ts";
import { offerFile } from "../../platform/lists/export-source.ts";
import { exportFile } from "../../platform/lists/export-shown.ts";
import { fileOfStream, sendSheet, type Sheet, type SheetColumn, type SheetFormat, sheetStream } from "../../platform/lists/sheet.ts";
import { Refused } from "../../platform/refusal.ts";
import { rangeOf } from "./range.ts";
import { reconciliation } from "./rows.ts";
import { walletStatistics } from "./statistics.ts";

/** The query with format and language. */
export const exportQuery = walletDaysQuery.extend({ format: z.enum(["csv", "xlsx"]).default("csv"), lang: z.enum(["zh", "en"]).default("zh") });
type ExportQuery = z.output<typeof exportQuery>;
type Language = ExportQuery["lang"];
type Words = readonly [zh: string, en: string];

const say = (words: Words, lang: Language): string => (lang === "zh" ? words[0] : words[1]);
const amount = (words: Words, lang: Language): SheetColumn => ({ title: say(words, lang), kind: "amount" });
const text = (words: Words, lang: Language): SheetColumn => ({ title: say(words, lang), kind: "text" });
const count = (words: Words, lang: Language): SheetColumn => ({ title: say(words, lang), kind: "number" });

/** Columns of the statistics, in the order of rule 44. */
const STATISTICS = {
  opening_balance: ["期初余额", "Opening balance"],
  closing_balance: ["期末余额", "Closing balance"],
  estimated_balance: ["预计余额", "Estimated balance"],
  real_balance: ["实际余额", "Real balance"],
  difference: ["差额", "Difference"],
  profit: ["利润", "Profit"],
  yesterday_credit: ["昨日入账", "Yesterday credit"],
  yesterday_debit: ["昨日出账", "Yesterday debit"],
  api_payment: ["API 代收", "API payment"],
  api_disburse: ["API 代付", "API disburse"],
  system_payment: ["系统代收", "System payment"],
  system_disburse: ["系统代付", "System disburse"],
  b2b_credit: ["B2B 入账", "B2B credit"],
  b2b_debit: ["B2B 出账", "B2B debit"],
  manual_credit: ["人工入账", "Manual credit"],
  manual_debit: ["人工出账", "Manual debit"],
} as const satisfies Partial<Record<keyof WalletStatistics["items"][number], Words>>;
const FIGURES = Object.keys(STATISTICS) as (keyof typeof STATISTICS)[]; // keys of a literal

function statisticsSheet(found: WalletStatistics, lang: Language): Sheet {
  const yes = (closed: boolean): string => (closed ? say(["是", "yes"], lang) : say(["否", "no"], lang));
  const rows = found.items.map((row) => [row.wallet_id, row.wallet_name, row.date, ...FIGURES.map((name) => row[name]), yes(row.closed)]);
  const sums = ["", say(["合计", "Total"], lang), `${found.from} – ${found.to}`, ...FIGURES.map((name) => found.sums[name]), yes(found.sums.closed)];
  return {
    name: say(["钱包统计", "Wallet statistics"], lang),
    columns: [
      text(["钱包编号", "Wallet ID"], lang),
      text(["钱包", "Wallet"], lang),
      text(["日期", "Date"], lang),
      ...FIGURES.map((name) => amount(STATISTICS[name], lang)),
      text(["已关账", "Closed"], lang),
    ],
    rows: [...rows, sums],
  };
}

const RECONCILED: readonly Words[] = [
  ["API 代收", "API payment"],
  ["系统代收", "System payment"],
  ["对账单代收", "Statement payment"],
  ["代收差异", "Payment difference"],
  ["API 代付", "API disburse"],
  ["系统代付", "System disburse"],
  ["对账单代付", "Statement disburse"],
  ["代付差异", "Disburse difference"],
  ["期初余额", "Opening balance"],
  ["预计余额", "Estimated balance"],
  ["实际余额", "Real balance"],
  ["余额差额", "Balance difference"],
  ["关账后入账", "Booked after close"],
];

function reconciliationSheet(found: Reconciliation, lang: Language): Sheet {
  const rows = found.items.map((row) => [
    row.wallet_id,
    row.wallet_name,
    row.date,
    row.api.payment,
    row.system.payment,
    row.statement?.payment ?? null,
    row.payment_difference,
    row.api.disburse,
    row.system.disburse,
    row.statement?.disburse ?? null,
    row.disburse_difference,
    row.opening_balance,
    row.estimated_balance,
    row.real_balance,
    row.difference,
    row.late,
    row.close && row.closed ? row.close.closed_by : null,
    row.close && row.closed ? row.close.reason : null,
    String(row.api.payment_count),
    String(row.system.payment_count),
  ]);
  return {
    name: say(["对账", "Reconciliation"], lang),
    columns: [
      text(["钱包编号", "Wallet ID"], lang),
      text(["钱包", "Wallet"], lang),
      text(["日期", "Date"], lang),
      ...RECONCILED.map((words) => amount(words, lang)),
      text(["关账人", "Closed by"], lang),
      text(["差异原因", "Reason"], lang),
      count(["API 代收笔数", "API payment count"], lang),
      count(["系统代收笔数", "System payment count"], lang),
    ],
    rows,
  };
}

/** Which of the two. */
type WalletDaysFile = "statistics" | "reconciliation";

/** The file's rows, how many days of wallets they are, and their range, which the query may leave to us. */
async function sheetOf(
  ctx: Pick<UserCtx, "app" | "actor">,
  which: WalletDaysFile,
  query: WalletDaysQuery,
  lang: Language,
): Promise<{ sheet: Sheet; span: string; days: number } | Refused> {
  if (which === "statistics") {
    const found = await walletStatistics(ctx, query);
    return found instanceof Refused ? found : { sheet: statisticsSheet(found, lang), span: `${found.from}-${found.to}`, days: found.items.length };
  }
  const found = await reconciliation(ctx, query);
  return found instanceof Refused ? found : { sheet: reconciliationSheet(found, lang), span: `${found.from}-${found.to}`, days: found.items.length };
}

/** Writes the file and its audit row. Refuses as the answer itself */
export async function exportWalletDays(
  ctx: UserCtx,
  which: WalletDaysFile,
  asked: ExportQuery,
  reply: { header(name: string, value: string): unknown; send(payload: unknown): unknown },
): Promise<Refused | typeof HANDLED> {
  const { format, lang, ...query } = asked;
  const made = await sheetOf(ctx, which, query, lang);
  if (made instanceof Refused) return made;
  const { sheet, span } = made;
  doneOf(await ctx.tx((tx) => audit(ctx, tx, { action: "export", objectType: which, objectId: null, after: { format, filters: query } })));
  const name = which === "statistics" ? "wallet-statistics" : "reconciliation";
  sendSheet(reply, sheet, format satisfies SheetFormat, { plain: `${name}-${span}`, local: `${sheet.name}-${span}` });
  return HANDLED;
}

const FILES = {
  statistics: { of: "wallet_statistics", file: { zh: "钱包统计", en: "wallet-statistics" } },
  reconciliation: { of: "reconciliation", file: { zh: "对账", en: "reconciliation" } },
} as const;

/** The same file for whoever does not wait for it: of days that are named, or move. */
export function offerWalletDays(route: AnyRoute, which: WalletDaysFile): AnyRoute {
  const { file, of } = FILES[which];
  return offerFile(route, {
    of,
    shape: walletDaysQuery.required({ from: true, to: true }),
    prepare: (app, query, actor, { format, language }) => {
      const range = rangeOf(app, query);
      if (range instanceof Refused) return range;
      return {
        file: exportFile({ file }, { format, language }, query, app.now()),
        // Its days are counted, the line of sums is none of them.
        totals: false,
        object: { type: which, id: null, merchantId: null },
        begin: async (running) => {
          const made = await sheetOf({ app: running, actor }, which, query, language);
          if (made instanceof Refused) return made;
          return fileOfStream(sheetStream(made.sheet, format), () => made.days);
        },
      };
    },
  });
}
