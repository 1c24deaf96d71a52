/** Dashboard home, one screen: what waits and the wallets first, the day in figures, the money. Finance begins with the money; a merchant's people see their own part. */
import { type ReactElement, useMemo } from "react";
import { Navigate, useLocation } from "react-router";
import type { Home } from "../../../contract/home.schema.ts";
import { useHome } from "../../frame/waiting.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useLocale } from "../../i18n/locale.ts";
import { pathTo } from "../../paths.ts";
import { Plot } from "../../plots/index.ts";
import { errorOf } from "../../query.ts";
import { useCan, useProfile } from "../../session.tsx";
import { StaleNote } from "../../stale-note.tsx";
import { ErrorState, PageHeader, Placeholder, Section } from "../../ui/index.ts";
import { Advice } from "./advice.tsx";
import { Explain } from "./explain.tsx";
import { Flows, PlatformFigures } from "./figures.tsx";
import css from "./home.module.css";
import { hourlySpec } from "./hourly.ts";
import { MerchantHome } from "./merchant.tsx";
import { Money } from "./money.tsx";
import { QueueBlock } from "./queue.tsx";
import { Shares } from "./shares.tsx";
import { timeText } from "./times.ts";
import { Wallets } from "./wallets.tsx";

/** Height of the drawn curve. */
const CURVE = 120;

/** The day in figures. The exception queue once was a tab of it; its addresses, also those in alerts that were sent, lead on. */
export default function HomeScreen(): ReactElement {
  const locale = useLocale();
  const asked = new URLSearchParams(useLocation().search);
  const maySee = useCan("exceptions.see");
  if (asked.get("tab") !== "desk" || !maySee) return <Overview />;
  asked.delete("tab");
  return <Navigate to={pathTo(locale, "queue", Object.fromEntries(asked))} replace />;
}

function Overview(): ReactElement {
  const t = useText();
  const read = useHome();
  const { user_type } = useProfile();
  if (read.data === undefined) return read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : <Skeleton />;
  const home = read.data;
  return (
    <div className={css.page}>
      <PageHeader actions={<Advice codes={home.warnings} own={home.own !== null} />}>
        <span data-tip={formatDateTime(home.at)}>{t("home.asOf", { time: timeText(home.at) })}</span>
      </PageHeader>
      <StaleNote read={read} />
      {home.own !== null ? (
        <MerchantHome home={home} own={home.own} curve={<Hourly home={home} />} />
      ) : user_type === "finance" ? (
        <ForFinance home={home} />
      ) : (
        <ForOperators home={home} />
      )}
    </div>
  );
}

/** Operators, admins and auditors begin with what waits. */
function ForOperators({ home }: { home: Home }): ReactElement {
  return (
    <div className={css.grid} data-first="queue">
      <QueueBlock home={home} />
      <Wallets home={home} />
      <FigureRow home={home} />
      <Hourly home={home} />
      <Shares home={home} />
      <Money home={home} />
    </div>
  );
}

/** Finance begins with the money. */
function ForFinance({ home }: { home: Home }): ReactElement {
  return (
    <div className={css.grid} data-first="money">
      <Money home={home} />
      <QueueBlock home={home} />
      <FigureRow home={home} />
      <Wallets home={home} />
      <Hourly home={home} />
      <Shares home={home} />
    </div>
  );
}

function FigureRow({ home }: { home: Home }): ReactElement {
  const t = useText();
  return (
    <section className={css.figures} aria-label={t("home.figures")}>
      <Flows home={home} />
      <PlatformFigures home={home} />
    </section>
  );
}

function Hourly({ home }: { home: Home }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const spec = useMemo(() => hourlySpec(home, { t, locale }), [home, t, locale]);
  return (
    <Section
      title={
        <>
          {t("home.hourly")} <Explain what={t("home.hourly")} text={t("home.explain.hourly", { time: timeText(home.at) })} />
        </>
      }
    >
      <Plot spec={spec} height={CURVE} />
    </Section>
  );
}

/** Same heights as the real thing, so that nothing jumps. */
function Skeleton(): ReactElement {
  return (
    <div className={css.page} aria-busy="true">
      <PageHeader />
      <div className={css.grid} data-first="queue">
        <Placeholder height={286} />
        <Placeholder height={286} />
        <Placeholder height={102} />
        <Placeholder height={280} />
        <Placeholder height={280} />
        <Placeholder height={280} />
      </div>
    </div>
  );
}
