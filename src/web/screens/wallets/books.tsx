/** A wallet's books beside its operator: what was recorded and waits for its message, and each open difference by name. */
import type { ReactElement } from "react";
import type { WalletDetail } from "../../../contract/wallets.schema.ts";
import { Block, ObjectLink, partsCss as list } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { Amount, DateTime } from "../../ui/values.tsx";

type Movement = WalletDetail["movements"][number];
type Difference = WalletDetail["differences"][number];

/** Nothing where the books say what the operator says. */
export function Books({ detail, tools }: { detail: WalletDetail; tools: CellTools }): ReactElement | null {
  const { t } = tools;
  const { movements, differences } = detail;
  return (
    <>
      {differences.length === 0 ? null : (
        <Block title={t("wallets.books.differences")}>
          <ul>
            {differences.map((one) => (
              <DifferenceItem key={`${one.at} ${one.kind} ${one.amount}`} one={one} tools={tools} />
            ))}
          </ul>
        </Block>
      )}
      {movements.length === 0 ? null : (
        <Block title={t("wallets.books.movements")}>
          <ul>
            {movements.map((one) => (
              <MovementItem key={`${one.object.id} ${one.direction}`} one={one} tools={tools} />
            ))}
          </ul>
        </Block>
      )}
    </>
  );
}

function DifferenceItem({ one, tools }: { one: Difference; tools: CellTools }): ReactElement {
  return (
    <li className={list.item}>
      <div className={list.itemHead}>
        <Amount value={one.amount} difference />
        <span>{tools.t(`wallets.books.difference.${one.kind}`)}</span>
        <span className="fd-dim">
          <DateTime value={one.at} exact />
        </span>
      </div>
      <div className={list.itemHead}>
        {one.sms_id === null ? null : <ObjectLink type="sms" id={one.sms_id} tools={tools} />}
        {one.manual_id === null ? null : <ObjectLink type="manual" id={one.manual_id} tools={tools} />}
      </div>
    </li>
  );
}

function MovementItem({ one, tools }: { one: Movement; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <li className={list.item}>
      <div className={list.itemHead}>
        <Amount value={one.direction === "credit" ? one.amount : `-${one.amount}`} signed />
        <ObjectLink type={one.object.type} id={one.object.id} tools={tools} />
        <span className="fd-dim">
          {t(`wallets.books.source.${one.source}`)} <DateTime value={one.said_at} exact />
        </span>
      </div>
      <div className={list.itemHead}>
        {one.trx_id === null ? null : <span className="fd-dim">{t("wallets.books.claimed", { trx: one.trx_id })}</span>}
        {one.contradicted_by === null ? null : (
          <span>
            {t("wallets.books.contradicted")} <ObjectLink type="sms" id={one.contradicted_by} tools={tools} />
          </span>
        )}
      </div>
    </li>
  );
}
