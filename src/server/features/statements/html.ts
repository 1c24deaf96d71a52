/** The printable statement: one page of HTML without scripts and without anything from elsewhere, set for A4. */
import type { Statement } from "../../../contract/statements.schema.ts";
import { html } from "../../platform/html.ts";
import { blocksOf, type Cell, type Table } from "./blocks.ts";
import { word, type StatementLocale } from "./words.ts";

const CSS = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0 auto;max-width:210mm;padding:12mm;font:12px/1.45 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;color:#111;background:#fff}
h1{font-size:20px;margin:0 0 2mm}h2{font-size:14px;margin:6mm 0 2mm}
dl{display:grid;grid-template-columns:max-content 1fr;gap:1mm 4mm;margin:0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:1mm 2mm;border-bottom:1px solid #ddd;vertical-align:top;overflow-wrap:break-word}
th{font-weight:600}thead th{white-space:nowrap;border-bottom:1px solid #111}
.n{text-align:right;white-space:nowrap}.long{overflow-wrap:anywhere}
tfoot td{border-top:1px solid #111;border-bottom:0;font-weight:600}
.big td{font-size:13px}.note{color:#555;margin:2mm 0}
@page{size:A4;margin:12mm}
@media print{body{padding:0;max-width:none}thead{display:table-header-group}tr{break-inside:avoid}.screen{display:none}}
@media (max-width:640px){body{padding:4mm}.wide{overflow-x:auto}}
`;

const classOf = ({ number, long }: Cell): string => (number ? ' class="n"' : long ? ' class="long"' : "");
const row = (cells: readonly Cell[], tag: "td" | "th"): string =>
  `<tr>${cells.map((cell) => `<${tag}${tag === "th" ? ' scope="col"' : ""}${classOf(cell)}>${html(cell.text)}</${tag}>`).join("")}</tr>`;

/** A row that its first cell names. */
const named = ([name, ...values]: readonly Cell[]): string =>
  `<tr><th scope="row">${html(name?.text ?? "")}</th>${values.map((cell) => `<td class="n">${html(cell.text)}</td>`).join("")}</tr>`;

/** A table that scrolls by itself on a narrow screen, by keyboard too. */
function table({ label, head, body, foot }: Table): string {
  const big = head.length === 0;
  const inner = big
    ? `<tbody>${body.map(named).join("")}</tbody>`
    : `<thead>${row(head, "th")}</thead><tbody>${body.map((cells) => row(cells, "td")).join("")}</tbody>`;
  const tail = foot.length === 0 ? "" : `<tfoot>${foot.map((cells) => row(cells, "td")).join("")}</tfoot>`;
  return `<div class="wide${big ? " big" : ""}" role="group" tabindex="0" aria-label="${html(label)}"><table>${inner}${tail}</table></div>`;
}

const note = (text: string): string => `<p class="note">${html(text)}</p>`;

/** The whole page. */
export function statementPage(statement: Statement, locale: StatementLocale): string {
  const { title, facts, notes, sections } = blocksOf(statement, locale);
  const list = facts.map(([name, value]) => `<dt>${html(name)}</dt><dd>${html(value)}</dd>`).join("");
  const parts = sections.map(
    (section) => `<h2>${html(section.heading)}</h2>${section.tables.map(table).join("")}${section.note === null ? "" : note(section.note)}`,
  );
  return `<!doctype html><html lang="${locale === "zh" ? "zh-CN" : "en"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${html(`${title} ${statement.subject.name}`)}</title><style>${CSS}</style></head><body><main><h1>${html(title)}</h1><p class="note screen">${html(word("print", locale))}</p><dl>${list}</dl>${notes.map(note).join("")}${parts.join("")}</main></body></html>`;
}
