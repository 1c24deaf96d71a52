/** A batch from file to orders: choose, look at what it would do, send, follow. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { BatchOut } from "../../../contract/disburse-batches.schema.ts";
import { BATCH_ROWS_MAX } from "../../../contract/disburse-batches.ts";
import { call, type CallError } from "../../api.ts";
import { countText, moneyText } from "../../i18n/format.ts";
import type { CellTools } from "../../cell-tools.ts";
import { ActKey } from "../../forms/act-key.ts";
import { FileAgain } from "../../forms/given-back.tsx";
import { asksTyping, saysSum, TypedSum } from "../../forms/typed-sum.tsx";
import { useLeaving } from "../../forms/leaving.ts";
import { queryClient } from "../../query.ts";
import { Strip } from "../../ui/blocks.tsx";
import { errorWords } from "../../ui/notices.tsx";
import { downloadText } from "../../ui/secret-once.tsx";
import { CheckedRows, Figures } from "./batch-check.tsx";
import { decode, fileProblem, isTooBig, templateText } from "./batch-file.ts";
import { Sent, useFirst } from "./batch-sent.tsx";
import { CoveredNote } from "../../ui/covered-note.tsx";
import css from "./batches.module.css";
import { Dialog } from "../../ui/dialog.tsx";

interface Chosen {
  readonly name: string;
  readonly text: string;
}
interface Checked {
  readonly file: Chosen;
  readonly out: BatchOut;
  /** It is not what was looked at before. */
  readonly changed: boolean;
}

/** Everything that the dialog knows. */
function useBatch(tools: CellTools) {
  const { t } = tools;
  const [checking, setChecking] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [sent, setSent] = useState<{ id: string; again: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  // Whoever sends again because no answer came sends the same: what was looked at is looked at once.
  const [act] = useState(() => new ActKey<Checked>());
  const words = (error: CallError): string => fileProblem(error, tools) ?? errorWords(error).text;

  const check = async (file: Chosen, changed: boolean): Promise<void> => {
    setProblem(null);
    setChecking(file.name);
    const answer = await call("POST /api/disburses/batch", { body: { csv: file.text, dry_run: true } });
    setChecking(null);
    if (answer.success) setChecked({ file, out: answer.data, changed });
    else setProblem(words(answer.error));
  };
  const choose = async (file: File): Promise<void> => {
    setChecked(null);
    const decoded = await file.arrayBuffer().then(decode, () => null);
    // A workbook, or text in UTF-16: whatever its bytes were read as.
    const text = decoded?.includes("\0") ? null : decoded;
    if (text === null) return setProblem(t("batches.dialog.unreadable"));
    if (isTooBig(text)) return setProblem(t("batches.dialog.tooBig", { max: countText(BATCH_ROWS_MAX) }));
    await check({ name: file.name, text }, false);
  };
  const send = async (): Promise<void> => {
    if (checked === null) return;
    const { file, out } = checked;
    setBusy(true);
    setProblem(null);
    const answer = await call("POST /api/disburses/batch", {
      body: { csv: file.text, file_name: file.name.slice(-200), dry_run: false, expect: { count: out.totals.ok, amount: out.totals.amount } },
      idempotencyKey: act.of(checked),
    });
    act.heard(answer);
    setBusy(false);
    void queryClient.invalidateQueries({ queryKey: ["list", "batches"] });
    if (answer.success && answer.data.batch) return setSent({ id: answer.data.batch.id, again: answer.data.again });
    if (!answer.success && answer.error.code === "conflict") return check(file, true);
    if (!answer.success) setProblem(words(answer.error));
  };
  return { checking, problem, checked, sent, busy, act, choose, send, restart: () => (setChecked(null), setProblem(null)) };
}

export default function BatchDialog({ tools, onClose }: { tools: CellTools; onClose: () => void }): ReactElement {
  const { t } = tools;
  const batch = useBatch(tools);
  const { checked, sent } = batch;
  /** A file that nobody has ordered: leaving loses it. While it is sent, leaving loses what becomes of it. */
  const held = sent === null && (checked !== null || batch.checking !== null);
  const leaving = useLeaving(held, batch.busy, onClose, batch.act);
  return (
    <Dialog
      opened
      title={t("batches.title")}
      size={checked === null || sent !== null ? "lg" : "xl"}
      closeButtonProps={{ "aria-label": t("common.close") }}
      {...leaving}
    >
      <div className={css.body}>
        <CoveredNote />
        <FileAgain of="batch" name={sent === null ? (checked?.file.name ?? batch.checking) : null} />
        {sent !== null ? (
          <Sent {...sent} tools={tools} onClose={onClose} />
        ) : checked !== null ? (
          <Review
            key={`${checked.file.name} ${checked.out.totals.total}`}
            checked={checked}
            busy={batch.busy}
            tools={tools}
            onSend={() => void batch.send()}
            onRestart={batch.restart}
            onCancel={leaving.onClose}
          />
        ) : (
          <Picker checking={batch.checking} tools={tools} onFile={(file) => void batch.choose(file)} />
        )}
        <div role="alert">{batch.problem === null ? null : <Strip tone="bad">{batch.problem}</Strip>}</div>
      </div>
    </Dialog>
  );
}

function Picker({ checking, tools, onFile }: { checking: string | null; tools: CellTools; onFile: (file: File) => void }): ReactElement {
  const { t } = tools;
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <>
      <label
        className={css.drop}
        data-over={over || undefined}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <input
          type="file"
          aria-label={t("batches.dialog.pick")}
          accept=".csv,.txt,text/csv,text/plain"
          disabled={checking !== null}
          data-autofocus=""
          onChange={(event) => {
            take(event.currentTarget.files);
            // Else the same file, put right meanwhile, could not be chosen again: the browser tells of no change.
            event.currentTarget.value = "";
          }}
        />
        <span role="status" className={css.invite}>
          {checking === null ? t("batches.dialog.pick") : t("batches.dialog.checking", { name: checking })}
        </span>
      </label>
      <p className="fd-dim">{t("batches.dialog.columns", { max: countText(BATCH_ROWS_MAX) })}</p>
      <div>
        <Button size="xs" variant="default" onClick={() => downloadText("payouts.csv", templateText(tools))}>
          {t("batches.dialog.template")}
        </Button>
      </div>
    </>
  );
}

