/** What a rule would make of the newest stored messages. */
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { SmsRuleRow, SmsRuleTrial } from "../../../../contract/sms-rules.schema.ts";
import type { CustomFieldProps } from "../../../forms/spec.ts";
import { countText } from "../../../i18n/format.ts";
import { useText } from "../../../i18n/keys.ts";
import { RawText } from "../../../list/parts.tsx";
import { errorOf, fetchData } from "../../../query.ts";
import { Amount, Copy, DateTime, ErrorState, KeyValue, Phone, Placeholder, Strip, Tag } from "../../../ui/index.ts";
import type { Tone } from "../../../theme.ts";
import { Evidence } from "../drawer.tsx";
import css from "./rules.module.css";

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

/** Messages as they would be read. */
export function TrialSamples({ trial }: { trial: SmsRuleTrial }): ReactElement | null {
  const t = useText();
  if (trial.samples.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={css.samples} role="group" aria-label={t("rules.trial.samples")} tabIndex={0}>
      <ul>
        {trial.samples.map((sample) => (
          <SampleItem key={sample.id} sample={sample} />
        ))}
      </ul>
    </div>
  );
}

/** One message: its text, what it was, and the values that would be read from it. */
function SampleItem({ sample }: { sample: Sample }): ReactElement {
  const t = useText();
  const { result } = sample;
  return (
    <li className={css.sample}>
      <div className={css.sampleHead}>
        <Tag tone={WAS_TONES[sample.was]}>{t(`rules.was.${sample.was}`)}</Tag>
        <span className="fd-dim">
          {t("rules.trial.received")} <DateTime value={sample.received_at} />
        </span>
        <Copy value={sample.id} mono />
      </div>
      <RawText>{sample.text}</RawText>
      <KeyValue
        items={[
          { label: t("sms.column.kind"), value: t(`sms.kind.${result.kind}`) },
          { label: t("sms.column.amount"), value: <Amount value={result.amount} /> },
          { label: t("sms.column.fee"), value: <Amount value={result.fee} /> },
          { label: t("sms.column.balance"), value: <Amount value={result.balance} /> },
          { label: t("sms.column.trx_id"), value: result.trx_id },
          { label: t("sms.column.counterparty"), value: <Phone value={result.counterparty} /> },
          { label: t("sms.column.reference"), value: result.reference },
          { label: t("sms.tool.time"), value: result.time },
        ]}
      />
      {result.evidence.length > 0 ? <Evidence evidence={result.evidence} /> : null}
    </li>
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
    <section id={id} aria-label={label} aria-busy={read.isPending} className={css.trial}>
      <h3 className={css.subtitle}>{label}</h3>
      {read.isPending ? <Placeholder height={HEIGHT} /> : null}
      {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.data ? <TrialFigures trial={read.data} /> : null}
      {read.data ? <TrialSamples trial={read.data} /> : null}
    </section>
  );
}
