/** A transfer as it moves: two sides, each booked once, and what is frozen until the money has left. */
import { transition } from "../../../contract/life-cycles.ts";
import type { TransferKind, TransferStatus } from "../../../contract/transfers.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import type { App, OutgoingEvent } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { lockRouting } from "../../platform/db/routing-lock.ts";
import { Refused } from "../../platform/refusal.ts";

export type Direction = "out" | "in";

/** One side: which wallet, and what moved it once it has moved. */
export interface Side {
  readonly walletId: bigint;
  readonly operator: string;
  readonly account: string;
  atMs: number | null;
  smsId: bigint | null;
  trxId: string | null;
  trxKey: string | null;
  /** The fee that its message printed; 0 before it came. */
  readonly feeMinor: bigint;
  /** Somebody said that it moved, and its message is awaited. */
  readonly inTransit: boolean;
}

/** A transfer under its lock; amounts in minor units. */
export interface MovingTransfer {
  readonly id: bigint;
  readonly kind: TransferKind;
  readonly amountMinor: bigint;
  readonly expectedCostMinor: bigint;
  readonly maker: bigint;
  readonly createdMs: number;
  readonly version: number;
  readonly out: Side | null;
  readonly in: Side | null;
  costMinor: bigint;
  frozenMinor: bigint;
  status: TransferStatus;
  reason: string | null;
}

interface Raw {
  readonly id: bigint;
  readonly kind: TransferKind;
  readonly amount: bigint;
  readonly expected_cost: bigint;
  readonly cost: bigint;
  readonly frozen: bigint;
  readonly status: TransferStatus;
  readonly maker: bigint;
  readonly reason: string | null;
  readonly version: number;
  readonly from_wallet_id: bigint | null;
  readonly from_operator: string;
  readonly from_account: string;
  readonly to_wallet_id: bigint | null;
  readonly to_operator: string;
  readonly to_account: string;
  readonly out_at: Date | null;
  readonly out_sms_id: bigint | null;
  readonly out_trx_id: string | null;
  readonly out_trx_key: string | null;
  readonly out_fee: bigint | null;
  readonly out_transit: boolean;
  readonly in_at: Date | null;
  readonly in_sms_id: bigint | null;
  readonly in_trx_id: string | null;
  readonly in_trx_key: string | null;
  readonly in_fee: bigint | null;
  readonly in_transit: boolean;
}

const transit = (direction: "credit" | "debit"): string =>
  `exists (select 1 from unreported_movements m where m.object_type = 'transfer' and m.object_id = t.id and m.direction = '${direction}' and m.ended_at is null)`;

const SELECT = `select t.id, t.kind, t.amount, t.expected_cost, t.cost, t.frozen, t.status, t.maker, t.reason, t.version,
    t.from_wallet_id, coalesce(f.operator, '') as from_operator, coalesce(f.account, '') as from_account, t.to_wallet_id, coalesce(w.operator, '') as to_operator, coalesce(w.account, '') as to_account,
    t.out_at, t.out_sms_id, t.out_trx_id, t.out_trx_key, t.in_at, t.in_sms_id, t.in_trx_id, t.in_trx_key,
    (select s.fee from sms s where s.id = t.out_sms_id) as out_fee, (select s.fee from sms s where s.id = t.in_sms_id) as in_fee,
    ${transit("debit")} as out_transit, ${transit("credit")} as in_transit
  from transfers t left join wallets f on f.id = t.from_wallet_id left join wallets w on w.id = t.to_wallet_id`;

function read(row: Raw): MovingTransfer {
  return {
    id: row.id,
    kind: row.kind,
    amountMinor: row.amount,
    expectedCostMinor: row.expected_cost,
    maker: row.maker,
    createdMs: idTime(row.id),
    version: row.version,
    costMinor: row.cost,
    frozenMinor: row.frozen,
    status: row.status,
    reason: row.reason,
    out:
      row.from_wallet_id === null
        ? null
        : {
            walletId: row.from_wallet_id,
            operator: row.from_operator,
            account: row.from_account,
            atMs: row.out_at?.getTime() ?? null,
            smsId: row.out_sms_id,
            trxId: row.out_trx_id,
            trxKey: row.out_trx_key,
            feeMinor: row.out_fee ?? 0n,
            inTransit: row.out_transit,
          },
    in:
      row.to_wallet_id === null
        ? null
        : {
            walletId: row.to_wallet_id,
            operator: row.to_operator,
            account: row.to_account,
            atMs: row.in_at?.getTime() ?? null,
            smsId: row.in_sms_id,
            trxId: row.in_trx_id,
            trxKey: row.in_trx_key,
            feeMinor: row.in_fee ?? 0n,
            inTransit: row.in_transit,
          },
  };
}

/** Locks transfers in id order and reads them. `where` is the program's own text over alias `t`. */
export async function lockTransfers(tx: Queryable, where: string, params: readonly unknown[], name?: string): Promise<MovingTransfer[]> {
  return (await tx.rows<Raw>(`${SELECT} where ${where} order by t.id for no key update of t`, params, name)).map(read);
}

