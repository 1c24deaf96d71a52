import type { Shape } from "../shape.ts";
import type { statistics as zh } from "../zh/statistics.ts";

export const statistics = {
  totals: "Figures of the chosen days",
  hint: "Money in, money out and fees count on the day of completion; outcomes and success rates count on the day of creation. Until {{time}}, amounts in {{currency}}. {{compared}}",
  failed: "Statistics could not be loaded",
  empty: "No orders on the chosen days.",
  tooLong: "At most {{n}} day{{n, s}} can be shown. Narrow the dates.",
  showMonth: "Show the last 30 days",
  late: "Not counted in time",
  collected: "Collected",
  paidOut: "Paid out",
  orders: "{{n}} order{{n, s}}",
  fees: "Fees",
  feesIn: "In {{amount}}",
  feesOut: "Out {{amount}}",
  paymentSuccess: "Payment success",
  payoutSuccess: "Payout success",
  successOf: "{{done}} / {{all}} order{{all, s}}",
  newest: "The newest, since {{time}}",
  taking: "Median completion",
  p95: "95% within {{time}}",
  before: {
    line: "Collected ({{from}} – {{to}})",
    whole: "Changes compare with {{days}}.",
    hours: "Changes compare with {{days}}; amounts of both sides count whole hours, until {{time}}.",
    day: "day before",
    days: "{{n}} day{{n, s}} before",
  },
  explain: {
    collected: "Payments completed on the chosen days, by the amount received. Opens them. Until {{time}}.",
    paidOut: "Payouts completed on the chosen days, by amount, without fees. Opens them. Until {{time}}.",
    fees: "Fees charged on the payments and payouts completed on the chosen days. Until {{time}}.",
    paymentSuccess: "Share of the payments created on the chosen days that have completed; those still open count as created. Until {{time}}.",
    payoutSuccess: "Share of the payouts created on the chosen days that have completed; those still open count as created. Until {{time}}.",
    taking: "From order to money, over the newest 5,000 payments created on the chosen days that have completed. Until {{time}}.",
  },
} satisfies Shape<typeof zh>;
