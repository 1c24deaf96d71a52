/** Samples to copy, in the merchant's own language: creating a payment, verifying a notification. */
import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { apiUrl } from "../../api.ts";
import { useText } from "../../i18n/keys.ts";
import { Section } from "../../ui/index.ts";
import { copyAt } from "../../ui/tip.ts";
import { createSample, LANGUAGE_NAMES, SAMPLE_LANGUAGES, type SampleLanguage, verifySample } from "./sample-code.ts";
import css from "./settings.module.css";

export function Samples() {
  const t = useText();
  const base = apiUrl("") || location.origin;
  const [language, setLanguage] = useState<SampleLanguage>("curl");
  const verify = verifySample(language);
  return (
    <Section
      id="samples"
      title={t("settings.samples.title")}
      hint={t("settings.samples.hint")}
      actions={
        <a href={apiUrl("/docs")} target="_blank" rel="noreferrer">
          {t("settings.samples.docs")}
        </a>
      }
    >
      <div className={css.samples}>
        <SegmentedControl
          aria-label={t("words.field.language")}
          value={language}
          onChange={(next) => setLanguage(SAMPLE_LANGUAGES.find((one) => one === next) ?? "curl")}
          data={SAMPLE_LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
        />
        <Sample title={t("settings.samples.create")} code={createSample(language, base)} />
        {verify === null ? null : <Sample title={t("settings.samples.verify")} code={verify} />}
      </div>
    </Section>
  );
}

function Sample({ title, code }: { title: string; code: string }) {
  const t = useText();
  return (
    <div>
      <div className={css.codeHead}>
        <span>{title}</span>
        <Button size="compact-xs" variant="default" onClick={(event) => void copyAt(event.currentTarget, code)}>
          {t("common.copy")}
        </Button>
      </div>
      <pre className={css.code} tabIndex={0} aria-label={title} role="region">
        {code}
      </pre>
    </div>
  );
}
