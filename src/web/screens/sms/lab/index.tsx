/** The tab "lab" of /sms: what no rule reads, by its wording, each with the way to a rule. */
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { operatorInfo, type Operator } from "../../../../contract/operators.ts";
import type { SmsShape, SmsShapes } from "../../../../contract/sms-shapes.schema.ts";
import { countText, formatDateTime } from "../../../i18n/format.ts";
import { RawText } from "../../../list/parts/index.ts";
import { useCellTools, type CellTools } from "../../../cell-tools.ts";
import { objectPath, pathTo } from "../../../paths.ts";
import { errorOf, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { DateTime, EmptyState, ErrorState, Placeholder, Section, Strip, Tag } from "../../../ui/index.ts";
import type { RuleSource } from "../rules/body.ts";
import { useRuleForm } from "../rules/index.tsx";
import { OperatorChoice, useOperator } from "../rules/operator-choice.tsx";
import rules from "../rules/rules.module.css";
import css from "./lab.module.css";

const HEIGHT = 320;

/** @param tabs the screen's tabs, over everything */
export default function Lab({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const { operator, choose } = useOperator("lab");
  const read = useRead("GET /api/sms/shapes", { query: operator === undefined ? {} : { operator } }, { keepOld: true });
  return (
    <>
      {tabs}
      <p className={rules.intro}>{t("rules.lab.intro")}</p>
      <OperatorChoice operator={operator} choose={choose} />
      {read.data === undefined && read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.data === undefined && !read.isError ? <Placeholder height={HEIGHT} /> : null}
      {read.data === undefined ? null : <Shapes shapes={read.data} operator={operator} tools={tools} />}
    </>
  );
}

function Shapes({ shapes, operator, tools }: { shapes: SmsShapes; operator: Operator | undefined; tools: CellTools }): ReactElement {
  const { t, locale } = tools;
  const mayWrite = useCan("sms.rules");
  const list = useRead("GET /api/sms/rules", { query: {} }, { enabled: mayWrite, staleMs: 60_000 });
  const { write, dialog } = useRuleForm(list.data);
  const onWrite = mayWrite && list.data !== undefined ? (source: RuleSource) => write({ replaced: null, source }) : null;
  const unread = pathTo(locale, "sms", { status: "unparsed", ...(operator === undefined ? {} : { operator }) });
  return (
    <Section title={t("rules.lab.title")} actions={shapes.items.length === 0 ? null : <Link to={unread}>{t("rules.lab.all")}</Link>}>
      {shapes.items.length === 0 ? (
        <EmptyState text={t(operator === undefined ? "rules.lab.empty" : "rules.lab.emptyFiltered")} />
      ) : (
        <>
          <Looked shapes={shapes} tools={tools} />
          <ul className={css.shapes} aria-label={t("rules.lab.title")}>
            {shapes.items.map((shape) => (
              <Shape key={wordingOf(shape)} shape={shape} tools={tools} onWrite={onWrite} />
            ))}
          </ul>
        </>
      )}
      {dialog}
    </Section>
  );
}

/** What a line stands for: its example is the newest message, and another one after each that comes. */
const wordingOf = ({ operator, parts }: SmsShape): string => JSON.stringify([operator, parts]);

/** How far the answer has looked: what it does not tell is said. */
function Looked({ shapes: { looked, until, more, others }, tools: { t } }: { shapes: SmsShapes; tools: CellTools }): ReactElement {
  const values = { n: countText(looked), until: until === null ? "" : formatDateTime(until) };
  return (
    <>
      {more ? <Strip tone="ask">{t("rules.lab.lookedMore", values)}</Strip> : <p className="fd-dim">{t("rules.lab.looked", values)}</p>}
      {others === 0 ? null : <p className="fd-dim">{t("rules.lab.others", { n: countText(others) })}</p>}
    </>
  );
}

interface ShapeProps {
  readonly shape: SmsShape;
  readonly tools: CellTools;
  /** null: whoever looks may write no rules. */
  readonly onWrite: ((source: RuleSource) => void) | null;
}

function Shape({ shape, tools, onWrite }: ShapeProps): ReactElement {
  const { t, locale } = tools;
  const { operator, example, proposal } = shape;
  return (
    <li className={css.shape} data-id={example.id}>
      <div className={rules.sampleHead}>
        <strong>{t("rules.lab.count", { n: shape.count })}</strong>
        <Tag>{operator === null ? t("rules.lab.unknownOperator") : operatorInfo(operator).name}</Tag>
        <span className="fd-dim">
          <DateTime value={shape.first_at} /> – <DateTime value={shape.last_at} />
        </span>
        <span className="fd-dim">
          {shape.senders.length === 0 ? t("rules.lab.noSender") : t("rules.lab.senders", { names: shape.senders.join(t("rules.words.types")) })}
        </span>
      </div>
      <Wording shape={shape} tools={tools} />
      <div className={css.foot}>
        <details className={rules.more}>
          <summary>{t("rules.lab.example")}</summary>
          <RawText>{example.text}</RawText>
          <Link to={objectPath(locale, "sms", example.id) ?? ""}>{t("rules.trial.openSms")}</Link>
        </details>
        {onWrite === null || proposal === null ? null : (
          <Button size="xs" variant="default" onClick={() => onWrite({ operator, template: proposal, smsId: example.id, text: example.text })}>
            {t("rules.lab.write")}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The wording: its words, and the name of what varies in the place of it. */
function Wording({ shape: { parts }, tools: { t } }: { shape: SmsShape; tools: CellTools }): ReactElement {
  let at = 0;
  return (
    <RawText>
      {parts.map(({ mark, text }) => {
        at += text.length + 1;
        return mark === null ? (
          <span key={at}>{text}</span>
        ) : (
          <span key={at} className={css.mark}>
            {t(`rules.lab.mark.${mark}`)}
          </span>
        );
      })}
    </RawText>
  );
}
