/** The bar over both tabs: presets, first and last day, wallet, and what the tab adds. */
import { type ReactElement, type ReactNode, Suspense, useState } from "react";
import { DATE_PRESETS } from "../../../../contract/time.ts";
import { Anchored } from "../../../ui/anchored.tsx";
import { barCss as bar, DateRange, useMoreMarks } from "../../../list/bar/index.ts";
import { ExportMenu } from "../../../list/export/index.ts";
import { LookupSelect } from "../../../forms/lookup.tsx";
import type { CellTools } from "../../../cell-tools.ts";
import css from "./days.module.css";
import type { DaysState } from "./use-days.ts";

interface Props {
  readonly state: DaysState;
  readonly tools: CellTools;
  /** Path of the export below /api. */
  readonly exported: string;
  readonly onReload: () => void;
  readonly children?: ReactNode;
}

/** Every change goes through the address. */
export function RangeBar({ state, tools, exported, onReload, children }: Props): ReactElement {
  const { t } = tools;
  const { address, change, query } = state;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const presets = useMoreMarks<HTMLDivElement>();
  return (
    <div className={bar.bar}>
      <div className={css.line}>
        <div ref={presets} className={bar.tabs} role="group" aria-label={t("reconciliation.range.label")}>
          {DATE_PRESETS.map((preset) => (
            <button
              key={preset}
              type="button"
              className={bar.tab}
              aria-pressed={address.range === preset}
              onClick={() => change({ range: preset, open: null })}
            >
              {t(`list.dates.${preset}`)}
            </button>
          ))}
        </div>
        <div className={css.tools}>
          <button type="button" className={bar.button} onClick={onReload}>
            {t("list.tools.reload")}
          </button>
          <button type="button" className={bar.button} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
            {t("list.tools.export")}
          </button>
          {children}
        </div>
      </div>
      <div className={css.line}>
        <Days state={state} tools={tools} />
        <div className={css.wallet}>
          <LookupSelect
            source="wallets"
            size="xs"
            ariaLabel={t("words.field.wallet_id")}
            placeholder={t("reconciliation.range.wallet")}
            value={address.walletId}
            onChange={(walletId) => change({ walletId, open: null })}
            tools={tools}
          />
        </div>
      </div>
      <Suspense fallback={null}>
        {anchor ? (
          <ExportMenu anchor={anchor} list={exported} query={query} tools={tools} onClose={() => setAnchor(null)} onAbsent={() => setAnchor(null)} />
        ) : null}
      </Suspense>
    </div>
  );
}

/** First and last day in one button, and the calendar behind it. */
function Days({ state: { address, change }, tools }: Pick<Props, "state" | "tools">): ReactElement {
  const { t } = tools;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const days = [...new Set([address.from, address.to])].map((day) => day.replaceAll("-", "/")).join(" – ");
  return (
    <>
      <button
        type="button"
        className={bar.button}
        data-on={address.range === null || undefined}
        aria-haspopup="dialog"
        aria-label={`${t("list.dates.label")} ${days}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="fd-num">{days}</span>
        <span className={bar.caret} aria-hidden="true" />
      </button>
      <Suspense fallback={null}>
        {anchor ? (
          <Anchored anchor={anchor} label={t("list.dates.label")} onClose={() => setAnchor(null)}>
            <DateRange
              from={address.from}
              to={address.to}
              tools={tools}
              onApply={(from, to) => {
                setAnchor(null);
                if (from !== null && to !== null) change({ range: null, from, to, open: null });
              }}
            />
          </Anchored>
        ) : null}
      </Suspense>
    </>
  );
}
