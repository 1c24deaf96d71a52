/** What the chosen days come to, each figure with the list behind it. */
import type { ReactElement, ReactNode } from "react";
import type { OwnFigures } from "../../../contract/statistics.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { amountText, bpsText, countText, durationText, formatDateTime } from "../../i18n/format.ts";
import { Amount } from "../../ui/index.ts";
import { Figure } from "../home/figures.tsx";
import { FigureLink } from "../home/link.tsx";
import css from "./statistics.module.css";

interface SuccessProps {
  readonly what: "payments" | "disburses";
  readonly label: string;
  readonly explain: string;
  readonly data: OwnFigures;
  readonly t: CellTools["t"];
}

/** A share of the orders, and of which: the newest alone where there are too many to count. */
function Success({ what, label, explain, data: { [what]: found, from, to }, t }: SuccessProps): ReactElement {
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
  return <Figure label={label} explain={explain} value={bpsText(found?.success_bps ?? null)} note={note} to={{ screen: what, query: { from, to } }} />;
}

export function Totals({ data, tools: { t, locale } }: { data: OwnFigures; tools: CellTools }): ReactElement {
  const { from, to, totals, taking } = data;
  const days = { from, to };
  const done = { ...days, status: "completed" };
  const time = formatDateTime(data.at);
  const late = t("statistics.late");
  const amount = (value: string | undefined): ReactNode => (value === undefined ? "–" : <Amount value={value} />);
  return (
    <section className={css.totals} aria-label={t("statistics.totals")}>
      <Figure
        label={t("statistics.collected")}
        explain={t("statistics.explain.collected", { time })}
        value={amount(totals?.collected)}
        note={totals === null ? late : t("statistics.orders", { n: countText(totals.collected_count) })}
        to={{ screen: "payments", query: done }}
      />
      <Figure
        label={t("statistics.paidOut")}
        explain={t("statistics.explain.paidOut", { time })}
        value={amount(totals?.paid_out)}
        note={totals === null ? late : t("statistics.orders", { n: countText(totals.paid_out_count) })}
        to={{ screen: "disburses", query: done }}
      />
      <Figure
        label={t("statistics.fees")}
        explain={t("statistics.explain.fees", { time })}
        value={amount(totals?.fees)}
        note={
          totals === null ? (
            late
          ) : (
            <>
              <FigureLink screen="journals" query={{ ...days, kind: "payment_fee" }} className={css.part}>
                {t("statistics.feesIn", { amount: amountText(totals.payment_fees) })}
              </FigureLink>
              <FigureLink screen="disburses" query={done} className={css.part}>
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
        to={{ screen: "payments", query: done }}
      />
    </section>
  );
}
