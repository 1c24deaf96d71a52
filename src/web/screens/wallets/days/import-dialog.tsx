/** Import of the operator's own statement: file, preview with row and column of each fault, then the lines. */
import { Button, Checkbox, FileInput, Select } from "@mantine/core";
import { type MouseEvent, type ReactElement, useEffect, useState } from "react";
import { type NamedColumns, STATEMENT_CLOCKS, type StatementClock } from "../../../../contract/reconciliation.ts";
import type { StatementImportOut } from "../../../../contract/reconciliation.schema.ts";
import { call, type CallError } from "../../../api.ts";
import { ActKey } from "../../../forms/act-key.ts";
import { FileAgain } from "../../../forms/given-back.tsx";
import { LookupSelect } from "../../../forms/lookup.tsx";
import { useLeaving } from "../../../forms/leaving.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { notify, notifyError } from "../../../ui/notices.tsx";
import { ErrorState, Strip } from "../../../ui/blocks.tsx";
import { CoveredNote } from "../../../ui/covered-note.tsx";
import css from "./days.module.css";
import { readStatementFile } from "./file.ts";
import { ImportPreview } from "./import-preview.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

interface Props {
  readonly walletId: string | null;
  readonly tools: CellTools;
  readonly onClose: (imported: boolean) => void;
}

interface Import {
  readonly wallet: string | null;
  readonly setWallet: (wallet: string | null) => void;
  readonly chosen: File | null;
  readonly take: (file: File | null) => Promise<void>;
  readonly clock: StatementClock;
  readonly setClock: (clock: StatementClock) => void;
  readonly columns: NamedColumns;
  readonly setColumns: (columns: NamedColumns) => void;
  readonly retime: boolean;
  readonly setRetime: (retime: boolean) => void;
  readonly tried: StatementImportOut | null;
  /** Why the file could not be looked at; trying again may help. */
  readonly error: CallError | null;
  readonly again: () => void;
  readonly problem: string | null;
  readonly busy: boolean;
  readonly sending: boolean;
  readonly send: () => Promise<void>;
  readonly act: Pick<ActKey<Sent>, "isUnsure">;
}

/** What an import is: a file as it was looked at, and the wish. */
interface Sent {
  readonly tried: StatementImportOut;
  readonly retime: boolean;
}

/** How many lines an import stores: new ones, and known ones that get another time. */
const takenOf = (report: StatementImportOut, retime: boolean): number => report.fresh + (retime ? report.retimed : 0);

/** Choosing a file, a wallet, a clock or a column tries the file again. */
function useImport(walletId: string | null, tools: CellTools, onDone: () => void): Import {
  const { t } = tools;
  const [wallet, setWallet] = useState(walletId);
  const [chosen, setChosen] = useState<File | null>(null);
  const [content, setContent] = useState<string | null>(null);
  const [clock, setClock] = useState<StatementClock>("operator");
  const [columns, setColumns] = useState<NamedColumns>({});
  const [retime, setRetime] = useState(false);
  const [tried, setTried] = useState<StatementImportOut | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [sending, setSending] = useState(false);
  // Whoever sends again because no answer came sends the same, and hears what it has stored.
  const [act] = useState(() => new ActKey<Sent>((one, other) => one.tried === other.tried && one.retime === other.retime));

  const take = async (file: File | null): Promise<void> => {
    setChosen(file);
    setContent(null);
    setTried(null);
    setError(null);
    setColumns({});
    setProblem(null);
    if (file === null) return;
    const read = await readStatementFile(file);
    if ("problem" in read) setProblem(t(`reconciliation.import.${read.problem}`));
    else setContent(read.text);
  };
  useEffect(() => {
    if (wallet === null || content === null || chosen === null) return;
    let current = true;
    setBusy(true);
    setError(null);
    void call("POST /api/reconciliation/:id/import", {
      params: { id: wallet },
      body: { file_name: chosen.name.slice(0, 200), text: content, clock, columns, dry_run: true },
    }).then((answer) => {
      if (!current) return;
      setBusy(false);
      // The wish was for the lines that were told before.
      setRetime(false);
      setTried(answer.success ? answer.data : null);
      setError(answer.success ? null : answer.error);
    });
    return () => {
      current = false;
    };
  }, [wallet, content, chosen, clock, columns, round]);

  const send = async (): Promise<void> => {
    if (wallet === null || content === null || chosen === null || tried === null) return;
    setSending(true);
    const answer = await call("POST /api/reconciliation/:id/import", {
      params: { id: wallet },
      body: { file_name: chosen.name.slice(0, 200), text: content, clock, columns, retime, dry_run: false },
      idempotencyKey: act.of({ tried, retime }),
    });
    act.heard(answer);
    setSending(false);
    if (!answer.success) return notifyError(answer.error);
    notify({ kind: "done", text: t("reconciliation.import.done", { n: takenOf(answer.data, retime) }) });
    onDone();
  };
  const again = (): void => setRound(round + 1);
  return { wallet, setWallet, chosen, take, clock, setClock, columns, setColumns, retime, setRetime, tried, error, again, problem, busy, sending, send, act };
}

