/** Merchants as acceptance and the merchants' interface need them on every call; a change is seen within a second. */
import type { FeeDirection } from "../../../contract/fees.ts";
import type { FeeRule } from "../../../contract/money.ts";
import type { App } from "../../platform/context.ts";
import { BulkCache, type BulkCacheOptions } from "../../platform/bulk-cache.ts";
import { RULES_COLUMN, rulesInForce, type MerchantRules } from "../fees/stored.ts";
import { referenceDataVersion } from "../../platform/reference-version.ts";

/** A merchant's rules of the moment. */
export interface CachedMerchant {
  readonly id: bigint;
  readonly name: string;
  readonly appId: string;
  readonly enabled: boolean;
  readonly deleted: boolean;
  /** The rules for all operators; which one an order takes says {@link feeRuleFor}. */
  readonly paymentFee: FeeRule;
  readonly disburseFee: FeeRule;
  readonly operatorFees: MerchantRules["byOperator"];
  readonly paymentsOpen: boolean;
  readonly disbursesOpen: boolean;
  readonly ipWhitelist: readonly string[];
  readonly notifyUrl: string | null;
  readonly requireAck: boolean;
  /** When the next version of a fee rule begins, ms; null: none is known. */
  readonly feesUntilMs: number | null;
}

interface Row {
  id: bigint;
  name: string;
  app_id: string;
  enabled: boolean;
  deleted: boolean;
  payment_rate_bps: number;
  payment_fixed: bigint;
  payment_min: bigint | null;
  payment_max: bigint | null;
  disburse_rate_bps: number;
  disburse_fixed: bigint;
  disburse_min: bigint | null;
  disburse_max: bigint | null;
  payments_open: boolean;
  disburses_open: boolean;
  ip_whitelist: string[];
  notify_url: string | null;
  require_ack: boolean;
  fee_rules: Parameters<typeof rulesInForce>[0];
  fees_until: number | null;
}

const COLUMNS = `id, name, app_id, enabled, deleted_at is not null as deleted, payment_rate_bps, payment_fixed, payment_min, payment_max,
  disburse_rate_bps, disburse_fixed, disburse_min, disburse_max, payments_open, disburses_open, ip_whitelist, notify_url, require_ack,
  ${RULES_COLUMN},
  (select (extract(epoch from min(f.valid_from)) * 1000)::float8 from fee_rules f
     where f.merchant_id = merchants.id and f.cancelled_at is null and f.valid_from > to_timestamp($2::float8 / 1000)) as fees_until`;

function fromRow(row: Row): CachedMerchant {
  const { general, byOperator } = rulesInForce(row.fee_rules);
  return {
    id: row.id,
    name: row.name,
    appId: row.app_id,
    enabled: row.enabled,
    deleted: row.deleted,
    paymentFee: general.payment ?? { rateBps: row.payment_rate_bps, fixedMinor: row.payment_fixed, minMinor: row.payment_min, maxMinor: row.payment_max },
    disburseFee: general.disburse ?? {
      rateBps: row.disburse_rate_bps,
      fixedMinor: row.disburse_fixed,
      minMinor: row.disburse_min,
      maxMinor: row.disburse_max,
    },
    operatorFees: byOperator,
    paymentsOpen: row.payments_open,
    disbursesOpen: row.disburses_open,
    ipWhitelist: row.ip_whitelist,
    notifyUrl: row.notify_url,
    requireAck: row.require_ack,
    feesUntilMs: row.fees_until,
  };
}

interface Caches {
  readonly byId: BulkCache<CachedMerchant>;
  readonly byKey: BulkCache<CachedMerchant>;
}
const caches = new WeakMap<App, Caches>();

function cachesOf(app: App): Caches {
  let found = caches.get(app);
  if (!found) {
    const options: BulkCacheOptions<CachedMerchant> = {
      version: referenceDataVersion(app),
      holdsMs: ({ feesUntilMs }) => (feesUntilMs === null ? null : feesUntilMs - app.now()),
    };
    found = {
      byId: new BulkCache(
        async (ids) =>
          new Map(
            (await app.db.side.rows<Row>(`select ${COLUMNS} from merchants where id = any ($1)`, [ids, app.now()], "merchants_by_id")).map((row) => [
              String(row.id),
              fromRow(row),
            ]),
          ),
        options,
      ),
      byKey: new BulkCache(
        async (keys) =>
          new Map(
            (
              await app.db.side.rows<Row & { key: string }>(
                `select ${COLUMNS}, encode(app_secret_hash, 'base64') as key from merchants where app_secret_hash = any ($1)`,
                [keys.map((key) => Buffer.from(key, "base64")), app.now()],
                "merchants_by_key",
              )
            ).map((row) => [row.key, fromRow(row)]),
          ),
        options,
      ),
    };
    caches.set(app, found);
  }
  return found;
}

/** A merchant by its stored id, at most a second old; null when there is none. Deleted ones are answered as such. */
export async function loadMerchant(app: App, id: bigint): Promise<CachedMerchant | null> {
  return cachesOf(app).byId.get(String(id));
}

/** The merchant of an app secret, by its `credentialKey`, at most a second old; null when there is none. */
export async function merchantByKey(app: App, key: string): Promise<CachedMerchant | null> {
  return cachesOf(app).byKey.get(key);
}

/** Forgets what this process knows of merchants, after one has changed: there are few. */
export function dropMerchants(app: App): void {
  caches.delete(app);
}

/**
 * The fee rule of a new order: the operator's own where the merchant has one, else the one for all operators. It may have
 * tiers: an order's row keeps `flatRule(rule, amount)`, and a payment keeps the tiers beside it (`core/fees/stored.ts`).
 */
export function feeRuleFor(merchant: CachedMerchant, direction: FeeDirection, operator: string): FeeRule {
  return merchant.operatorFees.get(`${direction}:${operator}`) ?? (direction === "payment" ? merchant.paymentFee : merchant.disburseFee);
}
