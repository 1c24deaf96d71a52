/** Columns of a list that a file of it cannot hold, by the names that the list gives them. */
import { type ReactElement, useEffect, useState } from "react";
import { type ExportSourceName, isExportList } from "../../../contract/exports.ts";
import type { ExportsOut } from "../../../contract/exports.schema.ts";
import { isMerchantType } from "../../../contract/permissions.ts";
import { type CellTools, useCellTools } from "../../cell-tools.ts";
import { columnWords } from "../../list/export/index.ts";
import { useProfile } from "../../session.tsx";
import { LISTS } from "../lists.ts";
import css from "./exports.module.css";

interface Wanted {
  readonly list: ExportSourceName;
  /** Null: every column there is. */
  readonly columns: readonly string[] | null;
  readonly held: ExportsOut["held"];
}

/** Their names; the list's description is fetched where there are any. */
export async function namesLeftOut({ list, columns, held }: Wanted, platform: boolean, tools: CellTools): Promise<string[]> {
  if (!isExportList(list)) return [];
  const own = held[list];
  const missing = own === undefined ? [] : (columns ?? []).filter((id) => !own.includes(id));
  if (missing.length === 0) return [];
  const spec = await LISTS[list].load(platform);
  return spec.columns.flatMap(({ id, header }) => (missing.includes(id) ? [tools.t(header)] : []));
}

/** Nothing where the file holds all that was asked for. */
export function LeftOut({ list, columns, held }: Wanted): ReactElement | null {
  const tools = useCellTools();
  const platform = !isMerchantType(useProfile().user_type);
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let isGone = false;
    // Without the list's description they stay unnamed: the file is the same.
    void namesLeftOut({ list, columns, held }, platform, tools).then(
      (found) => (isGone ? undefined : setNames(found)),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [list, columns, held, platform, tools]);
  return names.length === 0 ? null : <p className={css.facts}>{tools.t("list.export.leftOut", { columns: columnWords(names, tools) })}</p>;
}