/** Before one is chosen: else the same file, put right meanwhile, could not be chosen again, since the browser tells of no change. */
const forget = (event: MouseEvent<HTMLInputElement>): void => {
  event.currentTarget.value = "";
};

/** Whether lines that were imported with another clock get the times of this file: asked where there are any. */
function Retime(props: { tried: StatementImportOut | null; checked: boolean; onChange: (checked: boolean) => void; tools: CellTools }): ReactElement | null {
  const { tried, checked, onChange, tools } = props;
  if (tried === null || tried.retimed === 0) return null;
  return (
    <Checkbox
      label={tools.t("reconciliation.import.retime", { n: tried.retimed })}
      description={tools.t("reconciliation.import.retimeNote")}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** The dialog. */
export default function ImportDialog({ walletId, tools, onClose }: Props): ReactElement {
  const { t } = tools;
  const { chosen, tried, busy, sending, send, ...form } = useImport(walletId, tools, () => onClose(true));
  const taken = tried === null ? 0 : takenOf(tried, form.retime);
  const ready = tried !== null && tried.missing.length === 0 && tried.error_count === 0 && taken > 0;
  const leaving = useLeaving(chosen !== null, sending, () => onClose(false), form.act);
  return (
    <Dialog opened title={t("reconciliation.import.title")} size="xl" closeButtonProps={{ "aria-label": t("common.close") }} {...leaving}>
      <div className={css.import}>
        <CoveredNote />
        <p className="fd-dim">{t("reconciliation.import.intro")}</p>
        <LookupSelect source="wallets" label={t("reconciliation.import.wallet")} value={form.wallet} onChange={form.setWallet} tools={tools} withAsterisk />
        <FileAgain of={`statement of ${walletId}`} name={chosen?.name ?? null} />
        <FileInput
          label={t("reconciliation.import.file")}
          placeholder={t("reconciliation.import.choose")}
          accept=".csv,.txt,text/csv,text/plain"
          value={chosen}
          onChange={(file) => void form.take(file)}
          fileInputProps={{ onClick: forget }}
          error={form.problem}
          clearable
          clearButtonProps={{ "aria-label": t("common.clear") }}
          withAsterisk
        />
        <Select
          label={t("reconciliation.import.clock")}
          value={form.clock}
          onChange={(value) => form.setClock(STATEMENT_CLOCKS.find((one) => one === value) ?? "operator")}
          data={STATEMENT_CLOCKS.map((one) => ({ value: one, label: t(`reconciliation.clock.${one}`) }))}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        {tried ? (
          <ImportPreview tried={tried} tools={tools} columns={form.columns} onColumns={form.setColumns} />
        ) : form.error ? (
          <ErrorState error={form.error} what={t("reconciliation.import.failed")} onRetry={form.again} />
        ) : (
          <Strip tone="busy">{busy ? t("common.loading") : t("reconciliation.import.pick")}</Strip>
        )}
        <Retime tried={tried} checked={form.retime} onChange={form.setRetime} tools={tools} />
        <div className={css.foot}>
          <Button variant="default" onClick={leaving.onClose} disabled={sending}>
            {t("common.cancel")}
          </Button>
          <Button disabled={!ready} loading={busy || sending} onClick={() => void send()}>
            {tried === null
              ? t("reconciliation.import.button")
              : taken === 0 && tried.lines > 0
                ? t("reconciliation.import.nothingNew")
                : t("reconciliation.import.take", { n: taken })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
