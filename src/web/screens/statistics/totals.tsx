/** What the chosen days come to, each figure with the list behind it. */
import { DAY_MS } from "../../../contract/time.ts";
import type { ReactElement, ReactNode } from "react";
import type { OwnFigures } from "../../../contract/statistics.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { amountText, bpsText, countText, durationText, formatDateTime } from "../../i18n/format.ts";
import { Amount } from "../../ui/index.ts";
import { amountChange, type Change, pointsChange, relativeChange } from "../home/compare.ts";
import { ChangeMark, Figure } from "../home/figures.tsx";
import { FigureLink } from "../home/link.tsx";
import { collectedBehind, createdBehind, paidOutBehind, paymentFeesBehind, payoutFeesBehind } from "./behind.ts";
import css from "./statistics.module.css";

/** A figure against that of the days before. Nothing where one of them could not be counted. */
function Since({
  data: { from, to },
  change,
  inPoints = false,
  t,
}: {
  data: OwnFigures;
  change: Change | null;
  inPoints?: boolean;
  t: CellTools["t"];
}): ReactNode {
  if (change === null) return null;
  const n = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const day = n === 1 ? t("statistics.before.day") : t("statistics.before.days", { n });
  return <ChangeMark day={day} short={day} change={change} inPoints={inPoints} />;
}

interface SuccessProps {
  readonly what: "payments" | "disburses";
  readonly label: string;
  readonly explain: string;
  readonly data: OwnFigures;
  readonly t: CellTools["t"];
}

/** A share of the orders, and of which: the newest alone where there are too many to count. */
function Success({ what, label, explain, data, t }: SuccessProps): ReactElement {
  const { [what]: found, before } = data;
  const all = found?.rows.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const completed = found?.rows.find(({ status }) => status === "completed")?.count ?? 0;
  const newest = found?.since ?? null;
  const note =
    found === null ? (
      t("statistics.late")
    ) : (
      <>
        {t("statistics.successOf", { done: countText(completed), all: countText(all) })}
        {newest === null ? null : <span className={css.part}>{t("statistics.newest", { time: formatDateTime(newest) })}</span>}
      </>
    );
  const change = pointsChange(found?.success_bps ?? null, what === "payments" ? before.payments_bps : before.disburses_bps);
  return (
    <Figure
      label={label}
      explain={explain}
      value={bpsText(found?.success_bps ?? null)}
      note={note}
      changes={<Since data={data} change={change} inPoints t={t} />}
      to={createdBehind(data, what)}
    />
  );
}

export function Totals({ data, tools: { t, locale } }: { data: OwnFigures; tools: CellTools }): ReactElement {
  const { totals, taking, before } = data;
  const since = (pick: (sums: NonNullable<OwnFigures["totals"]>) => string): ReactNode => (
    <Since data={data} change={before.now && before.sums && amountChange(pick(before.now), pick(before.sums))} t={t} />
  );
  const time = formatDateTime(data.at);
  const late = t("statistics.late");
  const lasted = typeof taking?.median_ms === "number" && before.median_ms !== null ? relativeChange(taking.median_ms, before.median_ms) : null;
  const amount = (value: string | undefined): ReactNode => (value === undefined ? "–" : <Amount value={value} />);
  return (
    <section className={css.totals} aria-label={t("statistics.totals")}>
      <Figure
        label={t("statistics.collected")}
        explain={t("statistics.explain.collected", { time })}
        value={amount(totals?.collected)}
        note={totals === null ? late : t("statistics.orders", { n: countText(totals.collected_count) })}
        changes={since((sums) => sums.collected)}
        to={collectedBehind(data)}
      />
      <Figure
        label={t("statistics.paidOut")}
        explain={t("statistics.explain.paidOut", { time })}
        value={amount(totals?.paid_out)}
        note={totals === null ? late : t("statistics.orders", { n: countText(totals.paid_out_count) })}
        changes={since((sums) => sums.paid_out)}
        to={paidOutBehind(data)}
      />
      <Figure
        label={t("statistics.fees")}
        explain={t("statistics.explain.fees", { time })}
        value={amount(totals?.fees)}
        changes={since((sums) => sums.fees)}
        note={
          totals === null ? (
            late
          ) : (
            <>
              <FigureLink to={paymentFeesBehind(data, totals)} className={css.part}>
                {t("statistics.feesIn", { amount: amountText(totals.payment_fees) })}
              </FigureLink>
              <FigureLink to={payoutFeesBehind(data, totals)} className={css.part}>
                {t("statistics.feesOut", { amount: amountText(totals.disburse_fees) })}
              </FigureLink>
            </>
          )
        }
      />
      <Success what="payments" label={t("statistics.paymentSuccess")} explain={t("statistics.explain.paymentSuccess", { time })} data={data} t={t} />
      <Success what="disburses" label={t("statistics.payoutSuccess")} explain={t("statistics.explain.payoutSuccess", { time })} data={data} t={t} />
      <Figure
        label={t("statistics.taking")}
        explain={t("statistics.explain.taking", { time })}
        value={durationText(taking?.median_ms ?? null, locale)}
        note={taking === null ? late : t("statistics.p95", { time: durationText(taking.p95_ms, locale) })}
        changes={<Since data={data} change={lasted} t={t} />}
        to={createdBehind(data, "payments", "completed")}
      />
    </section>
  );
}
