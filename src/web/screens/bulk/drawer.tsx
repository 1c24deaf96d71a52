/** One act on many rows: how far it is, what it is about, and its items one by one. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { BulkJobDetail, BulkJobRow } from "../../../contract/bulk.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { useLiveEvents } from "../../events.ts";
import { moneyText } from "../../i18n/format.ts";
import { actWord, BankFile, JobFigures, JobItems, JobProgress, StartForm } from "../../list/bulk/index.ts";
import { Block } from "../../list/parts/index.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { invalidate } from "../../query.ts";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { useDownload } from "../../ui/use-download.ts";
import { DateTime } from "../../ui/values.tsx";

export default function BulkDrawer({ row, detail, tools }: DrawerBodyProps<BulkJobRow, BulkJobDetail>): ReactElement {
  const { t, currency } = tools;
  useLiveEvents(["bulk"], () => invalidate("GET /api/bulk/:id/items"));
  const startable = detail?.actions.includes("start") === true;
  return (
    <>
      <Block title={t("words.field.progress")}>
        <JobProgress job={row} tools={tools} />
        <BankFile job={row} tools={tools} />
        <Download id={row.id} tools={tools} />
      </Block>
      {detail === null ? (
        <Placeholder height={160} />
      ) : (
        <Block title={actWord(row.act)}>
          {startable ? (
            <StartForm key={detail.id} job={detail} tools={tools} onChanged={() => invalidate("GET /api/bulk/:id", "GET /api/bulk")} />
          ) : (
            <JobFigures job={detail} tools={tools} />
          )}
        </Block>
      )}
      <Block title={t("list.drawer.facts")}>
        <KeyValue
          items={[
            { label: t("bulk.column.account"), value: row.account },
            ...(row.reason === null ? [] : [{ label: t("words.field.reason"), value: row.reason, wide: true }]),
            ...(row.done_amount === null ? [] : [{ label: t("bulk.item.done"), value: moneyText(row.done_amount, currency) }]),
            { label: t("words.field.created_at"), value: <DateTime value={row.created_at} exact /> },
            { label: t("bulk.column.started"), value: <DateTime value={row.started_at} exact /> },
            { label: t("bulk.column.ended"), value: <DateTime value={row.ended_at} exact /> },
          ]}
        />
      </Block>
      <Block title={t("bulk.items.label")}>
        <JobItems job={row} tools={tools} />
      </Block>
    </>
  );
}

/** The result as a file, in the person's language. */
function Download({ id, tools }: { id: string; tools: CellTools }): ReactElement {
  const { t, locale } = tools;
  const { busy, save } = useDownload();
  const download = (): Promise<void> => save(`/api/bulk/${encodeURIComponent(id)}/result?lang=${locale}`, `${id}-result.csv`);
  return (
    <Button size="xs" variant="default" mt={8} loading={busy} onClick={() => void download()}>
      {t("bulk.download")}
    </Button>
  );
}
