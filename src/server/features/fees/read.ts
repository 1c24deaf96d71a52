/** The versions of a merchant's fee rules: what held, what holds, what will hold. */
import type { FeeDirection, FeeState } from "../../../contract/fees.ts";
import type { FeeVersion, FeeVersions } from "../../../contract/fees.schema.ts";
import { FEE_DIRECTIONS } from "../../../contract/fees.ts";
import type { Operator } from "../../../contract/operators.ts";
import type { App, UserActor, UserCtx } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { isStaff } from "../../platform/lists/scope.ts";
import { merchantRaw, type MerchantRaw } from "../merchants/index.ts";
import { ruleJson, type StoredRule, type StoredTier } from "../../core/fees/stored.ts";

interface Raw extends StoredRule {
  readonly id: bigint;
  readonly direction: FeeDirection;
  readonly operator: Operator | null;
  readonly version: number;
  readonly tiers: readonly StoredTier[];
  readonly withdrawn: boolean;
  readonly valid_from: Date;
  readonly created_at: Date;
  readonly account: string | null;
  readonly cancelled_at: Date | null;
}
const SHOWN = 200;

/** What a merchant's own columns say, as a rule. */
function columnsRule(raw: MerchantRaw, direction: FeeDirection): StoredRule {
  return direction === "payment"
    ? { rate_bps: raw.payment_rate_bps, fixed: raw.payment_fixed, min: raw.payment_min, max: raw.payment_max, tiers: [] }
    : { rate_bps: raw.disburse_rate_bps, fixed: raw.disburse_fixed, min: raw.disburse_min, max: raw.disburse_max, tiers: [] };
}

/** Newest first: the first that has begun holds, those behind it are past. */
function states(rows: readonly Raw[], nowMs: number): Map<bigint, FeeState> {
  const found = new Map<bigint, FeeState>();
  const holding = new Set<string>();
  const begun = [...rows].sort((left, right) => right.valid_from.getTime() - left.valid_from.getTime() || right.version - left.version);
  for (const row of begun) {
    const place = `${row.direction}:${row.operator ?? ""}`;
    if (row.cancelled_at !== null) found.set(row.id, "cancelled");
    else if (row.valid_from.getTime() > nowMs) found.set(row.id, "future");
    else {
      found.set(row.id, holding.has(place) ? "past" : "present");
      holding.add(place);
    }
  }
  return found;
}

/** The versions of a merchant that was found inside the viewer's scope. */
export async function feeVersionsOf(app: App, q: Queryable, merchant: MerchantRaw, viewer: UserActor): Promise<FeeVersions> {
  const rows = await q.rows<Raw>(
    `select f.id, f.direction, f.operator, f.version, f.rate_bps, f.fixed, f.min, f.max, f.tiers, f.withdrawn, f.valid_from, f.created_at, f.cancelled_at, u.account
     from fee_rules f left join users u on u.id = f.created_by where f.merchant_id = $1 order by f.valid_from desc, f.id desc limit ${SHOWN}`,
    [merchant.id],
  );
  const state = states(rows, app.now());
  const staff = isStaff(viewer);
  const items = rows.map(
    (row): FeeVersion => ({
      id: row.id.toString(),
      direction: row.direction,
      operator: row.operator,
      version: row.version,
      rule: row.withdrawn ? null : ruleJson(row),
      valid_from: row.valid_from.toISOString(),
      state: state.get(row.id) ?? "past",
      created_at: row.created_at.toISOString(),
      created_by: staff ? row.account : null,
    }),
  );
  // Before its first other version a rule stands in the merchant's row alone.
  const born = idIso(merchant.id);
  const first = FEE_DIRECTIONS.filter((direction) => !items.some((item) => item.direction === direction && item.operator === null)).map(
    (direction): FeeVersion => ({
      id: "0",
      direction,
      operator: null,
      version: 1,
      rule: ruleJson(columnsRule(merchant, direction)),
      valid_from: born,
      state: "present",
      created_at: born,
      created_by: null,
    }),
  );
  return { merchant_id: app.publicIds.encode("merchant", merchant.id), merchant_version: merchant.version, items: [...items, ...first] };
}

/** The versions of one merchant; refuses `not_found`, alike for a missing and another's merchant */
export async function feesOf(ctx: UserCtx, q: Queryable, merchantId: bigint | null): Promise<FeeVersions | Refused> {
  const merchant = await merchantRaw(q, merchantId, ctx.actor);
  return merchant instanceof Refused ? merchant : feeVersionsOf(ctx.app, q, merchant, ctx.actor);
}
