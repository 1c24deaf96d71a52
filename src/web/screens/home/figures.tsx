/** The day's figures, each against yesterday and the week before at the same moment, each opening the list behind it. */
import type { ReactElement, ReactNode } from "react";
import type { Home } from "../../../contract/home.schema.ts";
import { amountText, bpsText, countText, durationText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useLocale } from "../../i18n/locale.ts";
import type { Behind } from "../../behind.ts";
import { Amount } from "../../ui/index.ts";
import { amountChange, type Change, pointsChange, relativeChange } from "./compare.ts";
import { collectedBehind, limitsBehind, medianBehind, nearLimitBehind, paidOutBehind, paymentFeesBehind, payoutFeesBehind, successBehind } from "./behind.ts";
import { Explain } from "./explain.tsx";
import css from "./home.module.css";
import { FigureLink } from "./link.tsx";
import { timeText } from "./times.ts";

/** A figure now against the same figure of two days before it. */
type Compared = { readonly [Day in "yesterday" | "last_week"]: Change };

interface FigureProps {
  readonly label: string;
  readonly explain: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly compared?: Compared;
  /** Other changes in that place. */
  readonly changes?: ReactNode;
  /** Unit of the change where it is no percentage. */
  readonly inPoints?: boolean;
  /** The list behind it; left out where its parts have their own. */
  readonly to?: Pick<Behind, "screen" | "query">;
}

export function Figure({ label, explain, value, note, compared, changes, inPoints = false, to }: FigureProps): ReactElement {
  const body = (
    <>
      <span className={css.figureLabel}>{label}</span>
      <span className={css.figureValue}>{value}</span>
      <span className={css.figureNote}>{note}</span>
      {changes === undefined ? null : <span className={css.figureNote}>{changes}</span>}
      {compared === undefined ? null : (
        <span className={css.figureNote}>
          <ChangeWords day="yesterday" change={compared.yesterday} inPoints={inPoints} />
          <ChangeWords day="last_week" change={compared.last_week} inPoints={inPoints} />
        </span>
      )}
    </>
  );
  return (
    <div className={css.figure} data-tip={explain}>
      {to === undefined ? (
        <div className={css.figureBody}>{body}</div>
      ) : (
        <FigureLink to={to} className={css.figureBody}>
          {body}
        </FigureLink>
      )}
      <Explain what={label} text={explain} />
    </div>
  );
}

const SIGNS = { up: "↑", down: "↓", same: "=", none: "–" } as const;

function ChangeWords({ day, ...change }: { day: "yesterday" | "last_week"; change: Change; inPoints: boolean }): ReactElement {
  const t = useText();
  return <ChangeMark day={t(`home.day.${day}`)} short={t(`home.dayShort.${day}`)} {...change} />;
}

interface MarkProps {
  /** What it is compared with, in a sentence and in a word. */
  readonly day: string;
  readonly short: string;
  readonly change: Change;
  readonly inPoints?: boolean;
}

/** A change as a sign and its size; in words for who points at it or hears it. */
export function ChangeMark({ day, short, change, inPoints = false }: MarkProps): ReactElement {
  const t = useText();
  const by = inPoints ? t("home.points", { n: change.by }) : change.by;
  const words = t(`home.change.${change.direction}`, { day, by });
  return (
    <span className={css.change} data-tip={words}>
      <span aria-hidden="true">
        {short} {SIGNS[change.direction]}
        {change.direction === "up" || change.direction === "down" ? ` ${inPoints ? t("home.pointsShort", { n: change.by }) : change.by}` : ""}
      </span>
      <span className="fd-sr">{words}</span>
    </span>
  );
}

/** What both sides have: collected, paid out, and how much of it succeeds. */
export function Flows({ home }: { home: Home }): ReactElement {
  const t = useText();
  const { today, yesterday, last_week } = home;
  const time = timeText(home.at);
  const amounts = (pick: (day: Home["today"]) => string): Compared => ({
    yesterday: amountChange(pick(today), pick(yesterday)),
    last_week: amountChange(pick(today), pick(last_week)),
  });
  return (
    <>
      <Figure
        label={t("home.collected")}
        explain={t("home.explain.collected", { time })}
        value={<Amount value={today.collected} />}
        note={t("home.collectedCount", { n: countText(today.collected_count) })}
        compared={amounts((day) => day.collected)}
        to={collectedBehind(home)}
      />
      <Figure
        label={t("home.paidOut")}
        explain={t("home.explain.paidOut", { time })}
        value={<Amount value={today.paid_out} />}
        note={t("home.collectedCount", { n: countText(today.paid_out_count) })}
        compared={amounts((day) => day.paid_out)}
        to={paidOutBehind(home)}
      />
      <Figure
        label={t("home.successRate")}
        explain={t("home.explain.successRate", { time })}
        value={bpsText(today.success_bps)}
        note={t("home.successOf", { done: countText(today.succeeded_count), all: countText(today.created_count) })}
        compared={{ yesterday: pointsChange(today.success_bps, yesterday.success_bps), last_week: pointsChange(today.success_bps, last_week.success_bps) }}
        inPoints
        to={successBehind(home)}
      />
    </>
  );
}

/** What only the platform's people look at: how long orders take, what they bring, what may still come in. */
export function PlatformFigures({ home }: { home: Home }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const { today, yesterday, last_week, limits } = home;
  const time = timeText(home.at);
  const taken = (before: Home["today"]): Change => relativeChange(today.median_ms ?? 0, today.median_ms === null ? 0 : (before.median_ms ?? 0));
  return (
    <>
      <Figure
        label={t("home.median")}
        explain={t("home.explain.median", { time })}
        value={durationText(today.median_ms, locale)}
        note={today.p95_ms === null ? null : t("home.p95", { time: durationText(today.p95_ms, locale) })}
        compared={{ yesterday: taken(yesterday), last_week: taken(last_week) }}
        to={medianBehind(home)}
      />
      <Figure
        label={t("home.fees")}
        explain={t("home.explain.fees", { time })}
        value={<Amount value={today.fees} />}
        note={
          <>
            <FigureLink to={paymentFeesBehind(home)} className={css.figurePart}>
              {t("home.paymentFees", { amount: amountText(today.payment_fees) })}
            </FigureLink>
            <FigureLink to={payoutFeesBehind(home)} className={css.figurePart}>
              {t("home.payoutFees", { amount: amountText(today.disburse_fees) })}
            </FigureLink>
          </>
        }
        compared={{ yesterday: amountChange(today.fees, yesterday.fees), last_week: amountChange(today.fees, last_week.fees) }}
      />
      {limits === null ? null : (
        <Figure
          label={t("home.limits")}
          explain={t("home.explain.limits", { time, percent: limits.near_percent })}
          value={<Amount value={limits.left} />}
          note={
            <>
              <FigureLink to={limitsBehind(limits)} className={css.figurePart}>
                {t("home.limitsOf", { n: countText(limits.wallets) })}
              </FigureLink>
              {limits.near === 0 ? null : (
                <FigureLink to={nearLimitBehind(limits)} className={css.figurePart}>
                  <span className={css.asks}>{t("home.limitsNear", { n: countText(limits.near) })}</span>
                </FigureLink>
              )}
            </>
          }
        />
      )}
    </>
  );
}
