/** The balance of a wallet over a business day. */
import { type ReactElement, useMemo } from "react";
import type { CellTools } from "../../../cell-tools.ts";
import { amountText, countText } from "../../../i18n/format.ts";
import { Plot } from "../../../plots/index.ts";
import { errorOf, useRead } from "../../../query.ts";
import { StaleNote } from "../../../stale-note.tsx";
import { ErrorState, Placeholder } from "../../../ui/blocks.tsx";
import { balanceSpec } from "./balance-spec.ts";
import css from "./days.module.css";

const HEIGHT = 200;
/** With its figures and what leads to its data. */
const WHOLE = 316;

export function BalancePlot({ walletId, date, tools }: { walletId: string; date: string; tools: CellTools }): ReactElement {
  const { t } = tools;
  const read = useRead("GET /api/statistics/wallets/:id/:date", { params: { id: walletId, date } });
  const spec = useMemo(() => (read.data && read.data.points.length > 0 ? balanceSpec(read.data, tools) : null), [read.data, tools]);
  if (read.data === undefined) {
    if (!read.isError) return <Placeholder height={WHOLE} />;
    return <ErrorState error={errorOf(read.error)} what={t("reconciliation.balancePlot.failed")} onRetry={() => void read.refetch()} />;
  }
  if (spec === null) return <p className="fd-dim">{t("reconciliation.balancePlot.none", { opening: amountText(read.data.opening) })}</p>;
  return (
    <>
      <StaleNote read={read} />
      <Plot spec={spec} height={HEIGHT} />
      {read.data.thinned ? (
        <p className={css.hint}>
          {t("reconciliation.balancePlot.thinned", { entries: countText(read.data.entries), messages: countText(read.data.messages) })}
        </p>
      ) : null}
    </>
  );
}
