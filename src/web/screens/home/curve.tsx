/** The hourly curve, today over yesterday. uPlot arrives with this chunk only. */
import { useCallback, useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Home } from "../../../contract/home.schema.ts";
import { LANGUAGE_TAGS, useLocale } from "../../i18n/locale.ts";
import { useScheme } from "../../scheme.ts";
import { clock, CurveLegend } from "./curve-legend.tsx";
import css from "./home.module.css";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const CURVE_HEIGHT = 220;

/** Where the library puts a mark that is not shown. */
const NOWHERE = { left: -10, top: -10 };

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--fd-${name}`).trim();
/** A pixel's height needs no exact money: numbers here are drawn, the legend shows the exact strings. */
function column(rows: Home["hourly"]["today"]): (number | null)[] {
  return HOURS.map((hour) => {
    const row = rows.find((one) => one.hour === hour);
    return row === undefined ? null : Number(row.collected);
  });
}

function options(languageTag: string, width: number, onHour: (hour: number | null) => void): uPlot.Options {
  const axis = { stroke: token("dim"), font: `12px ${token("font")}`, grid: { stroke: token("line"), width: 1 }, ticks: { show: false } };
  const compact = new Intl.NumberFormat(languageTag, { notation: "compact" });
  return {
    width,
    height: CURVE_HEIGHT,
    scales: { x: { time: false, range: [0, 23] }, y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.08)] } },
    axes: [
      { ...axis, values: (_plot, ticks) => ticks.map(clock), size: 28, space: 56, incrs: [1, 2, 3, 4, 6], grid: { show: false } },
      { ...axis, values: (_plot, ticks) => ticks.map((tick) => compact.format(tick)), size: 56, space: 40 },
    ],
    series: [
      {},
      { stroke: token("faint"), width: 1.5, dash: [4, 4], points: { show: false } },
      { stroke: token("accent"), width: 2, fill: `${token("accent")}1f`, points: { show: false } },
    ],
    cursor: { y: false, points: { size: 6 } },
    legend: { show: false },
    hooks: { setCursor: [(drawn) => onHour(drawn.cursor.idx ?? null)] },
  };
}

/** Draws itself again when size, language or scheme change. */
export default function Curve({ hourly, label }: { hourly: Home["hourly"]; label: string }) {
  const locale = useLocale();
  const scheme = useScheme();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const data = useRef<uPlot.AlignedData>([HOURS, [], []]);
  const [hour, setHour] = useState<number | null>(null);
  data.current = [HOURS, column(hourly.yesterday), column(hourly.today)];
  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const drawn = new uPlot(options(LANGUAGE_TAGS[locale], host.clientWidth, setHour), data.current, host);
    plot.current = drawn;
    const sizes = new ResizeObserver(() => drawn.setSize({ width: host.clientWidth, height: CURVE_HEIGHT }));
    sizes.observe(host);
    return () => {
      sizes.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [locale, scheme]);
  useEffect(() => plot.current?.setData([HOURS, column(hourly.yesterday), column(hourly.today)]), [hourly]);
  // The curve's own mark goes along with the keys, and tells the hour back.
  const choose = useCallback((next: number | null) => {
    const drawn = plot.current;
    drawn?.setCursor(next === null ? NOWHERE : { left: drawn.valToPos(next, "x"), top: 0 });
  }, []);
  return (
    <>
      <div ref={place} className={css.curve} style={{ height: CURVE_HEIGHT }} role="img" aria-label={label} />
      <CurveLegend hourly={hourly} chosen={hour} onChoose={choose} />
    </>
  );
}
