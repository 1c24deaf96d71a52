/** How the documentation looks, and its list of contents: beside the text where there is room, above it on a phone. */

/** What stands on the page; its words are HTML. */
export interface Chapter {
  /** Null: a group of its items, with no place of its own. */
  readonly id: string | null;
  readonly title: string;
  readonly items: readonly { readonly id: string; readonly title: string }[];
}

const link = ({ id, title }: { readonly id: string; readonly title: string }): string => `<a href="#${id}">${title}</a>`;

/** The list of contents; chapters with items open on demand. @param label its own name */
export function contents(label: string, chapters: readonly Chapter[]): string {
  const lines = chapters.map(({ id, title, items }) => {
    if (items.length === 0 && id !== null) return `<li>${link({ id, title })}</li>`;
    return `<li><details><summary>${title} <small>${items.length}</small></summary><ul>${items.map((item) => `<li>${link(item)}</li>`).join("")}</ul></details></li>`;
  });
  return `<nav aria-label="${label}"><p>${label}</p><ul>${lines.join("")}</ul></nav>`;
}

/** The product's mark. */
export const MARK =
  '<svg aria-hidden="true" width="28" height="28" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3b5bdb"/><path d="M8 12h13l-3.5-3.5M24 20H11l3.5 3.5" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>';

export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2128; --soft: #57606a; --line: #d8dde3; --ground: #fff; --side: #f6f7f9; --accent: #3451c6; --get: #1a7f37; --post: #3451c6; --patch: #9a6700; --delete: #c62828;
  font: 15px/1.65 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif; color: var(--ink); background: var(--ground); scroll-padding-top: 1rem; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e7eb; --soft: #9aa4b0; --line: #30363d; --ground: #13161b; --side: #191d23; --accent: #93a8ff; --get: #57c26f; --post: #93a8ff; --patch: #e0b040; --delete: #ff8a80; } }
* { box-sizing: border-box; } body { margin: 0 auto; max-width: 84rem; display: grid; grid-template: auto auto 1fr / minmax(0, 1fr); }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
header h1 { margin: 0; font-size: 1.2rem; flex: 1 1 auto; } header p { margin: 0; display: flex; gap: 1rem; }
main { padding: 0 1rem 4rem; min-width: 0; } a { color: var(--accent); text-underline-offset: .2em; }
nav { padding: .5rem 1rem; background: var(--side); border-bottom: 1px solid var(--line); max-height: 15rem; overflow: auto; font-size: .9rem; }
nav p { margin: .25rem 0; color: var(--soft); } nav ul { list-style: none; margin: 0; padding: 0; } nav ul ul { padding-left: .75rem; }
nav a, nav summary { display: block; padding: .2rem .4rem; border-radius: 4px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover, nav summary:hover { background: color-mix(in srgb, currentColor 10%, transparent); } nav summary { display: list-item; list-style-position: inside; } small { color: var(--soft); }
code, pre { font: .88em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; } p code, td code { overflow-wrap: anywhere; }
pre { padding: .75rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--side); }
h2 { margin: 2.5rem 0 .5rem; padding-top: .5rem; font-size: 1.35rem; } h3 { margin: 2.25rem 0 .25rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.05rem; overflow-wrap: anywhere; } h4 { margin: 1rem 0 .25rem; font-size: .9rem; color: var(--soft); }
main p { max-width: 52rem; margin: .5rem 0; }
table { border-collapse: collapse; width: 100%; margin: .25rem 0 1rem; display: block; overflow-x: auto; font-size: .93rem; }
th { color: var(--soft); font-weight: 500; white-space: nowrap; } th, td { text-align: left; vertical-align: top; padding: .35rem 1rem .35rem 0; border-bottom: 1px solid var(--line); }
td:first-child code { overflow-wrap: normal; white-space: nowrap; }
.m { display: inline-block; min-width: 3.6em; font: 700 .75em/1.6 ui-monospace, SFMono-Regular, Menlo, monospace; color: var(--post); } .get { color: var(--get); } .patch, .put { color: var(--patch); } .delete { color: var(--delete); }
.here { color: var(--soft); text-decoration: none; opacity: 0; } h3:hover .here, .here:focus-visible { opacity: 1; } @media (hover: none) { .here { opacity: 1; } }
summary { cursor: pointer; } .calls { list-style: none; padding: 0; } .calls li { padding: .2rem 0; } .calls a { text-decoration: none; overflow-wrap: anywhere; }
:target { scroll-margin-top: 1rem; } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (min-width: 64rem) { body { grid-template: auto 1fr / 18rem minmax(0, 1fr); } header { grid-column: 1 / -1; padding: .75rem 1.5rem; } main { padding: 0 2.5rem 4rem; }
  nav { position: sticky; top: 0; height: 100vh; max-height: none; border-bottom: 0; border-right: 1px solid var(--line); padding: 1rem .75rem; } }
@media (max-width: 40rem) { table, tbody, tr, td { display: block; } thead { display: none; } tr { padding: .4rem 0; border-bottom: 1px solid var(--line); } td { border: 0; padding: 0; } td:empty { display: none; }
  td:first-child code { font-weight: 700; white-space: normal; } td[data-head]::before { content: attr(data-head) ": "; color: var(--soft); } }
@media print { nav, .here { display: none; } body { display: block; } }
`;
