/** Open alerts: what happened, to what, how much, when; for refused orders also why no wallet took them. */
import { Link } from "react-router";
import { ROUTING_REFUSALS, type RoutingRefusal } from "../../../contract/payments.ts";
import type { Home } from "../../../contract/home.schema.ts";
import { useText } from "../../i18n/keys.ts";
import { useLocale } from "../../i18n/locale.ts";
import { objectPath } from "../../paths.ts";
import { Amount, DateTime, Section, StatusDot } from "../../ui/index.ts";
import css from "./home.module.css";

type Alert = Home["alerts"][number];
const isRefusal = (result: string): result is RoutingRefusal => (ROUTING_REFUSALS as readonly string[]).includes(result);

/** The list; empty when nothing is open. */
export function AlertList({ alerts }: { alerts: Home["alerts"] }) {
  const t = useText();
  return (
    <Section title={t("home.alerts.title")} id="alerts">
      {alerts.length === 0 ? <StatusDot tone="done">{t("home.alerts.nothing")}</StatusDot> : null}
      <ul className={css.waiting}>
        {alerts.map((alert) => (
          <li key={`${alert.kind} ${alert.object.id ?? alert.object.name ?? ""} ${alert.at}`} className={css.alert}>
            <AlertLine alert={alert} />
            {alert.wallets.length > 0 ? <Reasons wallets={alert.wallets} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function AlertLine({ alert }: { alert: Alert }) {
  const t = useText();
  const locale = useLocale();
  const path = alert.object.id === null ? null : objectPath(locale, alert.object.type, alert.object.id);
  const name = alert.object.name ?? alert.object.id;
  return (
    <div className={css.alertRow}>
      <StatusDot tone={alert.kind === "proof_broken" || alert.kind === "payment_reversed" ? "bad" : "ask"}>{t(`home.alerts.kind.${alert.kind}`)}</StatusDot>
      <span className={css.alertFacts}>
        {name === null ? null : path === null ? <span>{name}</span> : <Link to={path}>{name}</Link>}
        {alert.amount === null ? null : <Amount value={alert.amount} />}
        {alert.count === null ? null : <span>{t("home.alerts.times", { n: alert.count })}</span>}
        <DateTime value={alert.at} />
      </span>
    </div>
  );
}

function Reasons({ wallets }: { wallets: Alert["wallets"] }) {
  const t = useText();
  return (
    <details className={css.alertReasons}>
      <summary>{t("home.alerts.why")}</summary>
      <ul>
        {wallets.map((wallet) => (
          <li key={wallet.wallet_id}>
            {wallet.wallet_name}: {isRefusal(wallet.result) ? t(`payments.routing.${wallet.result}`) : wallet.result}
          </li>
        ))}
      </ul>
    </details>
  );
}
