/** Day close: the figures of a wallet's business day, compared with the real balance and locked. */
import type { DayCloseIn, ReconciliationRow } from "../../../contract/reconciliation.schema.ts";
import { DAY_DIFFERENCES } from "../../../contract/reconciliation.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import { formatAmount } from "../../../contract/money.ts";
import { minor } from "../../../contract/schema.ts";
import { addDays, businessDay, type Day } from "../../../contract/time.ts";
import { differencesOf } from "../../../contract/wallet-days.ts";
import { doneOf, type Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { readId } from "../../platform/lists/page.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { catchUp } from "../../core/ledger/catch-up.ts";
import { walletDays, type WalletDay } from "./days.ts";
import { flowRows } from "./detail.ts";
import { dayOf } from "./range.ts";
import { besideOf } from "./beside.ts";
import { reconciliationRowOf } from "./rows.ts";

/**
 * Locks a wallet's days: closes and reopenings of one wallet go one after the other, and nothing is added up meanwhile.
 * What the books hold by now is added up first. Null: they are locked; else not_found.
 */
export async function lockDays(app: App, tx: Tx, walletId: bigint): Promise<Refused | null> {
  const account = await tx.one<{ id: bigint }>("select id from accounts where kind = 'wallet' and owner_id = $1", [walletId]);
  if (!account) return new Refused("not_found");
  await tx.run("select roll_up_account($1, $2)", [account.id, 2_000_000_000]);
  return null;
}

/** The last closed day of a wallet. */
export async function lastClosed(tx: Tx, walletId: bigint): Promise<Day | null> {
  const row = await tx.one<{ day: Day | null }>("select max(day)::text as day from day_closes where wallet_id = $1 and reopened_at is null", [walletId]);
  return row?.day ?? null;
}

/** A wallet's one day, inside the transaction. Refuses not_found outside the wallet's life */
export async function oneDay(app: App, tx: Tx, walletId: bigint, day: Day): Promise<WalletDay | Refused> {
  const [found] = await walletDays(app, tx, { from: day, to: day, walletId });
  return found ?? new Refused("not_found");
}

/** The row as it is now; its event goes out with the commit. */
export async function changedDay(ctx: UserCtx, tx: Tx, walletId: bigint, day: Day): Promise<ReconciliationRow> {
  const row = doneOf(await oneDay(ctx.app, tx, walletId, day));
  ctx.emit({ kind: "wallets", objectId: walletId, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
  return reconciliationRowOf(ctx.app, row, (await besideOf(tx, [row]))(row), ctx.actor);
}

/** Null: the day is as it was decided on; else conflict. A statement or a message that came since moves no balance, and what it says may differ all the same. */
async function differsSince(ctx: UserCtx, tx: Tx, found: WalletDay, input: DayCloseIn): Promise<Refused | null> {
  const estimated = formatAmount(found.figures.estimated);
  if (input.estimated_balance !== undefined && input.estimated_balance !== estimated)
    return new Refused("conflict", { details: { estimated_balance: estimated } });
  if (input.differences === undefined) return null;
  const [seen, now] = [input.differences, differencesOf(reconciliationRowOf(ctx.app, found, (await besideOf(tx, [found]))(found), ctx.actor))];
  return DAY_DIFFERENCES.every((of) => seen[of] === now[of]) ? null : new Refused("conflict", { details: { differences: now } });
}

/** The real balance, or wrong_state (closed already), close_previous_first, conflict (decided on other figures), validation_failed (no reason) */
async function check(ctx: UserCtx, tx: Tx, found: WalletDay, input: DayCloseIn): Promise<bigint | Refused> {
  if (found.closed) return new Refused("wrong_state", { details: { closed: true } });
  if (input.version !== undefined && input.version !== (found.close?.version ?? 0))
    return new Refused("conflict", { details: { version: found.close?.version ?? 0 } });
  const last = await lastClosed(tx, found.walletId);
  if (last !== null && last > found.day) return new Refused("wrong_state", { details: { last_closed: last } });
  if (last !== null && addDays(last, 1) !== found.day) return new Refused("close_previous_first", { details: { next: addDays(last, 1) } });
  const other = await differsSince(ctx, tx, found, input);
  if (other) return other;
  const real = minor(input.real_balance);
  if (real !== found.figures.estimated && input.reason === undefined) return refusedField("reason", "required");
  return real;
}

async function store(ctx: UserCtx, tx: Tx, found: WalletDay, real: bigint, reason: string | null): Promise<void> {
  const figures = { ...found.figures, real, realAt: found.figures.realAt };
  const values = [
    found.walletId,
    found.day,
    figures.opening,
    toJson(flowRows(found.flows)),
    figures.estimated,
    real,
    reason,
    ctx.actor.id,
    ctx.actor.account,
    figures.late,
    figures.change,
    toJson(figures),
    new Date(ctx.app.now()),
  ];
  const again = `update day_closes set opening = $3, flows = $4, estimated = $5, real = $6, reason = $7, closed_by = $8, account = $9, late = $10, change = $11, figures = $12,
    closed_at = $13, reopened_at = null, reopened_by = null, reopen_reason = null, version = version + 1 where wallet_id = $1 and day = $2 and reopened_at is not null`;
  const first = `insert into day_closes (wallet_id, day, opening, flows, estimated, real, reason, closed_by, account, late, change, figures, closed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing`;
  if ((await tx.run(found.close ? again : first, values)) !== 1) throw new Error(`${found.day} of wallet ${found.walletId} changed under its lock`);
}

/**
 * Closes a day of a wallet: it must have ended, and the day before it must be closed unless none is. From then on its
 * figures stand still; what is booked on it later shows as `late` on the next open day.
 * Refuses not_found, day_not_ended, close_previous_first, wrong_state, conflict, validation_failed
 */
export async function closeDay(ctx: UserCtx, unchecked: { id: string; date: string }, input: DayCloseIn): Promise<Answer<ReconciliationRow>> {
  const { app } = ctx;
  const walletId = readId(app, "wallet", unchecked.id);
  if (walletId instanceof Refused) return walletId;
  const day = dayOf("date", unchecked.date);
  if (day instanceof Refused) return day;
  await catchUp(app, [walletId]);
  return ctx.tx(async (tx) => {
    const missing = await lockDays(app, tx, walletId);
    if (missing) return missing;
    if (day >= businessDay(app.now())) return new Refused("day_not_ended");
    const found = await oneDay(app, tx, walletId, day);
    if (found instanceof Refused) return found;
    const real = await check(ctx, tx, found, input);
    if (real instanceof Refused) return real;
    await store(ctx, tx, found, real, input.reason ?? null);
    await audit(ctx, tx, {
      action: "reconciliation.close",
      objectType: "wallet",
      objectId: app.publicIds.encode("wallet", walletId),
      after: {
        date: day,
        opening_balance: formatAmount(found.figures.opening),
        estimated_balance: formatAmount(found.figures.estimated),
        real_balance: formatAmount(real),
        late: formatAmount(found.figures.late),
        reason: input.reason ?? null,
      },
    });
    return changedDay(ctx, tx, walletId, day);
  });
}
