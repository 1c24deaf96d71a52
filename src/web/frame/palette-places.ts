/** Tabs, parameters of the configuration and saved views, as places of the palette. */
import { useNavigate } from "react-router";
import { LIST_NAMES } from "../../contract/lists.ts";
import { type MessageKey, useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { inBothLanguages } from "../list/search/index.ts";
import { pathTo } from "../paths.ts";
import { useRead } from "../query.ts";
import { type ConfigKey, FIELDS } from "../screens/config/keys.ts";
import { LISTS } from "../screens/lists.ts";
import { useMay } from "../session.tsx";
import { TAB_PLACES } from "./acts/places.ts";

const CONFIG_KEYS = Object.keys(FIELDS) as ConfigKey[]; // keys of a literal
/** So many of them are shown: more are no help. */
const MOST = 10;

export interface Entry {
  readonly id: string;
  readonly label: string;
  /** What else it is found by. */
  readonly names?: readonly string[];
  readonly run: () => void;
}

/** True where its label, or another of its names, holds each word of the text. */
export function isEntryOf({ label, names = [] }: Pick<Entry, "label" | "names">, typed: string): boolean {
  const words = typed.trim().toLowerCase().split(/\s+/u);
  return [label, ...names].some((name) => words.every((word) => name.toLowerCase().includes(word)));
}

/** Those that the text names. Nothing before something is typed: there are too many. */
export function usePlaceEntries(typed: string): Entry[] {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const may = useMay();
  const views = useRead("GET /api/views", { query: {} }, { enabled: typed !== "", staleMs: 60_000 });
  if (typed === "") return [];
  const to = (path: string) => () => void navigate(path);
  const pair = (one: MessageKey, other: MessageKey): Pick<Entry, "label" | "names"> => {
    const [ours, theirs] = [inBothLanguages(one), inBothLanguages(other)];
    return { label: `${t(one)} · ${t(other)}`, names: ours.map((name, at) => `${name} · ${theirs[at] ?? ""}`) };
  };
  const all = [
    ...TAB_PLACES.filter(({ permission }) => may(permission)).map(({ screen, tab, label }) => ({
      id: `tab:${screen}:${tab}`,
      ...pair(`frame.screen.${screen}`, label),
      run: to(pathTo(locale, screen, { tab })),
    })),
    ...(views.data?.items ?? []).flatMap(({ id, list, name }) => {
      const known = LIST_NAMES.find((one) => one === list);
      if (known === undefined || !may(LISTS[known].permission)) return [];
      const { screen, tab } = LISTS[known];
      const label = `${t(`frame.screen.${screen}`)} · ${t("list.views.is", { name })}`;
      return [{ id: `view:${id}`, label, run: to(pathTo(locale, screen, { ...(tab === undefined ? {} : { tab }), view: id })) }];
    }),
    ...(may("config.see") ? CONFIG_KEYS : []).map((key) => ({
      id: `config:${key}`,
      ...pair("frame.screen.config", `config.keys.${key}`),
      run: to(`${pathTo(locale, "config")}#${key}`),
    })),
  ];
  return all.filter((entry) => isEntryOf(entry, typed)).slice(0, MOST);
}
