/** A plot over time with the table behind it; its drawing comes as a chunk of its own. */
import { type CSSProperties, lazy, type ReactElement, Suspense } from "react";
import { Placeholder } from "../ui/blocks.tsx";
import { type PlotSpec, rowsOf } from "./spec.ts";
import css from "./plots.module.css";
import { DataBehind } from "./table.tsx";

const Drawing = lazy(() => import("./drawing.tsx"));
interface Props {
  readonly spec: PlotSpec;
  readonly height: number;
}

export function Plot({ spec, height }: Props): ReactElement {
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
