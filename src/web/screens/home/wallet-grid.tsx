/** Every wallet as a small cell: online, how much of today's limit is used, where it differs from its operator. */
import type { Home } from "../../../contract/home.schema.ts";
import type { WalletHealth } from "../../../contract/wallets.ts";
import { amountText, isOff, usedText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { OPEN_KEY } from "../../paths.ts";
import type { Tone } from "../../tokens.ts";
import { Amount, DateTime, EmptyState, Section, StatusDot } from "../../ui/index.ts";
import css from "./home.module.css";
import { FigureLink } from "./link.tsx";

const HEALTH_TONES = { online: "done", late: "ask", offline: "bad", manual: "gone" } as const satisfies Record<WalletHealth, Tone>;
/** Above this share of the limit the bar asks for attention. */
const NEAR_BPS = 9000;
type Wallet = Home["wallets"][number];

/** What is wrong comes first, then the fullest. */
const ORDER = { offline: 0, late: 1, online: 2, manual: 3 } as const satisfies Record<WalletHealth, number>;
function byUrgency(a: Wallet, b: Wallet): number {
  return (
    Number(b.breaks !== null) - Number(a.breaks !== null) ||
    Number(b.enabled) - Number(a.enabled) ||
    ORDER[a.health] - ORDER[b.health] ||
    (b.used_bps ?? 0) - (a.used_bps ?? 0)
  );
}

export function WalletGrid({ wallets }: { wallets: readonly Wallet[] }) {
  const t = useText();
  return (
    <Section title={t("home.wallets.title")}>
      {wallets.length === 0 ? <EmptyState text={t("home.wallets.empty")} /> : null}
      <ul className={css.wallets}>
        {[...wallets].sort(byUrgency).map((wallet) => (
          <li key={wallet.id}>
            <WalletCell wallet={wallet} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The heavier of the two measures that the wallet's page names: breaks, else real less books. */
function offWords({ breaks, difference }: Wallet, t: ReturnType<typeof useText>): string | null {
  if (breaks !== null) return t("home.wallets.breaks", { amount: amountText(breaks.amount) });
  return difference === null || !isOff(difference) ? null : t("home.wallets.difference", { amount: amountText(difference) });
}

function WalletCell({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const used = wallet.used_bps;
  const off = offWords(wallet, t);
  const usedWords = used === null ? t("home.wallets.noLimit") : t("home.wallets.used", { used: usedText(used) });
  return (
    <FigureLink screen="wallets" query={{ [OPEN_KEY]: wallet.id }} className={css.wallet}>
      <span className={css.walletHead}>
        <span className={css.walletName}>{wallet.name}</span>
        <StatusDot tone={wallet.enabled ? HEALTH_TONES[wallet.health] : "gone"}>
          {wallet.enabled ? t(`common.${wallet.health}`) : t("home.wallets.disabled")}
        </StatusDot>
      </span>
      <Amount value={wallet.balance} />
      <span className={css.bar} data-tone={used !== null && used >= NEAR_BPS ? "ask" : "busy"} data-tip={usedWords}>
        <span style={{ width: `${Math.min(100, (used ?? 0) / 100)}%` }} />
        <span className="fd-sr">{usedWords}</span>
      </span>
      <span className={css.walletFoot}>
        {off === null ? <span>{used === null ? usedWords : usedText(used)}</span> : <StatusDot tone="bad">{off}</StatusDot>}
        {wallet.last_seen_at === null ? <span>{t("home.wallets.never")}</span> : <DateTime value={wallet.last_seen_at} />}
      </span>
    </FigureLink>
  );
}
