/** The template of a rule: typed in, explained, and tried on stored messages before it is kept. */
import { Button, Textarea } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { SmsRuleTrial } from "../../../../contract/sms-rules.schema.ts";
import { RULE_FIELDS, TEMPLATE_MAX, TEMPLATE_MIN } from "../../../../contract/sms-rules.ts";
import type { CallError } from "../../../api.ts";
import type { CustomFieldProps, Values } from "../../../forms/spec.ts";
import { useText } from "../../../i18n/keys.ts";
import { useAct } from "../../../query.ts";
import { errorWords, Strip } from "../../../ui/index.ts";
import { bodyOf } from "./body.ts";
import css from "./rules.module.css";
import { TrialFigures, TrialSamples } from "./trial.tsx";
import { problemKey } from "./words.ts";

/** What a trial answered, and which values it is about. */
interface Tried {
  readonly of: string;
  readonly trial: SmsRuleTrial | null;
  readonly error: CallError | null;
}

/** Answers to other values than those in the form would mislead: they are not shown. */
function useTrial(values: Values, replaces: string | null) {
  const [tried, setTried] = useState<Tried | null>(null);
  const { busy, run } = useAct("POST /api/sms/rules", { quiet: true });
  const body = bodyOf(values, replaces);
  const { length } = body?.template ?? "";
  const ready = length >= TEMPLATE_MIN && length <= TEMPLATE_MAX;
  const of = JSON.stringify(body === null ? null : [body.operator, body.class, body.template]);
  const tryIt = async (): Promise<void> => {
    if (body === null) return;
    const answer = await run({ body: { ...body, dry_run: true } });
    setTried(answer.success ? { of, trial: answer.data.trial, error: null } : { of, trial: null, error: answer.error });
  };
  return { busy, ready, tryIt, tried: tried?.of === of ? tried : null };
}

/** A monospaced text with its marks under it; a refusal stands at the text, whether it was tried or saved. */
export function TemplateField({
  id,
  label,
  required,
  value,
  values,
  subject,
  error,
  disabled,
  onChange,
}: CustomFieldProps<{ readonly id: string } | null>): ReactElement {
  const t = useText();
  const { busy, ready, tryIt, tried } = useTrial(values, subject?.id ?? null);
  const problem = tried?.error ? problemKey(tried.error) : null;
  return (
    <div className={css.field}>
      <Textarea
        id={id}
        label={label}
        description={t("rules.form.templateHelp")}
        withAsterisk={required}
        value={value}
        error={error ?? (problem === null ? null : t(problem))}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
        classNames={{ input: css.mono ?? "" }}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autosize
        minRows={4}
        maxRows={12}
      />
      <Marks />
      <div className={css.tryLine}>
        <Button variant="default" disabled={!ready || disabled} loading={busy} onClick={() => void tryIt()}>
          {t("rules.form.try")}
        </Button>
        {ready ? null : <span className="fd-dim">{t("rules.form.tryFirst")}</span>}
      </div>
      {/* Only the figures are read out: the samples would take minutes. */}
      <div role="status" className={css.answer}>
        {tried?.error && problem === null ? <Strip tone="bad">{t("rules.trial.failed", { why: errorWords(tried.error).text })}</Strip> : null}
        {tried?.trial ? (
          <section aria-label={t("rules.trial.title")} className={css.trial}>
            <h3 className={css.subtitle}>{t("rules.trial.title")}</h3>
            <TrialFigures trial={tried.trial} />
          </section>
        ) : null}
      </div>
      {tried?.trial ? <TrialSamples trial={tried.trial} /> : null}
    </div>
  );
}

/** What can stand in a template. */
function Marks(): ReactElement {
  const t = useText();
  return (
    <details className={css.marks}>
      <summary>{t("rules.marks.title")}</summary>
      <dl>
        {RULE_FIELDS.map((field) => (
          <div key={field}>
            <dt className="fd-mono">{`{${field}}`}</dt>
            <dd>{t(`rules.mark.${field}`)}</dd>
          </div>
        ))}
        <div>
          <dt className="fd-mono">{t("rules.marks.optionalMark")}</dt>
          <dd>{t("rules.marks.optional")}</dd>
        </div>
        <div>
          <dt className="fd-mono">{t("rules.marks.oneOfMark")}</dt>
          <dd>{t("rules.marks.oneOf")}</dd>
        </div>
      </dl>
    </details>
  );
}
