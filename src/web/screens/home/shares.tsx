/** Today's collections by operator and by merchant: a row each, with the share as a bar. */
import type { Home } from "../../../contract/home.schema.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { bpsText, countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import type { Query } from "../../paths.ts";
import { Amount, Section } from "../../ui/index.ts";
import css from "./home.module.css";
import { FigureLink } from "./link.tsx";

interface Row {
  readonly key: string;
  readonly name: string;
  readonly collected: string;
  readonly count: number;
  readonly created: number;
  readonly query: Query;
}

/** Hundredths of a percent, null when nothing was created. */
function rateBps(row: Row): number | null {
  return row.created === 0 ? null : Math.round((row.count * 10_000) / row.created);
}

function Shares({ title, head, rows }: { title: string; head: string; rows: readonly Row[] }) {
  const t = useText();
  const largest = Math.max(1, ...rows.map((row) => Number(row.collected)));
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className="fd-dim">{t("home.empty")}</p>
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col" data-end="">
                {t("home.amount")}
              </th>
              <th scope="col" data-end="">
                {t("home.count")}
              </th>
              <th scope="col" data-end="">
                {t("home.rate")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <FigureLink screen="payments" query={row.query}>
                    {row.name}
                  </FigureLink>
                  <span className={css.bar} aria-hidden="true">
                    <span style={{ width: `${(Number(row.collected) / largest) * 100}%` }} />
                  </span>
                </th>
                <td data-end="">
                  <Amount value={row.collected} />
                </td>
                <td data-end="">{countText(row.count)}</td>
                <td data-end="">{bpsText(rateBps(row))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

/** By mobile-money operator. */
export function ByOperator({ rows }: { rows: Home["by_operator"] }) {
  const t = useText();
  return (
    <Shares
      title={t("home.byOperator")}
      head={t("home.operator")}
      rows={rows.map((row) => ({ ...row, key: row.operator, name: operatorInfo(row.operator).name, query: { range: "today", operator: row.operator } }))}
    />
  );
}

/** By merchant, for platform staff. */
export function ByMerchant({ rows }: { rows: Home["by_merchant"] }) {
  const t = useText();
  return (
    <Shares
      title={t("home.byMerchant")}
      head={t("home.merchant")}
      rows={rows.map((row) => ({ ...row, key: row.merchant_id, name: row.merchant_name, query: { range: "today", merchant_id: row.merchant_id } }))}
    />
  );
}
