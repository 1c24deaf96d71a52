/** What waits for a decision: a row per kind, each a link to exactly those rows. */
import type { Home } from "../../../contract/home.schema.ts";
import { countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import type { Query } from "../../paths.ts";
import { reaches } from "../../built.ts";
import type { ScreenName } from "../../screens.ts";
import { useMay } from "../../session.tsx";
import { UNDELIVERED } from "../../../contract/payments.ts";
import type { Tone } from "../../tokens.ts";
import { Amount, Section, StatusDot } from "../../ui/index.ts";
import css from "./home.module.css";
import { FigureLink } from "./link.tsx";

type CountKey = Exclude<keyof Home["waiting"], "suspense">;
/** In the order of urgency; the tone says why it waits. */
const ROWS = [
  { key: "sms_suspicious", tone: "bad", screen: "sms", query: { status: "suspicious" } },
  { key: "disburses_unknown", tone: "unknown", screen: "disburses", query: { status: "unknown" } },
  { key: "wallets_gap", tone: "bad", screen: "wallets", query: { gap: "true" } },
  { key: "payments_review", tone: "ask", screen: "payments", query: { status: "review" } },
  { key: "disburses_review", tone: "ask", screen: "disburses", query: { status: "review" } },
  { key: "withdrawals_pending", tone: "ask", screen: "withdrawal", query: { status: "pending" } },
  { key: "withdrawals_approved", tone: "ask", screen: "withdrawal", query: { status: "approved" } },
  { key: "approvals", tone: "ask", screen: "manual", query: { tab: "approvals", status: "waiting" } },
  { key: "transfers_pending", tone: "ask", screen: "transfers", query: { status: "pending" } },
  { key: "sms_unmatched", tone: "ask", screen: "sms", query: { status: "unmatched" } },
  { key: "sms_unparsed", tone: "ask", screen: "sms", query: { status: "unparsed" } },
  { key: "wallets_offline", tone: "ask", screen: "wallets", query: { health: "offline", enabled: "true" } },
  { key: "deliveries_failed", tone: "bad", screen: "merchants", query: { tab: "deliveries", status: UNDELIVERED } },
] as const satisfies readonly { key: CountKey; tone: Tone; screen: ScreenName; query: Query }[];
/** A kind without a row would be forgotten silently: this line then does not compile. */
type Missing = Exclude<CountKey, (typeof ROWS)[number]["key"]>;
const complete: [Missing] extends [never] ? true : never = true;

/** The list; empty when nothing waits. What a person may not even see waits for others. */
export function WaitingList({ waiting }: { waiting: Home["waiting"] }) {
  const t = useText();
  const may = useMay();
  const rows = complete ? ROWS.filter((row) => waiting[row.key] > 0 && reaches(may, row.screen)) : [];
  const hasSuspense = /[1-9]/.test(waiting.suspense);
  return (
    <Section title={t("home.waiting.title")} id="waiting">
      {rows.length === 0 && !hasSuspense ? <StatusDot tone="done">{t("home.waiting.nothing")}</StatusDot> : null}
      <ul className={css.waiting}>
        {rows.map((row) => (
          <li key={row.key}>
            <FigureLink screen={row.screen} query={row.query} className={css.waitingRow}>
              <StatusDot tone={row.tone}>{t(`home.waiting.${row.key}`)}</StatusDot>
              <span className={css.waitingCount}>{countText(waiting[row.key])}</span>
            </FigureLink>
          </li>
        ))}
        {hasSuspense ? (
          <li>
            <FigureLink screen="sms" query={{ status: "unmatched" }} className={css.waitingRow}>
              <StatusDot tone="busy">{t("home.waiting.suspense")}</StatusDot>
              <span className={css.waitingCount}>
                <Amount value={waiting.suspense} />
              </span>
            </FigureLink>
          </li>
        ) : null}
      </ul>
    </Section>
  );
}
