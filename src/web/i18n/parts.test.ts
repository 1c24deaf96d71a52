/** Messages that come with few screens are named by nobody who does not bring them: elsewhere a key would stand in the place of its words. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { WITH_SELDOM } from "../../contract/message-parts.ts";
import { SCREEN_NAMES, screenRow } from "../screens.ts";
import { first } from "./zh/first.ts";
import { rest } from "./zh/rest.ts";
import { seldom } from "./zh/seldom.ts";

const web = fileURLToPath(new URL("..", import.meta.url));
/** Code that asks for them as it comes (`withMessages`): the screens (approvals are a tab of one), what they alone import, the palette with what it finds, the list of keys, and the forms of exports. */
const BRINGS = [
  ...WITH_SELDOM.map((path) => `screens${path}/`),
  "frame/palette",
  "frame/found-words",
  "frame/keys-help",
  "frame/acts/",
  "list/export/",
  "screens/approvals/",
  "words/code-words",
];

function keysOf(value: unknown, prefix = ""): string[] {
  if (typeof value === "string") return [prefix];
  return Object.entries(value as object).flatMap(([key, inner]) => keysOf(inner, prefix === "" ? key : `${prefix}.${key}`)); // messages are nested objects of texts
}
const sources = readdirSync(web, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)suite/.test(name) && !name.startsWith("i18n/"));
const keys = new Set(keysOf(seldom));
const begins = [...new Set([...keys].flatMap((key) => key.split(".").map((_part, index, all) => all.slice(0, index + 1).join("."))))];

const isEverybodys = (area: string): boolean => area in first || area in rest;
/** Areas of which everybody loads one part and few screens the other. */
const isShared = (area: string): boolean => area in seldom && isEverybodys(area);
const common = new Set([...keysOf(first), ...keysOf(rest)].flatMap((key) => key.split(".").map((_part, index, all) => all.slice(0, index + 1).join("."))));

/** Messages of the part that a text names beside the area that they are looked up in, or in a table of areas and beginnings. */
function namedBeside(text: string): string[] {
  const areas = [...text.matchAll(/\buseT\("(\w+)"/g)].map((found) => found[1] ?? "").filter(isShared);
  const beside = [...new Set(areas)].flatMap((area) => [...text.matchAll(/["'`]([a-zA-Z][\w.-]*)(?:["'`]|\.\$\{)/g)].map((found) => `${area}.${found[1]}`));
  const tabled = [...text.matchAll(/\["(\w+)", "([\w.-]+)"/g)].map((found) => `${found[1]}.${found[2]}`);
  return [...beside, ...tabled].filter((begin) => begins.includes(begin) && !common.has(begin));
}

/** Messages of the part that a source names: whole, by their beginning, or by their area. */
const named = (source: string): string[] => namedIn(readFileSync(join(web, source), "utf8"));

function namedIn(text: string): string[] {
  const whole = [...text.matchAll(/["'`]([a-zA-Z]+(?:[.:][\w-]+)+)["'`]/g)].map((found) => (found[1] ?? "").replace(":", ".")).filter((key) => keys.has(key));
  const begun = [...text.matchAll(/`([a-zA-Z]+(?:\.[\w-]+)*)\.\$\{/g)].map((found) => found[1] ?? "").filter((begin) => begins.includes(begin));
  const looked = [...text.matchAll(/\bnamed\("(\w+)", "([\w.]+)"/g)].map((found) => `${found[1]}.${found[2]}`).filter((begin) => begins.includes(begin));
  const areas = [...text.matchAll(/\b(?:useT|named)\("(\w+)"/g)].map((found) => found[1] ?? "").filter((area) => area in seldom && !isEverybodys(area));
  return [...whole, ...begun.filter((begin) => begin.includes(".") || !isEverybodys(begin)), ...looked, ...areas, ...namedBeside(text)];
}

/** What a source brings along by itself: its imports, at once or lazily, but for those that `withMessages` waits with. */
function imports(source: string): string[] {
  const text = readFileSync(join(web, source), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const atOnce = [...text.matchAll(/^(?:import|export) (?!type\b)(?:[^"';]*? from )?"(\.[^"]+)"/gm)];
  const lazily = [...text.replace(/withMessages\("seldom", import\("[^"]+"\)\)|typeof import\("[^"]+"\)/g, "").matchAll(/\bimport\("(\.[^"]+)"\)/g)];
  return [...atOnce, ...lazily]
    .map((found) => posix.join(posix.dirname(source), found[1] ?? ""))
    .filter((name) => /\.tsx?$/.test(name) && !/^(?:i18n\/|\.\.)/.test(name) && existsSync(join(web, name)));
}
/** Every source that these come to, themselves among them. */
function reached(from: readonly string[]): Set<string> {
  const all = new Set(from);
  for (const source of all) for (const next of imports(source)) all.add(next); // a set's walk meets what is added meanwhile
  return all;
}
/** The frame and the screens that have its messages alone. */
const PLAIN = [
  "main.tsx",
  "frame/shell.tsx",
  ...SCREEN_NAMES.filter((name) => !WITH_SELDOM.includes(screenRow(name).path)).map((name) => `screens/${name === "index" ? "home" : name}/index.tsx`),
];

describe("messages that come with few screens", () => {
  it("are named only where they have been brought", () => {
    const elsewhere = sources.filter((source) => !BRINGS.some((place) => source.startsWith(place)));
    expect(Object.fromEntries(elsewhere.map((source) => [source, named(source)] as const).filter(([, found]) => found.length > 0))).toEqual({});
  });

  it("are named by nothing that a screen without them imports, in whatever folder that lies", () => {
    // Forms of exports are opened out of what brings their messages.
    const plain = [...reached(PLAIN)].filter((source) => !source.startsWith("list/export/"));
    expect(Object.fromEntries(plain.map((source) => [source, named(source)] as const).filter(([, found]) => found.length > 0))).toEqual({});
    expect([plain.includes("screens/queue/row.tsx"), plain.includes("frame/palette.tsx"), plain.length > 200]).toEqual([true, false, true]);
  });

  it("are found where they are named", () => {
    expect(named("screens/sms/lab/index.tsx").length).toBeGreaterThan(0);
    expect(named("screens/queue/evidence.tsx")).toContain("exceptions.about");
    expect([named("frame/palette.tsx").includes("frame.palette.found"), named("frame/search.tsx")]).toEqual([true, []]);
  });

  it("are found where their area is of both parts", () => {
    const one = keysOf(seldom.wallets).find((key) => key.includes(".") && !common.has(`wallets.${key.split(".")[0]}`)) ?? "";
    const [begin = ""] = one.split(".");
    for (const text of [
      `const t = useT("wallets");\nt("${one}")`,
      `const t = useT("wallets");\nt(\`${begin}.\${kind}\`)`,
      `named("wallets", "${begin}", kind)`,
      `[["wallets", "${begin}"]]`,
    ])
      expect(namedIn(text), text).not.toEqual([]);
    const [plain = ""] = keysOf(rest.wallets);
    expect(namedIn(`const t = useT("wallets");\nt("${plain}")`)).toEqual([]);
  });

  it("are no messages of what everybody loads", () => {
    const others = new Set([...keysOf(first), ...keysOf(rest)]);
    expect([...keys].filter((key) => others.has(key))).toEqual([]);
  });
});
