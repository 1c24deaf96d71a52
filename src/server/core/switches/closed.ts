/**
 * Whether order acceptance is closed, and by what: the one place that knows (docs/decisions/0011).
 *
 * Two things can close: the permanent flags (config, the merchant, the wallet) and an emergency stop with a reason and
 * maybe an end. Callers ask here and need not know which it was.
 */
import { operatorConfig } from "../../../contract/config.ts";
import type { Operator } from "../../../contract/operators.ts";
import { covers, type MoneyDirection, type SwitchDirection, type SwitchScope } from "../../../contract/switches.ts";
import type { App } from "../../platform/context.ts";
import { loadMerchant, type CachedMerchant } from "../parties/merchants.ts";

/** An emergency stop that is engaged now. */
export interface EngagedSwitch {
  readonly id: bigint;
  readonly scope: SwitchScope;
  readonly direction: SwitchDirection;
  readonly operator: string | null;
  readonly merchantId: bigint | null;
  readonly walletId: bigint | null;
  readonly reopenMs: number | null;
}

/** Why order acceptance is closed. `id` null: a permanent flag. */
export interface Closed {
  readonly scope: SwitchScope;
  readonly id: bigint | null;
}

/** What is about to move. Leave out what is not known yet (a payout has no wallet at acceptance). */
export interface Movement {
  readonly direction: MoneyDirection;
  readonly operator: Operator;
  readonly merchantId?: bigint | null;
  readonly walletId?: bigint | null;
}

interface Row {
  id: bigint;
  scope: SwitchScope;
  direction: SwitchDirection;
  operator: string | null;
  merchant_id: bigint | null;
  wallet_id: bigint | null;
  reopen_ms: number | null;
}

/** How old the engaged switches may be that a decision is made on, ms. */
const TTL_MS = 1000;
interface Kept {
  readonly at: number;
  readonly switches: Promise<readonly EngagedSwitch[]>;
}
const kept = new WeakMap<App, Kept>();

async function read(app: App): Promise<readonly EngagedSwitch[]> {
  const rows = await app.db.side.rows<Row>(
    "select id, scope, direction, operator, merchant_id, wallet_id, (extract(epoch from reopen_at) * 1000)::float8 as reopen_ms from switches where opened_at is null",
    [],
    "switches_engaged",
  );
  return rows.map((row) => ({
    id: row.id,
    scope: row.scope,
    direction: row.direction,
    operator: row.operator,
    merchantId: row.merchant_id,
    walletId: row.wallet_id,
    reopenMs: row.reopen_ms,
  }));
}

/** The switches that are engaged now, at most a second old; one whose time has come is open again at once. */
async function engagedSwitches(app: App): Promise<readonly EngagedSwitch[]> {
  const at = performance.now();
  let found = kept.get(app);
  if (!found || at - found.at >= TTL_MS) {
    const reading = read(app);
    found = { at, switches: reading };
    kept.set(app, found);
    // A failed read is not kept: the next caller asks again.
    const mine = found;
    reading.catch(() => {
      if (kept.get(app) === mine) kept.delete(app);
    });
  }
  const switches = await found.switches;
  if (switches.length === 0) return switches;
  const nowMs = app.now();
  return switches.filter((one) => one.reopenMs === null || one.reopenMs > nowMs);
}

/** Forgets what this process knows of switches, after one has changed. */
export function dropSwitches(app: App): void {
  kept.delete(app);
}

function touches(one: EngagedSwitch, what: Movement): boolean {
  if (!covers(one.direction, what.direction)) return false;
  switch (one.scope) {
    case "platform":
      return true;
    case "operator":
      return one.operator === what.operator;
    case "merchant":
      return what.merchantId !== undefined && one.merchantId === what.merchantId && (one.operator === null || one.operator === what.operator);
    case "wallet":
      return what.walletId !== undefined && one.walletId === what.walletId;
  }
}

/** The permanent flags of config and of the merchant. */
async function flagged(app: App, what: Movement, known: CachedMerchant | null): Promise<Closed | null> {
  const key = what.direction === "in" ? "payments_open" : "disburses_open";
  const { current } = app.config;
  if (!current[key]) return { scope: "platform", id: null };
  if (!operatorConfig(current, what.operator)[key] || !current.operators.includes(what.operator)) return { scope: "operator", id: null };
  if (what.merchantId === undefined || what.merchantId === null) return null;
  const merchant = known ?? (await loadMerchant(app, what.merchantId));
  return merchant && !(what.direction === "in" ? merchant.paymentsOpen : merchant.disbursesOpen) ? { scope: "merchant", id: null } : null;
}

/**
 * Says whether this may not move now; null: it may.
 *
 * - Acceptance (`POST /v1/payments`, `POST /v1/disburses`) asks with operator and merchant and refuses `intake_closed`.
 * - The dispatcher of payouts asks again before each attempt, with the wallet it would take: a payout whose way is
 *   closed stays queued until it is open again, or takes another wallet. What was sent already goes on.
 * - Routing of payments leaves out wallets that are switched off by itself (`core/acceptance/wallet-board.ts`).
 *
 * A wallet's own permanent flags (`payments_open`, `disburses_open`, `enabled`) are routing's: they are columns of the
 * row that routing reads anyway.
 * @param known the merchant, where the caller has just read it
 */
export async function closedFor(app: App, what: Movement, known: CachedMerchant | null = null): Promise<Closed | null> {
  const engaged = (await engagedSwitches(app)).find((one) => touches(one, what));
  return engaged ? { scope: engaged.scope, id: engaged.id } : flagged(app, what, known);
}

/** Wallets that a switch of their own keeps from moving money this way. */
export async function closedWallets(app: App, direction: MoneyDirection): Promise<ReadonlySet<bigint>> {
  const engaged = await engagedSwitches(app);
  return new Set(engaged.flatMap((one) => (one.walletId !== null && covers(one.direction, direction) ? [one.walletId] : [])));
}
