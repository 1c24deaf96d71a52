/** A plot of lines over time. uPlot arrives with this chunk only. */
import { type MouseEvent, type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { saysAmount } from "../../contract/amount-in-text.ts";
import { COVER, isCovered, useCovered } from "../covered.ts";
import { LANGUAGE_TAGS, useLocale } from "../i18n/locale.ts";
import { useScheme } from "../scheme.ts";
import { axisTexts } from "./axis.ts";
import { PlotLegend } from "./legend.tsx";
import css from "./plots.module.css";
import { drawnLines, type PlotLine, type PlotSpec } from "./spec.ts";

/** Where the library puts a mark that is not shown. */
const NOWHERE = { left: -10, top: -10 };
const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--fd-${name}`).trim();
/** True where the heights are money, and money is covered. */
const coversHeights = (spec: PlotSpec): boolean => isCovered() && spec.lines.some(({ texts }) => texts.some(saysAmount));
const dataOf = (spec: PlotSpec): uPlot.AlignedData => [spec.points.map(({ x }) => x), ...drawnLines(spec).map((line) => [...line.heights])];

/** Dots without a line: rings, and filled ones that are larger, so that nobody needs the colour. */
function dotsOf(look: "dots" | "asks"): uPlot.Series {
  const stroke = token(look === "asks" ? "ask" : "accent");
  return {
    stroke,
    paths: () => null,
    points: { show: true, size: look === "asks" ? 9 : 6, width: 1.5, stroke, fill: look === "asks" ? stroke : token("surface") },
  };
}

/** `alone`: its one point is shown, for a line of one point has no length. */
function seriesOf(line: PlotLine, stepped: boolean, alone: boolean): uPlot.Series {
  if (line.look === "dots" || line.look === "asks") return dotsOf(line.look);
  const path = stepped && uPlot.paths.stepped ? { paths: uPlot.paths.stepped({ align: 1 }) } : {};
  if (line.look === "second") return { stroke: token("unknown"), width: 2, dash: [10, 4], points: { show: alone }, ...path };
  if (line.look !== "main")
    return {
      stroke: token("faint"),
      width: line.look === "before" ? 1.5 : 1,
      dash: line.look === "before" ? [4, 4] : [1, 3],
      points: { show: alone },
      ...path,
    };
  return {
    stroke: token("accent"),
    width: 2,
    ...(stepped ? {} : { fill: `${token("accent")}1f` }),
    points: { show: alone },
    ...path,
  };
}

function optionsOf(spec: PlotSpec, place: { languageTag: string; width: number; height: number }, onPoint: (point: number | null) => void): uPlot.Options {
  const axis = { stroke: token("dim"), font: `12px ${token("font")}`, grid: { stroke: token("line"), width: 1 }, ticks: { show: false } };
  const { fromZero = true, stepped = false, steps, range, tick } = spec;
  const fit = (_plot: uPlot, min: number, max: number): [number, number] => {
    if (fromZero) return [0, Math.max(1, max * 1.08)];
    const room = Math.max(1, (max - min) * 0.08);
    return [min - room, max + room];
  };
  return {
    width: place.width,
    height: place.height,
    scales: { x: { time: false, range: [range[0], range[1]] }, y: { range: fit } },
    axes: [
      { ...axis, values: (_plot, ticks) => ticks.map(tick), size: 28, space: 56, ...(steps === undefined ? {} : { incrs: [...steps] }), grid: { show: false } },
      { ...axis, values: (_plot, ticks) => (coversHeights(spec) ? ticks.map(() => COVER) : axisTexts(place.languageTag, ticks)), size: 56, space: 24 },
    ],
    series: [{}, ...drawnLines(spec).map((line) => seriesOf(line, stepped, spec.points.length === 1))],
    cursor: { y: false, points: { size: stepped ? 9 : 6 }, drag: { x: false, y: false } },
    legend: { show: false },
    hooks: { setCursor: [(drawn) => onPoint(drawn.cursor.idx ?? null)] },
  };
}

export interface DrawingProps {
  readonly spec: PlotSpec;
  readonly height: number;
}

/** A finger chooses the point, whose link then stands under the plot; a mouse has seen the point before it clicks. */
const byFinger = ({ nativeEvent }: MouseEvent): boolean => nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";

/** Draws itself again when what is shown, size, language or scheme change. */
export default function Drawing({ spec, height }: DrawingProps): ReactElement {
  const locale = useLocale();
  const scheme = useScheme();
  const covered = useCovered();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(spec);
  latest.current = spec;
  const navigate = useNavigate();
  const [point, setPoint] = useState<number | null>(null);
  // The way to the link under the plot leads off the plot: the point stays.
  const show = useCallback((next: number | null) => setPoint((now) => (next === null && latest.current.opens !== undefined ? now : next)), []);
  // What is drawn and not what is in it: of something else, another range or another set of lines is another drawing.
  const shape = `${spec.file} ${spec.range.join()} ${spec.lines.map((line) => line.key).join()} ${spec.stepped} ${spec.fromZero} ${height}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: language, colours, cover and shape are read while it is drawn
  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const drawn = new uPlot(
      optionsOf(latest.current, { languageTag: LANGUAGE_TAGS[locale], width: host.clientWidth, height }, show),
      dataOf(latest.current),
      host,
    );
    plot.current = drawn;
    const sizes = new ResizeObserver(() => drawn.setSize({ width: host.clientWidth, height }));
    sizes.observe(host);
    return () => {
      sizes.disconnect();
      drawn.destroy();
      plot.current = null;
      // Its mark goes with it.
      setPoint(null);
    };
  }, [locale, scheme, covered, shape, height, show]);
  useEffect(() => plot.current?.setData(dataOf(spec)), [spec]);
  // The plot's own mark goes along with the keys, and tells the point back.
  const choose = useCallback(
    (next: number | null) => {
      const drawn = plot.current;
      const x = next === null ? undefined : latest.current.points[next]?.x;
      drawn?.setCursor(x === undefined ? NOWHERE : { left: drawn.valToPos(x, "x"), top: 0 });
      show(next);
    },
    [show],
  );
  const link = (at: number | null): string | null => (at === null ? null : (spec.opens?.to(at) ?? null));
  const open = (at: number): void => {
    const to = link(at);
    if (to !== null) void navigate(to);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys have the legend under it */}
      <div
        ref={place}
        className={css.drawing}
        style={{ height }}
        role="img"
        aria-label={spec.alt}
        data-opens={link(point) === null ? undefined : ""}
        onClick={(event) => (point === null || byFinger(event) ? undefined : open(point))}
      />
      <PlotLegend spec={spec} chosen={point} onChoose={choose} onOpen={open} />
    </>
  );
}
