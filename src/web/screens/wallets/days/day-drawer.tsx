/** One wallet's day: balances, flows, and every difference with the messages, orders and statement lines behind it. */
import { dayText } from "../../../../contract/time.ts";
import { CoveredNote } from "../../../ui/covered-note.tsx";
import { type ReactElement, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { ReconciliationDay, ReconciliationRow } from "../../../../contract/reconciliation.schema.ts";
import type { DayAction } from "../../../../contract/reconciliation.ts";
import { isDiffering } from "../../../../contract/wallet-days.ts";
import { useHotkeys } from "../../../hotkeys.ts";
import { Block } from "../../../list/parts/index.ts";
import { drawerCss as list } from "../../../list/drawer/index.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { errorOf, useRead } from "../../../query.ts";
import { ErrorState, KeyValue, Placeholder, Strip } from "../../../ui/blocks.tsx";
import { useCover, useNarrow } from "../../../ui/cover.ts";
import { useFocusBack } from "../../../ui/focus-back.tsx";
import { Amount, Count, DateTime } from "../../../ui/values.tsx";
import { TableHead } from "../../../ui/table-head.tsx";
import { DAY_PARTS } from "./behind.ts";
import { BalancePlot } from "./balance-plot.tsx";
import { Groups } from "./day-groups.tsx";
import css from "./days.module.css";
import { DayGuide } from "./guide.tsx";
import { DayState } from "./grid.tsx";
import { isOff } from "../../../i18n/format.ts";

interface Props {
  readonly walletId: string;
  readonly date: string;
  readonly tools: CellTools;
  readonly onClose: () => void;
  readonly onAct: (action: DayAction, row: ReconciliationRow) => void;
}

/** The drawer beside the grid; Escape closes it, `j` and `k` take it to the neighbours (use-day-keys.ts). */
export function DayDrawer({ walletId, date, tools, onClose, onAct }: Props): ReactElement {
  const { t } = tools;
  const narrow = useNarrow();
  const place = useRef<HTMLDivElement>(null);
  const read = useRead("GET /api/reconciliation/:id/:date", { params: { id: walletId, date } });
  const day = read.data?.day ?? null;
  const key = `${walletId}/${date}`;
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    // The day before may have had the focus on something of its own.
    if (key !== "" && document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [key]);
  useFocusBack();
  useCover(place, narrow);
  useHotkeys({ Escape: onClose });
  return (
    <div
      ref={place}
      role="dialog"
      aria-modal={narrow || undefined}
      aria-label={t("reconciliation.drawer.label", { wallet: day?.wallet_name ?? walletId, date: dayText(date) })}
      tabIndex={-1}
      className={list.drawer}
      data-drawer=""
    >
      <header className={list.head}>
        <div className={list.headLine}>
          <h2 className={list.id}>
            {day?.wallet_name ?? walletId} · {dayText(date)}
          </h2>
          <span className={list.grow} />
          <button type="button" className={list.icon} aria-label={t("common.close")} onClick={onClose}>
            ×
          </button>
        </div>
        {day ? (
          <div className={list.headLine}>
            <DayState row={day} tools={tools} />
          </div>
        ) : null}
        {day && day.actions.length > 0 ? (
          <div className={list.actions}>
            {day.actions.map((action) => (
              <button
                key={action}
                type="button"
                className={list.act}
                data-primary={(action === "close" && !isDiffering(day)) || undefined}
                onClick={() => onAct(action, day)}
              >
                {t(`reconciliation.act.${action}`)}
              </button>
            ))}
          </div>
        ) : null}
      </header>
      <div key={key} className={list.body} aria-busy={read.isFetching}>
        <CoveredNote />
        {read.error ? <ErrorState error={errorOf(read.error)} what={t("reconciliation.failed")} onRetry={() => void read.refetch()} /> : null}
        {read.data ? <Body found={read.data} tools={tools} /> : read.error ? null : <Placeholder height={320} />}
      </div>
    </div>
  );
}

/** The part that the address names comes into view once the day is there. */
function useNamedPart(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const part = Object.values(DAY_PARTS).find((id) => `#${id}` === hash);
    // The part's title stands over what it is named by.
    if (part !== undefined) document.getElementById(part)?.parentElement?.scrollIntoView();
  }, [hash]);
}

