/** Where a wallet's books and its operator differ: the two measures of the server's `core/parties/measures.ts`, with what is behind them. */
import type { ReactElement } from "react";
import type { WalletBreak, WalletRow } from "../../../contract/wallets.schema.ts";
import { isOff } from "../../i18n/format.ts";
import { Block, ObjectLink, partsCss as list } from "../../list/parts/index.ts";
import { ScreenLink } from "../../ui/screen-link.tsx";
import type { CellTools } from "../../cell-tools.ts";
import { pathTo } from "../../paths.ts";
import { KeyValue } from "../../ui/blocks.tsx";
import { Amount, DateTime } from "../../ui/values.tsx";

/** Real less books, and each break of the balance continuity between its two messages; nothing where both are none. */
export function Measures({ row, tools }: { row: WalletRow; tools: CellTools }): ReactElement | null {
  const { t, locale } = tools;
  const { breaks } = row;
  if (breaks === null && !isOff(row.difference)) return null;
  return (
    <Block title={t("wallets.breaks.title")}>
      <KeyValue
        items={[
          { label: t("wallets.column.balance"), value: <Amount value={row.balance} currency={tools.currency} /> },
          { label: t("wallets.column.real"), value: <Amount value={row.real_balance} currency={tools.currency} /> },
          {
            label: t("wallets.column.difference"),
            value:
              row.difference === null ? null : (
                <>
                  <Amount value={row.difference} difference currency={tools.currency} />{" "}
                  <ScreenLink to={pathTo(locale, "sms", { wallet_id: row.id })} otherwise={null}>
                    {t("wallets.breaks.messages")}
                  </ScreenLink>
                </>
              ),
          },
          {
            label: t("wallets.column.gap"),
            value:
              breaks === null ? null : (
                <>
                  {t("wallets.breaks.sum", { n: breaks.count })} <Amount value={breaks.amount} difference currency={tools.currency} />
                </>
              ),
          },
        ]}
      />
      {breaks === null ? null : (
        <ul>
          {breaks.items.map((one) => (
            <BreakItem key={one.after_sms_id ?? one.since} one={one} tools={tools} />
          ))}
        </ul>
      )}
      {breaks === null || breaks.count <= breaks.items.length ? null : <p className="fd-dim">{t("wallets.breaks.more", { shown: breaks.items.length })}</p>}
    </Block>
  );
}

function BreakItem({ one, tools }: { one: WalletBreak; tools: CellTools }): ReactElement {
  const { t } = tools;
  const side = (label: string, id: string | null): ReactElement | null =>
    id === null ? null : (
      <span>
        {label} <ObjectLink type="sms" id={id} tools={tools} />
      </span>
    );
  return (
    <li className={list.item}>
      <div className={list.itemHead}>
        <Amount value={one.amount} difference />
        <span className="fd-dim">
          <DateTime value={one.since} exact />
        </span>
      </div>
      <div className={list.itemHead}>
        {side(t("wallets.breaks.before"), one.before_sms_id)}
        {side(t("wallets.breaks.after"), one.after_sms_id)}
      </div>
    </li>
  );
}
