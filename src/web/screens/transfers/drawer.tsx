/** A transfer in full. */
import type { ReactElement } from "react";
import type { TransferDetail, TransferRow } from "../../../contract/transfers.schema.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { Block, Entries, ObjectLink, ObjectTimeline } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { DrawerBodyProps } from "../../list/spec/index.ts";
import { KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";
import { Movements } from "./movements.tsx";

type Props = DrawerBodyProps<TransferRow, TransferDetail>;
const DETAIL_HEIGHT = 320;

/** Facts at once, the rest when it has come. */
export default function TransferDrawer({ row, detail, tools }: Props): ReactElement {
  const { t } = tools;
  return (
    <>
      <Block title={t("list.drawer.facts")}>
        <Facts row={row} tools={tools} />
      </Block>
      {detail === null ? (
        <Placeholder height={DETAIL_HEIGHT} />
      ) : (
        <>
          <Block title={t("list.drawer.timeline")}>
            <ObjectTimeline area="transfers" items={detail.timeline} of={detail.id} tools={tools} />
          </Block>
          <Block title={t("list.drawer.entries")}>
            <Entries entries={detail.entries} of={detail.id} tools={tools} />
          </Block>
          <Block title={t("list.drawer.messages")}>
            <Movements messages={detail.messages} none={t("transfers.drawer.noMessages")} tools={tools} />
          </Block>
          {detail.candidates.length > 0 ? (
            <Block title={t("transfers.drawer.candidates")}>
              <Movements messages={detail.candidates} none="" tools={tools} />
            </Block>
          ) : null}
        </>
      )}
    </>
  );
}

function Side({
  id,
  name,
  operator,
  tools,
}: {
  id: string | null;
  name: string | null;
  operator: TransferRow["from_operator"];
  tools: CellTools;
}): ReactElement {
  if (id === null) return <span className="fd-dim">{tools.t("transfers.outside")}</span>;
  return (
    <>
      <ObjectLink type="wallet" id={id} tools={tools}>
        {name}
      </ObjectLink>
      {operator === null ? null : <span className="fd-dim"> · {operatorInfo(operator).name}</span>}
    </>
  );
}

function Facts({ row, tools }: Pick<Props, "row" | "tools">): ReactElement {
  const { t } = tools;
  const copied = (value: string | null): ReactElement | null => (value === null ? null : <Copy value={value} mono />);
  return (
    <KeyValue
      items={[
        { label: t("transfers.column.kind"), value: t(`transfers.kind.${row.kind}`) },
        { label: t("words.field.amount"), value: <Amount value={row.amount} strong /> },
        {
          label: t("words.field.from_wallet_id"),
          value: <Side id={row.from_wallet_id} name={row.from_wallet_name} operator={row.from_operator} tools={tools} />,
        },
        { label: t("words.field.to_wallet_id"), value: <Side id={row.to_wallet_id} name={row.to_wallet_name} operator={row.to_operator} tools={tools} /> },
        { label: t("words.field.expected_cost"), value: <Amount value={row.expected_cost} /> },
        { label: t("words.field.cost"), value: <Amount value={row.cost} /> },
        { label: t("words.field.frozen"), value: <Amount value={row.frozen} /> },
        { label: t("words.field.trx_id"), value: copied(row.trx_id) },
        ...(row.received_trx_id === null ? [] : [{ label: t("transfers.column.received_trx_id"), value: copied(row.received_trx_id) }]),
        { label: t("words.field.maker"), value: row.maker },
        { label: t("transfers.column.checker"), value: row.checker },
        { label: t("words.field.created_at"), value: <DateTime value={row.created_at} exact /> },
        { label: t("transfers.column.approved"), value: <DateTime value={row.approved_at} exact /> },
        { label: t("transfers.column.sent"), value: <DateTime value={row.sent_at} exact /> },
        { label: t("transfers.column.received"), value: <DateTime value={row.received_at} exact /> },
        { label: t("transfers.column.completed"), value: <DateTime value={row.completed_at} exact /> },
        ...(row.reason === null ? [] : [{ label: t("words.field.reason"), value: row.reason, wide: true }]),
        ...(row.note === "" ? [] : [{ label: t("words.field.note"), value: row.note, wide: true }]),
      ]}
    />
  );
}
