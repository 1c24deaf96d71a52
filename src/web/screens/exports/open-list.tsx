/** The way to the list as a file holds it. */
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { ExportList } from "../../../contract/exports.ts";
import type { DatePreset } from "../../../contract/time.ts";
import { useCellTools } from "../../cell-tools.ts";
import { pathTo } from "../../paths.ts";
import { useCan } from "../../session.tsx";
import { LISTS } from "../lists.ts";

interface Props {
  readonly list: ExportList;
  readonly filters: Readonly<Record<string, string>>;
  readonly range: DatePreset | null;
  /** The file holds chosen rows: the list shows all that its filters match. */
  readonly all?: boolean;
}

/** Nothing for who may not see the list any more. */
export function OpenList({ list, filters, range, all = false }: Props): ReactElement | null {
  const { t, locale } = useCellTools();
  const { screen, tab, permission } = LISTS[list];
  const may = useCan(permission);
  if (!may) return null;
  return <Link to={pathTo(locale, screen, { tab, range, ...filters })}>{t(all ? "exports.openAll" : "exports.open")}</Link>;
}
