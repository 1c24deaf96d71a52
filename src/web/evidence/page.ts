/**
 * A page that is handed on as a file: one HTML document without scripts and without anything from elsewhere, set for A4. It is
 * built as nodes, so that whatever a text holds is escaped by the browser itself.
 */
import { LANGUAGE_TAGS } from "../i18n/locale.ts";
import type { Locale } from "../screens.ts";

const CSS = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0 auto;max-width:210mm;padding:12mm;font:12px/1.5 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC","Noto Sans Bengali",sans-serif;color:#111;background:#fff}
h1{font-size:20px;margin:0 0 2mm;overflow-wrap:anywhere}h2{font-size:14px;margin:7mm 0 2mm;border-bottom:1px solid #111;padding-bottom:1mm;break-after:avoid}h3{font-size:12px;margin:4mm 0 1mm;break-after:avoid}
dl{display:grid;grid-template-columns:minmax(28mm,max-content) 1fr;gap:1mm 4mm;margin:0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
table{width:100%;max-width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:1mm 2mm;border-bottom:1px solid #ddd;vertical-align:top;overflow-wrap:break-word}
dl+.wide{margin-top:2mm}
thead th{border-bottom:1px solid #888;font-weight:600}tbody th{font-weight:400;color:#555}
.n{text-align:right;white-space:nowrap}.t{white-space:nowrap}
pre{margin:1mm 0;padding:2mm;border:1px solid #ddd;border-radius:1mm;background:#f7f7f7;font:11px/1.45 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
p{margin:1mm 0}.note{color:#555}
@page{size:A4;margin:12mm}
@media print{body{padding:0;max-width:none}thead{display:table-header-group}tr{break-inside:avoid}.screen{display:none}}
@media (max-width:640px){body{padding:4mm}.wide{overflow-x:auto}.wide table{min-width:640px}}
`;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

type Child = Node | string | null;

/** What nodes are made in; nothing of it runs, and none of it is shown. */
const workshop = (): Document => document.implementation.createHTMLDocument("");
let made: Document | null = null;

/** One element. Characters that cannot be printed are left out of texts. */
export function node(tag: string, className: string | null, ...children: readonly Child[]): HTMLElement {
  made ??= workshop();
  const element = made.createElement(tag);
  if (className !== null) element.className = className;
  for (const child of children) if (child !== null) element.append(typeof child === "string" ? child.replace(/[^\P{Cc}\n\t]/gu, " ") : child);
  return element;
}

/** A titled part. */
export const section = (title: string, ...children: readonly Child[]): HTMLElement => node("section", null, node("h2", null, title), ...children);

/** Names with values; what has no value is left out. */
export function facts(items: readonly (readonly [name: string, value: string | null])[]): HTMLElement {
  const known = items.filter((item): item is readonly [string, string] => item[1] !== null && item[1] !== "");
  return node("dl", null, ...known.flatMap(([name, value]) => [node("dt", null, name), node("dd", null, value)]));
}

/** A column's heading; `n`: numbers, `t`: moments. */
export interface Head {
  readonly title: string;
  readonly as?: "n" | "t";
}

/** A table, which scrolls by itself on a narrow screen. */
export function table(heads: readonly Head[], rows: readonly (readonly string[])[]): HTMLElement {
  const head = node("tr", null, ...heads.map(({ title, as }) => node("th", as ?? null, title)));
  const body = rows.map((cells) => node("tr", null, ...cells.map((cell, index) => node("td", heads[index]?.as ?? null, cell))));
  return node("div", "wide", node("table", null, node("thead", null, head), node("tbody", null, ...body)));
}

/** The whole document. @param title its heading, and the name under which a browser prints it */
export function pageText(title: string, locale: Locale, ...children: readonly Child[]): string {
  const page = workshop();
  page.documentElement.lang = LANGUAGE_TAGS[locale];
  const meta = (attributes: Readonly<Record<string, string>>): HTMLElement => {
    const element = page.createElement("meta");
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const style = page.createElement("style");
  style.textContent = CSS;
  page.title = title;
  page.head.prepend(
    meta({ charset: "utf-8" }),
    meta({ name: "viewport", content: "width=device-width,initial-scale=1" }),
    meta({ "http-equiv": "content-security-policy", content: POLICY }),
  );
  page.head.append(style);
  page.body.append(node("main", null, node("h1", null, title), ...children));
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
