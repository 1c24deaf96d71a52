/** The wallets: what is wrong first, success of today's orders, what is left of the limits, and the balance. */
import type { ReactElement } from "react";
import type { Home } from "../../../contract/home.schema.ts";
import type { WalletHealth } from "../../../contract/wallets.ts";
import { useCellTools } from "../../cell-tools.ts";
import { amountText, bpsText, countText, isOff, usedText } from "../../i18n/format.ts";
import { OPEN_KEY, pathTo } from "../../paths.ts";
import type { Tone } from "../../tokens.ts";
import { Amount, EmptyState, Section, StatusDot } from "../../ui/index.ts";
import { relativeText } from "../../i18n/format.ts";
import { usageTone } from "../wallets/usage.ts";
import { walletOrdersBehind } from "./behind.ts";
import { Explain } from "./explain.tsx";
import css from "./home.module.css";
import { FigureLink } from "./link.tsx";
import { ScreenLink } from "../../ui/screen-link.tsx";
import { timeText } from "./times.ts";

type Wallet = Home["wallets"][number];
type Tools = ReturnType<typeof useCellTools>;
const HEALTH_TONES = { online: "done", late: "ask", offline: "bad", manual: "gone" } as const satisfies Record<WalletHealth, Tone>;
/** Below this share of success a wallet asks for attention, once it has had some orders. */
const LOW_BPS = 6000;
const SOME_ORDERS = 10;
/** As many as one screen has room for; the list has all. */
const SHOWN = 6;

/** What is wrong comes first, then what has most orders. */
const ORDER = { offline: 0, late: 1, online: 2, manual: 3 } as const satisfies Record<WalletHealth, number>;
const fullest = ({ used_bps: came, used_out_bps: went }: Wallet): number => Math.max(came ?? 0, went ?? 0);
const byUrgency = (nearPercent: number) => {
  const isNear = (wallet: Wallet): number => Number(fullest(wallet) >= nearPercent * 100);
  return (a: Wallet, b: Wallet): number =>
    Number(b.enabled) - Number(a.enabled) ||
    Number(b.breaks !== null) - Number(a.breaks !== null) ||
    Number(ORDER[b.health] < 2) - Number(ORDER[a.health] < 2) ||
    isNear(b) - isNear(a) ||
    b.orders.created - a.orders.created ||
    fullest(b) - fullest(a);
};
/** From which share on a limit is nearly used. */
const nearOf = ({ limits }: Home): number => limits?.near_percent ?? 100;

export function Wallets({ home }: { home: Home }): ReactElement {
  const { t, locale } = useCellTools();
  const { wallets } = home;
  const shown = [...wallets].sort(byUrgency(nearOf(home))).slice(0, SHOWN);
  return (
    <Section
      title={t("home.wallets.title")}
      actions={
        <ScreenLink to={pathTo(locale, "wallets")} otherwise={null}>
          {t("home.wallets.all", { n: countText(wallets.length) })}
        </ScreenLink>
      }
    >
      {wallets.length === 0 ? <EmptyState text={t("home.wallets.empty")} /> : <Table home={home} shown={shown} />}
    </Section>
  );
}

