// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";
import type { ListPrefs } from "./columns.ts";
import type { ColumnSpec } from "../spec/index.ts";
import { type TableColumns, useColumns } from "./use-columns.ts";

type Row = { readonly id: string };
const column = (id: string): ColumnSpec<Row> => ({ id, header: "list.all", width: 120, render: (row) => row.id });
const COLUMNS = [column("id"), column("amount"), column("status")];
const OTHERS = COLUMNS.slice(0, 2);
const PREFS: ListPrefs = {};
const save = (): void => undefined;

interface Args {
  readonly columns?: readonly ColumnSpec<Row>[];
  readonly prefs?: ListPrefs;
  readonly room?: number | null;
  readonly drawn?: boolean;
}

/** What the hook answers to one set of arguments after another, in one component. */
async function answers(...all: readonly Args[]): Promise<readonly TableColumns<Row>[]> {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  let seen: TableColumns<Row> | null = null;
  function Probe({ columns = COLUMNS, prefs = PREFS, room = 900, drawn = true }: Args) {
    seen = useColumns(columns, prefs, save, true, room, drawn);
    return null;
  }
  const root = createRoot(document.createElement("div"));
  const given: TableColumns<Row>[] = [];
  for (const args of all) {
    await act(async () => root.render(<Probe {...args} />));
    if (seen !== null) given.push(seen);
  }
  act(() => root.unmount());
  return given;
}

it("places the same columns until the layout changes: a live change to one row draws that row alone", async () => {
  const [first, again, wider, fewer] = await answers({}, {}, { room: 1200 }, { columns: OTHERS, room: 1200 });
  expect(first?.placed.map(({ spec }) => spec.id)).toEqual(["id", "amount", "status"]);
  expect(again?.placed).toBe(first?.placed);
  expect(wider?.placed).not.toBe(first?.placed);
  expect(fewer?.placed.map(({ spec }) => spec.id)).toEqual(["id", "amount"]);
});

it("follows what a person keeps, and places nothing where rows are cards", async () => {
  const [all, hidden, cards] = await answers({}, { prefs: { hidden: ["amount"] } }, { drawn: false });
  expect(all?.placed.length).toBe(3);
  expect(hidden?.placed.map(({ spec }) => spec.id)).toEqual(["id", "status"]);
  expect(cards?.placed).toEqual([]);
});
