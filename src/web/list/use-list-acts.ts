/** What is done with the rows of a list, and what comes after it: the changed row in its place, the next one to decide on. */
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import type { CellTools } from "../cell-tools.ts";
import { nextToDecide, type RowActions, useRowActions } from "./acts/index.ts";
import { oneKey } from "./drawer/index.ts";
import type { ActionSpec, HasId, ListSpec } from "./spec/index.ts";
import { callAny, type ListAddress, type ListData, rowNow } from "./state/index.ts";

interface Parts<Row extends HasId, Detail extends Row> {
  readonly spec: ListSpec<Row, Detail>;
  readonly actions: readonly ActionSpec<Row>[];
  readonly tools: CellTools;
  readonly rows: readonly Row[];
  readonly address: ListAddress;
  readonly setActiveId: (id: string | null) => void;
  readonly data: Pick<ListData<Row>, "put" | "reload">;
}

/** The acts of a list. */
export function useListActs<Row extends HasId, Detail extends Row>(parts: Parts<Row, Detail>): RowActions<Row> {
  const { spec, actions, tools } = parts;
  const { put, reload } = parts.data;
  const client = useQueryClient();
  const goOn = useNext(parts);
  const onDone = useCallback(
    ({ id }: Row, action: ActionSpec<Row>, answer: unknown, over: boolean) => {
      // A changed row carries its id; anything else (a secret, a bound device) says nothing about the row.
      if (isRowOf<Row>(answer, id)) put(answer);
      else void reload();
      void client.invalidateQueries({ queryKey: oneKey(spec.name, id) });
      if (over && action.key !== undefined) goOn(id);
    },
    [client, put, reload, spec.name, goOn],
  );
  const endpoint = spec.drawer.endpoint;
  const again = useCallback(
    async (row: Row): Promise<Row | null> => {
      const answer = endpoint === undefined ? null : await callAny<Row>(endpoint, { params: { id: row.id } });
      return answer?.success ? answer.data : null;
    },
    [endpoint],
  );
  return useRowActions<Row>(actions, tools, onDone, again);
}

/**
 * From an object that was decided on to the next one: the drawer goes along. At the end of the page the list is read anew, and what
 * waits in it then comes next; where nothing does, the drawer stays with what was decided.
 */
function useNext<Row extends HasId, Detail extends Row>({ actions, rows, address, setActiveId, data }: Parts<Row, Detail>): (from: string) => void {
  const { heading, change } = address;
  const { reload } = data;
  const latest = useRef(rows);
  latest.current = rows;
  const open = useCallback(
    (from: string, among: readonly Row[]): boolean => {
      // Whoever has gone elsewhere meanwhile stays there; a list of everything is no queue, and its drawer stays with its object.
      const now = heading();
      if (now.open !== from || now.filters.status === undefined) return true;
      const next = nextToDecide(actions, among.map(rowNow), from);
      if (next === null) return false;
      setActiveId(next.id);
      change({ open: next.id }, true);
      return true;
    },
    [actions, heading, change, setActiveId],
  );
  return useCallback(
    (from: string) => {
      if (!open(from, latest.current)) void reload().then((fresh) => open(from, fresh));
    },
    [open, reload],
  );
}

function isRowOf<Row extends HasId>(answer: unknown, id: string): answer is Row {
  return typeof answer === "object" && answer !== null && "id" in answer && answer.id === id && ("actions" in answer || "created_at" in answer);
}
