/** Wallet statistics and reconciliation as files: what the screen shows of the days, waited for or made in the background. */
import * as z from "zod";
import type { ExportLanguage } from "../../../contract/exports.ts";
import { type WalletDaysQuery, walletDaysQuery } from "../../../contract/reconciliation.schema.ts";
import { businessDay } from "../../../contract/time.ts";
import { DAY_SHOWS, DAYS_BY, type DaysBy, type DayShow, shownDays } from "../../../contract/wallet-days.ts";
import { doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { type AnyRoute, HANDLED } from "../../platform/http/route.ts";
import { offerFile } from "../../platform/lists/export-source.ts";
import { exportFile } from "../../platform/lists/export-shown.ts";
import { fileOfStream, sendSheet, type Sheet, type SheetFormat, sheetStream } from "../../platform/lists/sheet.ts";
import { Refused } from "../../platform/refusal.ts";
import { rangeOf } from "./range.ts";
import { reconciliation } from "./rows.ts";
import { reconciliationSheet, say, statisticsSheet, type Words } from "./sheets.ts";
import { walletStatistics } from "./statistics.ts";

/** What a file holds, as the screen has it: days, wallet, and how the tab shows them. */
const QUERIES = {
  statistics: walletDaysQuery.extend({ view: z.enum(DAYS_BY).default("day").meta({ description: "a row per wallet and day, or per wallet" }) }),
  reconciliation: walletDaysQuery.extend({
    show: z.enum(DAY_SHOWS).optional().meta({ description: "only the days of this choice, which the sums are of, too" }),
  }),
} as const;
/** Which of the two. */
type WalletDaysFile = keyof typeof QUERIES;
const how = { format: z.enum(["csv", "xlsx"]).default("csv"), lang: z.enum(["zh", "en"]).default("zh") };
/** The queries with format and language. */
export const exportQueries = { statistics: QUERIES.statistics.extend(how), reconciliation: QUERIES.reconciliation.extend(how) } as const;
/** What either of them takes. */
interface FileQuery extends WalletDaysQuery {
  readonly view?: DaysBy | undefined;
  readonly show?: DayShow | undefined;
}

interface Made {
  readonly sheet: Sheet;
  /** The range, which the query may leave to us. */
  readonly span: string;
  /** How many rows it has beside that of the sums. */
  readonly rows: number;
}

/** Reads the days and puts the table together. Refuses as the answer itself */
async function sheetOf(ctx: Pick<UserCtx, "app" | "actor">, which: WalletDaysFile, asked: FileQuery, lang: ExportLanguage): Promise<Made | Refused> {
  const { view = "day", show = null, ...query } = asked;
  if (which === "statistics") {
    const found = await walletStatistics(ctx, query);
    if (found instanceof Refused) return found;
    const { length } = view === "wallet" ? found.wallets : found.items;
    return { sheet: statisticsSheet(found, view, lang), span: `${found.from}-${found.to}`, rows: length };
  }
  const found = await reconciliation(ctx, query);
  if (found instanceof Refused) return found;
  const today = businessDay(ctx.app.now());
  const items = shownDays(found.items, show, today);
  return { sheet: reconciliationSheet(found, items, today, lang), span: `${found.from}-${found.to}`, rows: items.length };
}

const FILES = {
  statistics: { of: "wallet_statistics", words: ["钱包统计", "wallet-statistics"] },
  reconciliation: { of: "reconciliation", words: ["对账", "reconciliation"] },
} as const satisfies Record<WalletDaysFile, { of: string; words: Words }>;
/** What a choice is called, as over the table. */
const CHOICES = {
  open: ["未关账", "open"],
  clean: ["可直接关账", "ready-to-close"],
  differing: ["有差异", "differing"],
  not_imported: ["未导入对账单", "no-statement"],
  unmatched: ["有未匹配短信", "unmatched"],
  closed: ["已关账", "closed"],
} as const satisfies Record<DayShow, Words>;
/** A file that is made later has its days named. */
const NAMED = { from: true, to: true } as const;
const BY_WALLET: Words = ["按钱包汇总", "by-wallet"];

/** Name of the file without its days: two files of the same days that hold something else are told apart by it. */
function fileWords(which: WalletDaysFile, { view, show }: FileQuery): Record<ExportLanguage, string> {
  const choice = show !== undefined ? CHOICES[show] : view === "wallet" ? BY_WALLET : null;
  const words = (lang: ExportLanguage): string => [FILES[which].words, ...(choice === null ? [] : [choice])].map((one) => say(one, lang)).join("-");
  return { zh: words("zh"), en: words("en") };
}

/** Writes the file and its audit row. Refuses as the answer itself */
export async function exportWalletDays(
  ctx: UserCtx,
  which: WalletDaysFile,
  asked: FileQuery & { readonly format: SheetFormat; readonly lang: ExportLanguage },
  reply: { header(name: string, value: string): unknown; send(payload: unknown): unknown },
): Promise<Refused | typeof HANDLED> {
  const { format, lang, ...query } = asked;
  const made = await sheetOf(ctx, which, query, lang);
  if (made instanceof Refused) return made;
  const { sheet, span } = made;
  doneOf(await ctx.tx((tx) => audit(ctx, tx, { action: "export", objectType: which, objectId: null, after: { format, filters: query } })));
  const words = fileWords(which, query);
  sendSheet(reply, sheet, format, { plain: `${words.en}-${span}`, local: `${words[lang]}-${span}` });
  return HANDLED;
}

/** The same file for whoever does not wait for it: of days that are named, or move. */
export function offerWalletDays(route: AnyRoute, which: WalletDaysFile): AnyRoute {
  const shape: z.ZodObject = which === "statistics" ? QUERIES.statistics.required(NAMED) : QUERIES.reconciliation.required(NAMED);
  return offerFile(route, {
    of: FILES[which].of,
    shape,
    prepare: (app, asked, actor, { format, language }) => {
      const query = asked as FileQuery; // its shape has read it
      const range = rangeOf(app, query);
      if (range instanceof Refused) return range;
      return {
        file: exportFile({ file: fileWords(which, query) }, { format, language }, query, app.now()),
        // Its rows are counted, the line of sums is none of them.
        totals: false,
        object: { type: which, id: null, merchantId: null },
        begin: async (running) => {
          const made = await sheetOf({ app: running, actor }, which, query, language);
          if (made instanceof Refused) return made;
          return fileOfStream(sheetStream(made.sheet, format), () => made.rows);
        },
      };
    },
  });
}
