/** Wallet statistics as plots: hours or days, orders by what became of them, unexplained money by its age. */
import { type ReactElement, type ReactNode, useMemo } from "react";
import type { WalletStatistics } from "../../../../contract/reconciliation.schema.ts";
import type { OrderFigures } from "../../../../contract/statistics.schema.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { Bars, Plot } from "../../../plots/index.ts";
import { errorOf, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { StaleNote } from "../../../stale-note.tsx";
import { ErrorState, Placeholder } from "../../../ui/blocks.tsx";
import { BARS_WHOLE, CURVE, Figure, FigureGrid, Hours, Outcomes } from "../../../statistics/figures.tsx";
import { BalancePlot } from "./balance-plot.tsx";
import { suspenseSpec, walletDaysSpec } from "./figures-spec.ts";

const POLL_MS = 30_000;

interface Props {
  readonly data: WalletStatistics;
  readonly walletId: string | null;
  readonly tools: CellTools;
}

/** Everything of the range that the table is of. */
export function Figures({ data, walletId, tools }: Props): ReactElement {
  const { t } = tools;
  const query = { from: data.from, to: data.to, ...(walletId === null ? {} : { wallet_id: walletId }) };
  const read = useRead("GET /api/statistics/orders", { query }, { keepOld: true, everyMs: POLL_MS });
  const found = read.data ?? null;
  const failed = read.isError && found === null ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null;
  return (
    <>
      <StaleNote read={read} />
      <FigureGrid>
        <Curve data={data} found={found} walletId={walletId} tools={tools} failed={failed} />
        {(["payments", "disburses"] as const).map((what) => (
          <Figure key={what} title={t(`reconciliation.figures.${what}`)}>
            {failed ?? (found === null ? <Placeholder height={BARS_WHOLE} /> : <Outcomes what={what} found={found} walletId={walletId} tools={tools} />)}
          </Figure>
        ))}
        <Suspense walletId={walletId} tools={tools} />
      </FigureGrid>
    </>
  );
}

/** A wallet's balance of one day, all wallets' hours of one day, or the days of a longer range. */
function Curve({ data, found, walletId, tools, failed }: Props & { found: OrderFigures | null; failed: ReactNode }): ReactElement {
  const { t } = tools;
  const { from, to } = data;
  const days = useMemo(() => walletDaysSpec(data, walletId, tools), [data, walletId, tools]);
  if (from !== to) {
    return (
      <Figure title={days.title}>
        <Plot spec={days} height={CURVE} />
      </Figure>
    );
  }
  if (walletId !== null) {
    return (
      <Figure title={t("reconciliation.balancePlot.title")}>
        <BalancePlot walletId={walletId} date={to} tools={tools} />
      </Figure>
    );
  }
  return <Hours found={found} to={to} tools={tools} failed={failed} />;
}

/** As of now, whatever the range: what waits does not wait for a range. */
function Suspense({ walletId, tools }: { walletId: string | null; tools: CellTools }): ReactElement | null {
  const { t } = tools;
  const sees = useCan("sms.see");
  const read = useRead(
    "GET /api/statistics/suspense",
    { query: walletId === null ? {} : { wallet_id: walletId } },
    { keepOld: true, everyMs: POLL_MS, enabled: sees },
  );
  const { data } = read;
  const spec = useMemo(() => (data ? suspenseSpec(data.ages, walletId, tools, Date.parse(data.at)) : null), [data, walletId, tools]);
  if (!sees) return null;
  return (
    <Figure
      title={t("reconciliation.figures.suspense")}
      hint={t(data?.truncated ? "reconciliation.figures.suspenseMore" : "reconciliation.figures.suspenseHint")}
    >
      <StaleNote read={read} />
      {spec !== null ? (
        <Bars spec={spec} />
      ) : read.isError ? (
        <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} />
      ) : (
        <Placeholder height={BARS_WHOLE} />
      )}
    </Figure>
  );
}
