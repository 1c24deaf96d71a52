/** A notification in full: where it goes, every attempt, and the body that is signed and sent. */
import type { ReactElement } from "react";
import type { DeliveryDetail, DeliveryRow } from "../../../contract/deliveries.schema.ts";
import { Block, MerchantLink, ObjectLink, partsCss as css, RawText } from "../../list/parts/index.ts";
import { named } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Copy } from "../../ui/copy.tsx";
import { DateTime } from "../../ui/values.tsx";
import { TableHead } from "../../ui/table-head.tsx";

const BODY_HEIGHT = 240;

/** Attempts at once, the body when it has come. */
export default function DeliveryDrawer({ row, detail, tools }: DrawerBodyProps<DeliveryRow, DeliveryDetail>): ReactElement {
  const { t } = tools;
  return (
    <>
      <Block title={t("list.drawer.facts")}>
        <KeyValue
          items={[
            { label: t("words.field.type"), value: named("deliveries", "type", row.type) },
            { label: t("words.field.order"), value: <ObjectLink type={row.object.type} id={row.object.id} tools={tools} /> },
            {
              label: t("words.field.merchant_id"),
              value: <MerchantLink of={row} tools={tools} />,
            },
            { label: t("deliveries.column.webhook_id"), value: <Copy value={row.webhook_id} mono /> },
            { label: t("words.field.created_at"), value: <DateTime value={row.created_at} exact /> },
            { label: t("deliveries.column.next_at"), value: <DateTime value={row.next_at} exact /> },
            { label: t("words.field.url"), value: row.url === null ? null : <Copy value={row.url} mono />, wide: true },
          ]}
        />
      </Block>
      <Block title={t("deliveries.drawer.attempts")}>
        <Attempts attempts={row.attempts} tools={tools} />
      </Block>
      <Block title={t("deliveries.drawer.body")}>
        {detail === null ? <Placeholder height={BODY_HEIGHT} /> : <RawText>{JSON.stringify(detail.body, null, 2)}</RawText>}
      </Block>
    </>
  );
}

function Attempts({ attempts, tools }: { attempts: DeliveryRow["attempts"]; tools: CellTools }): ReactElement {
  const { t } = tools;
  if (attempts.length === 0) return <p className="fd-dim">{t("deliveries.drawer.noAttempts")}</p>;
  return (
    <div className={css.tableBox} role="region" aria-label={t("deliveries.drawer.attempts")} tabIndex={0}>
      <table className={css.table}>
        <TableHead titles={[t("words.field.at"), t("deliveries.drawer.code"), { right: t("deliveries.drawer.ms") }, t("deliveries.drawer.answer")]} />
        <tbody>
          {[...attempts].reverse().map((attempt) => (
            <tr key={attempt.at}>
              <td>
                <DateTime value={attempt.at} exact />
              </td>
              <td>{attempt.code ?? "–"}</td>
              <td data-right="">{attempt.ms === null ? "–" : t("deliveries.ms", { n: attempt.ms })}</td>
              <td className="fd-mono">{attempt.error === null ? (attempt.body_start ?? "") : named("deliveries", "error", attempt.error)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
