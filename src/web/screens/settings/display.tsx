/** Language, appearance, density, page size. Each choice takes effect at once. */
import { SegmentedControl, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { PAGE_SIZES } from "../../../contract/envelope.ts";
import { switchLocale } from "../../frame/language-switch.tsx";
import { useText } from "../../i18n/keys.ts";
import { useLocale } from "../../i18n/locale.ts";
import { DENSITIES, setPreferences, useDensity, usePageSize } from "../../prefs.ts";
import { SCHEMES, setScheme, useScheme } from "../../scheme.ts";
import { LOCALES } from "../../screens.ts";
import { Section } from "../../ui/index.ts";
import css from "./settings.module.css";

function Row({ label, id, children }: { label: string; id?: string; children: ReactNode }) {
  return (
    <div className={css.row} role="group" aria-label={label} id={id}>
      <span>{label}</span>
      {children}
    </div>
  );
}

export function Display() {
  const t = useText();
  const locale = useLocale();
  const place = useLocation();
  const scheme = useScheme();
  const density = useDensity();
  const pageSize = usePageSize();
  return (
    <Section title={t("settings.display.title")} id="display">
      <Row label={t("settings.display.language")}>
        <SegmentedControl
          value={locale}
          onChange={(next) => void switchLocale(next === "en" ? "en" : "zh", place)}
          data={LOCALES.map((one) => ({ value: one, label: t(`frame.${one}`) }))}
        />
      </Row>
      <Row label={t("settings.display.theme")}>
        <SegmentedControl
          value={scheme}
          onChange={(next) => setScheme(SCHEMES.find((one) => one === next) ?? "auto")}
          data={SCHEMES.map((one) => ({ value: one, label: t(`frame.theme.${one}`) }))}
        />
      </Row>
      <Row label={t("settings.display.density")} id="density">
        <SegmentedControl
          value={density}
          onChange={(next) => void setPreferences({ density: next })}
          data={DENSITIES.map((one) => ({ value: one, label: t(`settings.display.${one}`) }))}
        />
      </Row>
      <Row label={t("settings.display.pageSize")} id="page-size">
        <Select
          w={120}
          aria-label={t("settings.display.pageSize")}
          value={String(pageSize)}
          onChange={(next) => void setPreferences({ page_size: Number(next) })}
          data={PAGE_SIZES.map(String)}
          allowDeselect={false}
        />
      </Row>
    </Section>
  );
}
