/** The day's figures, each against yesterday at the same moment, each opening the list behind it. */
import type { ReactNode } from "react";
import type { Home } from "../../../contract/home.schema.ts";
import { amountText, bpsText, countText, durationText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useLocale } from "../../i18n/locale.ts";
import type { Query } from "../../paths.ts";
import type { ScreenName } from "../../screens.ts";
import { Amount } from "../../ui/index.ts";
import { amountChange, type Change, pointsChange, relativeChange } from "./compare.ts";
import css from "./home.module.css";
import { FigureLink } from "./link.tsx";

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: string | undefined;
  readonly change?: Change;
  /** Unit of the change where it is no percentage. */
  readonly inPoints?: boolean;
  readonly screen: ScreenName;
  readonly query?: Query;
}

function Figure({ label, value, note, change, inPoints = false, screen, query }: FigureProps) {
  return (
    <FigureLink screen={screen} className={css.figure} {...(query === undefined ? {} : { query })}>
      <FigureBody label={label} value={value}>
        {note === undefined ? null : <span>{note}</span>}
        {change === undefined ? null : <ChangeWords change={change} inPoints={inPoints} />}
      </FigureBody>
    </FigureLink>
  );
}

/** What every tile holds; the children stand on its last line. */
function FigureBody({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className={css.figureLabel}>{label}</span>
      <span className={css.figureValue}>{value}</span>
      <span className={css.figureNote}>{children}</span>
    </>
  );
}

function ChangeWords({ change, inPoints }: { change: Change; inPoints: boolean }) {
  const t = useText();
  const by = inPoints ? t("home.points", { n: change.by }) : change.by;
  if (change.direction === "none") return <span>{t("home.noYesterday")}</span>;
  if (change.direction === "same") return <span>{t("home.same")}</span>;
  const isUp = change.direction === "up";
  return (
    <span className={css.change} data-tip={t(isUp ? "home.up" : "home.down", { by })}>
      <span aria-hidden="true">
        {isUp ? "↑" : "↓"} {by}
      </span>
      <span className="fd-sr">{t(isUp ? "home.up" : "home.down", { by })}</span>
    </span>
  );
}

/** Fees come of two lists: each part opens its own. */
function Fees({ home: { today, yesterday } }: { home: Home }) {
  const t = useText();
  return (
    <div className={css.figure}>
      <FigureBody label={t("home.fees")} value={<Amount value={today.fees} />}>
        <FigureLink screen="journals" query={PAYMENT_FEES_TODAY} className={css.figurePart}>
          {t("home.paymentFees", { amount: amountText(today.payment_fees) })}
        </FigureLink>
        <FigureLink screen="disburses" query={DONE_TODAY} className={css.figurePart}>
          {t("home.payoutFees", { amount: amountText(today.disburse_fees) })}
        </FigureLink>
        <ChangeWords change={amountChange(today.fees, yesterday.fees)} inPoints={false} />
      </FigureBody>
    </div>
  );
}

const TODAY = { range: "today" } as const;
const DONE_TODAY = { range: "today", status: "completed" } as const;
const PAYMENT_FEES_TODAY = { range: "today", kind: "payment_fee" } as const;

/** Tiles for platform staff, or for a merchant where `own` is there. */
export function Figures({ home }: { home: Home }) {
  const t = useText();
  const locale = useLocale();
  const { today, yesterday, own } = home;
  return (
    <section className={css.figures} aria-label={t("home.figures")}>
      {own === null ? null : (
        <Figure
          label={t("home.balance")}
          value={<Amount value={own.balance} />}
          note={t("home.held", { amount: amountText(own.held_balance) })}
          screen="journals"
        />
      )}
      <Figure
        label={t("home.collected")}
        value={<Amount value={today.collected} />}
        note={t("home.collectedCount", { n: countText(today.collected_count) })}
        change={amountChange(today.collected, yesterday.collected)}
        screen="payments"
        query={DONE_TODAY}
      />
      <Figure
        label={t("home.paidOut")}
        value={<Amount value={today.paid_out} />}
        note={t("home.collectedCount", { n: countText(today.paid_out_count) })}
        change={amountChange(today.paid_out, yesterday.paid_out)}
        screen="disburses"
        query={DONE_TODAY}
      />
      <Figure
        label={t("home.successRate")}
        value={bpsText(today.success_bps)}
        note={t("home.successOf", { done: countText(today.collected_count), all: countText(today.created_count) })}
        change={pointsChange(today.success_bps, yesterday.success_bps)}
        inPoints
        screen="payments"
        query={TODAY}
      />
      <Figure
        label={t("home.median")}
        value={durationText(today.median_ms, locale)}
        change={relativeChange(today.median_ms ?? 0, today.median_ms === null ? 0 : (yesterday.median_ms ?? 0))}
        screen="payments"
        query={DONE_TODAY}
      />
      <Fees home={home} />
      {home.float === null ? null : (
        <Figure
          label={t("home.float")}
          value={<Amount value={home.float} />}
          note={home.liabilities === null ? undefined : t("home.liabilities", { amount: amountText(home.liabilities) })}
          screen="wallets"
        />
      )}
    </section>
  );
}
