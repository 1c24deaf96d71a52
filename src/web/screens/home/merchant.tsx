/** A merchant's home: its balance and what can be done with it, its day, and what it has to see to itself. */
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import type { Home } from "../../../contract/home.schema.ts";
import { amountText, countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useLocale } from "../../i18n/locale.ts";
import { pathTo } from "../../paths.ts";
import { useCan } from "../../session.tsx";
import { ScreenLink } from "../../ui/screen-link.tsx";
import { Amount } from "../../ui/index.ts";
import { partsOf, useAvailable } from "../withdrawal/use-available.ts";
import { undeliveredBehind } from "./behind.ts";
import { Figure, Flows } from "./figures.tsx";
import css from "./home.module.css";
import { QueueBlock } from "./queue.tsx";
import { Shares } from "./shares.tsx";
import { timeText } from "./times.ts";

/** The balance that its withdrawals show too; home's own figure for whoever does not see those, and until it has come. */
function useBalance(home: Home, own: NonNullable<Home["own"]>): { readonly free: string; readonly held: string; readonly time: string } {
  const read = useAvailable(undefined, useCan("withdrawal.see"));
  if (read.data === undefined) return { free: own.balance, held: own.held_balance, time: timeText(home.at) };
  return { ...partsOf(read.data), time: timeText(new Date(read.dataUpdatedAt).toISOString()) };
}

export function MerchantHome({ home, own, curve }: { home: Home; own: NonNullable<Home["own"]>; curve: ReactNode }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const mayWithdraw = useCan("withdrawal.create");
  const time = timeText(home.at);
  const balance = useBalance(home, own);
  return (
    <div className={css.grid} data-first="own">
      <section className={css.figures} aria-label={t("home.figures")} data-few="">
        <Figure
          label={t("home.balance")}
          explain={t("home.explain.balance", { time: balance.time })}
          value={<Amount value={balance.free} />}
          note={
            <>
              <span>{t("home.held", { amount: amountText(balance.held) })}</span>
              {mayWithdraw ? (
                <Link to={pathTo(locale, "withdrawal")} className={css.figurePart}>
                  {t("home.withdraw")}
                </Link>
              ) : null}
              <ScreenLink to={pathTo(locale, "journals")} className={css.figurePart} otherwise={null}>
                {t("home.entries")}
              </ScreenLink>
            </>
          }
        />
        <Flows home={home} />
        <Figure
          label={t("home.webhooks.title")}
          explain={t("home.explain.webhooks", { time })}
          value={countText(own.webhooks_failed)}
          note={t(own.webhooks_failed === 0 ? "home.webhooks.none" : "home.webhooks.failed")}
          to={own.webhooks_failed === 0 ? { screen: "settings" } : undeliveredBehind(own)}
        />
      </section>
      <QueueBlock home={home} own />
      {curve}
      <Shares home={home} />
    </div>
  );
}
