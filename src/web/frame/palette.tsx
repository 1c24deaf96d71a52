/** Ctrl K: go to a screen, find any id, TrxID or phone number, act. In a chunk of its own. */
import { Spotlight } from "@mantine/spotlight";
import "@mantine/spotlight/styles.layer.css";
import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { meets } from "../../contract/needed.ts";
import { holdsChips, withoutChips } from "../../contract/chips.ts";
import { holdsWord } from "../../contract/search.ts";
import type { SearchResult } from "../../contract/home.schema.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { remember, type WordsOf } from "../list/search/index.ts";
import { objectPath, pathTo, screenAt } from "../paths.ts";
import { goKeys, screenRow, screenTitle } from "../screens.ts";
import { useCan, useMay } from "../session.tsx";
import { DateTime } from "../ui/values.tsx";
import { detailOf, titleOf } from "./found-words.ts";
import { Icon } from "./icons.tsx";
import { ActGroup, useAsked } from "./palette-acts.tsx";
import { ChipGroup } from "./palette-chips.tsx";
import { keepUnread } from "./palette-line.tsx";
import { useFound } from "./palette-found.ts";
import { PaletteEntry, PaletteList } from "./palette-entry.tsx";
import { markFirst, palette, pressed, store, typedAnew } from "./palette-mark.ts";
import { OfferedGroup } from "./palette-object.tsx";
import { useActEntries } from "./palette-own.ts";
import { type Entry, isEntryOf, useBothLanguages, usePlaceEntries } from "./palette-places.ts";
import { PLACE, RecentGroup } from "./palette-recent.tsx";
import { cornerEntries, menuEntries, menuTarget } from "./menu-data.ts";
import css from "./palette.module.css";

const MIN_QUERY = 3;
const isEnough = (words: string): boolean => words.length >= MIN_QUERY || holdsWord(words);
const CALM_MS = 200;
/** Sooner than most people type, and after the first pictures. */
const DRAWN_MS = 150;
const NOTHING: SearchResult["items"] = [];
const NOTHING_LEFT: SearchResult["unfinished"] = [];
/** Where nothing was found, each list can look further: longer, and by parts of words. */
const EVERYTHING: SearchResult["unfinished"] = ["payment", "disburse", "sms", "transfer", "withdrawal"].map((type) => ({ type, searched_back_to: null }));

interface Props {
  /** What was typed before this was here, and from then on. */
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** Its own field has the focus. */
  readonly onTaken: () => void;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** The palette, open as long as it is mounted. */
export default function Palette({ query, onQuery, onTaken, onClose, onHelp }: Props) {
  const t = useText();
  useEffect(() => palette.open(), []);
  const typed = query.trim();
  const calm = useCalm(typed);
  const isReady = useReady(typed !== "");
  const both = useBothLanguages(isReady);
  const goTo = [...useGoEntries(both), ...usePlaceEntries(typed, isReady, both)].filter((entry) => isEntryOf(entry, query));
  const acts = useActEntries(onHelp, both).filter((entry) => isEntryOf(entry, query));
  const search = useCan("search");
  const asked = useAsked(holdsChips(calm) ? "" : calm);
  // `approve P2611…`: the object is looked for, not the verb.
  const words = asked.act?.object ?? withoutChips(calm);
  const found = useFound(words, search && isEnough(words));
  const isShort = !isEnough(withoutChips(query));
  // Whoever asks for these looks for nothing.
  const isAct = asked.stop !== null || asked.close !== null || asked.created.length > 0;
  const items = isShort ? NOTHING : (found.data?.items ?? NOTHING);
  const further = useFurther(isShort || isAct ? NOTHING_LEFT : found.data?.items.length === 0 ? EVERYTHING : (found.data?.unfinished ?? NOTHING_LEFT), words);
  const isSearching = !isShort && (found.isFetching || calm !== typed);
  const isChips = holdsChips(query);
  // What was found comes after the typing.
  useEffect(() => (items.length > 0 ? markFirst() : undefined), [items]);
  const said = isSearching ? t("common.loading") : found.isError ? t("frame.palette.failed") : t("frame.palette.nothing");
  return (
    <Spotlight.Root
      title={t("frame.palette.title")}
      classNames={{ header: css.header ?? "", content: css.content ?? "", body: css.body ?? "" }}
      store={store}
      onSpotlightClose={onClose}
      query={query}
      onQueryChange={(text) => {
        typedAnew();
        onQuery(text);
      }}
      shortcut={null}
      scrollable
      maxHeight={440}
      centered={false}
      yOffset={80}
      overlayProps={{ backgroundOpacity: 0.3 }}
      transitionProps={{ duration: 0 }}
      // The page behind it stands still without: to take its scroll bar away asks for widths in the middle of the drawing.
      removeScrollProps={{ removeScrollBar: false }}
    >
      <Spotlight.Search
        placeholder={t("frame.palette.placeholder")}
        aria-label={t("frame.palette.title")}
        leftSection={<Icon name="search" />}
        onKeyDown={pressed}
        onKeyDownCapture={(event) => keepUnread(event, calm === typed)}
        onFocus={() => {
          onTaken();
          if (query !== "") markFirst();
        }}
      />
      <PaletteList>
        {query === "" ? <RecentGroup onQuery={onQuery} /> : null}
        <ActGroup asked={asked} found={items} />
        {isChips ? <ChipGroup query={calm} onGo={() => remember(PLACE, query)} /> : null}
        {items.length > 0 ? <FoundGroup items={items} onGo={() => remember(PLACE, query)} /> : null}
        {asked.act === null ? <OfferedGroup items={items} /> : null}
        <Group label={t("frame.palette.go")} entries={goTo} />
        <Group label={t("frame.palette.act")} entries={acts} />
        {/* What was named comes before a longer search for its name. */}
        <Group label={t("frame.palette.unfinished")} entries={further} />
        {items.length + goTo.length + acts.length === 0 && !isChips && !isAct && !isShort ? (
          <Spotlight.Empty className={css.empty ?? ""}>{said}</Spotlight.Empty>
        ) : null}
      </PaletteList>
      {isShort && !isChips && !isAct ? <Spotlight.Footer className={css.hint ?? ""}>{t("frame.palette.hint")}</Spotlight.Footer> : null}
    </Spotlight.Root>
  );
}

function Group({ label, entries }: { label: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label} className={css.group ?? ""}>
      {entries.map((entry) => (
        <PaletteEntry key={entry.id} onClick={entry.run}>
          {entry.label}
          {entry.keys === undefined ? null : (
            <kbd className={css.keys} aria-hidden="true">
              {entry.keys}
            </kbd>
          )}
        </PaletteEntry>
      ))}
    </Spotlight.ActionsGroup>
  );
}

