/** Tabs, settings, parameters of the configuration and saved views, as places of the palette. */
import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { VIEW_PLACES } from "../../contract/lists.ts";
import { loadBeside } from "../i18n/index.ts";
import { type MessageKey, useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { inBothLanguages, type WordsOf } from "../list/search/index.ts";
import { pathTo } from "../paths.ts";
import { useRead } from "../query.ts";
import { operatorsOn } from "../operators.ts";
import { type ConfigSection, sectionsOf, wordsOf } from "../screens/config/sections.ts";
import { VIEWED } from "../screens/lists.ts";
import { LOCALES, screenTitle, seesWhole } from "../screens.ts";
import { useMay, useProfile } from "../session.tsx";
import { SETTING_PLACES, TAB_PLACES } from "./acts/places.ts";

/** So many of them are shown: more are no help. */
const MOST = 10;

export interface Entry {
  readonly id: string;
  readonly label: string;
  /** What else it is found by. */
  readonly names?: readonly string[];
  /** The keys that do the same without the palette. */
  readonly keys?: string | undefined;
  readonly run: () => void;
}

/** True where its label, or another of its names, holds each word of the text. */
export function isEntryOf({ label, names = [] }: Pick<Entry, "label" | "names">, typed: string): boolean {
  const words = typed.trim().toLowerCase().split(/\s+/u);
  return [label, ...names].some((name) => words.every((word) => name.toLowerCase().includes(word)));
}

/** Those that the text names. Nothing before something is typed: there are too many. @param wanted their names are to be had @param both words of both languages */
export function usePlaceEntries(typed: string, wanted: boolean, both: WordsOf): readonly Entry[] {
  const all = useAllPlaces(wanted, both);
  return typed !== "" ? all.filter((entry) => isEntryOf(entry, typed)).slice(0, MOST) : NONE;
}
const NONE: readonly Entry[] = [];

/** The words of the language that is shown, and what has come of the other one. */
const wordsSoFar: WordsOf = (key) => inBothLanguages(key);

/** Words of a message for whoever types in either language: another function once those of both are there, so that names are made anew. */
export function useBothLanguages(wanted: boolean): WordsOf {
  const [known, setKnown] = useState(false);
  useEffect(() => {
    if (!wanted) return;
    let over = false;
    // Without them, what is found by this language's words is found as ever.
    const load = async (): Promise<void> => void (await Promise.all(LOCALES.map((locale) => loadBeside(locale))));
    void load().then(
      () => (over ? undefined : setKnown(true)),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [wanted]);
  return known ? inBothLanguages : wordsSoFar;
}

/** All of them, named once and not at each key. */
function useAllPlaces(wanted: boolean, both: WordsOf): readonly Entry[] {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const may = useMay();
  const { merchant_id } = useProfile();
  const views = useRead("GET /api/views", { query: {} }, { enabled: wanted, staleMs: 60_000 });
  const saved = views.data?.items;
  return useMemo(() => {
    if (!wanted) return NONE;
    const to = (path: string) => () => void navigate(path);
    const pair = (one: MessageKey, other: MessageKey): Pick<Entry, "label" | "names"> => {
      const [ours, theirs] = [both(one), both(other)];
      return { label: `${t(one)} · ${t(other)}`, names: ours.map((name, at) => `${name} · ${theirs[at] ?? ""}`) };
    };
    const named = (one: MessageKey, name: string): Pick<Entry, "label" | "names"> => ({
      label: `${t(one)} · ${name}`,
      names: both(one).map((screen) => `${screen} · ${name}`),
    });
    const config = (hash: string): (() => void) => to(`${pathTo(locale, "config")}#${hash}`);
    /** A section by its title, a setting by its name; an operator's own name is the same in both languages. */
    const ofSection = ({ id, title, keys }: ConfigSection): Entry[] => [
      { id: `section:${id}`, ...("key" in title ? pair("frame.screen.config", title.key) : named("frame.screen.config", title.text)), run: config(id) },
      ...keys.flatMap((flat) => {
        const words = wordsOf(flat);
        if (words === null) return [];
        const { label, names = [] } = pair("frame.screen.config", words.label);
        const operator = words.operator === null ? "" : ` · ${words.operator}`;
        const also = both(words.also).join(" ");
        return [
          {
            id: `config:${flat}`,
            label: label + operator,
            names: [...names.flatMap((name) => [name + operator, `${name}${operator} ${also}`]), flat],
            run: config(flat),
          },
        ];
      }),
    ];
    return [
      // Who finds a part of a screen alone has it under the part's own name already.
      ...TAB_PLACES.filter(({ screen, permission }) => (permission === null || may(permission)) && seesWhole(may, screen)).map(({ screen, tab, label }) => ({
        id: `tab:${screen}:${tab}`,
        ...pair(`frame.screen.${screen}`, label),
        run: to(pathTo(locale, screen, { tab })),
      })),
      ...SETTING_PLACES.filter(({ own }) => own !== true || merchant_id !== null).map(({ screen, id, label, also }) => {
        const { label: shown, names = [] } = pair(`frame.screen.${screen}`, label);
        return { id: `setting:${label}`, label: shown, names: [...names, ...both(also)], run: to(`${pathTo(locale, screen)}#${id}`) };
      }),
      ...(saved ?? []).flatMap(({ id, list, name }) => {
        const known = VIEW_PLACES.find((one) => one === list);
        if (known === undefined || !may(VIEWED[known].permission)) return [];
        const { screen, tab } = VIEWED[known];
        const label = `${t(screenTitle(may, screen))} · ${t("list.views.is", { name })}`;
        return [{ id: `view:${id}`, label, run: to(pathTo(locale, screen, { ...(tab === undefined ? {} : { tab }), view: id })) }];
      }),
      ...(may("config.see") ? sectionsOf(operatorsOn(), may).flatMap(ofSection) : []),
    ];
  }, [wanted, t, locale, navigate, may, saved, merchant_id, both]);
}
