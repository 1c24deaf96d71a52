/**
 * All colours and the fonts of the product, as data and as CSS variables `--fd-<name>`. They stand apart from Mantine's theme so that
 * sign-in and the error page need nothing of Mantine.
 */
/** One colour in light and dark. Every text colour keeps 4.5:1 on ground, surface and raised of its scheme. */
const TOKENS = {
  ground: ["#f6f7f9", "#0f1216"],
  surface: ["#ffffff", "#161a20"],
  raised: ["#ffffff", "#1c2129"],
  line: ["#e6e8ec", "#262c35"],
  "line-strong": ["#d3d7de", "#343c48"],
  /** Outline of controls: 3:1 against the surface (WCAG 1.4.11). */
  control: ["#8a93a1", "#667080"],
  text: ["#14181f", "#e7eaee"],
  dim: ["#57606d", "#a4adb9"],
  faint: ["#667080", "#8b95a3"],
  hover: ["#f0f2f6", "#1d232b"],
  selected: ["#edf1fd", "#1c2540"],
  accent: ["#3b5bdb", "#91a7ff"],
  "accent-strong": ["#3b5bdb", "#4263eb"],
  done: ["#23793a", "#69db7c"],
  "done-ground": ["#e9f6ec", "#15291b"],
  busy: ["#54687f", "#9fb2c9"],
  "busy-ground": ["#eef2f6", "#1d252f"],
  ask: ["#a15200", "#fcc45c"],
  "ask-ground": ["#fff4e0", "#2e2410"],
  unknown: ["#6b3fd4", "#b9a3fb"],
  "unknown-ground": ["#f3effd", "#241d3a"],
  bad: ["#c92a2a", "#ff8f8f"],
  "bad-ground": ["#fdecec", "#331a1c"],
  gone: ["#667080", "#8b95a3"],
  "gone-ground": ["#f0f1f3", "#20252d"],
  shade: ["rgba(20, 24, 31, 0.12)", "rgba(0, 0, 0, 0.5)"],
} as const;
/** Name of a colour token; in CSS `var(--fd-<name>)`. */
export type Token = keyof typeof TOKENS;

/** What a state means, not how it is called: `ask` is the only one that wants a person. */
export type Tone = "done" | "busy" | "ask" | "unknown" | "bad" | "gone";

export const FONT = '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';
export const FONT_MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** The tokens as a style sheet, which the build makes a file of (`virtual:tokens.css`); the scheme is `data-mantine-color-scheme` on `<html>`, which Mantine reads too. */
export function tokenSheet(): string {
  const scheme = (index: 0 | 1): string =>
    Object.entries(TOKENS)
      .map(([name, pair]) => `--fd-${name}:${pair[index]}`)
      .join(";");
  const sizes = `--fd-font:${FONT};--fd-font-mono:${FONT_MONO};--fd-menu-width:13rem;--fd-menu-folded:3.5rem;--fd-topbar:3rem;--fd-row:2.5rem`;
  // English names of screens are longer: "Manual operations" stands beside its count of what waits.
  const english = ":root:lang(en){--fd-menu-width:13.375rem}";
  const dark = `color-scheme:dark;${scheme(1)}`;
  // Before the program has marked the page, the system decides.
  const unmarked = `@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${dark}}}`;
  return `:root{color-scheme:light;${sizes};${scheme(0)}}${english}${unmarked}:root[data-mantine-color-scheme="dark"]{${dark}}:root[data-density="compact"]{--fd-row:2rem}`;
}
