/** Dashboard home: the day in figures, what waits, what is open. A merchant user sees its own part of it. */
import { lazy, Suspense } from "react";
import { Navigate, useLocation } from "react-router";
import type { Home } from "../../../contract/home.schema.ts";
import { useHome } from "../../frame/waiting.ts";
import { amountText, countText, formatDateTime } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useLocale } from "../../i18n/locale.ts";
import { pathTo } from "../../paths.ts";
import { errorOf } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { ErrorState, PageHeader, Placeholder, Section, StatusDot } from "../../ui/index.ts";
import { AlertList } from "./alert-list.tsx";
import { Figures } from "./figures.tsx";
import css from "./home.module.css";
import { Acceptance } from "./acceptance.tsx";
import { FigureLink } from "./link.tsx";
import { Integrity } from "./integrity.tsx";
import { ByMerchant, ByOperator } from "./shares.tsx";
import { StopLine } from "./stop-line.tsx";
import { WaitingList } from "./waiting-list.tsx";
import { WalletGrid } from "./wallet-grid.tsx";
import { Warnings } from "./warnings.tsx";

const Curve = lazy(() => import("./curve.tsx"));
/** Height of the curve with its legend (two lines on a phone), kept free until it is there. */
const CURVE_SPACE = 272;

/** The day in figures. The exception queue once was a tab of it; its addresses, also those in alerts that were sent, lead on. */
export default function HomeScreen() {
  const locale = useLocale();
  const asked = new URLSearchParams(useLocation().search);
  const maySee = useCan("exceptions.see");
  if (asked.get("tab") !== "desk" || !maySee) return <Overview />;
  asked.delete("tab");
  return <Navigate to={pathTo(locale, "queue", Object.fromEntries(asked))} replace />;
}

function Overview() {
  const t = useText();
  const read = useHome();
  if (read.data === undefined) return read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : <Skeleton />;
  const home = read.data;
  return (
    <>
      <Warnings codes={home.warnings} own={home.own !== null} />
      <PageHeader>{t("home.asOf", { time: formatDateTime(home.at) })}</PageHeader>
      <Figures home={home} />
      <div className={css.columns}>
        <div>
          <Hourly home={home} />
          <ByOperator rows={home.by_operator} />
          {home.own === null ? <ByMerchant rows={home.by_merchant} /> : null}
          {home.own === null ? <WalletGrid wallets={home.wallets} /> : null}
        </div>
        <div>
          <WaitingList waiting={home.waiting} />
          {home.own === null ? <AlertList alerts={home.alerts} open={home.queue?.open ?? 0} /> : null}
          {home.own === null ? <Integrity proof={home.proof} /> : <Webhooks failed={home.own.webhooks_failed} />}
          <Acceptance />
          <StopLine />
        </div>
      </div>
    </>
  );
}

function Hourly({ home }: { home: Home }) {
  const t = useText();
  const yesterdayMinor = home.hourly.yesterday.reduce((sum, row) => sum + Math.round(Number(row.collected) * 100), 0); // for a spoken label only
  const label = t("home.hourlyAlt", { today: amountText(home.today.collected), yesterday: amountText((yesterdayMinor / 100).toFixed(2)) });
  return (
    <Section title={t("home.hourly")}>
      <div style={{ minHeight: CURVE_SPACE }}>
        <Suspense fallback={<Placeholder height={CURVE_SPACE} />}>
          <Curve hourly={home.hourly} label={label} />
        </Suspense>
      </div>
    </Section>
  );
}

function Webhooks({ failed }: { failed: number }) {
  const t = useText();
  return (
    <Section title={t("home.webhooks.title")}>
      <p className={css.integrity}>
        <StatusDot tone={failed === 0 ? "done" : "bad"}>
          {failed === 0 ? t("home.webhooks.none") : `${t("home.webhooks.failed")} ${countText(failed)}`}
        </StatusDot>
        <FigureLink screen="settings">{t("home.webhooks.toSettings")}</FigureLink>
      </p>
    </Section>
  );
}

/** Same heights as the real thing, so that nothing jumps. */
function Skeleton() {
  return (
    <div aria-busy="true">
      <PageHeader />
      <div className={css.figures}>
        {["a", "b", "c", "d", "e", "f"].map((key) => (
          <Placeholder key={key} height={104} />
        ))}
      </div>
      <div className={css.columns}>
        <Placeholder height={340} />
        <Placeholder height={340} />
      </div>
    </div>
  );
}
