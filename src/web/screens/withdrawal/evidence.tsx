/** What a withdrawal that waits is judged by: what the merchant has now, and what would be left. */
import type { ReactElement } from "react";
import type { WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { errorOf } from "../../query.ts";
import { ErrorState, KeyValue, Placeholder, Strip } from "../../ui/blocks.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Amount } from "../../ui/values.tsx";
import { useAvailable } from "./use-available.ts";

const HEIGHT = 96;

/** The merchant's figures as they are now; this withdrawal is among the pending ones. */
export function WithdrawalEvidence({ row, tools }: { row: WithdrawalRow; tools: CellTools }): ReactElement {
  const { t } = tools;
  const read = useAvailable(row.merchant_id, true);
  if (read.error) return <ErrorState error={errorOf(read.error)} what={t("withdrawal.available.failed")} onRetry={() => void read.refetch()} />;
  if (read.data === undefined) return <Placeholder height={HEIGHT} />;
  const of = read.data;
  return (
    <>
      {of.stopped === null ? null : <Strip tone="ask">{t(`withdrawal.available.stopped.${of.stopped}`)}</Strip>}
      <KeyValue
        items={[
          { label: t("words.field.amount"), value: <Amount value={row.amount} strong /> },
          { label: t("withdrawal.evidence.left"), value: <Amount value={of.max_available} strong /> },
          { label: t("withdrawal.evidence.balance"), value: <Amount value={of.balance} /> },
          { label: t("withdrawal.evidence.held"), value: <Amount value={of.held} /> },
          { label: t("withdrawal.evidence.pending"), value: <Amount value={of.pending} /> },
          { label: t("withdrawal.evidence.reserve"), value: <Amount value={of.reserve} /> },
          { label: t("withdrawal.column.receiving"), value: <Copy value={row.receiving_account} />, wide: true },
        ]}
      />
    </>
  );
}
