/** The top of the exception desk: what is most urgent, how much, since when; and the way to the rest. */
import { Link } from "react-router";
import type { Home } from "../../../contract/home.schema.ts";
import { useCellTools } from "../../cell-tools.ts";
import { pathTo } from "../../paths.ts";
import type { Tone } from "../../tokens.ts";
import { Amount, DateTime, Section, StatusDot } from "../../ui/index.ts";
import css from "./desk/desk.module.css";
import { exceptionPath, objectWords } from "./desk/row.tsx";

type Alert = Home["alerts"][number];
const TONES = { info: "busy", warning: "ask", urgent: "bad" } as const satisfies Record<Alert["severity"], Tone>;

/** The list; one sentence when nothing is open. */
export function AlertList({ alerts }: { alerts: Home["alerts"] }) {
  const { t, locale } = useCellTools();
  return (
    <Section title={t("desk.top")} id="alerts" actions={<Link to={pathTo(locale, "index", { tab: "desk" })}>{t("desk.all")}</Link>}>
      {alerts.length === 0 ? <StatusDot tone="done">{t("desk.nothing")}</StatusDot> : null}
      <ul className={css.top}>
        {alerts.map((alert) => (
          <AlertLine key={alert.id} alert={alert} />
        ))}
      </ul>
    </Section>
  );
}

function AlertLine({ alert }: { alert: Alert }) {
  const tools = useCellTools();
  const path = exceptionPath(alert, tools);
  const name = objectWords(alert, tools);
  return (
    <li className={css.topRow}>
      <StatusDot tone={TONES[alert.severity]}>{tools.t(`desk.kind.${alert.kind}`)}</StatusDot>
      <span className={css.topFacts}>
        {path === null ? <span>{name}</span> : <Link to={path}>{name}</Link>}
        {alert.amount === null ? null : <Amount value={alert.amount} />}
        {alert.count === null ? null : <span>{tools.t("desk.times", { n: alert.count })}</span>}
        <DateTime value={alert.since} />
      </span>
    </li>
  );
}
