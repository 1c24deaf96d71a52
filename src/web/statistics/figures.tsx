/** Figures of a range as people see them: a title, a plot or bars, and what is said where there is nothing to draw. */
import { type ReactElement, type ReactNode, useMemo } from "react";
import type { OrderFigures } from "../../contract/statistics.schema.ts";
import type { CellTools } from "../cell-tools.ts";
import { formatDateTime } from "../i18n/format.ts";
import { Bars, type BarsSpec, Plot } from "../plots/index.ts";
import { Placeholder } from "../ui/blocks.tsx";
import css from "./figures.module.css";
import { disbursesSpec, hoursSpec, type Outcomes as Found, paymentsSpec } from "./specs.ts";

/** Height of a curve, px. */
export const CURVE = 180;
/** Heights with legend and tools, px: what is kept free for them. */
export const [CURVE_WHOLE, BARS_WHOLE] = [260, 240] as const;

/** Two beside each other where there is room; the first takes the whole width. */
export function FigureGrid({ children }: { children: ReactNode }): ReactElement {
  return (
    <div className={css.figures} data-figures="">
      {children}
    </div>
  );
}

export function Figure({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }): ReactElement {
  return (
    <section aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      {hint === undefined ? null : <p className={css.hint}>{hint}</p>}
      {children}
    </section>
  );
}

interface HoursProps {
  readonly found: Pick<OrderFigures, "to" | "hours"> | null;
  /** The day that is asked for; what was found may still be of another. */
  readonly to: string;
  readonly tools: CellTools;
  /** Stands in its place where the figures did not come. */
  readonly failed: ReactNode;
}

/** The hours of a day. */
export function Hours({ found, to, tools, failed }: HoursProps): ReactElement {
  const { t } = tools;
  const spec = useMemo(() => (found?.hours && found.to === to ? hoursSpec({ to, hours: found.hours }, Date.now(), tools) : null), [found, to, tools]);
  return (
    <Figure title={t("reconciliation.figures.hours")}>
      {failed ??
        (spec !== null ? (
          <Plot spec={spec} height={CURVE} />
        ) : found === null || found.to !== to ? (
          <Placeholder height={CURVE_WHOLE} />
        ) : (
          <p className="fd-dim">{t("reconciliation.figures.late")}</p>
        ))}
    </Figure>
  );
}

/** Orders by what became of them. */
export function Outcomes({
  what,
  found,
  walletId,
  tools,
}: {
  what: "payments" | "disburses";
  found: Found;
  walletId: string | null;
  tools: CellTools;
}): ReactElement {
  const { t } = tools;
  const spec: BarsSpec | null = useMemo(() => (what === "payments" ? paymentsSpec : disbursesSpec)(found, walletId, tools), [what, found, walletId, tools]);
  const since = found[what]?.since ?? null;
  if (spec === null) return <p className="fd-dim">{t("reconciliation.figures.late")}</p>;
  if (found[what]?.rows.length === 0) return <p className="fd-dim">{t("reconciliation.figures.noOrders")}</p>;
  return (
    <>
      {since === null ? null : <p className={css.hint}>{t("reconciliation.figures.since", { time: formatDateTime(since) })}</p>}
      <Bars spec={spec} />
    </>
  );
}
