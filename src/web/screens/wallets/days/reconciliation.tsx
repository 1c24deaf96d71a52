/** Reconciliation: what operators reported against what was booked, per wallet and day; import, close, reopen. */
import { lazy, type ReactElement, type ReactNode, useCallback, useMemo, useState } from "react";
import type { Reconciliation, ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import type { DayAction } from "../../../../contract/reconciliation.ts";
import { businessDay } from "../../../../contract/time.ts";
import { useFormDialog } from "../../../forms/use-form-dialog.tsx";
import { barCss as bar } from "../../../list/bar/index.ts";
import { type CellTools, useCellTools } from "../../../cell-tools.ts";
import { errorOf, invalidate, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { EmptyState, ErrorState, Placeholder } from "../../../ui/blocks.tsx";
import { confirm } from "../../../ui/confirm.ts";
import { DialogPlace } from "../../../ui/focus-back.tsx";
import { notify } from "../../../ui/notices.tsx";
import { agreeing, closeAll } from "./close-all.ts";
import { DayDrawer } from "./day-drawer.tsx";
import css from "./days.module.css";
import { gridColumns } from "./grid.tsx";
import { usePages } from "./pages.tsx";
import { RangeBar } from "./range-bar.tsx";
import { DayTable } from "./table.tsx";
import { useDays } from "./use-days.ts";

const ImportDialog = lazy(() => import("./import-dialog.tsx"));
const POLL_MS = 30_000;
const NO_ROWS: readonly ReconciliationRow[] = [];
const keyOf = (row: ReconciliationRow): string => `${row.wallet_id}/${row.date}`;
const stale = (): void => invalidate("GET /api/reconciliation", "GET /api/reconciliation/:id/:date", "GET /api/statistics/wallets");

/** The tab. */
export default function ReconciliationTab({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const state = useDays("reconciliation", "yesterday");
  const { address, change } = state;
  const read = useRead("GET /api/reconciliation", { query: state.query }, { keepOld: true, everyMs: POLL_MS });
  const { data } = read;
  const { rows, pager } = usePages("reconciliation", data?.items ?? NO_ROWS, state, tools);
  const form = useFormDialog(tools);
  const open = useCallback((row: ReconciliationRow) => change({ open: { walletId: row.wallet_id, date: row.date } }), [change]);
  const columns = useMemo(() => (data ? gridColumns(data.sums, tools, open) : []), [data, tools, open]);
  const act = (action: DayAction, row: ReconciliationRow): void =>
    void form.open(
      async () => {
        const forms = await import("./forms.ts");
        return action === "close" ? forms.closeForm : forms.reopenForm;
      },
      row,
      t(action === "close" ? "reconciliation.act.closed" : "reconciliation.act.reopened"),
      stale,
    );
  const shut = (): void => {
    const from = address.open;
    change({ open: null });
    if (from) requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-key="${from.walletId}/${from.date}"]`)?.focus({ preventScroll: true }));
  };
  return (
    <div className={css.page}>
      {tabs}
      <RangeBar state={state} tools={tools} exported="reconciliation" onReload={() => void read.refetch()}>
        <Acts rows={data?.items ?? []} walletId={address.walletId} />
      </RangeBar>
      <p className={css.hint}>{t("reconciliation.hint.reconciliation", { currency: tools.currency })}</p>
      {data && data.items.length > 0 ? <Summary sums={data.sums} tools={tools} /> : null}
      <div className={css.frame} aria-busy={read.isFetching}>
        {data ? (
          data.items.length === 0 ? (
            <div className={css.state}>
              <EmptyState text={t("reconciliation.empty")} />
            </div>
          ) : (
            <>
              <DayTable
                label={t("reconciliation.table.reconciliation")}
                columns={columns}
                rows={rows}
                keyOf={keyOf}
                openKey={address.open ? `${address.open.walletId}/${address.open.date}` : null}
                totalLabel={t("reconciliation.table.total")}
              />
              {pager}
            </>
          )
        ) : read.error ? (
          <div className={css.state}>
            <ErrorState error={errorOf(read.error)} what={t("reconciliation.failed")} onRetry={() => void read.refetch()} />
          </div>
        ) : (
          <Placeholder height={320} />
        )}
      </div>
      {address.open ? <DayDrawer {...address.open} tools={tools} onClose={shut} onAct={act} /> : null}
      {form.dialog}
    </div>
  );
}

/** How many days are open, and how many do not agree. */
function Summary({ sums, tools: { t } }: { sums: Reconciliation["sums"]; tools: CellTools }): ReactElement {
  return (
    <p className={css.summary} role="status">
      <span>{t("reconciliation.summary.open", { n: sums.open_days })}</span>
      <strong>{sums.differing_days === 0 ? t("reconciliation.summary.none") : t("reconciliation.summary.differing", { n: sums.differing_days })}</strong>
    </p>
  );
}

/** What can be done with the whole range. */
function Acts({ rows, walletId }: { rows: readonly ReconciliationRow[]; walletId: string | null }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const [importing, setImporting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [mayClose, mayImport] = [useCan("reconciliation.close"), useCan("reconciliation.import")];
  const clean = useMemo(() => agreeing(rows, businessDay(Date.now())), [rows]);
  const run = async (): Promise<void> => {
    const days = [...new Set(clean.map((row) => row.date.replaceAll("-", "/")))];
    const text = t("reconciliation.act.closeAllText", { n: clean.length, days: days.length === 1 ? (days[0] ?? "") : `${days[0]} – ${days.at(-1)}` });
    if (!(await confirm({ text, action: t("reconciliation.act.closeAll") }))) return;
    setBusy(true);
    const { closed, failed } = await closeAll(clean);
    setBusy(false);
    notify({ kind: failed === 0 ? "done" : "bad", text: t("reconciliation.act.closeAllDone", { n: closed, failed }) });
    stale();
  };
  return (
    <>
      {mayImport ? (
        <button type="button" className={bar.button} aria-haspopup="dialog" onClick={() => setImporting(true)}>
          {t("reconciliation.act.import")}
        </button>
      ) : null}
      {mayClose && clean.length > 0 ? (
        <button type="button" className={bar.button} disabled={busy} onClick={() => void run()}>
          {t("reconciliation.act.closeAll")}
        </button>
      ) : null}
      {importing ? (
        <DialogPlace>
          <ImportDialog
            walletId={walletId}
            tools={tools}
            onClose={(imported) => {
              setImporting(false);
              if (imported) stale();
            }}
          />
        </DialogPlace>
      ) : null}
    </>
  );
}
