/** Why this wallet, why not the others, or why none. */
import type { ReactElement } from "react";
import type { PaymentDetail } from "../../../contract/payments.schema.ts";
import { countText, usedText } from "../../i18n/format.ts";
import { ObjectLink, partsCss as css } from "../../list/parts/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { StatusDot } from "../../ui/status.tsx";
import { TableHead } from "../../ui/table-head.tsx";

type Routing = NonNullable<PaymentDetail["routing"]>;
type Item = Routing["wallets"][number];

function ResultWord({ item, chosen, tools: { t } }: { item: Item; chosen: string | null; tools: CellTools }): ReactElement {
  const result = item.wallet_id === chosen ? "chosen" : item.result;
  const tone = result === "chosen" ? "done" : result === "free" || result === "not_evaluated" ? "busy" : "gone";
  return <StatusDot tone={tone}>{t(`payments.routing.${result}`)}</StatusDot>;
}

/** Wallets without a line of their own, counted by what is said of them. */
function restText(rest: Routing["rest"], t: CellTools["t"]): string {
  return t("payments.drawer.routingRest", {
    n: countText(rest.reduce((sum, { count }) => sum + count, 0)),
    results: rest.map(({ result, count }) => `${t(`payments.routing.${result}`)} ${countText(count)}`).join(" · "),
  });
}

/** One line per wallet that was asked. */
export function RoutingTable({ routing, tools }: { routing: Routing; tools: CellTools }): ReactElement {
  const { t } = tools;
  const chosen = routing.wallets.find((wallet) => wallet.wallet_id === routing.chosen);
  return (
    <>
      <p className="fd-dim">{chosen ? t("payments.drawer.routingWhy", { wallet: chosen.wallet_name }) : t("payments.drawer.routingNone")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <div className={css.tableBox} role="group" aria-label={t("orders.routing")} tabIndex={0}>
        <table className={css.table}>
          <TableHead titles={[t("words.field.wallet_id"), t("words.field.outcome"), { right: t("payments.drawer.routingShare") }]} />
          <tbody>
            {routing.wallets.map((wallet) => (
              <tr key={wallet.wallet_id}>
                <td>
                  <ObjectLink type="wallet" id={wallet.wallet_id} tools={tools}>
                    {wallet.wallet_name}
                  </ObjectLink>
                </td>
                <td>
                  <ResultWord item={wallet} chosen={routing.chosen} tools={tools} />
                </td>
                <td data-right="" className="fd-num">
                  {usedText(wallet.share_bps)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {routing.rest.length > 0 && <p className="fd-dim">{restText(routing.rest, t)}</p>}
    </>
  );
}
