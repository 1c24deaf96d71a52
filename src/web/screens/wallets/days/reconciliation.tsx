/** Reconciliation: what operators reported against what was booked, per wallet and day; import, close, reopen. */
import { lazy, type ReactElement, type ReactNode, useCallback, useMemo, useState } from "react";
import type { ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import type { DayAction } from "../../../../contract/reconciliation.ts";
import { businessDay } from "../../../../contract/time.ts";
import { shownDays } from "../../../../contract/wallet-days.ts";
import { useFormDialog } from "../../../forms/use-form-dialog.tsx";
import { barCss as bar } from "../../../list/bar/index.ts";
import { type CellTools, useCellTools } from "../../../cell-tools.ts";
import { type CloseIntent, useIntent } from "../../../intent.ts";
import { StaleNote } from "../../../stale-note.tsx";
import { errorOf, invalidate, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { EmptyState, ErrorState, Placeholder } from "../../../ui/blocks.tsx";
import { DialogPlace } from "../../../ui/focus-back.tsx";
import { useHotkeys } from "../../../hotkeys.ts";
import { agreeing } from "./close-all.ts";
import { DayDrawer } from "./day-drawer.tsx";
import css from "./days.module.css";
import { gridColumns } from "./grid.tsx";
import { GuideBar } from "./guide.tsx";
import { usePages } from "./pages.tsx";
import { RangeBar } from "./range-bar.tsx";
import { DayTable } from "./table.tsx";
import { focusDay, useDayKeys } from "./use-day-keys.ts";
import { type DaysState, useDays } from "./use-days.ts";
import { useDayViews } from "./views.ts";

const ImportDialog = lazy(() => import("./import-dialog.tsx"));
const CloseDialog = lazy(() => import("./close-dialog.tsx"));
const CLOSE_ALL_KEY = "shift+c";
const POLL_MS = 30_000;
const NO_ROWS: readonly ReconciliationRow[] = [];
const keyOf = (row: ReconciliationRow): string => `${row.wallet_id}/${row.date}`;
const stale = (): void =>
  invalidate("GET /api/reconciliation", "GET /api/reconciliation/:id/:date", "GET /api/statistics/wallets", "GET /api/statistics/wallets/:id/:date");

/** The day whose drawer is open: by its row, or by keys; the focus is back on its row afterwards. */
function useOpenDay({ address, change }: DaysState, rows: readonly ReconciliationRow[]) {
  const open = useCallback((row: ReconciliationRow) => change({ open: { walletId: row.wallet_id, date: row.date } }), [change]);
  const openKey = address.open ? `${address.open.walletId}/${address.open.date}` : null;
  const keys = rows.map(keyOf);
  useDayKeys(keys, openKey, (key) => {
    const row = rows[keys.indexOf(key)];
    if (row) open(row);
  });
  const shut = (): void => {
    change({ open: null });
    if (openKey !== null) requestAnimationFrame(() => focusDay(openKey));
  };
  return { open, openKey, shut };
}

/** The days' rows, once it is known with which view the tab opens. */
function useReconciled(state: DaysState, tools: CellTools) {
  const views = useDayViews("reconciliation", state, tools);
  const read = useRead("GET /api/reconciliation", { query: state.query }, { keepOld: true, everyMs: POLL_MS, enabled: views.views.ready });
  return { views, read };
}

/** The tab. */
export default function ReconciliationTab({ tabs }: { tabs: ReactNode }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const state = useDays("reconciliation", "yesterday");
  const { address, change } = state;
  const { views, read } = useReconciled(state, tools);
  const { data } = read;
  const shown = useMemo(() => shownDays(data?.items ?? NO_ROWS, address.show, businessDay(Date.now())), [data, address.show]);
  const { rows, pager } = usePages("reconciliation", shown, state, tools);
  const form = useFormDialog(tools);
  const { open, openKey, shut } = useOpenDay(state, rows);
  const columns = useMemo(() => gridColumns(shown, tools, open), [shown, tools, open]);
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
  return (
    <div className={css.page}>
      {tabs}
      <RangeBar
        state={state}
        tools={tools}
        views={views}
        exported="reconciliation"
        shape={address.show === null ? {} : { show: address.show }}
        onReload={() => void read.refetch()}
      >
        <Acts rows={data?.items ?? []} range={data === undefined || read.isPlaceholderData ? null : address} walletId={address.walletId} />
      </RangeBar>
      <p className={css.hint}>{t("reconciliation.hint.reconciliation", { currency: tools.currency })}</p>
      {data && data.items.length > 0 ? <GuideBar rows={data.items} show={address.show} tools={tools} onShow={(show) => change({ show, open: null })} /> : null}
      <StaleNote read={read} />
      <div className={css.frame} aria-busy={read.isFetching}>
        {data ? (
          shown.length === 0 ? (
            <div className={css.state}>
              <EmptyState text={t(data.items.length === 0 ? "reconciliation.empty" : "reconciliation.show.none")} />
            </div>
          ) : (
            <>
              <DayTable
                label={t("reconciliation.table.reconciliation")}
                columns={columns}
                rows={rows}
                keyOf={keyOf}
                openKey={openKey}
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

interface ActsProps {
  readonly rows: readonly ReconciliationRow[];
  /** The days that the rows are of; null while they are on their way. */
  readonly range: { readonly from: string; readonly to: string } | null;
  readonly walletId: string | null;
}

/** What can be done with the whole range. */
function Acts({ rows, range, walletId }: ActsProps): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const [dialog, setDialog] = useState<"import" | "close" | null>(null);
  const [mayClose, mayImport] = [useCan("reconciliation.close"), useCan("reconciliation.import")];
  const today = businessDay(Date.now());
  const clean = useMemo(() => agreeing(rows, today), [rows, today]);
  const left = useMemo(() => shownDays(rows, "open", today).length - clean.length, [rows, clean, today]);
  // Nobody closes what is still on its way: the rows in view may be those of another range.
  const isKnown = range !== null;
  useHotkeys({ [CLOSE_ALL_KEY]: () => setDialog("close") }, { enabled: mayClose && isKnown });
  useIntent(
    (intent): intent is CloseIntent => intent.kind === "close" && intent.from === range?.from && intent.to === range.to,
    mayClose && isKnown && walletId === null,
    () => setDialog("close"),
  );
  return (
    <>
      {mayImport ? (
        <button type="button" className={bar.button} aria-haspopup="dialog" onClick={() => setDialog("import")}>
          {t("reconciliation.act.import")}
        </button>
      ) : null}
      {mayClose ? (
        <button
          type="button"
          className={bar.button}
          aria-haspopup="dialog"
          aria-keyshortcuts="Shift+C"
          data-tip="Shift C"
          disabled={!isKnown}
          onClick={() => setDialog("close")}
        >
          {t("reconciliation.act.closeAll")} {isKnown ? <span className="fd-num">{clean.length}</span> : null}
        </button>
      ) : null}
      {dialog === null ? null : (
        <DialogPlace>
          {dialog === "close" ? (
            <CloseDialog rows={clean} left={left} tools={tools} onClose={() => setDialog(null)} onDone={stale} />
          ) : (
            <ImportDialog
              walletId={walletId}
              tools={tools}
              onClose={(imported) => {
                setDialog(null);
                if (imported) stale();
              }}
            />
          )}
        </DialogPlace>
      )}
    </>
  );
}
