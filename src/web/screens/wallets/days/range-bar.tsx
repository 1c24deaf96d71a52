/** The bar over both tabs: presets, first and last day, wallet, and what the tab adds. */
import { type ReactElement, type ReactNode, Suspense, useState } from "react";
import { DATE_PRESETS } from "../../../../contract/time.ts";
import { barCss as bar, ViewsButton } from "../../../list/bar/index.ts";
import { ExportMenu } from "../../../list/export/index.ts";
import { LookupSelect } from "../../../forms/lookup.tsx";
import type { ApiQuery } from "../../../list/state/index.ts";
import { type ViewMenu, ViewStrip } from "../../../list/views/index.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { RangeButton, RangeChips } from "../../../statistics/range.tsx";
import css from "./days.module.css";
import type { DaysState } from "./use-days.ts";

interface Props {
  readonly state: DaysState;
  readonly tools: CellTools;
  readonly views: ViewMenu;
  /** Path of the export below /api. */
  readonly exported: string;
  /** What the export takes beside days and wallet: how the tab shows them. */
  readonly shape: ApiQuery;
  readonly onReload: () => void;
  readonly children?: ReactNode;
}

/** Every change goes through the address. */
export function RangeBar({ state, tools, views, exported, shape, onReload, children }: Props): ReactElement {
  const { t } = tools;
  const { address, change, query } = state;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <div className={bar.bar}>
      <div className={css.line}>
        <RangeChips presets={DATE_PRESETS} chosen={address.range} onChoose={(range) => change({ range, open: null })} tools={tools} />
        <div className={css.tools}>
          <button type="button" className={bar.button} onClick={onReload}>
            {t("list.tools.reload")}
          </button>
          <ViewsButton {...views} />
          <button type="button" className={bar.button} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
            {t("list.tools.export")}
          </button>
          {children}
        </div>
      </div>
      <div className={css.line}>
        <RangeButton {...address} onApply={(from, to) => change({ range: null, from, to, open: null })} tools={tools} />
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
        <ViewStrip {...views} />
      </div>
      <Suspense fallback={null}>
        {anchor ? (
          <ExportMenu
            anchor={anchor}
            list={exported}
            query={{ ...query, ...shape }}
            preset={address.range}
            tools={tools}
            onClose={() => setAnchor(null)}
            onAbsent={() => setAnchor(null)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
