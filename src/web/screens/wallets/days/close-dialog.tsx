/** Closing all days without difference: what would be closed with its sums, one confirmation, and what came of each. */
import { dayText } from "../../../../contract/time.ts";
import { Button } from "@mantine/core";
import { type ReactElement, useMemo, useState } from "react";
import type { ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { countText } from "../../../i18n/format.ts";
import { sumOf } from "../../../list/state/index.ts";
import { useNarrow } from "../../../ui/cover.ts";
import { errorWords } from "../../../ui/notices.tsx";
import { StatusDot } from "../../../ui/status.tsx";
import { Amount } from "../../../ui/values.tsx";
import { CoveredNote } from "../../../ui/covered-note.tsx";
import { closeAll, type Closing } from "./close-all.ts";
import css from "./days.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { type DayColumn, DayTable } from "./table.tsx";

interface Props {
  /** The days, oldest first. */
  readonly rows: readonly ReconciliationRow[];
  /** Open days of the range that stay open, since something of them differs. */
  readonly left: number;
  readonly tools: CellTools;
  readonly onClose: () => void;
  /** Some have been closed. */
  readonly onDone: () => void;
}

const keyOf = (row: ReconciliationRow): string => `${row.wallet_id}/${row.date}`;

export default function CloseDialog({ rows: given, left, tools, onClose, onDone }: Props): ReactElement {
  const { t } = tools;
  const narrow = useNarrow();
  // What was shown is what is closed: rows that change meanwhile are refused by their version.
  const [rows] = useState(given);
  const [results, setResults] = useState<ReadonlyMap<string, Closing>>(new Map());
  const [state, setState] = useState<"asked" | "busy" | "done">("asked");
  const closed = [...results.values()].filter((one) => one.result === "closed").length;
  const run = async (): Promise<void> => {
    setState("busy");
    await closeAll(rows, (row, closing) => setResults((known) => new Map(known).set(keyOf(row), closing)));
    setState("done");
    onDone();
  };
  return (
    <Dialog
      opened
      onClose={state === "busy" ? () => undefined : onClose}
      title={t("reconciliation.act.closeAll")}
      size="xl"
      fullScreen={narrow}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <CoveredNote />
      <p>{rows.length === 0 ? t("reconciliation.closeAll.nothing") : t("reconciliation.closeAll.intro", { n: rows.length })}</p>
      {left === 0 ? null : <p className="fd-dim">{t("reconciliation.closeAll.left", { n: left })}</p>}
      {rows.length === 0 ? null : <Preview rows={rows} results={results} tools={tools} />}
      <div className={css.closeFoot} role="status">
        {state === "asked" ? null : <span>{t("reconciliation.closeAll.progress", { n: closed, failed: results.size - closed, all: rows.length })}</span>}
        {state === "done" || rows.length === 0 ? (
          <Button onClick={onClose}>{t("common.close")}</Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose} disabled={state === "busy"}>
              {t("common.cancel")}
            </Button>
            <Button loading={state === "busy"} onClick={() => void run()} data-autofocus>
              {t("reconciliation.closeAll.confirm", { n: rows.length })}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

function columnsOf(rows: readonly ReconciliationRow[], results: ReadonlyMap<string, Closing>, tools: CellTools): DayColumn<ReconciliationRow>[] {
  const { t } = tools;
  const amount = (id: string, header: string, of: (row: ReconciliationRow) => string): DayColumn<ReconciliationRow> => ({
    id,
    header,
    right: true,
    render: (row) => <Amount value={of(row)} />,
    sum: <Amount value={sumOf(rows.map(of))} />,
  });
  return [
    { id: "wallet", header: t("words.field.wallet_id"), render: (row) => row.wallet_name },
    { id: "date", header: t("words.field.date"), render: (row) => dayText(row.date), sum: countText(rows.length) },
    // What came of it stands before the figures: they may need to be scrolled.
    { id: "state", header: t("reconciliation.column.state"), wraps: true, render: (row) => <Result closing={results.get(keyOf(row))} tools={tools} /> },
    amount("payment", t("reconciliation.column.system_payment"), (row) => row.system.payment),
    amount("disburse", t("reconciliation.column.system_disburse"), (row) => row.system.disburse),
    amount("balance", t("reconciliation.column.real"), (row) => row.estimated_balance),
    { id: "imported", header: t("reconciliation.step.imported"), render: (row) => t(row.statement === null ? "common.no" : "common.yes") },
    { id: "unmatched", header: t("reconciliation.step.unmatched"), render: (row) => countText(row.unmatched + row.in_review) },
  ];
}

function Preview({ rows, results, tools }: { rows: readonly ReconciliationRow[]; results: ReadonlyMap<string, Closing>; tools: CellTools }): ReactElement {
  const { t } = tools;
  const narrow = useNarrow();
  const columns = useMemo(() => columnsOf(rows, results, tools), [rows, results, tools]);
  // What scrolls must be reachable by keyboard (WCAG 2.1.1): a table is by itself, cards have nothing to come to.
  const reached = narrow ? { role: "group", "aria-label": t("reconciliation.act.closeAll"), tabIndex: 0 } : {};
  return (
    <div className={css.closeList} {...reached}>
      <DayTable label={t("reconciliation.act.closeAll")} columns={columns} rows={rows} keyOf={keyOf} totalLabel={t("reconciliation.table.total")} />
    </div>
  );
}

function Result({ closing, tools: { t } }: { closing: Closing | undefined; tools: CellTools }): ReactElement {
  if (closing === undefined) return <StatusDot tone="gone">{t("reconciliation.state.open")}</StatusDot>;
  if (closing.result === "closed") return <StatusDot tone="done">{t("reconciliation.state.closed")}</StatusDot>;
  return (
    <span className={css.closeResult}>
      <StatusDot tone="bad">{closing.error === null ? t("reconciliation.closeAll.after") : errorWords(closing.error).text}</StatusDot>
    </span>
  );
}
