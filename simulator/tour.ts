/** Five places to look at, printed when the demo is up: each an address, and what is to be seen there. */
import type { DisburseRow } from "../src/contract/disburses.schema.ts";
import type { Page } from "../src/contract/envelope.ts";
import { addDays, businessDay } from "../src/contract/time.ts";
import type { Person } from "./staff.ts";

interface Step {
  /** Without the language, from the slash on. */
  readonly path: string;
  readonly zh: string;
  readonly en: string;
}

/** A payout that took two tries, else the newest completed one; null without any. */
async function payoutToShow(admin: Person): Promise<string | null> {
  let newest: string | null = null;
  for (let cursor: string | null = null; ; ) {
    const { items, search_cursor: further }: Page<DisburseRow> = await admin.call("GET /api/disburses", {
      query: { status: "completed", size: 200, ...(cursor === null ? {} : { cursor }) },
    });
    const again = items.find(({ attempts }) => attempts.length > 1);
    if (again) return again.id;
    newest ??= items[0]?.id ?? null;
    // Where the search for a page's rows takes too long, it is answered without them and goes on from there.
    if (!further) return newest;
    cursor = further;
  }
}

/** The steps for what this demo holds. */
export async function tourOf(admin: Person, nowMs: number): Promise<Step[]> {
  const payout = await payoutToShow(admin);
  const yesterday = addDays(businessDay(nowMs), -1);
  const { items } = await admin.call("GET /api/reconciliation", { query: { from: yesterday, to: yesterday } });
  const unclosed = items.filter((row) => !row.closed);
  const open = unclosed.find((row) => row.payment_difference !== "0.00") ?? unclosed[0];
  return [
    {
      path: "/queue",
      zh: "异常台：最急的在上；按 j 选一行，右侧是证据，Enter 按建议处理",
      en: "The queue: most urgent first; j chooses a line, its evidence stands beside it, Enter does what is suggested",
    },
    {
      path: payout === null ? "/disburses" : `/disburses?open=${payout}`,
      zh: "一笔代付的证据：每次尝试、短信、分录，为何选这个钱包",
      en: "A payout's evidence: each attempt, its message, the entries, and why this wallet",
    },
    {
      path: `/wallets?tab=reconciliation&from=${yesterday}&to=${yesterday}${open === undefined ? "" : `&open=${open.wallet_id}/${yesterday}`}`,
      zh: "昨天还没关账：以 finance 登录，看差异，再关账（Shift C 关闭没有差异的）",
      en: "Yesterday is not closed: sign in as finance, look at the differences, then close it (Shift C closes days without any)",
    },
    {
      path: `/wallets?tab=statistics&from=${addDays(yesterday, -29)}&to=${yesterday}`,
      zh: "一个月的统计；商户或钱包的详情里有月度对账单",
      en: "A month's statistics; a statement is in the drawer of each merchant and wallet",
    },
    {
      path: "/",
      zh: "首页：Shift S 紧急停用一个运营商；停用后 Esc 关窗，再按 Z 撤销",
      en: "Home: Shift S stops an operator; once it is stopped, Esc leaves the dialog and Z takes it back",
    },
  ];
}

/** Lines to print, in both languages. @param address of the product, without a slash at its end */
export async function tourLines(admin: Person, address: string, nowMs: number): Promise<string[]> {
  const steps = await tourOf(admin, nowMs);
  return [
    "五步看一遍，以 admin 登录 A tour in five steps, signed in as admin:",
    ...steps.flatMap(({ path, zh, en }, at) => [`  ${at + 1}. ${zh}`, `     ${en}`, `     ${address}${path}`, `     ${address}/en${path === "/" ? "" : path}`]),
  ];
}
