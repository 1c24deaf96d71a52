/** The differences of a wallet's day, group by group, with links to what is behind each. */
import { dayText } from "../../../../contract/time.ts";
import type { ReactElement, ReactNode } from "react";
import type { ReconciliationDay, ReconciliationPair } from "../../../../contract/reconciliation.schema.ts";
import { ObjectLink } from "../../../list/parts/index.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { Copy } from "../../../ui/copy.tsx";
import { ScreenLink } from "../../../ui/screen-link.tsx";
import { Amount, Count } from "../../../ui/values.tsx";
import { dayPath } from "./behind.ts";
import css from "./days.module.css";
import { isOff } from "../../../i18n/format.ts";

/** Groups with something in them; all but the agreeing ones stand open. */
export function Groups({ found, tools }: { found: ReconciliationDay; tools: CellTools }): ReactElement {
  const { t } = tools;
  const shown = found.groups.filter((group) => group.count > 0);
  if (shown.length === 0) return <p className="fd-dim">{t("reconciliation.drawer.none")}</p>;
  return (
    <>
      {shown.map((group) => (
        <details key={group.group} id={`group-${group.group}`} open={group.group !== "matched"}>
          <summary className={css.groupHead}>
            <strong>{t(`reconciliation.group.${group.group}`)}</strong>
            <Count value={group.count} />
            <Sums what={t("reconciliation.drawer.apiSystem")} payment={group.payment_difference} disburse={group.disburse_difference} tools={tools} />
            <Sums
              what={t("reconciliation.drawer.statementSystem")}
              payment={group.statement_payment_difference}
              disburse={group.statement_disburse_difference}
              tools={tools}
            />
          </summary>
          <ul className={css.pairs}>
            {group.items.map((pair, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a pair has no id of its own, and the order comes from the server
              <PairItem key={at} pair={pair} walletId={found.day.wallet_id} tools={tools} />
            ))}
          </ul>
          {group.truncated ? <p className="fd-dim">{t("reconciliation.drawer.truncated", { n: group.items.length, total: group.count })}</p> : null}
        </details>
      ))}
    </>
  );
}

/** What a group adds to the day's differences between two sides; nothing where it adds none. */
function Sums({ what, payment, disburse, tools: { t } }: { what: string; payment: string | null; disburse: string | null; tools: CellTools }): ReactNode {
  if (!isOff(payment) && !isOff(disburse)) return null;
  return (
    <span className="fd-dim">
      {what} {t("reconciliation.flowKind.payment")} <Amount value={payment} difference /> · {t("reconciliation.flowKind.disburse")}{" "}
      <Amount value={disburse} difference />
    </span>
  );
}

function PairItem({ pair, walletId, tools }: { pair: ReconciliationPair; walletId: string; tools: CellTools }): ReactElement {
  const { t } = tools;
  const { message, order, statement, elsewhere } = pair;
  return (
    <li className={css.pair}>
      <div className={css.sides}>
        <div className={css.side}>
          {pair.trx_id === null ? <span>–</span> : <Copy value={pair.trx_id} mono />}
          <span className="fd-dim">{t(pair.direction === "credit" ? "reconciliation.drawer.credit" : "reconciliation.drawer.debit")}</span>
        </div>
        {message ? (
          <div className={css.side}>
            <span>
              {t("words.field.sms_id")} <ObjectLink type="sms" id={message.id} tools={tools} />
            </span>
            <Amount value={message.amount} />
          </div>
        ) : null}
        {order ? (
          <div className={css.side}>
            <span>
              {t("words.field.order")} <ObjectLink type={order.type} id={order.id} tools={tools} />
              {order.answered ? <span className="fd-dim"> · {t("reconciliation.drawer.answered")}</span> : null}
            </span>
            <Amount value={order.amount} />
          </div>
        ) : null}
        {statement ? (
          <div className={css.side}>
            <span>{t("reconciliation.drawer.line", { n: statement.line })}</span>
            <Amount value={statement.amount} />
          </div>
        ) : null}
        {elsewhere ? (
          <div className={css.side}>
            <ScreenLink to={dayPath(walletId, elsewhere.date, tools.locale)}>
              {t(`reconciliation.drawer.elsewhere.${elsewhere.side}`, { date: dayText(elsewhere.date) })}
            </ScreenLink>
          </div>
        ) : null}
      </div>
    </li>
  );
}
