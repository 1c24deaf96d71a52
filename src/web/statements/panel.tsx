/** Which month, in which language, as what. */
import { Button, Group, NativeSelect, SegmentedControl } from "@mantine/core";
import { type ReactElement, Suspense, useState } from "react";
import { STATEMENT_MONTHS } from "../../contract/exports.ts";
import { addDays, businessDay, presetRange } from "../../contract/time.ts";
import { Anchored } from "../ui/anchored.tsx";
import { Later, type LaterState, useLater, type WantedRows } from "../list/export/index.ts";
import { LookupSelect } from "../forms/lookup.tsx";
import css from "../ui/overlays.module.css";
import type { CellTools } from "../cell-tools.ts";
import { LOCALES } from "../screens.ts";
import { useProfile } from "../session.tsx";
import { notify, notifyNoFile } from "../ui/notices.tsx";
import { downloadProof, downloadStatement, openStatement, type StatementAsked, type StatementOf, type StatementResult } from "./fetch.ts";

const LANGUAGE_NAMES = { zh: "中文", en: "English" } as const;
const EARLIEST = "2020-02";

/** The month before the running one: the last that has ended. */
export function lastMonth(nowMs: number): string {
  const [year = 0, month = 1] = businessDay(nowMs).split("-").map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, "0")}`;
}

/** Every month that has begun, the newest first. */
export function monthsUntil(nowMs: number): string[] {
  const months: string[] = [];
  let [year = 0, month = 1] = businessDay(nowMs).split("-").map(Number);
  for (;;) {
    const text = `${year}-${String(month).padStart(2, "0")}`;
    if (text < EARLIEST) return months;
    months.push(text);
    [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1];
  }
}

/** The statement as a file in the background takes it: of a month that moves, where it is the last or the running one. */
export function wantedMonth(type: StatementOf["type"], id: string, month: string, nowMs: number): WantedRows {
  const list = type === "wallets" ? "wallet_statement" : "merchant_statement";
  const range = STATEMENT_MONTHS.find((one) => presetRange(one, nowMs).from.startsWith(month)) ?? null;
  const from = `${month}-01`;
  const to = addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1);
  return { list, filters: range === null ? { id, from, to } : { id }, range };
}

type Run = (work: (asked: StatementAsked) => Promise<StatementResult>) => Promise<void>;

/** As a page, or as a file; a merchant's also with its proof. */
interface WaysProps {
  readonly busy: boolean;
  readonly proven: boolean;
  readonly run: Run;
  readonly later: LaterState;
  readonly save: (format: "pdf" | "csv" | "xlsx") => void;
  /** Looks at it here, as plots. */
  readonly look: () => void;
  readonly tools: CellTools;
}

function Ways({ busy, proven, run, later, save, look, tools }: WaysProps): ReactElement {
  const { t } = tools;
  return (
    <>
      <Button variant="default" disabled={busy} onClick={look}>
        {t("reconciliation.statement.look")}
      </Button>
      <Button loading={busy} onClick={() => void run(openStatement)}>
        {t("reconciliation.statement.open")}
      </Button>
      <Group grow>
        {(["pdf", "csv", "xlsx"] as const).map((format) => (
          <Button key={format} variant="default" disabled={busy || later.asking} onClick={() => save(format)}>
            {t(`reconciliation.statement.${format}`)}
          </Button>
        ))}
      </Group>
      <Suspense fallback={null}>
        <Later later={later} tools={tools} />
      </Suspense>
      {proven ? (
        <>
          <Button variant="default" disabled={busy} onClick={() => void run(downloadProof)}>
            {t("reconciliation.statement.proof")}
          </Button>
          <p className={css.note}>{t("reconciliation.statement.proofHint")}</p>
        </>
      ) : null}
    </>
  );
}

function Language({ locale, onChange, tools: { t } }: { locale: "zh" | "en"; onChange: (locale: "zh" | "en") => void; tools: CellTools }): ReactElement {
  return (
    <SegmentedControl
      aria-label={t("reconciliation.statement.language")}
      value={locale}
      onChange={(value) => onChange(value === "en" ? "en" : "zh")}
      data={LOCALES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
    />
  );
}

const Archived = ({ tools: { t } }: { tools: CellTools }): ReactElement => (
  <p className={css.note} role="status">
    {t("errors.code.archived")}
  </p>
);

interface PanelProps {
  readonly anchor: HTMLElement;
  readonly of: StatementOf;
  readonly tools: CellTools;
  readonly onClose: () => void;
  readonly onLook: (asked: { type: StatementOf["type"]; id: string; month: string }) => void;
}

/** What is done with the statement that is asked for; without a merchant it is said that one is missing. */
function useStatement({ of, tools, onClose, onLook }: PanelProps, asked: Omit<StatementAsked, "id"> & { readonly id: string | null }) {
  const { t } = tools;
  const { type, id, month, locale } = asked;
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const later = useLater(id === null ? null : wantedMonth(of.type, id, month, Date.now()), tools, onClose);
  const whose = (): string | null => {
    setProblem(id === null ? t("common.required") : null);
    return id;
  };
  const run: Run = async (work) => {
    const known = whose();
    if (known === null) return;
    setBusy(true);
    const answer = await work({ type, id: known, month, locale });
    setBusy(false);
    if (answer.result === "done") {
      if (answer.file !== "") notify({ kind: "done", text: t("reconciliation.statement.done", { file: answer.file }) });
      return onClose();
    }
    if (answer.result === "blocked") return notify({ kind: "bad", text: t("reconciliation.statement.blocked") });
    notifyNoFile(t(`reconciliation.statement.${answer.error?.code === "rate_limited" ? "busy" : "failed"}`), answer.error);
  };
  const look = (): void => {
    const known = whose();
    if (known === null) return;
    onLook({ type, id: known, month });
    onClose();
  };
  const save: WaysProps["save"] = (format) => {
    if (!later.background) return void run((of) => downloadStatement(of, format));
    if (whose() !== null) void later.queue({ format, lang: locale });
  };
  const schedule = async (): Promise<void> => {
    if (whose() !== null) await later.schedule(locale);
  };
  return { problem: id === null ? problem : null, busy, run, look, save, later: { ...later, schedule } };
}

/** The panel under the button. */
export default function StatementPanel(props: PanelProps): ReactElement {
  const { anchor, of, tools, onClose } = props;
  const { t } = tools;
  const { merchant_id: own, archived_before: keptFrom } = useProfile();
  const [id, setId] = useState<string | null>(of.id ?? own);
  const [month, setMonth] = useState(() => lastMonth(Date.now()));
  const [locale, setLocale] = useState<"zh" | "en">(tools.locale);
  const { problem, later, ...ways } = useStatement(props, { type: of.type, id, month, locale });
  if (later.dialog) return later.dialog;
  return (
    <Anchored anchor={anchor} label={t("reconciliation.statement.title")} onClose={onClose}>
      <div className={css.panel}>
        {of.id === null && own === null ? (
          <LookupSelect
            source="merchants"
            label={t("reconciliation.statement.merchant")}
            value={id}
            onChange={setId}
            error={problem}
            tools={tools}
            withAsterisk
          />
        ) : null}
        <NativeSelect
          label={t("reconciliation.statement.month")}
          value={month}
          data={monthsUntil(Date.now()).map((value) => ({ value, label: value.replace("-", "/") }))}
          onChange={(event) => setMonth(event.currentTarget.value)}
          withAsterisk
        />
        <Language locale={locale} onChange={setLocale} tools={tools} />
        {keptFrom && `${month}-01` < keptFrom ? <Archived tools={tools} /> : <Ways {...ways} proven={of.type === "merchants"} later={later} tools={tools} />}
      </div>
    </Anchored>
  );
}
