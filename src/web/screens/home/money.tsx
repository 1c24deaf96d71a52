/** The money: what is there against what is owed, which days are to be closed, what is to be paid, and whether the books agree. */
import type { ReactElement, ReactNode } from "react";
import type { Home } from "../../../contract/home.schema.ts";
import { countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { difference } from "../../list/state/index.ts";
import type { Query } from "../../paths.ts";
import type { ScreenName } from "../../screens.ts";
import { Amount, Section } from "../../ui/index.ts";
import { Explain } from "./explain.tsx";
import css from "./home.module.css";
import { Integrity } from "./integrity.tsx";
import { FigureLink, useReachable } from "./link.tsx";
import { timeText } from "./times.ts";

interface FactProps {
  readonly label: string;
  readonly explain: string;
  readonly screen: ScreenName;
  readonly query?: Query;
  readonly asks?: boolean;
  readonly children: ReactNode;
}

function Fact({ label, explain, screen, query, asks = false, children }: FactProps): ReactElement {
  return (
    <li className={css.fact} data-tip={explain}>
      <FigureLink screen={screen} className={css.factBody} {...(query === undefined ? {} : { query })}>
        <span>{label}</span>
        <span className={asks ? css.asks : css.factValue}>{children}</span>
      </FigureLink>
      <Explain what={label} text={explain} />
    </li>
  );
}

export function Money({ home }: { home: Home }): ReactElement {
  const t = useText();
  const { waiting, withdrawals, open_days: days, float, liabilities } = home;
  const seesWithdrawals = useReachable("withdrawal");
  const time = timeText(home.at);
  const cover = float === null || liabilities === null ? null : difference(float, liabilities);
  return (
    <Section title={t("home.money")}>
      <ul className={css.facts}>
        <Fact label={t("home.float")} explain={t("home.explain.float", { time })} screen="wallets">
          <Amount value={float} />
        </Fact>
        <Fact label={t("home.owed")} explain={t("home.explain.liabilities", { time })} screen="merchants">
          <Amount value={liabilities} />
        </Fact>
        <Fact label={t("home.cover")} explain={t("home.explain.cover", { time })} screen="journals" asks={cover?.startsWith("-") === true}>
          <Amount value={cover} />
        </Fact>
        {days === null ? null : (
          <Fact
            label={t("home.daysToClose")}
            explain={t("home.explain.daysToClose", { from: days.from.replaceAll("-", "/"), to: days.to.replaceAll("-", "/"), time })}
            screen="wallets"
            query={{ tab: "reconciliation", from: days.from, to: days.to, show: "open" }}
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
              screen="withdrawal"
              query={{ status: "approved" }}
            >
              <Amount value={withdrawals.to_pay} />
            </Fact>
            <Fact
              label={t("home.withdrawalsToDecide", { n: countText(waiting.withdrawals_pending) })}
              explain={t("home.explain.withdrawalsToDecide", { time })}
              screen="withdrawal"
              query={{ status: "pending" }}
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
