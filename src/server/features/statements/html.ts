/** The printable statement: one page of HTML without scripts and without anything from elsewhere, set for A4. */
import type { Statement, StatementLine } from "../../../contract/statements.schema.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { formatDateTime } from "../../../contract/time.ts";
import { kindWord, word, type StatementLocale, type StatementWord } from "./words.ts";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as HTML; what cannot be printed is left out. */
export function html(text: string): string {
  return text.replace(/[&<>"']/g, (found) => ESCAPES[found] ?? found).replace(/\p{Cc}/gu, " ");
}

const CSS = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0 auto;max-width:210mm;padding:12mm;font:12px/1.45 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;color:#111;background:#fff}
h1{font-size:20px;margin:0 0 2mm}h2{font-size:14px;margin:6mm 0 2mm}
dl{display:grid;grid-template-columns:max-content 1fr;gap:1mm 4mm;margin:0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:1mm 2mm;border-bottom:1px solid #ddd;vertical-align:top;overflow-wrap:break-word}
th{font-weight:600}thead th{white-space:nowrap;border-bottom:1px solid #111}
.n{text-align:right;white-space:nowrap}
tfoot td{border-top:1px solid #111;border-bottom:0;font-weight:600}
.big td{font-size:13px}.note{color:#555;margin:2mm 0}
@page{size:A4;margin:12mm}
@media print{body{padding:0;max-width:none}thead{display:table-header-group}tr{break-inside:avoid}.screen{display:none}}
@media (max-width:640px){body{padding:4mm}.wide{overflow-x:auto}}
`;

/** `-1234567.50` as `−1,234,567.50`: what people read; the files carry plain numbers. */
export function grouped(amount: string): string {
  const [whole = "", decimals = ""] = amount.replace("-", "").split(".");
  return `${amount.startsWith("-") ? "−" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}

type Cell = { readonly text: string; readonly number?: true };
const n = (text: string): Cell => ({ text, number: true });
const a = (amount: string): Cell => n(grouped(amount));
const t = (text: string): Cell => ({ text });
const row = (cells: readonly Cell[], tag: "td" | "th"): string =>
  `<tr>${cells.map((cell) => `<${tag}${tag === "th" ? ' scope="col"' : ""}${cell.number ? ' class="n"' : ""}>${html(cell.text)}</${tag}>`).join("")}</tr>`;

/** A table that scrolls by itself on a narrow screen, by keyboard too. */
function wide(label: string, inner: string, big = false): string {
  return `<div class="wide${big ? " big" : ""}" role="group" tabindex="0" aria-label="${html(label)}"><table>${inner}</table></div>`;
}

function table(label: string, head: readonly Cell[], body: readonly (readonly Cell[])[], foot: readonly (readonly Cell[])[] = []): string {
  const tail = foot.length === 0 ? "" : `<tfoot>${foot.map((cells) => row(cells, "td")).join("")}</tfoot>`;
  return wide(label, `<thead>${row(head, "th")}</thead><tbody>${body.map((cells) => row(cells, "td")).join("")}</tbody>${tail}`);
}

function lineCells(line: StatementLine, withOperatorDay: boolean, locale: StatementLocale): Cell[] {
  const when = line.at === null ? line.date.replaceAll("-", "/") : formatDateTime(line.at);
  return [
    t(when),
    ...(withOperatorDay ? [t(line.operator_date?.replaceAll("-", "/") ?? "")] : []),
    t(kindWord(line.kind, locale)),
    t(line.reference?.id ?? (line.at === null ? `× ${line.count}` : "")),
    a(line.amount),
    a(line.balance),
  ];
}

function head(statement: Statement, say: (name: StatementWord) => string): string {
  const { subject } = statement;
  const facts: [string, string][] = [
    [say(subject.type), `${subject.name} (${subject.id})`],
    ...(subject.operator === null ? [] : [[say("operator"), operatorInfo(subject.operator).name] as [string, string]]),
    ...(subject.account === null ? [] : [[say("account"), subject.account] as [string, string]]),
    [say("period"), `${statement.from.replaceAll("-", "/")} – ${statement.to.replaceAll("-", "/")}`],
    [say("currency"), statement.currency],
    [say("made_at"), formatDateTime(statement.made_at)],
  ];
  const list = facts.map(([name, value]) => `<dt>${html(name)}</dt><dd>${html(value)}</dd>`).join("");
  const notes = [say("zone"), ...(statement.complete ? [] : [say("running")]), ...(statement.detail === "days" ? [say("days")] : [])];
  return `<dl>${list}</dl>${notes.map((note) => `<p class="note">${html(note)}</p>`).join("")}`;
}

function summary(statement: Statement, say: (name: StatementWord) => string): string {
  const rows: [StatementWord, string][] = [
    ["opening_balance", statement.opening_balance],
    ["credit", statement.credit],
    ["debit", /[1-9]/.test(statement.debit) ? `-${statement.debit}` : statement.debit],
    ["closing_balance", statement.closing_balance],
    ...(statement.held_balance === null ? [] : [["held_balance", statement.held_balance] as [StatementWord, string]]),
  ];
  const lines = rows.map(([name, amount]) => `<tr><th scope="row">${html(say(name))}</th><td class="n">${html(grouped(amount))}</td></tr>`);
  return wide(say("balance"), `<tbody>${lines.join("")}</tbody>`, true);
}

/** The whole page. */
export function statementPage(statement: Statement, locale: StatementLocale): string {
  const say = (name: StatementWord): string => word(name, locale);
  const title = `${say(statement.subject.type === "merchant" ? "merchant_statement" : "wallet_statement")} ${statement.month}`;
  const totals = table(
    say("totals"),
    [t(say("kind")), n(say("count")), n(say("credit")), n(say("debit"))],
    statement.totals.map((total) => [t(kindWord(total.kind, locale)), n(String(total.count)), a(total.credit), a(total.debit)]),
    [[t(say("total")), n(String(statement.line_count)), a(statement.credit), a(statement.debit)]],
  );
  const fees =
    statement.fees === null
      ? ""
      : `<h2>${html(say("fee_invoice"))}</h2>${table(
          say("fee_invoice"),
          [t(say("kind")), n(say("count")), n(say("amount"))],
          statement.fees.items.map((item) => [t(kindWord(item.kind, locale)), n(String(item.count)), a(item.amount)]),
          [[t(say("fees_due")), t(""), a(statement.fees.amount)]],
        )}`;
  const operatorDays = statement.lines.some((line) => line.operator_date !== null);
  const columns = [
    t(say(statement.detail === "days" ? "date" : "time")),
    ...(operatorDays ? [t(say("operator_date"))] : []),
    t(say("kind")),
    t(say("reference")),
    n(say("amount")),
    n(say("balance")),
  ];
  const blank = operatorDays ? [t(""), t(""), t("")] : [t(""), t("")];
  const lines =
    statement.lines.length === 0
      ? `<p class="note">${html(say("none"))}</p>`
      : table(
          say("lines"),
          columns,
          [[t(say("opening_balance")), ...blank, t(""), a(statement.opening_balance)], ...statement.lines.map((line) => lineCells(line, operatorDays, locale))],
          [[t(say("closing_balance")), ...blank, t(""), a(statement.closing_balance)]],
        );
  return `<!doctype html><html lang="${locale === "zh" ? "zh-CN" : "en"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${html(`${title} ${statement.subject.name}`)}</title><style>${CSS}</style></head><body><main><h1>${html(title)}</h1><p class="note screen">${html(say("print"))}</p>${head(statement, say)}<h2>${html(say("totals"))}</h2>${summary(statement, say)}${totals}${fees}<h2>${html(say("lines"))}</h2>${lines}</main></body></html>`;
}
