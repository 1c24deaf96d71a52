/** The hourly curve, today over yesterday. uPlot arrives with this chunk only. */
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Home } from "../../../contract/home.schema.ts";
import { amountText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { LANGUAGE_TAGS, useLocale } from "../../i18n/locale.ts";
import { useScheme } from "../../scheme.ts";
import css from "./home.module.css";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
export const CURVE_HEIGHT = 220;

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--fd-${name}`).trim();
const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
/** A pixel's height needs no exact money: numbers here are drawn, the legend shows the exact strings. */
function column(rows: Home["hourly"]["today"]): (number | null)[] {
  return HOURS.map((hour) => {
    const row = rows.find((one) => one.hour === hour);
    return row === undefined ? null : Number(row.collected);
  });
}

function options(words: { hour: string; today: string; yesterday: string }, languageTag: string, width: number): uPlot.Options {
  const axis = { stroke: token("dim"), font: `12px ${token("font")}`, grid: { stroke: token("line"), width: 1 }, ticks: { show: false } };
  const compact = new Intl.NumberFormat(languageTag, { notation: "compact" });
  const exact = (_plot: uPlot, value: number | null): string => (value === null ? "–" : amountText(value.toFixed(2)));
  return {
    width,
    height: CURVE_HEIGHT,
    scales: { x: { time: false, range: [0, 23] }, y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.08)] } },
    axes: [
      { ...axis, values: (_plot, ticks) => ticks.map(clock), size: 28, space: 56, incrs: [1, 2, 3, 4, 6], grid: { show: false } },
      { ...axis, values: (_plot, ticks) => ticks.map((tick) => compact.format(tick)), size: 56, space: 40 },
    ],
    series: [
      { label: words.hour, value: (_plot, value) => (value === null ? "–" : clock(value)) },
      { label: words.yesterday, stroke: token("faint"), width: 1.5, dash: [4, 4], value: exact, points: { show: false } },
      { label: words.today, stroke: token("accent"), width: 2, fill: `${token("accent")}1f`, value: exact, points: { show: false } },
    ],
    cursor: { y: false, points: { size: 6 } },
    legend: { live: true },
  };
}

/** Draws itself again when size, language or scheme change. */
export default function Curve({ hourly, label }: { hourly: Home["hourly"]; label: string }) {
  const t = useText();
  const locale = useLocale();
  const scheme = useScheme();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const data = useRef<uPlot.AlignedData>([HOURS, [], []]);
  data.current = [HOURS, column(hourly.yesterday), column(hourly.today)];
  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const words = { hour: t("home.hour"), today: t("common.today"), yesterday: t("common.yesterday") };
    const drawn = new uPlot(options(words, LANGUAGE_TAGS[locale], host.clientWidth), data.current, host);
    plot.current = drawn;
    const sizes = new ResizeObserver(() => drawn.setSize({ width: host.clientWidth, height: CURVE_HEIGHT }));
    sizes.observe(host);
    return () => {
      sizes.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [t, locale, scheme]);
  useEffect(() => plot.current?.setData([HOURS, column(hourly.yesterday), column(hourly.today)]), [hourly]);
  return <div ref={place} className={css.curve} role="img" aria-label={label} />;
}