/**
 * Takes one transfer for an act of a person: its wallets' continuity rows in id order, as the batches of messages do, then the row.
 * @param routing also stops routing of the operator whose wallet bears the cost: what it has promised is about to grow
 * @returns the transfer, or not_found, conflict
 */
export async function lockTransfer(app: App, tx: Tx, publicId: string, version: number, routing = false): Promise<MovingTransfer | Refused> {
  const id = app.publicIds.decode("transfer", publicId);
  const place =
    id === null
      ? null
      : await tx.one<{ wallets: bigint[]; operator: string }>(
          "select array_remove(array[t.from_wallet_id, t.to_wallet_id], null) as wallets, b.operator from transfers t join wallets b on b.id = coalesce(t.from_wallet_id, t.to_wallet_id) where t.id = $1",
          [id],
        );
  if (!place) return new Refused("not_found");
  if (routing) await lockRouting(tx, place.operator);
  await tx.run("select 1 from wallet_continuity where wallet_id = any ($1::bigint[]) order by wallet_id for no key update", [place.wallets]);
  const [transfer] = await lockTransfers(tx, "t.id = $1", [id]);
  if (!transfer) return new Refused("not_found");
  if (transfer.version !== version) return new Refused("conflict", { details: { version: transfer.version, status: transfer.status } });
  return transfer;
}

/** True for the side on whose wallet a cost that a person said is booked: the paying one, where there is one. */
export const bearsCost = (transfer: MovingTransfer, direction: Direction): boolean => direction === "out" || transfer.out === null;

/** What of the transfer's cost was said of this side, not printed by the other side's message; minor units. */
export function saidCost(transfer: MovingTransfer, direction: Direction): bigint {
  if (!bearsCost(transfer, direction)) return 0n;
  return transfer.costMinor - (transfer[direction === "out" ? "in" : "out"]?.feeMinor ?? 0n);
}

/** True when every side has moved. */
export function allMoved(transfer: MovingTransfer): boolean {
  return [transfer.out, transfer.in].every((side) => side === null || side.atMs !== null);
}

/** Notes that a side has moved: what was frozen for it has left, and the last side completes the transfer. */
export function moved(
  transfer: MovingTransfer,
  direction: Direction,
  by: { atMs: number; smsId: bigint | null; trxId: string | null; trxKey: string | null; costMinor: bigint },
): void {
  const side = transfer[direction];
  if (side === null) throw new Error(`transfer ${transfer.id} has no such side`);
  side.atMs = by.atMs;
  side.smsId = by.smsId;
  side.trxId = by.trxId;
  side.trxKey = by.trxKey;
  transfer.costMinor += by.costMinor;
  if (direction === "out") transfer.frozenMinor = 0n;
  if (allMoved(transfer)) {
    transfer.status = transition("transfers", transfer.status, by.smsId === null ? "complete" : "match");
    transfer.frozenMinor = 0n;
  }
}

const at = (ms: number | null | undefined): Date | null => (ms === null || ms === undefined ? null : new Date(ms));

/**
 * Writes a transfer that was read under its lock, and moves what its paying wallet has frozen. Comes before the books
 * are written: wallets' rows are locked before accounts.
 * @param more further columns of the act; names are the program's own
 * @returns live events of what changed
 */
export async function writeTransfer(
  tx: Tx,
  transfer: MovingTransfer,
  wasFrozenMinor: bigint,
  nowMs: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<OutgoingEvent[]> {
  const columns: Record<string, unknown> = {
    status: transfer.status,
    cost: transfer.costMinor,
    frozen: transfer.frozenMinor,
    reason: transfer.reason,
    out_at: at(transfer.out?.atMs),
    out_sms_id: transfer.out?.smsId ?? null,
    out_trx_id: transfer.out?.trxId ?? null,
    out_trx_key: transfer.out?.trxKey ?? null,
    in_at: at(transfer.in?.atMs),
    in_sms_id: transfer.in?.smsId ?? null,
    in_trx_id: transfer.in?.trxId ?? null,
    in_trx_key: transfer.in?.trxKey ?? null,
    ...more,
  };
  const names = Object.keys(columns);
  const done = await tx.run(
    `update transfers set ${names.map((name, index) => `${name} = $${index + 4}`).join(", ")},
       completed_at = case when $3::timestamptz is null then completed_at else coalesce(completed_at, $3) end, version = version + 1 where id = $1 and version = $2`,
    [transfer.id, transfer.version, transfer.status === "completed" ? new Date(nowMs) : null, ...Object.values(columns)],
  );
  if (done !== 1) throw new Error(`transfer ${transfer.id} changed under its lock`);
  const events: OutgoingEvent[] = [{ kind: "transfers", objectId: transfer.id, version: transfer.version + 1, change: "changed", merchantId: null }];
  const change = transfer.frozenMinor - wasFrozenMinor;
  if (change !== 0n && transfer.out) {
    await tx.run("update wallets set frozen_balance = frozen_balance + $2 where id = $1", [transfer.out.walletId, change]);
    events.push({ kind: "wallets", objectId: transfer.out.walletId, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
  }
  return events;
}
