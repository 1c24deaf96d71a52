/** The menu of views: everything that a list shows under a name, one's own and what colleagues share, any number of them. */
import { TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useDeferredValue, useState } from "react";
import { holdsFiltersAlone, type ViewPlace } from "../../../contract/lists.ts";
import type { SavedView } from "../../../contract/views.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { errorOf, fetchData } from "../../query.ts";
import { Anchored } from "../../ui/anchored.tsx";
import { errorWords } from "../../ui/notices.tsx";
import css from "../../ui/overlays.module.css";
import { Tag } from "../../ui/status.tsx";
import type { FilterSpec } from "../spec/index.ts";
import type { ListState } from "../state/index.ts";
import { ViewCount, type CountedBy } from "./count.tsx";
import { useHeldNames } from "./held-names.ts";
import { LineActs } from "./line-acts.tsx";
import { type Hold, SaveView } from "./save-view.tsx";
import { type ListViews, viewsKey } from "./use-views.ts";
import own from "./views.module.css";

export interface ViewsProps {
  readonly anchor: HTMLElement;
  readonly list: ViewPlace;
  /** Counts the rows of each; null: none are counted. */
  readonly endpoint: CountedBy | null;
  readonly filters: readonly FilterSpec[];
  readonly state: ListState;
  readonly views: ListViews;
  readonly tools: CellTools;
  readonly onClose: () => void;
}
/** What the button, the menu and the strip of a place are drawn with. */
export type ViewMenu = Omit<ViewsProps, "anchor" | "onClose">;
/** Counted at most: each costs a call. */
const COUNTED_MAX = 30;
/** From so many on there is a search among them. */
const SEARCH_FROM = 8;

/** Opens, saves, shares and deletes views of one list. */
export default function Views({ anchor, list, endpoint, filters, state, views, tools, onClose }: ViewsProps): ReactElement {
  const { t } = tools;
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState<string | null>(null);
  const q = useDeferredValue(typed.trim());
  const read = useQuery({
    queryKey: viewsKey(list, q),
    queryFn: () => fetchData("GET /api/views", { query: { list, ...(q === "" ? {} : { q }) } }),
    placeholderData: keepPreviousData,
  });
  const items = read.data?.items ?? [];
  const { held, hold, panel, leave } = useHeldNames(t);
  const show = (view: SavedView | null): Promise<void> =>
    leave(() => {
      views.show(view);
      onClose();
    });
  return (
    <Anchored anchor={anchor} label={t("list.views.title")} onClose={() => void leave(onClose)} held={held}>
      <div ref={panel} className={`${css.panel} ${css.wide}`}>
        <div className={css.title}>{t("list.views.title")}</div>
        {read.error ? <p className={css.note}>{errorWords(errorOf(read.error)).text}</p> : null}
        {typed !== "" || items.length >= SEARCH_FROM || read.data?.more ? (
          <TextInput
            type="search"
            aria-label={t("list.views.find")}
            placeholder={t("list.views.find")}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : null}
        {read.data && items.length === 0 ? (
          <p className={css.note}>{q !== "" ? t("list.views.notFound", { q }) : t(holdsFiltersAlone(list) ? "list.views.noneFilters" : "list.views.none")}</p>
        ) : null}
        <ul className={own.list}>
          {q === "" && (items.length > 0 || views.open !== null) ? (
            <li className={css.view}>
              <button type="button" className={css.choice} aria-pressed={views.open === null} onClick={() => void show(null)}>
                {t("list.views.plain")}
              </button>
            </li>
          ) : null}
          {items.map((view, at) => (
            <ViewLine
              key={view.id}
              view={view}
              views={views}
              standardBy={view.default ? (read.data?.standard_by ?? null) : null}
              count={endpoint !== null && at < COUNTED_MAX ? <ViewCount endpoint={endpoint} view={view} filters={filters} tools={tools} /> : null}
              expanded={open === view.id}
              onExpand={() => setOpen(open === view.id ? null : view.id)}
              onShow={() => void show(view)}
              hold={hold}
              tools={tools}
            />
          ))}
        </ul>
        {read.data?.more ? <p className={css.note}>{t("list.views.more")}</p> : null}
        <SaveView list={list} state={state} views={views} tools={tools} hold={hold} onSaved={onClose} />
      </div>
    </Anchored>
  );
}

interface LineProps {
  readonly view: SavedView;
  readonly views: ListViews;
  readonly standardBy: "person" | "role" | null;
  readonly count: ReactNode;
  readonly expanded: boolean;
  readonly onExpand: () => void;
  readonly onShow: () => void;
  readonly hold: Hold;
  readonly tools: CellTools;
}

/** One view: opened by its name, its acts behind the dots. */
function ViewLine({ view, views, standardBy, count, expanded, onExpand, onShow, hold, tools }: LineProps): ReactElement {
  const { t } = tools;
  return (
    <li>
      <div className={css.view}>
        <button
          type="button"
          className={css.choice}
          aria-pressed={views.open?.id === view.id}
          aria-label={t("list.views.open", { name: view.name })}
          onClick={onShow}
        >
          {view.name} <Marks view={view} tools={tools} />
        </button>
        {count}
        <button type="button" className={css.small} aria-expanded={expanded} aria-label={t("list.views.acts", { name: view.name })} onClick={onExpand}>
          ⋯
        </button>
      </div>
      {expanded ? <LineActs view={view} views={views} standardBy={standardBy} hold={hold} tools={tools} /> : null}
    </li>
  );
}

/** Whose it is, and where it is what the list opens with. */
function Marks({ view, tools: { t } }: { view: SavedView; tools: CellTools }): ReactElement {
  return (
    <>
      {view.own ? view.shared ? <Tag>{t("list.views.sharedMark")}</Tag> : null : <Tag>{t("list.views.by", { who: view.owner })}</Tag>}{" "}
      {view.default ? <Tag tone="done">{t("list.views.defaultMark")}</Tag> : null}
    </>
  );
}
