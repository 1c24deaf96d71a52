/** The list behind each figure of home. The screen takes its links from here; a test asks each list for what the figure says. */
import type { Home } from "../../../contract/home.schema.ts";
import type { Operator } from "../../../contract/operators.ts";
import { UNDELIVERED } from "../../../contract/payments.ts";
import { businessDay } from "../../../contract/time.ts";
import { type Behind, doneInHour, sumOf } from "../../behind.ts";
import { difference } from "../../list/state/index.ts";
import type { Query } from "../../paths.ts";
import type { ScreenName } from "../../screens.ts";
import type { Tone } from "../../tokens.ts";

/** Orders that completed today, whenever they were created: what is collected and paid out counts these. */
const DONE_TODAY = { paid_at: "today", status: "completed" } as const;
/** Orders created today, whatever became of them: success rates are of these. */
const TODAY = { range: "today" } as const;

type CountKey = Exclude<keyof Home["waiting"], "suspense">;
/** What waits, in the order of urgency; the tone says why. */
export const WAITING = [
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
  { key: "deliveries_failed", tone: "bad", screen: "merchants", query: { tab: "deliveries", status: UNDELIVERED, merchant_served: "true" } },
] as const satisfies readonly { key: CountKey; tone: Tone; screen: ScreenName; query: Query }[];
/** A kind without a row would be forgotten silently: this line then does not compile. */
type Missing = Exclude<CountKey, (typeof WAITING)[number]["key"]>;
export const everyKindWaits: [Missing] extends [never] ? true : never = true;

export const collectedBehind = ({ today }: Home): Behind => ({
  screen: "payments",
  query: DONE_TODAY,
  count: today.collected_count,
  sum: sumOf("received_amount", today.collected),
});
export const paidOutBehind = ({ today }: Home): Behind => ({
  screen: "disburses",
  query: DONE_TODAY,
  count: today.paid_out_count,
  sum: sumOf("amount", today.paid_out),
});
export const successBehind = ({ today }: Home): Behind => ({ screen: "payments", query: TODAY, count: today.created_count });
/** The times of the newest 5,000 of these. */
export const medianBehind = ({ today }: Home): Behind => ({ screen: "payments", query: { ...TODAY, status: "completed" }, count: today.succeeded_count });
export const paymentFeesBehind = ({ today }: Home): Behind => ({ screen: "payments", query: DONE_TODAY, sum: sumOf("fee", today.payment_fees) });
export const payoutFeesBehind = ({ today }: Home): Behind => ({ screen: "disburses", query: DONE_TODAY, sum: sumOf("fee", today.disburse_fees) });
export const walletOrdersBehind = ({ id, orders }: Home["wallets"][number]): Behind => ({
  screen: "payments",
  query: { ...TODAY, wallet_id: id },
  count: orders.created,
});
/** What wallets may still receive is no sum of what they have: the wallets that it is of. */
export const limitsBehind = (limits: NonNullable<Home["limits"]>): Behind => ({ screen: "wallets", query: { limited: "true" }, count: limits.wallets });
export const nearLimitBehind = (limits: NonNullable<Home["limits"]>): Behind => ({ screen: "wallets", query: { near_limit: "true" }, count: limits.near });

type Share = Pick<Home["by_operator"][number], "collected" | "count" | "created">;
/** What stands behind a part of today: what completed, and what its success rate is of. */
export interface ShareBehind {
  readonly done: Behind;
  readonly created: Behind;
}
const shareBehind = (query: Query, { collected, count, created }: Share): ShareBehind => ({
  done: { screen: "payments", query: { ...DONE_TODAY, ...query }, count, sum: sumOf("received_amount", collected) },
  created: { screen: "payments", query: { ...TODAY, ...query }, count: created },
});
export const operatorBehind = (row: Share & { readonly operator: Operator }): ShareBehind => shareBehind({ operator: row.operator }, row);
export const merchantBehind = (row: Share & { readonly merchant_id: string }): ShareBehind => shareBehind({ merchant_id: row.merchant_id }, row);

/** What completed in an hour of today; null for one that has not begun. */
export function hourBehind(home: Pick<Home, "at" | "hourly">, hour: number): Behind | null {
  const row = home.hourly.today.find((one) => one.hour === hour);
  return row === undefined ? null : doneInHour(businessDay(Date.parse(home.at)), hour, row.count, row.collected);
}

