/** The list's own tools: reload, views, columns, export. Each opens what it needs, loaded at first use. */
import { type ReactElement, type ReactNode, Suspense, useState } from "react";
import type { EndpointKey } from "../../../contract/endpoints.ts";
import type { ListName } from "../../../contract/lists.ts";
import { apiQuery, type ListState, type PageSize } from "../state/index.ts";
import css from "./bar.module.css";
import { ColumnChooser } from "../columns/index.ts";
import { ExportMenu } from "../export/index.ts";
import type { ColumnSpec, FilterSpec, HasId } from "../spec/index.ts";
import { type ListViews, Views } from "../views/index.ts";
import type { CellTools } from "../../cell-tools.ts";

/** Lists whose export this server does not have; asked once per page. */
const withoutExport = new Set<string>();

interface Props<Row extends HasId> {
  readonly list: ListName;
  readonly endpoint: EndpointKey;
  readonly columns: readonly ColumnSpec<Row>[];
  readonly filters: readonly FilterSpec[];
  readonly state: ListState;
  readonly views: ListViews;
  readonly tools: CellTools;
  readonly narrow: boolean;
  readonly size: PageSize;
  readonly exportable: boolean;
  /** What is in view when a file is asked for: columns in their order, chosen rows. */
  readonly inView: () => { readonly columns: readonly ColumnSpec<Row>[]; readonly chosen: readonly string[] };
  readonly onReload: () => void;
}
type Tool = "views" | "columns" | "export";

/** The buttons at the right of the bar. */
export function ToolButtons<Row extends HasId>(props: Props<Row>): ReactElement {
  const { list, tools, narrow, exportable, inView, onReload, views } = props;
  const { t } = tools;
  const [open, setOpen] = useState<{ tool: Tool; anchor: HTMLElement; inView: ReturnType<Props<Row>["inView"]> } | null>(null);
  const [absent, setAbsent] = useState(() => withoutExport.has(list));
  const close = (): void => setOpen(null);
  const button = (tool: Tool): ReactNode => (
    <button type="button" className={css.button} aria-haspopup="dialog" onClick={(event) => setOpen({ tool, anchor: event.currentTarget, inView: inView() })}>
      {t(`list.tools.${tool}`)}
    </button>
  );
  return (
    <>
      <button type="button" className={css.button} onClick={onReload} aria-keyshortcuts="r">
        {t("list.tools.reload")}
      </button>
      {button("views")}
      {narrow ? null : button("columns")}
      {!exportable || absent ? null : button("export")}
      <Suspense fallback={null}>
        {open?.tool === "columns" ? (
          <ColumnChooser
            anchor={open.anchor}
            columns={props.columns}
            prefs={views.prefs}
            save={views.save}
            density={views.density}
            saveDensity={views.saveDensity}
            tools={tools}
            onClose={close}
          />
        ) : null}
        {open?.tool === "views" ? (
          <Views
            anchor={open.anchor}
            list={list}
            endpoint={props.endpoint}
            filters={props.filters}
            state={props.state}
            views={views}
            tools={tools}
            onClose={close}
          />
        ) : null}
        {open?.tool === "export" ? (
          <ExportMenu
            anchor={open.anchor}
            list={list}
            query={apiQuery(props.state, props.size, Date.now())}
            preset={props.state.preset}
            inView={open.inView}
            tools={tools}
            onClose={close}
            onAbsent={() => {
              withoutExport.add(list);
              setAbsent(true);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
