/** The top of the exception queue: what is most urgent, how much, since when; and the way to the rest. */
import { Link } from "react-router";
import type { Home } from "../../../contract/home.schema.ts";
import { countText } from "../../i18n/format.ts";
import { useCellTools } from "../../cell-tools.ts";
import { pathTo } from "../../paths.ts";
import type { Tone } from "../../tokens.ts";
import { Amount, DateTime, Section, StatusDot } from "../../ui/index.ts";
import css from "../queue/queue.module.css";
import { exceptionPath, objectWords, placeWords } from "../queue/row.tsx";

type Line = Home["alerts"][number];
const TONES = { info: "busy", warning: "ask", urgent: "bad" } as const satisfies Record<Line["first"]["severity"], Tone>;

/** The first lines; one sentence when nothing is open. */
export function AlertList({ alerts, open }: { alerts: Home["alerts"]; open: number }) {
  const { t, locale } = useCellTools();
  return (
    <Section
      title={t("exceptions.top")}
      id="alerts"
      actions={<Link to={pathTo(locale, "queue")}>{open === 0 ? t("exceptions.all") : t("exceptions.allOf", { n: countText(open) })}</Link>}
    >
      {open === 0 ? <StatusDot tone="done">{t("exceptions.nothing")}</StatusDot> : null}
      <ul className={css.top}>
        {alerts.map((line) => (
          <AlertLine key={line.key} line={line} />
        ))}
      </ul>
    </Section>
  );
}

function AlertLine({ line: { first: alert, count, amount } }: { line: Line }) {
  const tools = useCellTools();
  const path = count > 1 ? pathTo(tools.locale, "queue", { kind: alert.kind }) : exceptionPath(alert, tools);
  const name = count > 1 ? placeWords(alert, tools) : objectWords(alert, tools);
  return (
    <li className={css.topRow}>
      <StatusDot tone={TONES[alert.severity]}>{tools.t(`exceptions.kind.${alert.kind}`)}</StatusDot>
      <span className={css.topFacts}>
        {path === null ? <span>{name}</span> : <Link to={path}>{name}</Link>}
        {amount === null ? null : <Amount value={amount} />}
        {count === 1 ? null : <span>{tools.t("exceptions.members", { n: count })}</span>}
        {alert.count === null ? null : <span>{tools.t("exceptions.times", { n: alert.count })}</span>}
        <DateTime value={alert.since} />
      </span>
    </li>
  );
}
