/** What a rule would make of the newest stored messages. */
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { SmsRuleRow, SmsRuleSample, SmsRuleTrial } from "../../../../contract/sms-rules.schema.ts";
import type { TrialWas } from "../../../../contract/sms-rules.ts";
import type { CustomFieldProps } from "../../../forms/spec.ts";
import { countText } from "../../../i18n/format.ts";
import { useText } from "../../../i18n/keys.ts";
import { fetchData } from "../../../query.ts";
import { Amount, Phone, Strip, Tag } from "../../../ui/index.ts";
import type { Tone } from "../../../theme.ts";
import { Evidence } from "../drawer.tsx";
import { Marked } from "./marked.tsx";
import css from "./rules.module.css";
import { CutAt, SampleList, TrialSection } from "./trial-parts.tsx";
import { RULE_TONES } from "./words.ts";

const HEIGHT = 160;
const WAS_TONES = { unread: "done", noise: "ask", open: "ask", differs: "bad", agrees: "gone" } as const satisfies Record<TrialWas, Tone>;

/** What is counted alike in a trial and in the shadow. */
type Counts = Pick<SmsRuleTrial, "noise" | "open" | "differs" | "agrees">;

/** What speaks for looking twice, and what agrees. */
export function Counted({ counts: { noise, open, differs, agrees } }: { counts: Counts }): ReactElement {
  const t = useText();
  return (
    <>
      <p>{t("rules.trial.agrees", { n: countText(agrees) })}</p>
      {noise > 0 ? <Strip tone="ask">{t("rules.trial.noise", { n: countText(noise) })}</Strip> : null}
      {open > 0 ? <Strip tone="ask">{t("rules.trial.open", { n: countText(open) })}</Strip> : null}
      {differs > 0 ? <Strip tone="bad">{t("rules.trial.differs", { n: countText(differs) })}</Strip> : null}
    </>
  );
}

/** The figures, warnings, and the rules that overlap with this one. */
export function TrialFigures({ trial }: { trial: SmsRuleTrial }): ReactElement {
  const t = useText();
  if (trial.looked === 0 && trial.cut_at === null) return <p>{t("rules.trial.nothing")}</p>;
  return (
    <>
      <p>{t("rules.trial.looked", { n: countText(trial.looked) })}</p>
      <CutAt at={trial.cut_at} />
      <p>
        <strong>{t("rules.trial.unread", { n: countText(trial.unread), all: countText(trial.unread_all) })}</strong>
      </p>
      <Counted counts={trial} />
      {trial.collisions.length === 0 ? null : (
        <div>
          <h4 className={css.subtitle}>{t("rules.trial.collisions")}</h4>
          <ul className={css.figures}>
            {trial.collisions.map(({ rule, status, count, differs }) => (
              <li key={rule}>
                {t(differs === 0 ? "rules.trial.collision" : "rules.trial.collisionDiffers", { rule, n: countText(count), differs: countText(differs) })}
                {status === null ? null : <Tag tone={RULE_TONES[status]}>{t(`rules.status.${status}`)}</Tag>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** What the rule that counts reads of a message, and in which values this one differs. */
function Beside({ sample: { rule, differs } }: { sample: SmsRuleSample }): ReactElement | null {
  const t = useText();
  if (rule === null) return null;
  return (
    <p className="fd-dim">
      {t("rules.trial.readBy", { rule })}
      {differs.length === 0 ? null : (
        <>
          {" · "}
          {t("rules.trial.differing", { fields: differs.map((field) => t(`rules.compared.${field}`)).join(t("rules.words.types")) })}
        </>
      )}
    </p>
  );
}

/** Messages as they would be read: the text with its marks, what it was, and the values that would be read from it. */
export function TrialSamples({ samples }: { samples: readonly SmsRuleSample[] }): ReactElement {
  const t = useText();
  return (
    <SampleList
      samples={samples}
      renderTag={({ was }) => <Tag tone={WAS_TONES[was]}>{t(`rules.was.${was}`)}</Tag>}
      renderText={({ marked }) => <Marked marked={marked} />}
      valuesOf={({ result }) => [
        { label: t("sms.column.kind"), value: t(`sms.kind.${result.kind}`) },
        { label: t("words.field.amount"), value: <Amount value={result.amount} /> },
        { label: t("words.field.fee"), value: <Amount value={result.fee} /> },
        { label: t("words.field.balance"), value: <Amount value={result.balance} /> },
        { label: t("words.field.trx_id"), value: result.trx_id },
        { label: t("sms.column.counterparty"), value: <Phone value={result.counterparty} /> },
        { label: t("sms.column.reference"), value: result.reference },
        { label: t("sms.tool.time"), value: result.time },
      ]}
      renderBelow={(sample) => (
        <>
          <Beside sample={sample} />
          {sample.result.evidence.length > 0 ? <Evidence evidence={sample.result.evidence} /> : null}
        </>
      )}
    />
  );
}

/** The trial of a written rule, run when it is about to be switched on. */
export function RowTrialField({ id, label, subject }: CustomFieldProps<SmsRuleRow>): ReactElement {
  const read = useQuery({
    queryKey: ["rule-trial", subject.id, subject.version],
    queryFn: () => fetchData("POST /api/sms/rules/:id/try", { params: { id: subject.id }, body: {} }),
    // Thousands of messages are read for it: once per question is enough.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <TrialSection id={id} label={label} read={read} height={HEIGHT}>
      {(trial) => (
        <>
          <TrialFigures trial={trial} />
          <TrialSamples samples={trial.samples} />
        </>
      )}
    </TrialSection>
  );
}
