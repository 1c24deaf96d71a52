/** The list behind each figure of a merchant's statistics. The screen takes its links from here; a test asks each list for what the figure says. */
import type { OwnFigures } from "../../../contract/statistics.schema.ts";
import { type Behind, doneInHour, sumOf } from "../../behind.ts";
import type { Query } from "../../paths.ts";

type Totals = NonNullable<OwnFigures["totals"]>;
/** Orders that completed on the chosen days, whenever they were created. */
const doneOn = ({ from, to }: Pick<OwnFigures, "from" | "to">): Query => ({ paid_at: `${from}..${to}`, status: "completed" });

export const collectedBehind = (data: OwnFigures): Behind => ({
  screen: "payments",
  query: doneOn(data),
  ...(data.totals === null ? {} : { count: data.totals.collected_count, sum: sumOf("received_amount", data.totals.collected) }),
});
export const paidOutBehind = (data: OwnFigures): Behind => ({
  screen: "disburses",
  query: doneOn(data),
  ...(data.totals === null ? {} : { count: data.totals.paid_out_count, sum: sumOf("amount", data.totals.paid_out) }),
});
export const paymentFeesBehind = (data: OwnFigures, totals: Totals): Behind => ({
  screen: "payments",
  query: doneOn(data),
  sum: sumOf("fee", totals.payment_fees),
});
export const payoutFeesBehind = (data: OwnFigures, totals: Totals): Behind => ({
  screen: "disburses",
  query: doneOn(data),
  sum: sumOf("fee", totals.disburse_fees),
});

/** Orders created on the chosen days: success rates and times are of these. */
export function createdBehind(data: OwnFigures, what: "payments" | "disburses", status?: "completed"): Behind {
  const { from, to, [what]: found } = data;
  const rows = found?.rows.filter((row) => status === undefined || row.status === status) ?? [];
  const whole = found !== null && found.since === null;
  return { screen: what, query: { from, to, status }, ...(whole ? { count: rows.reduce((sum, { count }) => sum + count, 0) } : {}) };
}

/** Every figure of the statistics by a name, with what is behind it. */
export function ownBehind(data: OwnFigures): readonly (readonly [name: string, behind: Behind])[] {
  const { totals, hours } = data;
  const fees: [string, Behind][] =
    totals === null
      ? []
      : [
          ["payment fees", paymentFeesBehind(data, totals)],
          ["payout fees", payoutFeesBehind(data, totals)],
        ];
  return [
    ["collected", collectedBehind(data)],
    ["paid out", paidOutBehind(data)],
    ...fees,
    ["payment success", createdBehind(data, "payments")],
    ["payout success", createdBehind(data, "disburses")],
    ["time to complete", createdBehind(data, "payments", "completed")],
    ...(hours?.day ?? []).map((row): [string, Behind] => [`hour ${row.hour}`, doneInHour(data.to, row.hour, row.collected_count, row.collected)]),
  ];
}