/** The money that is there, of wallets that were deleted, too. */
export const floatBehind = (float: string): Behind => ({ screen: "wallets", query: { deleted: "with" }, sum: sumOf("balance", float) });
/** What merchants have, held or not, those that were deleted, too; the rest of what is owed stands in suspense. */
export const balancesBehind = (owed: string): Behind => ({
  screen: "merchants",
  query: { deleted: "with" },
  sum: { fields: ["balance", "held_balance"], amount: owed },
});
export const toPayBehind = ({ waiting, withdrawals }: Home): Behind => ({
  screen: "withdrawal",
  query: { status: "approved" },
  count: waiting.withdrawals_approved,
  ...(withdrawals === null ? {} : { sum: sumOf("amount", withdrawals.to_pay) }),
});
export const toDecideBehind = ({ waiting, withdrawals }: Home): Behind => ({
  screen: "withdrawal",
  query: { status: "pending" },
  count: waiting.withdrawals_pending,
  ...(withdrawals === null ? {} : { sum: sumOf("amount", withdrawals.pending) }),
});

/** A line of the exception queue with its members, the first of them open. */
export const lineBehind = ({ key, count, amount, first }: Home["alerts"][number]): Behind => ({
  screen: "queue",
  query: { kind: first.kind, line: key, open: first.id },
  count,
  ...(amount === null ? {} : { sum: sumOf("amount", amount) }),
});

export const undeliveredBehind = (own: NonNullable<Home["own"]>): Behind => ({
  screen: "merchants",
  query: { tab: "deliveries", status: UNDELIVERED },
  count: own.webhooks_failed,
});
/** A merchant's people are told of all that is theirs, the platform's of what somebody has to see to. */
export const waitingBehind = ({ waiting, own }: Home, { key, screen, query }: (typeof WAITING)[number]): Behind =>
  key === "deliveries_failed" && own !== null ? undeliveredBehind(own) : { screen, query, count: waiting[key] };
export const suspenseBehind = ({ waiting }: Home): Behind => ({ screen: "sms", query: { in_suspense: "true" }, sum: sumOf("amount", waiting.suspense) });

/** Every figure of home by a name, with what is behind it. */
export function homeBehind(home: Home): readonly (readonly [name: string, behind: Behind])[] {
  const { float, liabilities, limits, waiting } = home;
  const parts = (name: string, { done, created }: ShareBehind): [string, Behind][] => [
    [`${name}, completed`, done],
    [`${name}, created`, created],
  ];
  const platform: [string, Behind][] = [
    ["median", medianBehind(home)],
    ["payment fees", paymentFeesBehind(home)],
    ["payout fees", payoutFeesBehind(home)],
    ["suspense", suspenseBehind(home)],
    ...(limits === null ? [] : [["limits", limitsBehind(limits)] as [string, Behind], ["near a limit", nearLimitBehind(limits)] as [string, Behind]]),
    ...(float === null ? [] : [["float", floatBehind(float)] as [string, Behind]]),
    ...(liabilities === null ? [] : [["owed", balancesBehind(difference(liabilities, waiting.suspense))] as [string, Behind]]),
    ["withdrawals to pay", toPayBehind(home)],
    ["withdrawals to decide", toDecideBehind(home)],
    ...home.alerts.filter(({ count }) => count > 1).map((line): [string, Behind] => [`line ${line.key}`, lineBehind(line)]),
    ...home.wallets.map((wallet): [string, Behind] => [`wallet ${wallet.name}`, walletOrdersBehind(wallet)]),
    ...home.by_merchant.flatMap((row) => parts(`merchant ${row.merchant_name}`, merchantBehind(row))),
  ];
  return [
    ["collected", collectedBehind(home)],
    ["paid out", paidOutBehind(home)],
    ["success rate", successBehind(home)],
    ...home.by_operator.flatMap((row) => parts(`operator ${row.operator}`, operatorBehind(row))),
    ...home.hourly.today.flatMap(({ hour }): [string, Behind][] => {
      const behind = hourBehind(home, hour);
      return behind === null ? [] : [[`hour ${hour}`, behind]];
    }),
    ...WAITING.filter(({ key }) => home.waiting[key] > 0).map((kind): [string, Behind] => [kind.key, waitingBehind(home, kind)]),
    ...(home.own === null ? platform : [["undelivered", undeliveredBehind(home.own)] as [string, Behind]]),
  ];
}
