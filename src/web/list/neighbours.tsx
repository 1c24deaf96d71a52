/** Where a list has nothing: what stands nearest to what was asked for. Other dates, deleted objects, without the other filters, in messages, and by parts of words. */
import { Button } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { EndpointKey } from "../../contract/endpoints.ts";
import type { ListName } from "../../contract/lists.ts";
import { SEARCH_ON } from "../../contract/search-on.ts";
import type { CellTools } from "../cell-tools.ts";
import { pathTo } from "../paths.ts";
import { useMay } from "../session.tsx";
import { datesWord } from "./bar/index.ts";
import css from "./list.module.css";
import { type FilterSpec, keysOf } from "./spec/index.ts";
import { activeTags, EMPTY_STATE, fetchTotal, type ListState, totalWord, withChange, withFilter } from "./state/index.ts";

/** Lists that look for tails, sums and words, too, where a star stands in front. */
const FORGIVING: readonly ListName[] = ["payments", "disburses", "sms", "transfers", "withdrawal"];
const SHORTEST = 3;

export interface Neighbour {
  readonly kind: "dates" | "deleted" | "filters" | "messages";
  readonly state: ListState;
  readonly endpoint: EndpointKey;
}

interface Asked {
  readonly list: ListName;
  readonly endpoint: EndpointKey;
  readonly filters: readonly FilterSpec[];
  readonly state: ListState;
}

/** What may stand near, the nearest first. @param messages the person may read messages */
export function neighboursOf({ list, endpoint, filters, state }: Asked, messages: boolean): Neighbour[] {
  const found: Neighbour[] = [];
  const anyDate = withChange(state, { preset: null, from: null, to: null });
  const dated = state.preset !== null || state.from !== null || state.to !== null;
  if (dated) found.push({ kind: "dates", state: anyDate, endpoint });
  const deleted = filters.find((filter) => filter.kind === "choice" && filter.key === "deleted");
  if (deleted && state.filters.deleted === undefined) found.push({ kind: "deleted", state: withFilter(anyDate, "deleted", "only"), endpoint });
  const filtered = filters.some((filter) => keysOf(filter).some((key) => state.filters[key] !== undefined));
  if (state.q !== "" && filtered) found.push({ kind: "filters", state: { ...EMPTY_STATE, q: state.q, size: state.size, view: state.view }, endpoint });
  if (state.q.length >= SHORTEST && messages && list !== "sms")
    found.push({ kind: "messages", state: { ...EMPTY_STATE, q: state.q }, endpoint: "GET /api/sms" });
  return found;
}

/** Counted one after the other; what is empty, too, is not mentioned. */
export default function Neighbours({
  go,
  tools,
  ...asked
}: Asked & { readonly go: (next: ListState) => void; readonly tools: CellTools }): ReactElement | null {
  const { t, locale } = tools;
  const may = useMay();
  const { list, state } = asked;
  const near = neighboursOf(asked, may("sms.see"));
  const totals = useQueries({
    queries: near.map((one) => ({
      queryKey: ["near", one.endpoint, one.kind, JSON.stringify(one.state)],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchTotal(one.endpoint, one.state, signal),
      staleTime: 10_000,
      retry: false,
    })),
  });
  const dates = activeTags(state, []).find((tag) => tag.id === "dates");
  const lines = near.flatMap((one, at) => {
    const total = totals[at]?.data;
    if (total === undefined || total.value === 0) return [];
    const n = totalWord(total) ?? `${total.value}+`;
    return [
      {
        ...one,
        words:
          one.kind === "dates" && dates ? t("list.near.dates", { n, dates: datesWord(dates.values, tools) }) : t(`list.near.${one.kind as "deleted"}`, { n }),
      },
    ];
  });
  const forgiving = FORGIVING.includes(list) && state.q.length >= SHORTEST && !SEARCH_ON.test(state.q);
  if (lines.length === 0 && !forgiving) return null;
  return (
    <ul className={css.near} aria-label={t("list.near.label")}>
      {lines.map((line) => (
        <li key={line.kind}>
          <span>{line.words}</span>{" "}
          {line.kind === "messages" ? (
            <Button size="xs" variant="default" component={Link} to={pathTo(locale, "sms", { q: state.q })}>
              {t("list.near.show")}
            </Button>
          ) : (
            <Button size="xs" variant="default" onClick={() => go(line.state)}>
              {t("list.near.show")}
            </Button>
          )}
        </li>
      ))}
      {forgiving ? (
        <li>
          <span>{t("list.near.parts")}</span>{" "}
          <Button size="xs" variant="default" onClick={() => go(withChange(state, { q: `*${state.q}` }))}>
            {t("list.near.look")}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}
