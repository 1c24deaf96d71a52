/** What an ending would change of the stored messages: figures and examples, before anybody agrees to it. */
import { Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { SmsEndingRow, SmsEndingTrial } from "../../../../contract/sms-endings.schema.ts";
import { ENDING_MAX, ENDING_MIN } from "../../../../contract/sms-endings.ts";
import type { CustomFieldProps } from "../../../forms/spec.ts";
import { countText } from "../../../i18n/format.ts";
import { useText } from "../../../i18n/keys.ts";
import { RawText } from "../../../list/parts/index.ts";
import { errorOf, fetchData } from "../../../query.ts";
import { Amount, Phone, Strip, Tag } from "../../../ui/index.ts";
import type { Tone } from "../../../theme.ts";
import css from "../rules/rules.module.css";
import { useSettled } from "../rules/settled.ts";
import { CutAt, SampleList, TrialSection, type TrialRead } from "../rules/trial-parts.tsx";
import own from "./endings.module.css";
import { endingProblemKey, type Taught } from "./taught.ts";

const HEIGHT = 120;
/** So long nothing more must be typed before the words are tried. */
const QUIET_MS = 500;
type Sample = SmsEndingTrial["samples"][number];
const BECOMES_TONES = { passes: "ask", held: "gone", settled: "done" } as const satisfies Record<Sample["becomes"], Tone>;

/** The figures, and the messages behind them. */
export function EndingTrial({ trial }: { trial: SmsEndingTrial }): ReactElement {
  const t = useText();
  if (trial.looked === 0 && trial.cut_at === null) return <p>{t("rules.trial.nothing")}</p>;
  return (
    <>
      <ul className={css.figures}>
        <li>{t("rules.trial.looked", { n: countText(trial.looked) })}</li>
        <li>{t("rules.ending.trial.passes", { n: countText(trial.passes) })}</li>
        {trial.settled === 0 ? null : <li>{t("rules.ending.trial.settled", { n: countText(trial.settled) })}</li>}
        {trial.held === 0 ? null : <li>{t("rules.ending.trial.held", { n: countText(trial.held) })}</li>}
      </ul>
      <CutAt at={trial.cut_at} />
      {trial.passes === 0 ? <Strip tone="ask">{t("rules.ending.trial.none")}</Strip> : null}
      <SampleList
        samples={trial.samples}
        renderTag={({ becomes }) => <Tag tone={BECOMES_TONES[becomes]}>{t(`rules.ending.becomes.${becomes}`)}</Tag>}
        valuesOf={({ result }) => [
          { label: t("sms.column.kind"), value: t(`sms.kind.${result.kind}`) },
          { label: t("words.field.amount"), value: <Amount value={result.amount} /> },
          { label: t("words.field.trx_id"), value: result.trx_id },
          { label: t("sms.column.counterparty"), value: <Phone value={result.counterparty} /> },
        ]}
      />
    </>
  );
}

/** The words, tried as they stand: at once when the form opens, and again when they were changed. */
export function EndingField({ id, label, required, value, subject, error, disabled, onChange }: CustomFieldProps<Taught>): ReactElement {
  const t = useText();
  const text = useSettled(value.trim(), QUIET_MS);
  const ready = text.length >= ENDING_MIN && text.length <= ENDING_MAX;
  const read = useQuery({
    queryKey: ["ending-trial", subject.operator, text],
    queryFn: async () => (await fetchData("POST /api/sms/endings", { body: { operator: subject.operator, text, dry_run: true } })).trial,
    enabled: ready,
    retry: false,
    // Thousands of messages are read for it: once per question is enough.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const problem = read.isError ? endingProblemKey(errorOf(read.error)) : null;
  return (
    <div className={own.field}>
      <Textarea
        id={id}
        label={label}
        description={t("rules.ending.form.textHelp")}
        withAsterisk={required}
        value={value}
        error={error ?? (problem === null ? null : t(problem))}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autosize
        minRows={2}
        maxRows={6}
      />
      {ready ? <Answer label={t("rules.trial.title")} read={read} known={problem !== null} /> : null}
    </div>
  );
}

/** The trial of a kept ending, run when it is about to pass again. */
export function KeptTrialField({ id, label, subject }: CustomFieldProps<SmsEndingRow>): ReactElement {
  const read = useQuery({
    queryKey: ["ending-trial", subject.id, subject.version],
    queryFn: () => fetchData("POST /api/sms/endings/:id/try", { params: { id: subject.id }, body: {} }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <div id={id}>
      <RawText>{subject.text}</RawText>
      <Answer label={label} read={read} />
    </div>
  );
}

/** @param known a refusal that stands at the field already */
function Answer({ label, read, known = false }: { label: string; read: TrialRead<SmsEndingTrial>; known?: boolean }): ReactElement {
  return (
    <TrialSection label={label} read={read} height={HEIGHT} known={known}>
      {(trial) => <EndingTrial trial={trial} />}
    </TrialSection>
  );
}
