/** Under the list: how many, how many a page, back and forth. */
import type { ReactElement } from "react";
import { PAGE_SIZES, type Page, type Total } from "../../../contract/envelope.ts";
import { countText, reachText } from "../../i18n/format.ts";
import { isPageSize, type PageSize } from "../state/index.ts";
import css from "./pager.module.css";
import type { CellTools } from "../../cell-tools.ts";

interface Props {
  readonly page: Page<unknown> | null;
  /** Figures change from moment to moment: they are not said aloud. */
  readonly quiet?: boolean;
  /** Rows that came in and are not shown yet; none where the list is read as a whole. */
  readonly fresh?: { readonly count: number; readonly more: boolean };
  readonly onFresh?: () => void;
  readonly size: PageSize;
  readonly tools: CellTools;
  readonly onCursor: (cursor: string | null) => void;
  readonly onSize: (size: PageSize) => void;
}

/** Keyset pages: previous and next never drift when rows arrive. */
export function Pager({ page, quiet = false, fresh, onFresh, size, tools, onCursor, onSize }: Props): ReactElement {
  const { t } = tools;
  return (
    <nav className={css.pager} aria-label={t("list.pages.label")}>
      <span className={css.total} role="status" aria-live={quiet ? "off" : "polite"}>
        {page?.figures_late ? <LateFigure tools={tools} /> : page ? totalText(page.total, tools) : ""}
        {page?.sums === null && page.partial_sums === undefined && !page.figures_late ? <span className="fd-dim"> · {t("list.table.sumsTooMany")}</span> : null}
      </span>
      {fresh !== undefined && fresh.count > 0 ? (
        <button type="button" className={css.fresh} onClick={onFresh}>
          {t(fresh.more ? "list.pages.freshMore" : "list.pages.fresh", { n: fresh.count })}
        </button>
      ) : null}
      <label className={css.size}>
        <span>{t("list.pages.size")}</span>
        <select
          value={size}
          onChange={(event) => {
            const next = Number(event.currentTarget.value);
            if (isPageSize(next)) onSize(next);
          }}
        >
          {PAGE_SIZES.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className={css.step} disabled={!page?.prev_cursor} onClick={() => onCursor(page?.prev_cursor ?? null)}>
        ‹ {t("list.pages.previous")}
      </button>
      <button type="button" className={css.step} disabled={!page?.next_cursor} onClick={() => onCursor(page?.next_cursor ?? null)}>
        {t("list.pages.next")} ›
      </button>
    </nav>
  );
}

/** In the place of a figure that rows did not wait for. */
export function LateFigure({ tools: { t } }: { tools: CellTools }): ReactElement {
  return (
    <span className="fd-dim" data-waiting="" aria-label={t("list.table.figuresLate")} role="img">
      …
    </span>
  );
}

/** How many rows there are, or at least, and up to when they were counted. */
function totalText(total: Total, { t, locale }: CellTools): string {
  const n = countText(total.value);
  if (total.searched_back_to !== undefined) return t("list.pages.totalReach", { n, date: reachText(total.searched_back_to, Date.now(), locale) });
  return t(total.exact ? "list.pages.total" : "list.pages.totalMore", { n });
}
