/** How many rows a view has now, beside its name: where that is cheap. */
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { EndpointKey } from "../../../contract/endpoints.ts";
import type { SavedView } from "../../../contract/views.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { FilterSpec } from "../spec/index.ts";
import { fetchTotal, totalWord } from "../state/index.ts";
import { stateOfView } from "./view.ts";
import css from "./views.module.css";

export type CountedBy = EndpointKey;

/** Exact to 10,000. */
export function ViewCount({
  endpoint,
  view,
  filters,
  tools,
}: {
  endpoint: CountedBy;
  view: SavedView;
  filters: readonly FilterSpec[];
  tools: CellTools;
}): ReactElement | null {
  const read = useQuery({
    queryKey: ["view-count", view.list, view.query],
    queryFn: ({ signal }) => fetchTotal(endpoint, stateOfView(view, filters, { open: null, size: null }), signal),
    staleTime: 30_000,
  });
  const word = read.data ? totalWord(read.data) : null;
  return word === null ? null : (
    <span className={css.count}>
      <span className="fd-sr">{tools.t("list.views.count", { n: word })}</span>
      <span aria-hidden="true">{word}</span>
    </span>
  );
}
