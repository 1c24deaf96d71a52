/** How much a merchant can withdraw, and what the figure is made of (rule 84). */
import { formatAmount } from "../../../contract/money.ts";
import type { WithdrawalStop } from "../../../contract/withdrawal.ts";
import type { WithdrawalAvailable } from "../../../contract/withdrawal.schema.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { isStaff, ownMerchantId } from "../../platform/lists/scope.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";

/** The parts in minor units: what belongs to the merchant, less payouts under way, less withdrawals not paid yet, less the reserve. */
export interface Available {
  readonly merchantId: bigint;
  readonly name: string;
  readonly balanceMinor: bigint;
  readonly heldMinor: bigint;
  readonly pendingMinor: bigint;
  readonly reserveMinor: bigint;
  readonly maxMinor: bigint;
  readonly stopped: WithdrawalStop | null;
}

interface Row {
  readonly name: string;
  readonly enabled: boolean;
  readonly reserve: bigint;
  readonly available: bigint;
  readonly hold: bigint;
  readonly pending: bigint;
}

/** The figures, or validation_failed naming `merchant_id`, for a deleted merchant as for none. */
export async function availableOf(q: Queryable, merchantId: bigint): Promise<Available | Refused> {
  const row = await q.one<Row>(
    `select m.name, m.enabled, m.withdrawal_reserve as reserve,
       coalesce((select balance from accounts where kind = 'merchant' and owner_id = m.id and operator = ''), 0)::bigint as available,
       coalesce((select balance from accounts where kind = 'hold' and owner_id = m.id and operator = ''), 0)::bigint as hold,
       coalesce((select sum(amount) from withdrawals where merchant_id = m.id and status in ('pending', 'approved')), 0)::bigint as pending
     from merchants m where m.id = $1 and m.deleted_at is null`,
    [merchantId],
  );
  if (!row) return refusedField("merchant_id");
  const stopped = !row.enabled ? "merchant_disabled" : row.available < 0n ? "merchant_below_zero" : null;
  const free = row.available - row.reserve;
  return {
    merchantId,
    name: row.name,
    balanceMinor: row.available + row.hold,
    heldMinor: row.hold - row.pending,
    pendingMinor: row.pending,
    reserveMinor: row.reserve,
    maxMinor: stopped !== null || free < 0n ? 0n : free,
    stopped,
  };
}

/** The figures as the contract has them. */
export function availableJson(app: Pick<App, "publicIds" | "config">, of: Available): WithdrawalAvailable {
  return {
    merchant_id: app.publicIds.encode("merchant", of.merchantId),
    merchant_name: of.name,
    currency: app.config.current.currency,
    balance: formatAmount(of.balanceMinor),
    held: formatAmount(of.heldMinor),
    pending: formatAmount(of.pendingMinor),
    reserve: formatAmount(of.reserveMinor),
    max_available: formatAmount(of.maxMinor),
    stopped: of.stopped,
  };
}

/**
 * The merchant that a call is about: staff name one, a merchant's people have their own and may name it.
 * @returns its id, or validation_failed: for another's as for none, and when staff name none
 */
export function merchantOf(ctx: UserCtx, publicId: string | undefined): bigint | Refused {
  const id = publicId === undefined ? null : ctx.app.publicIds.decode("merchant", publicId);
  if (publicId !== undefined && id === null) return refusedField("merchant_id");
  if (isStaff(ctx.actor)) return id ?? refusedField("merchant_id", "required");
  const own = ownMerchantId(ctx.actor);
  if (own === null || (id !== null && id !== own)) return refusedField("merchant_id");
  return own;
}

/** The figures, or validation_failed. */
export async function withdrawalAvailable(ctx: UserCtx, named: string | undefined): Promise<WithdrawalAvailable | Refused> {
  const merchantId = merchantOf(ctx, named);
  if (merchantId instanceof Refused) return merchantId;
  const of = await availableOf(ctx.app.db, merchantId);
  return of instanceof Refused ? of : availableJson(ctx.app, of);
}
