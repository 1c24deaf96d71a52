/** What a rule would make of the newest stored messages. */
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { SmsRuleRow, SmsRuleTrial } from "../../../../contract/sms-rules.schema.ts";
import type { CustomFieldProps } from "../../../forms/spec.ts";
import { countText } from "../../../i18n/format.ts";
import { useText } from "../../../i18n/keys.ts";
import { fetchData } from "../../../query.ts";
import { Amount, Phone, Strip, Tag } from "../../../ui/index.ts";
import type { Tone } from "../../../theme.ts";
import { Evidence } from "../drawer.tsx";
import css from "./rules.module.css";
import { SampleList, TrialSection } from "./trial-parts.tsx";

const HEIGHT = 160;
const WAS_TONES = { unread: "done", noise: "ask", read: "gone" } as const satisfies Record<Sample["was"], Tone>;
type Sample = SmsRuleTrial["samples"][number];

/** The figures, and a warning where noise would be read. */
export function TrialFigures({ trial }: { trial: SmsRuleTrial }): ReactElement {
  const t = useText();
  if (trial.looked === 0) return <p>{t("rules.trial.nothing")}</p>;
  return (
    <>
      <ul className={css.figures}>
        <li>{t("rules.trial.looked", { n: countText(trial.looked) })}</li>
        <li>{t("rules.trial.unread", { n: countText(trial.unread) })}</li>
        {trial.noise === 0 ? <li>{t("rules.trial.noNoise")}</li> : null}
        <li>{t("rules.trial.read", { n: countText(trial.read) })}</li>
      </ul>
      {trial.noise > 0 ? <Strip tone="ask">{t("rules.trial.noise", { n: countText(trial.noise) })}</Strip> : null}
    </>
  );
}

/** Messages as they would be read: the text, what it was, and the values that would be read from it. */
export function TrialSamples({ trial }: { trial: SmsRuleTrial }): ReactElement {
  const t = useText();
  return (
    <SampleList
      samples={trial.samples}
      renderTag={({ was }) => <Tag tone={WAS_TONES[was]}>{t(`rules.was.${was}`)}</Tag>}
      valuesOf={({ result }) => [
        { label: t("sms.column.kind"), value: t(`sms.kind.${result.kind}`) },
        { label: t("sms.column.amount"), value: <Amount value={result.amount} /> },
        { label: t("sms.column.fee"), value: <Amount value={result.fee} /> },
        { label: t("sms.column.balance"), value: <Amount value={result.balance} /> },
        { label: t("sms.column.trx_id"), value: result.trx_id },
        { label: t("sms.column.counterparty"), value: <Phone value={result.counterparty} /> },
        { label: t("sms.column.reference"), value: result.reference },
        { label: t("sms.tool.time"), value: result.time },
      ]}
      renderBelow={({ result }) => (result.evidence.length > 0 ? <Evidence evidence={result.evidence} /> : null)}
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
          <TrialSamples trial={trial} />
        </>
      )}
    </TrialSection>
  );
}