interface ReviewProps {
  readonly checked: Checked;
  readonly busy: boolean;
  readonly tools: CellTools;
  readonly onSend: () => void;
  readonly onRestart: () => void;
  readonly onCancel: () => void;
}

/** What the file would do; sending asks for the sum where it is large. */
function Review({ checked, busy, tools, onSend, onRestart, onCancel }: ReviewProps): ReactElement {
  const { t, currency } = tools;
  const { totals, rows } = checked.out;
  const [typed, setTyped] = useState("");
  // To what is to be filled in, else away from the money.
  const first = useFirst<HTMLInputElement & HTMLButtonElement>();
  const mustType = asksTyping(totals.total);
  const left = totals.rows - totals.ok;
  const ready = totals.ok > 0 && (!mustType || saysSum(typed, totals.total));
  return (
    <>
      {checked.changed ? <Strip tone="ask">{t("batches.dialog.changed")}</Strip> : null}
      <div className={css.head}>
        <strong>{checked.file.name}</strong>
        <Button size="compact-xs" variant="default" disabled={busy} onClick={onRestart}>
          {t("batches.dialog.other")}
        </Button>
      </div>
      <Figures totals={totals} tools={tools} />
      {totals.enough || totals.ok === 0 ? null : <Strip tone="ask">{t("batches.dialog.notEnough")}</Strip>}
      {left > 0 && totals.ok > 0 ? <p className="fd-dim">{t("batches.dialog.skipped", { n: countText(left) })}</p> : null}
      {totals.ok === 0 ? <Strip tone="bad">{t("batches.dialog.nothing")}</Strip> : null}
      <CheckedRows rows={rows} tools={tools} />
      {mustType && totals.ok > 0 ? <TypedSum sum={totals.total} value={typed} tools={tools} onChange={setTyped} ref={first} /> : null}
      <div className={css.actions}>
        <Button variant="default" disabled={busy} onClick={onCancel} ref={mustType && totals.ok > 0 ? null : first}>
          {t("common.cancel")}
        </Button>
        <Button disabled={!ready} loading={busy} onClick={onSend}>
          {totals.ok === 0 ? t("batches.dialog.orderPlain") : t("batches.dialog.order", { n: countText(totals.ok), amount: moneyText(totals.total, currency) })}
        </Button>
      </div>
    </>
  );
}
