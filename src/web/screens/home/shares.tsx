/** Today's collections by operator and by merchant: a row each, with the share as a bar. */
import { successBps } from "../../../contract/home.ts";
import type { Home } from "../../../contract/home.schema.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import type { ReactElement } from "react";
import { bpsText, countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { Amount, Section } from "../../ui/index.ts";
import { merchantBehind, operatorBehind, type ShareBehind } from "./behind.ts";
import { Explain } from "./explain.tsx";
import css from "./home.module.css";
import { FigureLink } from "./link.tsx";
import { timeText } from "./times.ts";

interface Row {
  readonly key: string;
  readonly name: string;
  readonly collected: string;
  readonly count: number;
  readonly created: number;
  readonly succeeded: number;
  readonly behind: ShareBehind;
}

/** One head, and a group of rows for each way to part the day. */
interface Group {
  readonly head: string;
  readonly rows: readonly Row[];
}

function Rows({ head, rows }: Group): ReactElement {
  const t = useText();
  const largest = Math.max(1, ...rows.map((row) => Number(row.collected)));
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" data-end="">
            {t("home.amount")}
          </th>
          <th scope="col" data-end="">
            {t("home.rate")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" data-tip={row.name}>
              <FigureLink to={row.behind.done}>{row.name}</FigureLink>
              <span className={css.bar} aria-hidden="true">
                <span style={{ width: `${(Number(row.collected) / largest) * 100}%` }} />
              </span>
            </th>
            <td data-end="">
              <FigureLink to={row.behind.done}>
                <Amount value={row.collected} />
              </FigureLink>
            </td>
            <td data-end="">
              <FigureLink to={row.behind.created}>
                {bpsText(successBps(row.succeeded, row.created))}{" "}
                <span className="fd-dim">{t("home.of", { done: countText(row.succeeded), all: countText(row.created) })}</span>
              </FigureLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Rows of merchants that a screen has room for. */
const MERCHANTS = 3;

/** By mobile-money operator, and by merchant for the platform's people. */
export function Shares({ home }: { home: Home }): ReactElement {
  const t = useText();
  const time = timeText(home.at);
  const operators = home.by_operator.map((row) => ({
    ...row,
    key: row.operator,
    name: operatorInfo(row.operator).name,
    behind: operatorBehind(row),
  }));
  const merchants = home.by_merchant.slice(0, MERCHANTS).map((row) => ({ ...row, key: row.merchant_id, name: row.merchant_name, behind: merchantBehind(row) }));
  return (
    <Section
      title={
        <>
          {t("home.shares")} <Explain what={t("home.shares")} text={t("home.explain.shares", { time })} />
        </>
      }
    >
      {operators.length === 0 ? <p className="fd-dim">{t("home.empty")}</p> : <Rows head={t("home.byOperator")} rows={operators} />}
      {home.own !== null || merchants.length === 0 ? null : <Rows head={t("home.byMerchant")} rows={merchants} />}
    </Section>
  );
}
