// @vitest-environment happy-dom
/** Long pages: the rows in view are drawn, also where nothing but their own arrival draws the table. */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, expect, it, vi } from "vitest";
import type { Page } from "../../../contract/envelope.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec } from "../spec/index.ts";
import { ListTable, type TableProps } from "./table.tsx";
import { VIRTUAL_FROM } from "./table-body.tsx";

interface Row {
  readonly id: string;
}
const spec: ColumnSpec<Row> = { id: "id", header: "list.all", width: 120, render: ({ id }) => id };
const items = Array.from({ length: VIRTUAL_FROM }, (_, index) => ({ id: `P${index}` }));
const page: Page<Row> = { items, next_cursor: null, prev_cursor: null, total: { value: items.length, exact: true } };
const nothing = (): void => undefined;
const PROPS: TableProps<Row> = {
  layout: { placed: [{ spec, width: 120, style: undefined, stick: undefined, resize: undefined }], totalWidth: 120, drag: null },
  label: "rows",
  page,
  rows: items,
  tools: { t: (key: string) => key, locale: "en", currency: "BDT" } as unknown as CellTools,
  selection: null,
  openId: null,
  rowHeight: 40,
  activeId: null,
  sortColumn: "created_at",
  newestFirst: true,
  onSort: nothing,
  onRowClick: nothing,
  onSelectAll: nothing,
  initialScroll: 0,
  onScrolled: nothing,
};

beforeAll(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  // happy-dom lays nothing out.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1200);
});

async function rowsDrawn(): Promise<number> {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  await act(async () => root.render(<ListTable {...PROPS} />));
  const count = place.querySelectorAll("tr[data-id]").length;
  act(() => root.unmount());
  place.remove();
  return count;
}

it("draws the rows in view when its code arrives later than the table, and when it is there already", async () => {
  await rowsDrawn();
  await act(async () => void (await import("./virtual-rows.tsx")));
  const inView = 800 / PROPS.rowHeight;
  // The code is there: body and table mount at once, and nothing draws them a second time.
  expect(await rowsDrawn()).toBeGreaterThanOrEqual(inView);
  expect(await rowsDrawn()).toBeLessThan(VIRTUAL_FROM);
});

it("sends the box to the row that keys act on where it does not stand in view, and asks nothing of it where it does", async () => {
  const sent = vi.spyOn(HTMLElement.prototype, "scrollTo").mockImplementation(nothing);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  await act(async () => root.render(<ListTable {...PROPS} />));
  sent.mockClear();
  for (const activeId of ["P3", "P0"]) await act(async () => root.render(<ListTable {...PROPS} activeId={activeId} />));
  expect(sent).not.toHaveBeenCalled();
  await act(async () => root.render(<ListTable {...PROPS} activeId="P90" />));
  expect(sent).toHaveBeenCalled();
  act(() => root.unmount());
  place.remove();
});
