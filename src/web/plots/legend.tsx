/** Under a plot: the figures of one point. It is under the pointer, or chosen by keys; else it is the present one. */
import type { KeyboardEvent, ReactElement } from "react";
import { Link } from "react-router";
import { useText } from "../i18n/keys.ts";
import css from "./plots.module.css";
import { type PlotSpec, pointAfter } from "./spec.ts";

interface Props {
  readonly spec: PlotSpec;
  readonly chosen: number | null;
  readonly onChoose: (point: number | null) => void;
  /** Opens what a point stands for. */
  readonly onOpen: (point: number) => void;
}

/** A slider over the points for keys; the pointer has the plot itself. */
export function PlotLegend({ spec, chosen, onChoose, onOpen }: Props): ReactElement {
  const t = useText();
  const last = spec.points.length - 1;
  // It was chosen among those of another day, perhaps, of which there were more.
  const at = chosen !== null && chosen <= last ? chosen : spec.present;
  const label = (at === spec.present ? spec.presentLabel : undefined) ?? spec.points[at]?.label ?? "–";
  const to = spec.opens?.to(at) ?? null;
  const shown = [
    { key: "point", look: undefined, text: t("list.filters.pair", { what: spec.along, value: label }) },
    ...spec.lines.map((line) => ({ key: line.key, look: line.look, text: t("list.filters.pair", { what: line.name, value: line.texts[at] ?? "–" }) })),
    ...(spec.facts ?? []).map((fact) => ({ key: fact.name, look: undefined, text: fact.texts[at] ?? "" })),
  ].filter(({ text }) => text !== "");
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const opens = event.key === "Enter" && to !== null;
    const next = opens ? null : pointAfter(event.key, at, last);
    if (!opens && next === null) return;
    event.preventDefault();
    if (opens) onOpen(at);
    else onChoose(next);
  };
  return (
    <div className={css.under}>
      <div
        role="slider"
        className={css.legend}
        tabIndex={0}
        aria-label={spec.title}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={at}
        aria-valuetext={shown.map((one) => one.text).join(", ")}
        aria-description={to === null ? undefined : t("plots.enterOpens")}
        onKeyDown={onKeyDown}
        onBlur={() => onChoose(null)}
      >
        {shown.map(({ key, look, text }) => (
          <span key={key} data-look={look}>
            {text}
          </span>
        ))}
      </div>
      {spec.opens === undefined ? null : (
        // Its room stays where a point has no link.
        <span className={css.open}>{to === null ? null : <Link to={to}>{spec.opens.text(at)}</Link>}</span>
      )}
    </div>
  );
}