function Body({ found, tools }: { found: ReconciliationDay; tools: CellTools }): ReactElement {
  const { t } = tools;
  useNamedPart();
  return (
    <>
      <Block title={t("reconciliation.step.title")}>
        <span id={DAY_PARTS.close} />
        <DayGuide found={found} tools={tools} />
      </Block>
      <Block title={t("reconciliation.drawer.balances")}>
        <span id={DAY_PARTS.balances} />
        <Balances row={found.day} tools={tools} />
      </Block>
      <Block title={t("reconciliation.balancePlot.title")}>
        <BalancePlot walletId={found.day.wallet_id} date={found.day.date} tools={tools} />
      </Block>
      {found.day.close ? (
        <Block title={t("reconciliation.drawer.closeFacts")}>
          <CloseFacts close={found.day.close} tools={tools} />
        </Block>
      ) : null}
      <Block title={t("reconciliation.drawer.differences")}>
        <span id={DAY_PARTS.differences} />
        <Groups found={found} tools={tools} />
      </Block>
      <Block title={t("reconciliation.drawer.flows")}>
        <span id={DAY_PARTS.flows} />
        <Flows found={found} tools={tools} />
      </Block>
      <Block title={t("reconciliation.drawer.imports")}>
        <span id="day-imports" />
        {found.imports.length === 0 ? <p className="fd-dim">{t("reconciliation.drawer.noImports")}</p> : null}
        <ul className={css.pairs}>
          {found.imports.map((one) => (
            <li key={one.id} className={css.pair}>
              <span>{t("reconciliation.drawer.importLine", { file: one.file_name, n: one.lines, by: one.by })}</span>
              <DateTime value={one.at} />
            </li>
          ))}
        </ul>
      </Block>
    </>
  );
}

function Balances({ row, tools }: { row: ReconciliationRow; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <>
      {isOff(row.late) ? (
        <Strip tone="ask">
          {t("words.field.late")} <Amount value={row.late} difference />
        </Strip>
      ) : null}
      <KeyValue
        items={[
          { label: t("reconciliation.figure.opening_balance"), value: <Amount value={row.opening_balance} /> },
          { label: t("reconciliation.figure.estimated_balance"), value: <Amount value={row.estimated_balance} /> },
          { label: t("reconciliation.figure.real_balance"), value: <Amount value={row.real_balance} /> },
          { label: t("reconciliation.figure.difference"), value: <Amount value={row.difference} difference strong={isOff(row.difference)} /> },
          { label: t("reconciliation.drawer.realAt"), value: <DateTime value={row.real_balance_at} exact /> },
        ]}
      />
    </>
  );
}

function CloseFacts({ close, tools }: { close: NonNullable<ReconciliationRow["close"]>; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <KeyValue
      items={[
        { label: t("reconciliation.drawer.closedBy"), value: close.closed_by },
        { label: t("reconciliation.drawer.closedAt"), value: <DateTime value={close.closed_at} exact /> },
        { label: t("reconciliation.close.reason"), value: close.reason, wide: true },
        ...(close.reopened_at === null ? [] : [{ label: t("reconciliation.drawer.reopenedBy"), value: close.reopened_by.join(", "), wide: true }]),
      ]}
    />
  );
}

function Flows({ found, tools }: { found: ReconciliationDay; tools: CellTools }): ReactElement {
  const { t } = tools;
  if (found.flows.length === 0) return <p className="fd-dim">{t("reconciliation.drawer.noFlows")}</p>;
  return (
    <div className={css.tableBox}>
      <table className={css.small}>
        <TableHead
          titles={[
            t("reconciliation.drawer.flow"),
            { right: t("reconciliation.drawer.count") },
            { right: t("reconciliation.drawer.credit") },
            { right: t("reconciliation.drawer.debit") },
          ]}
        />
        <tbody>
          {found.flows.map((flow) => (
            <tr key={flow.flow}>
              <td>{t(`reconciliation.flowKind.${flow.flow}`)}</td>
              <td data-right="">
                <Count value={flow.count} />
              </td>
              <td data-right="">
                <Amount value={flow.credit} />
              </td>
              <td data-right="">
                <Amount value={flow.debit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
