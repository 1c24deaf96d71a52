/** Which month, in which language, as what. */
import { Button, Group, SegmentedControl, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { businessDay } from "../../contract/time.ts";
import { Anchored } from "../list/anchored.tsx";
import { LookupSelect } from "../list/lookup.tsx";
import css from "../list/overlays.module.css";
import type { CellTools } from "../list/spec.ts";
import { LOCALES } from "../screens.ts";
import { useProfile } from "../session.tsx";
import { notify } from "../ui/notices.tsx";
import type { StatementOf } from "./button.tsx";
import { downloadStatement, openStatement, type StatementResult } from "./fetch.ts";

const LANGUAGE_NAMES = { zh: "中文", en: "English" } as const;
const EARLIEST = "2020-02";

/** The month before the running one: the last that has ended. */
export function lastMonth(nowMs: number): string {
  const [year = 0, month = 1] = businessDay(nowMs).split("-").map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, "0")}`;
}

/** True for a month that has begun. */
export function isMonth(text: string, nowMs: number): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= EARLIEST && text <= businessDay(nowMs).slice(0, 7);
}

/** The panel under the button. */
export default function StatementPanel({
  anchor,
  of,
  tools,
  onClose,
}: {
  anchor: HTMLElement;
  of: StatementOf;
  tools: CellTools;
  onClose: () => void;
}): ReactElement {
  const { t } = tools;
  const own = useProfile().merchant_id;
  const [id, setId] = useState<string | null>(of.id ?? own);
  const [month, setMonth] = useState(() => lastMonth(Date.now()));
  const [locale, setLocale] = useState<"zh" | "en">(tools.locale);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (
    work: (asked: { type: StatementOf["type"]; id: string; month: string; locale: "zh" | "en" }) => Promise<StatementResult>,
  ): Promise<void> => {
    if (id === null) return setProblem(t("common.required"));
    if (!isMonth(month, Date.now())) return setProblem(t("reconciliation.statement.monthBad"));
    setProblem(null);
    setBusy(true);
    const answer = await work({ type: of.type, id, month, locale });
    setBusy(false);
    if (answer.result === "done") {
      if (answer.file !== "") notify({ kind: "done", text: t("reconciliation.statement.done", { file: answer.file }) });
      return onClose();
    }
    notify({ kind: "bad", text: t(`reconciliation.statement.${answer.result}`) });
  };
  return (
    <Anchored anchor={anchor} label={t("reconciliation.statement.title")} onClose={onClose}>
      <div className={css.panel}>
        {of.id === null && own === null ? (
          <LookupSelect source="merchants" label={t("reconciliation.statement.merchant")} value={id} onChange={setId} tools={tools} withAsterisk />
        ) : null}
        <TextInput
          type="month"
          label={t("reconciliation.statement.month")}
          value={month}
          min={EARLIEST}
          max={businessDay(Date.now()).slice(0, 7)}
          placeholder="YYYY-MM"
          error={problem}
          onChange={(event) => setMonth(event.currentTarget.value)}
          withAsterisk
        />
        <SegmentedControl
          aria-label={t("reconciliation.statement.language")}
          value={locale}
          onChange={(value) => setLocale(value === "en" ? "en" : "zh")}
          data={LOCALES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
        />
        <Button loading={busy} onClick={() => void run(openStatement)}>
          {t("reconciliation.statement.open")}
        </Button>
        <Group grow>
          {(["csv", "xlsx"] as const).map((format) => (
            <Button key={format} variant="default" disabled={busy} onClick={() => void run((asked) => downloadStatement(asked, format))}>
              {t(`reconciliation.statement.${format}`)}
            </Button>
          ))}
        </Group>
      </div>
    </Anchored>
  );
}
