/** Fee rules as they are stored, computed with, and shown. */
import type { FeeDirection } from "../../../contract/fees.ts";
import type { FeeRuleTiered, FeeRuleTieredJson } from "../../../contract/fees.schema.ts";
import { formatAmount, formatAmountOrNull, type FeeRule, type FeeTier } from "../../../contract/money.ts";
import { minor } from "../../../contract/schema.ts";
import { big } from "../../platform/db/numbers.ts";
import type { Columns } from "../../platform/db/rows.ts";
import { toJson, type Queryable } from "../../platform/db/pool.ts";

/** A tier as the database's JSON has it: amounts in minor units as digits. */
export interface StoredTier {
  readonly from: string;
  readonly rate_bps: number;
  readonly fixed: string;
}
/** The columns of a rule. */
export interface StoredRule {
  readonly rate_bps: number;
  readonly fixed: bigint;
  readonly min: bigint | null;
  readonly max: bigint | null;
  readonly tiers: readonly StoredTier[];
}

const tiersOf = (stored: readonly StoredTier[]): FeeTier[] =>
  stored.map((tier) => ({ fromMinor: BigInt(tier.from), rateBps: tier.rate_bps, fixedMinor: BigInt(tier.fixed) }));

/** The rule to compute with. */
export function ruleOf(stored: StoredRule): FeeRule {
  const rule = { rateBps: stored.rate_bps, fixedMinor: stored.fixed, minMinor: stored.min, maxMinor: stored.max };
  return stored.tiers.length === 0 ? rule : { ...rule, tiers: tiersOf(stored.tiers) };
}

/** The rule as the contract shows it. */
export function ruleJson(stored: StoredRule): FeeRuleTieredJson {
  return {
    rate_bps: stored.rate_bps,
    fixed: formatAmount(stored.fixed),
    min: formatAmountOrNull(stored.min),
    max: formatAmountOrNull(stored.max),
    tiers: stored.tiers.map((tier) => ({ from_amount: formatAmount(BigInt(tier.from)), rate_bps: tier.rate_bps, fixed: formatAmount(BigInt(tier.fixed)) })),
  };
}

/** A validated rule as columns. */
export function storedOf(rule: FeeRuleTiered): StoredRule {
  const orNull = (value: string | null): bigint | null => (value === null ? null : minor(value));
  return {
    rate_bps: rule.rate_bps,
    fixed: minor(rule.fixed),
    min: orNull(rule.min),
    max: orNull(rule.max),
    tiers: rule.tiers.map((tier) => ({ from: minor(tier.from_amount).toString(), rate_bps: tier.rate_bps, fixed: minor(tier.fixed).toString() })),
  };
}

/** The same as the merchant's own columns of a direction. */
export function ruleColumns(direction: FeeDirection, rule: StoredRule): Columns {
  return { [`${direction}_rate_bps`]: rule.rate_bps, [`${direction}_fixed`]: rule.fixed, [`${direction}_min`]: rule.min, [`${direction}_max`]: rule.max };
}

/** Rules in force that a merchant's own columns do not tell: those with tiers, and those of one operator. */
export interface MerchantRules {
  /** For all operators; absent: the merchant's columns. */
  readonly general: Partial<Record<FeeDirection, FeeRule>>;
  /** `direction:operator`. */
  readonly byOperator: ReadonlyMap<string, FeeRule>;
}

/** A rule as {@link RULES_COLUMN} answers it. */
interface RuleInForce {
  readonly d: FeeDirection;
  readonly o: string | null;
  readonly w: boolean;
  readonly r: number;
  readonly f: string;
  readonly n: string | null;
  readonly x: string | null;
  readonly t: readonly StoredTier[];
}

/** A column over `merchants` with the rules in force at `to_timestamp($2 / 1000)`; null where there are none. */
export const RULES_COLUMN = `(select jsonb_agg(jsonb_build_object('d', r.direction, 'o', r.operator, 'w', r.withdrawn, 'r', r.rate_bps, 'f', r.fixed::text, 'n', r.min::text, 'x', r.max::text, 't', r.tiers))
    from (select distinct on (f.direction, f.operator) f.* from fee_rules f where f.merchant_id = merchants.id and f.cancelled_at is null and f.valid_from <= to_timestamp($2::float8 / 1000)
          order by f.direction, f.operator, f.valid_from desc, f.version desc) r) as fee_rules`;

/** Reads that column. */
export function rulesInForce(rows: readonly RuleInForce[] | null): MerchantRules {
  const general: Partial<Record<FeeDirection, FeeRule>> = {};
  const byOperator = new Map<string, FeeRule>();
  for (const row of rows ?? []) {
    if (row.w) continue;
    const rule = ruleOf({ rate_bps: row.r, fixed: BigInt(row.f), min: big(row.n), max: big(row.x), tiers: row.t });
    if (row.o === null) general[row.d] = rule;
    else byOperator.set(`${row.d}:${row.o}`, rule);
  }
  return { general, byOperator };
}

/** An order's id with the whole rule of its fee. */
export interface RuledOrder {
  readonly id: bigint;
  readonly rule: FeeRule;
}

/** The tiers of orders whose rule has some, as `acceptance_write` takes them: what comes in may be another amount. null: none has any. */
export function orderRules(orders: readonly RuledOrder[]): string | null {
  const rows = orders.flatMap(({ id, rule }) =>
    rule.tiers === undefined || rule.tiers.length === 0
      ? []
      : [
          {
            id,
            rate: rule.rateBps,
            fixed: rule.fixedMinor,
            tiers: rule.tiers.map((tier): StoredTier => ({ from: tier.fromMinor.toString(), rate_bps: tier.rateBps, fixed: tier.fixedMinor.toString() })),
          },
        ],
  );
  return rows.length === 0 ? null : toJson(rows);
}

/** The whole rule of an order: that of its row, with the tiers that were kept beside it. */
export async function orderRule(q: Queryable, orderId: bigint, onRow: FeeRule): Promise<FeeRule> {
  const kept = await q.one<{ tiers: StoredTier[]; rate_bps: number; fixed: bigint }>("select tiers, rate_bps, fixed from order_fee_rules where order_id = $1", [
    orderId,
  ]);
  return kept ? { ...onRow, rateBps: kept.rate_bps, fixedMinor: kept.fixed, tiers: tiersOf(kept.tiers) } : onRow;
}
