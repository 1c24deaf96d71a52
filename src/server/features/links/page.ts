/** The page behind a redacted link: text and its own style, in one language, readable on any phone. Nothing in it runs or comes from elsewhere. */
import type { Locale } from "../../../contract/locale.ts";
import { formatDateTime } from "../../../contract/time.ts";
import { html } from "../../platform/html.ts";
import type { Shown } from "./shown.ts";
import { WORDS } from "./words.ts";

const CSS = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;background:Canvas;color:CanvasText}
main{max-width:34rem;margin:0 auto;padding:24px 16px}
h1{font-size:1.25rem;margin:0 0 12px;overflow-wrap:anywhere}h2{font-size:1rem;margin:20px 0 4px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:0;font-variant-numeric:tabular-nums}
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere}p{margin:20px 0 0;opacity:.75;font-size:.875rem}
@media (max-width:360px){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}
`;

function pageOf(lang: string, title: string, body: string): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex,nofollow"><meta name="referrer" content="no-referrer"><title>${html(title)}</title><style>${CSS}</style></head><body><main>${body}</main></body></html>`;
}

const facts = (rows: readonly (readonly [string, string])[]): string =>
  `<dl>${rows.map(([name, value]) => `<dt>${html(name)}</dt><dd>${html(value)}</dd>`).join("")}</dl>`;

/** The object in a language. */
export function linkPage(shown: Shown, locale: Locale, expiresAt: Date): string {
  const words = WORDS[locale];
  const status: Readonly<Record<string, string>> = words.status[shown.kind];
  const kind = words.kind[shown.kind];
  const rows: [string, string | null][] = [
    [words.field.status, status[shown.status] ?? shown.status],
    [words.field.operator, shown.operator],
    [words.field.phone, shown.phone],
    [words.field.amount, shown.amount],
  ];
  const known = rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const moments = shown.moments.map(
    ({ at, what }) => [shown.kind === "withdrawal" && what === "created" ? words.asked : words.moment[what], formatDateTime(at.toISOString())] as const,
  );
  const note = words.note.replace("{at}", formatDateTime(expiresAt.toISOString()));
  return pageOf(
    locale === "zh" ? "zh-CN" : "en",
    // Titles stand in histories and on shared screens: without the id.
    `${kind} · ${words.app}`,
    `<h1>${html(`${kind} ${shown.id}`)}</h1>${facts(known)}<h2>${html(words.times)}</h2>${facts(moments)}<p>${html(note)} ${html(words.zone)}</p>`,
  );
}

/** Both languages: whoever reads it chose none. */
const bilingual = (zh: readonly [string, string], en: readonly [string, string]): string =>
  pageOf("zh-CN", `${zh[0]} · ${en[0]}`, `<h1>${zh[0]}</h1><p>${zh[1]}</p><div lang="en"><h2>${en[0]}</h2><p>${en[1]}</p></div>`);

/** The same for a link that never was, is over, was taken back, or does not open now. */
export const GONE_PAGE = bilingual(
  ["链接已失效", "链接不完整、已过期或已撤销，请向分享人索取新的链接。"],
  ["Link not valid", "It is incomplete, has expired or was revoked. Ask whoever shared it for a new one."],
);
/** Too often. */
export const BUSY_PAGE = bilingual(["打开过于频繁", "请稍后再试。"], ["Opened too often", "Try again later."]);
/** For programs that draw a preview: nothing is told of what the link shows, nor whether it is one. */
export const PREVIEW_PAGE = bilingual(["脱敏链接", "在浏览器中打开即可查看。"], ["Redacted link", "Open it in a browser to see it."]);
