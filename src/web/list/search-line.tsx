/** A quiet line: how far the search for this page's rows has come, and how to stop it or go on. */
import type { ReactElement } from "react";
import type { Page } from "../../contract/envelope.ts";
import type { CellTools } from "../cell-tools.ts";
import { countText, reachText } from "../i18n/format.ts";
import { goesBack, isSearched, type Search } from "./state/index.ts";
import css from "./list.module.css";

interface Props {
  readonly page: Page<unknown> | null;
  readonly search: Search;
  readonly newestFirst: boolean;
  readonly tools: CellTools;
}

/** What is said aloud changes with the state alone, not with every answer. */
export function SearchLine({ page, search, newestFirst, tools }: Props): ReactElement {
  const { t } = tools;
  const said =
    search.state === "none" ? "" : search.state === "over" ? t("list.reach.over", { n: countText(page?.items.length ?? 0) }) : t(`list.reach.${search.state}`);
  return (
    <>
      <span className="fd-sr" role="status">
        {said}
      </span>
      {isSearched(page) ? (
        <div className={css.search} data-running={search.state === "running" || undefined}>
          <span>{searchedText(page, newestFirst, tools)}</span>
          <button type="button" className={css.searchAct} onClick={search.state === "running" ? search.stop : search.goOn}>
            {t(search.state === "running" ? "list.reach.stop" : "list.reach.goOn")}
          </button>
        </div>
      ) : null}
    </>
  );
}

/** How far the search has come: `Searched back to 12 Oct`. */
export function searchedText(page: Page<unknown> & { readonly searched_back_to: string }, newestFirst: boolean, { t, locale }: CellTools): string {
  return t(goesBack(page, newestFirst) ? "list.reach.back" : "list.reach.up", { date: reachText(page.searched_back_to, Date.now(), locale) });
}
