/** The template of a rule: typed in, explained, and tried on stored messages while it is written. */
import { Textarea } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { MarkedText } from "../../../../contract/sms-rules.schema.ts";
import { RULE_FIELDS, TEMPLATE_MAX, TEMPLATE_MIN } from "../../../../contract/sms-rules.ts";
import type { BodyOf } from "../../../api.ts";
import type { CustomFieldProps, Values } from "../../../forms/spec.ts";
import { useText } from "../../../i18n/keys.ts";
import { errorOf, fetchData } from "../../../query.ts";
import { errorWords, Strip } from "../../../ui/index.ts";
import { bodyOf, type RuleStart } from "./body.ts";
import { Marked } from "./marked.tsx";
import css from "./rules.module.css";
import { TrialFigures, TrialSamples } from "./trial.tsx";
import { useSettled } from "./settled.ts";
import { problemKey } from "./words.ts";

/** So long nothing more must be typed before the template is tried. */
const QUIET_MS = 400;

/** What a rule with these values would make of stored messages: asked again whenever they were changed and nobody types. */
function useTrial(values: Values, start: RuleStart) {
  const body = bodyOf(values, start);
  const { length } = body?.template ?? "";
  const ready = body !== null && length >= TEMPLATE_MIN && length <= TEMPLATE_MAX;
  const wanted = ready ? JSON.stringify({ operator: body.operator, class: body.class, template: body.template }) : "";
  const asked = useSettled(wanted, QUIET_MS);
  const read = useQuery({
    queryKey: ["rule-trial", asked, start.replaced?.id, start.source?.smsId],
    queryFn: async () => {
      const what = JSON.parse(asked) as BodyOf<"POST /api/sms/rules">; // as written above
      const more = { ...(start.replaced === null ? {} : { replaces: start.replaced.id }), ...(start.source === null ? {} : { sms_id: start.source.smsId }) };
      return (await fetchData("POST /api/sms/rules", { body: { ...what, ...more, dry_run: true } })).trial;
    },
    enabled: asked !== "" && asked === wanted,
    retry: false,
    placeholderData: keepPreviousData,
    // Thousands of messages are read for it: once per template is enough.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const current = asked === wanted && !read.isPlaceholderData;
  return { ready, trial: ready ? read.data : undefined, current, error: ready && current && read.isError ? errorOf(read.error) : null };
}

/** A monospaced text with its marks under it, and what it reads, as it is written; a refusal stands at the text, whether it was tried or saved. */
export function TemplateField({ id, label, required, value, values, subject, error, disabled, onChange }: CustomFieldProps<RuleStart>): ReactElement {
  const t = useText();
  const { ready, trial, current, error: failed } = useTrial(values, subject);
  const problem = failed === null ? null : problemKey(failed);
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
      {ready ? null : <p className="fd-dim">{t("rules.form.tryFirst")}</p>}
      {/* Only the figures are read out: the samples would take minutes. */}
      <div role="status" className={css.answer} aria-busy={ready && !current}>
        {failed !== null && problem === null ? <Strip tone="bad">{t("rules.trial.failed", { why: errorWords(failed).text })}</Strip> : null}
        {ready && trial === undefined && failed === null ? <p className="fd-dim">{t("rules.trial.wait")}</p> : null}
        {trial === undefined || failed !== null ? null : (
          <section aria-label={t("rules.trial.title")} className={css.trial} data-old={current ? undefined : ""}>
            <h3 className={css.subtitle}>{t("rules.trial.title")}</h3>
            <TrialFigures trial={trial} />
          </section>
        )}
      </div>
      {trial === undefined || failed !== null ? (
        <About about={subject.source === null ? null : { parts: [{ field: null, text: subject.source.text }], rest: "" }} />
      ) : (
        <div data-old={current ? undefined : ""} className={css.found}>
          <About about={trial.about} />
          <TrialSamples samples={trial.samples} />
        </div>
      )}
    </div>
  );
}

/** The message that one writes from, always in view, and how far the template gets in it. */
function About({ about }: { about: MarkedText | null }): ReactElement | null {
  const t = useText();
  if (about === null) return null;
  return (
    <section aria-label={t("rules.form.about")}>
      <h3 className={css.subtitle}>{t("rules.form.about")}</h3>
      <Marked marked={about} />
      {about.rest === "" ? null : <p className="fd-dim">{t("rules.form.rest")}</p>}
    </section>
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
