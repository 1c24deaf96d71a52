/** One batch: how far it is, how its orders stand, and which rows have none. */
import type { ReactElement } from "react";
import type { BatchDetail, BatchRow } from "../../../contract/disburse-batches.schema.ts";
import { countText } from "../../i18n/format.ts";
import { Block, partsCss as css } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { rowProblem } from "./batch-file.ts";
import { BatchProgress, DownloadResult, ROW_TONES } from "./batch-progress.tsx";
import { DISBURSE_TONES } from "./columns.tsx";
import { TableHead } from "../../ui/table-head.tsx";

const PROBLEMS_SHOWN = 200;

export default function BatchDrawer({ row, detail, tools }: DrawerBodyProps<BatchRow, BatchDetail>): ReactElement {
  const { t } = tools;
  return (
    <>
      <Block title={t("words.field.progress")}>
        <BatchProgress batch={row} tools={tools} />
        <DownloadResult id={row.id} tools={tools} />
      </Block>
      <Block title={t("list.drawer.facts")}>
        <KeyValue
          items={[
            { label: t("words.field.file_name"), value: row.file_name, wide: true },
            { label: t("words.field.merchant_id"), value: row.merchant_name },
            { label: t("batches.column.account"), value: row.account },
            { label: t("words.field.amount"), value: <Amount value={row.amount} /> },
            { label: t("words.field.fee"), value: <Amount value={row.fee} /> },
            { label: t("batches.column.created"), value: <DateTime value={row.created_at} exact /> },
            { label: t("batches.column.finished"), value: <DateTime value={row.finished_at} exact /> },
          ]}
        />
      </Block>
      {detail === null ? (
        <Placeholder height={200} />
      ) : (
        <>
          <Block title={t("batches.drawer.orders")}>
            <Orders orders={detail.orders} tools={tools} />
          </Block>
          <Block title={t("batches.drawer.problems")}>
            <Problems detail={detail} tools={tools} />
          </Block>
        </>
      )}
    </>
  );
}

function Orders({ orders, tools }: { orders: BatchDetail["orders"]; tools: CellTools }): ReactElement {
  const { t } = tools;
  if (orders.length === 0) return <p className="fd-dim">{t("batches.drawer.noOrders")}</p>;
  return (
    <table className={css.table}>
      <TableHead titles={[t("words.field.status"), { right: t("batches.drawer.count") }, { right: t("words.field.amount") }]} />
      <tbody>
        {orders.map((one) => (
          <tr key={one.status}>
            <td>
              <StatusDot tone={DISBURSE_TONES[one.status]}>{t(`disburses.status.${one.status}`)}</StatusDot>
            </td>
            <td data-right="" className="fd-num">
              {countText(one.count)}
            </td>
            <td data-right="">
              <Amount value={one.amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Problems({ detail, tools }: { detail: BatchDetail; tools: CellTools }): ReactElement {
  const { t } = tools;
  const { problems } = detail;
  if (problems.length === 0) return <p className="fd-dim">{t("batches.drawer.noProblems")}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <div className={css.tableBox} role="group" aria-label={t("batches.drawer.problems")} tabIndex={0}>
        <table className={css.table}>
          <TableHead
            titles={[
              t("batches.field.line"),
              t("batches.field.merchant_order_id"),
              t("batches.field.reason"),
              t("batches.field.amount"),
              t("batches.field.customer"),
            ]}
          />
          <tbody>
            {problems.map((line) => (
              <tr key={line.line}>
                <td className="fd-num">{line.line}</td>
                <td className="fd-mono">{line.merchant_order_id}</td>
                <td>
                  <StatusDot tone={ROW_TONES[line.status]}>
                    {line.code === null ? t(`batches.rowStatus.${line.status}`) : rowProblem(line.field, line.code)}
                  </StatusDot>
                </td>
                <td className="fd-num">{line.amount}</td>
                <td className="fd-num">{line.customer}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problems.length >= PROBLEMS_SHOWN ? <p className="fd-dim">{t("batches.drawer.more", { n: PROBLEMS_SHOWN })}</p> : null}
    </>
  );
}
