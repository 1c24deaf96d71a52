/** What waits for a person: the top of the exception queue, and how much waits of each kind, each a link to exactly those rows. */
import type { ReactElement } from "react";
import { Link } from "react-router";
import type { Home } from "../../../contract/home.schema.ts";
import { reaches } from "../../built.ts";
import { useCellTools } from "../../cell-tools.ts";
import { amountText, countText } from "../../i18n/format.ts";
import { pathTo } from "../../paths.ts";
import { useCan, useMay } from "../../session.tsx";
import { ScreenLink } from "../../ui/screen-link.tsx";
import { Amount, DateTime, Section, StatusDot } from "../../ui/index.ts";
import { exceptionPath, objectWords, placeWords, TONES } from "../queue/row.tsx";
import { everyKindWaits, lineBehind, suspenseBehind, WAITING, waitingBehind } from "./behind.ts";
import { Explain } from "./explain.tsx";
import css from "./home.module.css";
import { FigureLink } from "./link.tsx";

/** Heights that the style sheet gives, in pixels: a row of two kinds, a line of the queue, and what both may take so that home stays one screen. */
const [KINDS_ROW, QUEUE_LINE, ROOM] = [25, 31, 222];
/** Lines of the queue; fewer where many kinds wait. */
const linesBeside = (kinds: number): number => Math.min(4, Math.floor((ROOM - Math.ceil(kinds / 2) * KINDS_ROW) / QUEUE_LINE));

export function QueueBlock({ home, own = false }: { home: Home; own?: boolean }): ReactElement {
  const { t, locale } = useCellTools();
  const may = useMay();
  const sees = useCan("exceptions.see");
  const { waiting, queue, alerts } = home;
  // What a person may not even see waits for others.
  const kinds = everyKindWaits ? WAITING.filter((kind) => waiting[kind.key] > 0 && reaches(may, kind.screen)) : [];
  const hasSuspense = /[1-9]/.test(waiting.suspense);
  const open = queue?.open ?? 0;
  const nothing = kinds.length === 0 && !hasSuspense && open === 0;
  return (
    <Section
      id="waiting"
      title={
        <>
          {t("home.waiting.title")} <Explain what={t("home.waiting.title")} text={t(own ? "home.explain.ownWaiting" : "home.explain.waiting")} />
        </>
      }
      actions={sees ? <Link to={pathTo(locale, "queue")}>{open === 0 ? t("exceptions.all") : t("exceptions.allOf", { n: countText(open) })}</Link> : null}
    >
      {nothing ? <StatusDot tone="done">{t("home.waiting.nothing")}</StatusDot> : null}
      <ul className={css.kinds}>
        {kinds.map((kind) => (
          <li key={kind.key}>
            <FigureLink to={waitingBehind(home, kind)} className={css.kind}>
              <StatusDot tone={kind.tone}>{t(`home.waiting.${kind.key}`)}</StatusDot>
              <strong>{countText(waiting[kind.key])}</strong>
            </FigureLink>
          </li>
        ))}
        {hasSuspense ? (
          <li>
            <FigureLink to={suspenseBehind(home)} className={css.kind}>
              <StatusDot tone="busy">{t("home.waiting.suspense")}</StatusDot>
              <strong>{amountText(waiting.suspense)}</strong>
            </FigureLink>
          </li>
        ) : null}
      </ul>
      <ul className={css.lines}>
        {alerts.slice(0, linesBeside(kinds.length + Number(hasSuspense))).map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </ul>
    </Section>
  );
}

function Line({ line }: { line: Home["alerts"][number] }): ReactElement {
  const { first: alert, count, amount } = line;
  const tools = useCellTools();
  const path = count > 1 ? pathTo(tools.locale, "queue", lineBehind(line).query) : exceptionPath(alert, tools);
  const name = count > 1 ? placeWords(alert, tools) : objectWords(alert, tools);
  const kind = tools.t(`exceptions.kind.${alert.kind}`);
  return (
    <li className={css.line}>
      <span className={css.lineKind} data-tip={kind}>
        <StatusDot tone={TONES[alert.severity]}>{kind}</StatusDot>
        {count === 1 ? null : <span className="fd-dim"> {tools.t("exceptions.members", { n: count })}</span>}
        {alert.count === null ? null : <span className="fd-dim"> {tools.t("exceptions.times", { n: alert.count })}</span>}
      </span>
      <span className={css.lineName} data-tip={name}>
        {path === null ? name : <ScreenLink to={path}>{name}</ScreenLink>}
      </span>
      <span className={css.lineAmount}>{amount === null ? null : <Amount value={amount} />}</span>
      <span className={css.lineTime}>
        <DateTime value={alert.since} />
      </span>
    </li>
  );
}
