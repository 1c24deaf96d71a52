/** Limits as bars of what is used: two directions against the same limits. */
import type { ReactElement } from "react";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { OPERATOR_INFO } from "../../../contract/operators.ts";
import { amountText, usedText } from "../../i18n/format.ts";
import type { CellTools } from "../../cell-tools.ts";
import { Amount } from "../../ui/values.tsx";
import { FULL_BPS, type Period, type UsageLine, usageOf, usageTone } from "./usage.ts";
import css from "./wallets.module.css";

const WORDS = {
  today: { in: "wallets.usage.inToday", out: "wallets.usage.outToday" },
  month: { in: "wallets.usage.inMonth", out: "wallets.usage.outMonth" },
} as const;

function tipOf(line: UsageLine, period: Period, { t }: CellTools): string {
  const what = t(WORDS[period][line.direction]);
  if (line.amountLimit === null) return t("wallets.usage.tipFree", { what, used: amountText(line.amount), n: line.count });
  return t("wallets.usage.tip", { what, used: amountText(line.amount), limit: amountText(line.amountLimit), n: line.count });
}

function Bar({ usedBps, row }: { usedBps: number | null; row: WalletRow }): ReactElement {
  return (
    <span className={css.bar} data-tone={usageTone(usedBps, row.near_limit_percent)} data-free={usedBps === null || undefined} aria-hidden="true">
      <span className={css.fill} style={{ width: `${Math.min(usedBps ?? 0, FULL_BPS) / 100}%` }} />
    </span>
  );
}

/** Two thin bars for a table; figures on hover. */
export function usageCell(row: WalletRow, period: Period, tools: CellTools): ReactElement {
  return (
    <span className={css.usage}>
      {usageOf(row, period).map((line) => (
        <span key={line.direction} className={css.usageLine} data-tip={tipOf(line, period, tools)}>
          <span className={css.usageWord}>{tools.t(`wallets.usage.${line.direction}`)}</span>
          <Bar usedBps={line.usedBps} row={row} />
          <span className={css.usageShare}>{line.usedBps === null ? amountText(line.amount) : usedText(line.usedBps)}</span>
        </span>
      ))}
    </span>
  );
}

/** All four with their figures, for the drawer. */
export function UsageBlock({ row, tools }: { row: WalletRow; tools: CellTools }): ReactElement {
  const { t } = tools;
  return (
    <>
      <ul className={css.usageBlock}>
        {(["today", "month"] as const).flatMap((period) =>
          usageOf(row, period).map((line) => (
            <li key={period + line.direction}>
              <div className={css.usageHead}>
                <span>{t(WORDS[period][line.direction])}</span>
                <span className="fd-dim">
                  {line.usedBps === null ? t("wallets.usage.none") : t("wallets.usage.share", { percent: usedText(line.usedBps) })}
                </span>
              </div>
              <Bar usedBps={line.usedBps} row={row} />
              <div className={css.usageFigures}>
                <span>
                  <Amount value={line.amount} /> / {line.amountLimit === null ? t("wallets.usage.none") : <Amount value={line.amountLimit} />}
                </span>
                <span className="fd-dim">
                  {line.countLimit === null
                    ? t("wallets.usage.count", { n: line.count })
                    : t("wallets.usage.countOf", { n: line.count, limit: line.countLimit })}
                </span>
              </div>
            </li>
          )),
        )}
      </ul>
      <p className={css.note}>{t("wallets.usage.dayNote", { zone: OPERATOR_INFO[row.operator].timeZone })}</p>
    </>
  );
}
