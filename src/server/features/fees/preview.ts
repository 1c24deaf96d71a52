/** What a rule would have earned: the merchant's own finished orders, computed anew. Nothing is stored. */
import { FEE_PREVIEW_CAP } from "../../../contract/fees.ts";
import type { FeePreview, FeePreviewIn } from "../../../contract/fees.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import { businessDay, businessDayStart, DAY_MS } from "../../../contract/time.ts";
import type { UserCtx } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import { toJson } from "../../platform/db/pool.ts";
import { merchantRaw } from "../merchants/index.ts";
import { Refused } from "../../platform/refusal.ts";
import { checkRule } from "./change.ts";
import { storedOf } from "../../core/fees/stored.ts";

const EXAMPLES = 5;

/** Both ends of a period, ms: the last whole month in Shanghai, or the last thirty days up to now. */
function periodOf(period: FeePreviewIn["period"], nowMs: number): { from: number; to: number } {
  if (period === "last_30_days") return { from: nowMs - 30 * DAY_MS, to: nowMs };
  const to = businessDayStart(`${businessDay(nowMs).slice(0, 7)}-01`);
  return { from: businessDayStart(`${businessDay(to - DAY_MS).slice(0, 7)}-01`), to };
}

interface Result {
  readonly count: number;
  readonly cut: boolean;
  readonly amount: bigint;
  readonly old_fees: bigint;
  readonly new_fees: bigint;
  readonly refused: number;
  readonly examples: readonly { readonly id: string; readonly o: string; readonly amount: string; readonly was: string; readonly becomes: string }[];
}

const TABLES = { payment: "payments", disburse: "disburses" } as const;
const AMOUNTS = { payment: "p.received_amount", disburse: "p.amount" } as const;

/** Refuses `not_found`, `validation_failed` */
export async function previewFee(ctx: UserCtx, publicId: string, body: FeePreviewIn): Promise<FeePreview | Refused> {
  const { app, actor } = ctx;
  const unfit = checkRule(body.rule);
  if (unfit) return unfit;
  const merchant = await merchantRaw(app.db, app.publicIds.decode("merchant", publicId), actor);
  if (merchant instanceof Refused) return merchant;
  const { from, to } = periodOf(body.period, app.now());
  const rule = storedOf(body.rule);
  // The rule for all operators does not touch those that have one of their own now.
  const row = await app.db.one<Result>(
    `with own as (
       select distinct on (f.operator) f.operator, f.withdrawn from fee_rules f
       where f.merchant_id = $merchant_id and f.direction = $direction and f.operator is not null and f.cancelled_at is null and f.valid_from <= to_timestamp($now::float8 / 1000)
       order by f.operator, f.valid_from desc, f.version desc
     ), seen as materialized (
       select p.id, p.merchant_order_id as o, ${AMOUNTS[body.direction]} as amount, p.fee as was,
         fee_on($rate_bps, $fixed, $min, $max, $tiers, ${AMOUNTS[body.direction]}) as raw, row_number() over (order by p.id desc) as place
       from ${TABLES[body.direction]} p where p.merchant_id = $merchant_id and p.id >= $from_id and p.id < $to_id and p.status = 'completed'
         and case when $operator::text is null then p.operator not in (select operator from own where not withdrawn) else p.operator = $operator end
       order by p.id desc limit ${FEE_PREVIEW_CAP + 1}
     ), kept as (select *, least(raw, amount) as becomes from seen where place <= ${FEE_PREVIEW_CAP})
     select count(*)::int as count, exists (select 1 from seen where place > ${FEE_PREVIEW_CAP}) as cut, coalesce(sum(amount), 0)::bigint as amount,
       coalesce(sum(was), 0)::bigint as old_fees, coalesce(sum(becomes), 0)::bigint as new_fees, (count(*) filter (where raw > amount))::int as refused,
       coalesce((select jsonb_agg(jsonb_build_object('id', e.id::text, 'o', e.o, 'amount', e.amount::text, 'was', e.was::text, 'becomes', e.becomes::text))
                 from (select * from kept order by abs(becomes - was) desc, id desc limit ${EXAMPLES}) e), '[]') as examples
     from kept`,
    {
      merchant_id: merchant.id,
      direction: body.direction,
      operator: body.operator,
      from_id: idAt(from),
      to_id: idAt(to),
      rate_bps: rule.rate_bps,
      fixed: rule.fixed,
      min: rule.min,
      max: rule.max,
      tiers: toJson(rule.tiers),
      now: app.now(),
    },
  );
  if (!row) throw new Error("a sum answered no row");
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    count: row.count,
    exact: !row.cut,
    amount: formatAmount(row.amount),
    old_fees: formatAmount(row.old_fees),
    new_fees: formatAmount(row.new_fees),
    difference: formatAmount(row.new_fees - row.old_fees),
    refused: row.refused,
    examples: row.examples.map((example) => ({
      id: app.publicIds.encode(body.direction, BigInt(example.id)),
      merchant_order_id: example.o,
      amount: formatAmount(BigInt(example.amount)),
      old_fee: formatAmount(BigInt(example.was)),
      new_fee: formatAmount(BigInt(example.becomes)),
    })),
  };
}