function FoundGroup({ items, onGo }: { items: SearchResult["items"]; onGo: () => void }) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  return (
    <Spotlight.ActionsGroup label={t("frame.palette.found")} className={css.group ?? ""}>
      {items.map((item) => {
        const target = objectPath(locale, item.type, item.id);
        return (
          <PaletteEntry
            key={`${item.type}:${item.id}`}
            onClick={() => {
              onGo();
              if (target !== null) void navigate(target);
            }}
          >
            <span className={css.found}>
              <span className={css.kind}>{t(`frame.objectType.${kindOf(item.type)}`)}</span>
              <span className={css.title}>{titleOf(item)}</span>
              <span className={css.detail}>{[item.deleted ? t("frame.palette.deleted") : "", detailOf(item)].filter(Boolean).join(" · ")}</span>
              <DateTime value={item.at} />
            </span>
          </PaletteEntry>
        );
      })}
    </Spotlight.ActionsGroup>
  );
}

const KINDS = ["payment", "disburse", "transfer", "withdrawal", "wallet", "merchant", "user", "sms", "journal", "manual", "approval", "delivery"] as const;
type Kind = (typeof KINDS)[number] | "other";
function kindOf(type: string): Kind {
  return KINDS.find((kind) => kind === type || `${kind}s` === type) ?? "other";
}

function useGoEntries(both: WordsOf): readonly Entry[] {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const may = useMay();
  return useMemo(
    () =>
      [...menuEntries(may), ...cornerEntries(may)].map(({ name }) => ({
        id: name,
        label: t(screenTitle(may, name)),
        names: both(screenTitle(may, name)),
        keys: goKeys(name),
        run: () => void navigate(menuTarget(locale, name, screenAt(window.location.pathname))),
      })),
    [t, locale, navigate, may, both],
  );
}

/** What the search had no time for, as links to the lists that go on with it: a star in front asks for tails, sums and words, too. */
function useFurther(unfinished: SearchResult["unfinished"], query: string): Entry[] {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const may = useMay();
  const lists = { payment: "payments", disburse: "disburses", sms: "sms", transfer: "transfers", withdrawal: "withdrawal" } as const;
  return unfinished.flatMap(({ type }) => {
    const screen = Object.entries(lists).find(([kind]) => kind === type)?.[1];
    if (screen === undefined || !meets(may, screenRow(screen).permission)) return [];
    return [
      {
        id: `further:${type}`,
        label: t("frame.palette.goOn", { screen: t(`frame.screen.${screen}`) }),
        run: () => void navigate(pathTo(locale, screen, { q: `*${query}` })),
      },
    ];
  });
}

/** Whether names are to be had: once the palette has been drawn, so that the first letter does not wait for them, or when one is typed sooner. */
function useReady(isTyped: boolean): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), DRAWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDrawn || isTyped;
}

/** The value once it has stood still for a moment. */
function useCalm(value: string): string {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), CALM_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return calm;
}
