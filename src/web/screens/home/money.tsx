/** The money: what is there against what is owed, which days are to be closed, what is to be paid, and whether the books agree. */
import { dayText } from "../../../contract/time.ts";
import type { ReactElement, ReactNode } from "react";
import type { Home } from "../../../contract/home.schema.ts";
import type { Behind } from "../../behind.ts";
import { countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { difference } from "../../list/state/index.ts";
import { Amount, Section } from "../../ui/index.ts";
import { balancesBehind, floatBehind, toDecideBehind, toPayBehind } from "./behind.ts";
import { Explain } from "./explain.tsx";
import css from "./home.module.css";
import { Integrity } from "./integrity.tsx";
import { FigureLink, useReachable } from "./link.tsx";
import { timeText } from "./times.ts";

interface FactProps {
  readonly label: string;
  readonly explain: string;
  /** The list behind it; left out where its parts have their own, or where it is made of other figures. */
  readonly to?: Pick<Behind, "screen" | "query">;
  readonly asks?: boolean;
  readonly children: ReactNode;
}

function Fact({ label, explain, to, asks = false, children }: FactProps): ReactElement {
  const body = (
    <>
      <span>{label}</span>
      <span className={asks ? css.asks : css.factValue}>{children}</span>
    </>
  );
  return (
    <li className={css.fact} data-tip={explain}>
      {to === undefined ? (
        <span className={css.factBody}>{body}</span>
      ) : (
        <FigureLink to={to} className={css.factBody}>
          {body}
        </FigureLink>
      )}
      <Explain what={label} text={explain} />
    </li>
  );
}

export function Money({ home }: { home: Home }): ReactElement {
  const t = useText();
  const { waiting, withdrawals, open_days: days, float, liabilities } = home;
  const seesWithdrawals = useReachable("withdrawal");
  const time = timeText(home.at);
  const balances = liabilities === null ? null : difference(liabilities, waiting.suspense);
  const cover = float === null || liabilities === null ? null : difference(float, liabilities);
  return (
    <Section title={t("home.money")}>
      <ul className={css.facts}>
        <Fact label={t("home.float")} explain={t("home.explain.float", { time })} {...(float === null ? {} : { to: floatBehind(float) })}>
          <Amount value={float} />
        </Fact>
        <Fact label={t("home.owed")} explain={t("home.explain.liabilities", { time })} {...(balances === null ? {} : { to: balancesBehind(balances) })}>
          <Amount value={balances} />
        </Fact>
        <Fact label={t("home.cover")} explain={t("home.explain.cover", { time })} asks={cover?.startsWith("-") === true}>
          <Amount value={cover} />
        </Fact>
        {days === null ? null : (
          <Fact
            label={t("home.daysToClose")}
            explain={t("home.explain.daysToClose", { from: dayText(days.from), to: dayText(days.to), time })}
            to={{ screen: "wallets", query: { tab: "reconciliation", from: days.from, to: days.to, show: "open" } }}
            asks={days.count > 0}
          >
            {countText(days.count)}
          </Fact>
        )}
        {withdrawals === null || !seesWithdrawals ? null : (
          <>
            <Fact
              label={t("home.withdrawalsToPay", { n: countText(waiting.withdrawals_approved) })}
              explain={t("home.explain.withdrawalsToPay", { time })}
              to={toPayBehind(home)}
            >
              <Amount value={withdrawals.to_pay} />
            </Fact>
            <Fact
              label={t("home.withdrawalsToDecide", { n: countText(waiting.withdrawals_pending) })}
              explain={t("home.explain.withdrawalsToDecide", { time })}
              to={toDecideBehind(home)}
            >
              <Amount value={withdrawals.pending} />
            </Fact>
          </>
        )}
        <Integrity proof={home.proof} />
      </ul>
    </Section>
  );
}
