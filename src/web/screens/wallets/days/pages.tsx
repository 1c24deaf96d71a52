/** Pages of rows that have all come with one answer: sums and acts go by all of them, the table draws one page. */
import type { ReactElement } from "react";
import { Pager } from "../../../list/table/index.ts";
import { useListPrefs } from "../../../list/columns/index.ts";
import type { CellTools } from "../../../cell-tools.ts";
import css from "./days.module.css";
import type { DaysState } from "./use-days.ts";

export interface PagedRows<Row> {
  /** Those of the page in view. */
  readonly rows: readonly Row[];
  /** Stands under the table. */
  readonly pager: ReactElement;
}

/** @param name under which the number of rows a page is kept with the account */
export function usePages<Row>(name: string, all: readonly Row[], { address, change }: DaysState, tools: CellTools): PagedRows<Row> {
  const { prefs, size: kept, save } = useListPrefs(name);
  const size = address.size ?? kept;
  const last = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(address.page, last);
  const rows = all.slice((page - 1) * size, page * size);
  const pager = (
    <div className={css.pages}>
      <Pager
        page={{
          items: rows,
          prev_cursor: page > 1 ? String(page - 1) : null,
          next_cursor: page < last ? String(page + 1) : null,
          total: { value: all.length, exact: true },
        }}
        size={size}
        tools={tools}
        onCursor={(cursor) => change({ page: Number(cursor ?? 1) })}
        onSize={(next) => {
          save({ ...prefs, size: next });
          change({ size: null });
        }}
      />
    </div>
  );
  return { rows, pager };
}
