/** A plot over time with the table behind it; its drawing comes as a chunk of its own. */
import { type CSSProperties, lazy, type ReactElement, Suspense, useMemo } from "react";
import { reachesPlace } from "../built.ts";
import { useMay } from "../session.tsx";
import { Placeholder } from "../ui/blocks.tsx";
import { type PlotSpec, rowsOf } from "./spec.ts";
import css from "./plots.module.css";
import { DataBehind } from "./table.tsx";

const Drawing = lazy(() => import("./drawing.tsx"));
interface Props {
  readonly spec: PlotSpec;
  readonly height: number;
}

/** Its points open what these eyes may open. */
function useReachable(spec: PlotSpec): PlotSpec {
  const may = useMay();
  return useMemo(() => {
    const { opens } = spec;
    if (opens === undefined) return spec;
    const to = (point: number): string | null => {
      const path = opens.to(point);
      return path !== null && reachesPlace(may, path) ? path : null;
    };
    return { ...spec, opens: { ...opens, to } };
  }, [spec, may]);
}

export function Plot({ spec: given, height }: Props): ReactElement {
  const spec = useReachable(given);
  const shown = rowsOf(spec, false);
  return (
    <div>
      <div
        className={css.plot}
        data-links={spec.opens === undefined ? undefined : ""}
        data-facts={spec.facts === undefined ? undefined : ""}
        style={{ "--height": `${height}px` } as CSSProperties}
      >
        <Suspense fallback={<Placeholder height={height} />}>
          <Drawing spec={spec} height={height} />
        </Suspense>
      </div>
      <DataBehind title={spec.title} head={shown.head} rows={shown.rows} plain={rowsOf(spec, true).rows} file={spec.file} linkOf={spec.opens?.to} />
    </div>
  );
}
