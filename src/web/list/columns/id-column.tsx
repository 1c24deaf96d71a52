/** The column that every list begins with: the id that opens the drawer. */
import type { MessageKey } from "../../i18n/keys.ts";
import { shortId } from "../../i18n/format.ts";
import { OPEN_KEY } from "../../paths.ts";
import type { ColumnSpec, HasId } from "../spec/index.ts";
import css from "./cells.module.css";

const copySign = (
  <svg width="12" height="12" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M3.5 10.5h-1v-8h8v1" />
  </svg>
);

/** The id: a link that opens the drawer (and, with a modifier, a page of its own), and a button that copies it whole. */
export function idColumn<Row extends HasId>(header: MessageKey, width = 156): ColumnSpec<Row> {
  return {
    id: "id",
    header,
    width,
    pinned: "left",
    render: (row, { t }) => (
      <span className={css.idCell}>
        <a className={css.idLink} href={`?${OPEN_KEY}=${encodeURIComponent(row.id)}`} data-link="">
          {shortId(row.id)}
        </a>
        <button type="button" className={css.copyId} data-copy={row.id} tabIndex={-1} aria-label={t("common.copy")}>
          {copySign}
        </button>
      </span>
    ),
  };
}
