/** The top of the exception queue: what is most urgent, how much, since when; and the way to the rest. */
import { Link } from "react-router";
import type { Home } from "../../../contract/home.schema.ts";
import { useCellTools } from "../../cell-tools.ts";
import { pathTo } from "../../paths.ts";
import type { Tone } from "../../tokens.ts";
import { Amount, DateTime, Section, StatusDot } from "../../ui/index.ts";
import css from "./queue/queue.module.css";
import { exceptionPath, objectWords } from "./queue/row.tsx";

type Alert = Home["alerts"][number];
const TONES = { info: "busy", warning: "ask", urgent: "bad" } as const satisfies Record<Alert["severity"], Tone>;

/** The list; one sentence when nothing is open. */
export function AlertList({ alerts }: { alerts: Home["alerts"] }) {
  const { t, locale } = useCellTools();
  return (
    <Section title={t("exceptions.top")} id="alerts" actions={<Link to={pathTo(locale, "index", { tab: "desk" })}>{t("exceptions.all")}</Link>}>
      {alerts.length === 0 ? <StatusDot tone="done">{t("exceptions.nothing")}</StatusDot> : null}
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
      <StatusDot tone={TONES[alert.severity]}>{tools.t(`exceptions.kind.${alert.kind}`)}</StatusDot>
      <span className={css.topFacts}>
        {path === null ? <span>{name}</span> : <Link to={path}>{name}</Link>}
        {alert.amount === null ? null : <Amount value={alert.amount} />}
        {alert.count === null ? null : <span>{tools.t("exceptions.times", { n: alert.count })}</span>}
        <DateTime value={alert.since} />
      </span>
    </li>
  );
}