function Table({ home, shown }: { home: Home; shown: readonly Wallet[] }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const heads = [
    { key: "rate", text: t("home.explain.walletRate", { from: timeText(home.orders_since), to: timeText(home.at) }) },
    { key: "left", text: t("home.explain.walletLeft", { time: timeText(home.at), percent: nearOf(home) }) },
    { key: "balance", text: t("home.explain.walletBalance", { time: timeText(home.at) }) },
  ] as const;
  return (
    <table className={css.wallets}>
      <thead>
        <tr>
          <th scope="col">{t("home.wallets.wallet")}</th>
          {heads.map(({ key, text }) => (
            <th key={key} scope="col" data-end="" data-column={key}>
              {t(`home.wallets.${key}`)} <Explain what={t(`home.wallets.${key}`)} text={text} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((wallet) => (
          <Row key={wallet.id} wallet={wallet} nearPercent={nearOf(home)} tools={tools} />
        ))}
      </tbody>
    </table>
  );
}

/** Where it stands: the heavier of the two measures that the wallet's page names, else whether it is heard of. */
function State({ wallet, tools: { t, locale } }: { wallet: Wallet; tools: Tools }): ReactElement {
  const { breaks, difference } = wallet;
  if (!wallet.enabled) return <StatusDot tone="gone">{t("home.wallets.disabled")}</StatusDot>;
  if (breaks !== null) return <Wrong word={t("home.wallets.broken")} measure={t("home.wallets.breaks", { amount: amountText(breaks.amount) })} />;
  if (difference !== null && isOff(difference))
    return <Wrong word={t("home.wallets.differs")} measure={t("home.wallets.difference", { amount: amountText(difference) })} />;
  const seen = wallet.last_seen_at === null ? t("home.wallets.never") : relativeText(wallet.last_seen_at, Date.now(), locale);
  return (
    <span data-tip={seen ?? undefined}>
      <StatusDot tone={HEALTH_TONES[wallet.health]}>{t(`common.${wallet.health}`)}</StatusDot>
    </span>
  );
}

/** One word, so that the columns beside it keep their room; how much it is, is said to a pointer and to a screen reader. */
function Wrong({ word, measure }: { word: string; measure: string }): ReactElement {
  return (
    <span data-tip={measure}>
      <StatusDot tone="bad">
        {word}
        <span className="fd-sr"> {measure}</span>
      </StatusDot>
    </span>
  );
}

/** A bar for what came in, and one for what went out: each counts against the same limits. */
function Used({ used, nearPercent, tools: { t } }: { used: Readonly<Record<"in" | "out", number>>; nearPercent: number; tools: Tools }): ReactElement {
  const words = t("home.wallets.used", { in: usedText(used.in), out: usedText(used.out) });
  return (
    <span data-tip={words}>
      {(["in", "out"] as const).map((way) => (
        <span key={way} className={css.bar} data-way={way} data-tone={usageTone(used[way], nearPercent)}>
          <span style={{ width: `${Math.min(100, used[way] / 100)}%` }} />
        </span>
      ))}
      <span className="fd-sr">{words}</span>
    </span>
  );
}

function Row({ wallet, nearPercent, tools }: { wallet: Wallet; nearPercent: number; tools: Tools }): ReactElement {
  const { t } = tools;
  const { orders, used_bps: used, left } = wallet;
  const isLow = orders.success_bps !== null && orders.created >= SOME_ORDERS && orders.success_bps < LOW_BPS;
  const itself = { [OPEN_KEY]: wallet.id };
  return (
    <tr>
      <th scope="row">
        <span className={css.walletHead}>
          <FigureLink to={{ screen: "wallets", query: itself }} className={css.walletName}>
            {wallet.name}
          </FigureLink>
          <State wallet={wallet} tools={tools} />
        </span>
      </th>
      <td data-end="" data-low={isLow || undefined}>
        <FigureLink to={walletOrdersBehind(wallet)}>
          <strong>{bpsText(orders.success_bps)}</strong>{" "}
          <span className="fd-dim">{t("home.of", { done: countText(orders.completed), all: countText(orders.created) })}</span>
        </FigureLink>
      </td>
      <td data-end="">
        <FigureLink to={{ screen: "wallets", query: itself }} className={css.limit}>
          {left === null ? <span className="fd-dim">{t(used === null ? "home.wallets.noLimit" : "home.wallets.countsOnly")}</span> : <Amount value={left} />}
          {used === null ? null : <Used used={{ in: used, out: wallet.used_out_bps ?? 0 }} nearPercent={nearPercent} tools={tools} />}
        </FigureLink>
      </td>
      <td data-end="" data-column="balance">
        <FigureLink to={{ screen: "wallets", query: itself }}>
          <Amount value={wallet.balance} />
        </FigureLink>
      </td>
    </tr>
  );
}
