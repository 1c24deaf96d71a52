/**
 * Messages about money that we moved ourselves: a side of a transfer, or a withdrawal that a wallet paid. Used by the
 * batches of messages, within their transaction and under their wallets' chain locks:
 *
 * ```ts
 * const own = await loadOwnMovements(app, tx, { walletIds, keys });  // after settle_read
 * const outcome = own.take(booker, facts, silentMinor);              // per message; null: not ours, go on as before
 * await own.write(tx, booker);                                       // before booker.apply: wallets' rows before accounts
 * await booker.apply(tx);
 * await own.link(tx);                                                // after it: the messages' rows exist now
 * ```
 *
 * `take` decides in memory and writes to the booker, so that two messages of one batch see each other. It needs a
 * TrxID, an equal amount, and exactly one transfer that fits; anything less is left to a person.
 */
import { formatAmount, formatAmountOrNull } from "../../contract/money.ts";
import type { SmsKind } from "../../contract/sms.ts";
import { samePayer } from "../../domain/matching.ts";
import { KIND_EFFECTS } from "../../domain/postings.ts";
import { transferReceived, transferSent } from "../../domain/postings-transfers.ts";
import type { App } from "../context.ts";
import { idAt } from "../db/ids.ts";
import type { Tx } from "../db/pool.ts";
import type { Booker } from "../intake/booker.ts";
import type { Facts, Outcome } from "../intake/settle-facts.ts";
import { allMoved, lockTransfers, moved, writeTransfer, type Direction, type MovingTransfer, type Side } from "./moving.ts";

/** What a batch asks for: its wallets, and the TrxIDs of its messages and of those that wait on its wallets. */
export interface WantedMovements {
  readonly walletIds: readonly bigint[];
  readonly keys: readonly { readonly operator: string; readonly trxKey: string }[];
}

/** What became of a message of our own; the row of the message is linked by {@link OwnMovements.link}. */
export type OwnOutcome = Outcome & { readonly transferId: bigint | null; readonly withdrawalId: bigint | null };

/** A TrxID that settled something of ours before its message came. */
interface Used {
  readonly operator: string;
  readonly trx_key: string;
  readonly direction: "credit" | "debit";
  readonly object_type: string;
  readonly object_id: bigint;
  readonly sms_id: bigint | null;
  readonly amount: bigint;
  readonly wallet_id: bigint;
}

type Part = Pick<
  Facts,
  "id" | "walletId" | "operator" | "kind" | "amount" | "fee" | "commission" | "extra" | "trxId" | "trxKey" | "counterparty" | "operatorTimeMs" | "atMs"
>;

/** People enter a transfer while they make it; clocks and delays of phones besides. */
const BEFORE_MS = 15 * 60_000;
/** How long a side that was booked by hand waits for its message, where no TrxID ties the two. */
const UNPROVEN_MS = 7 * 24 * 3_600_000;
/** Debits that can be float sold; a sending to a person's number may be a payout and is left to a person. */
const B2B_OUT: ReadonlySet<SmsKind> = new Set(["b2b_out", "bank_out", "cash_out_sent", "payment_sent"]);

const OPEN = `t.id = any (array(
    select id from transfers where from_wallet_id = any ($1::bigint[]) and status in ('pending', 'processing')
    union all select id from transfers where to_wallet_id = any ($1::bigint[]) and status in ('pending', 'processing')
    union all select id from transfers where from_wallet_id = any ($1::bigint[]) and status = 'completed' and out_sms_id is null and id >= $2
    union all select id from transfers where to_wallet_id = any ($1::bigint[]) and status = 'completed' and in_sms_id is null and id >= $2))`;

/** Reads and locks what the messages of a batch can belong to. The caller holds the chains of these wallets. */
export async function loadOwnMovements(app: App, tx: Tx, wanted: WantedMovements): Promise<OwnMovements> {
  const transfers = await lockTransfers(tx, OPEN, [wanted.walletIds, idAt(app.now() - UNPROVEN_MS)], "own_movements");
  const used =
    wanted.keys.length === 0
      ? []
      : await tx.rows<Used>(
          `select u.operator, u.trx_key, u.direction, u.object_type, u.object_id, u.sms_id, u.amount, u.wallet_id
           from unnest($1::text[], $2::text[]) as x (operator, trx_key) join trx_used u on u.operator = x.operator and u.trx_key = x.trx_key`,
          [wanted.keys.map((key) => key.operator), wanted.keys.map((key) => key.trxKey)],
          "own_movements_used",
        );
  return new OwnMovements(app, transfers, used);
}

/** Own movements of one batch. */
export class OwnMovements {
  private readonly touched = new Map<bigint, { transfer: MovingTransfer; wasFrozenMinor: bigint }>();
  private readonly withdrawals = new Map<bigint, bigint>();
  private readonly links: { sms: bigint; transfer: bigint | null; withdrawal: bigint | null }[] = [];
  private readonly taken = new Set<string>();

  constructor(
    private readonly app: App,
    private readonly transfers: readonly MovingTransfer[],
    private readonly used: readonly Used[],
  ) {}

  /** Gives a message to the one movement of ours that it tells of. Null: it tells of none, or nobody can say of which. */
  take(booker: Booker, facts: Part, silentMinor: bigint): OwnOutcome | null {
    const direction = directionOf(facts.kind);
    if (direction === null || facts.trxKey === null || facts.trxId === null || facts.amount === null || (facts.extra ?? 0n) !== 0n) return null;
    const side = direction === "out" ? "debit" : "credit";
    const slot = `${facts.operator} ${facts.trxKey} ${side}`;
    const used = this.used.find((row) => row.operator === facts.operator && row.trx_key === facts.trxKey && row.direction === side);
    if (used || this.taken.has(slot)) {
      if (!used || this.taken.has(slot) || used.sms_id !== null) return null;
      this.taken.add(slot);
      return this.linkUsed(booker, facts, direction, used);
    }
    const fitting = this.transfers.filter((transfer) => fits(transfer, direction, facts));
    const [only] = fitting;
    if (!only || fitting.length > 1) return null;
    this.taken.add(slot);
    booker.writes.used.push({ o: facts.operator, k: facts.trxKey, d: side, type: "transfer", id: only.id, s: facts.id, a: facts.amount, w: facts.walletId });
    return only[direction]?.atMs === null ? this.book(booker, facts, direction, only, silentMinor) : this.prove(booker, facts, direction, only);
  }

  /** The side moves now, with this message. */
  private book(booker: Booker, facts: Part, direction: Direction, transfer: MovingTransfer, silentMinor: bigint): OwnOutcome {
    this.touch(transfer);
    const amount = facts.amount as bigint;
    const sides = { operatorFeeMinor: facts.fee ?? 0n, commissionMinor: (facts.commission ?? 0n) + silentMinor };
    const legs = (direction === "out" ? transferSent : transferReceived)(transfer.kind, facts.walletId, amount, sides);
    const txn = booker.book({ type: "transfer", id: transfer.id }, legs);
    moved(transfer, direction, { atMs: this.app.now(), smsId: facts.id, trxId: facts.trxId, trxKey: facts.trxKey, costMinor: facts.fee ?? 0n });
    this.note(booker, transfer.id, direction === "out" ? "sent" : "received", {
      amount: formatAmount(amount),
      fee: formatAmountOrNull(facts.fee),
      trx_id: facts.trxId,
      sms_id: this.app.publicIds.encode("sms", facts.id),
    });
    if (allMoved(transfer)) this.note(booker, transfer.id, "completed", { cost: formatAmount(transfer.costMinor) });
    return this.outcome(facts, transfer.id, null, "own_transfer", txn);
  }

  /** A person booked this side before; its message came now and books nothing. */
  private prove(booker: Booker, facts: Part, direction: Direction, transfer: MovingTransfer): OwnOutcome {
    this.touch(transfer);
    const side = transfer[direction] as Side;
    side.smsId = facts.id;
    side.trxId ??= facts.trxId;
    side.trxKey ??= facts.trxKey;
    const bears = direction === "out" || transfer.out === null;
    const differs = (bears && (facts.fee ?? 0n) !== transfer.costMinor) || facts.amount !== transfer.amountMinor || facts.walletId !== side.walletId;
    this.note(booker, transfer.id, "proven", { trx_id: facts.trxId, sms_id: this.app.publicIds.encode("sms", facts.id), differs });
    if (differs) this.alertDiffers(booker, "transfer", transfer.id, facts, transfer.amountMinor, transfer.costMinor);
    return this.outcome(facts, transfer.id, null, differs ? "manual_differs" : "manual_confirmed", null);
  }

  /** The TrxID was typed in before the message came. */
  private linkUsed(booker: Booker, facts: Part, direction: Direction, used: Used): OwnOutcome | null {
    const transfer = used.object_type === "transfer" ? this.transfers.find((one) => one.id === used.object_id) : undefined;
    if (used.object_type !== "withdrawal" && used.object_type !== "transfer") return null;
    booker.writes.linked.push({ o: used.operator, k: used.trx_key, d: used.direction, s: facts.id });
    if (transfer) return this.prove(booker, facts, direction, transfer);
    const differs = used.amount !== facts.amount || used.wallet_id !== facts.walletId;
    const reason = differs ? "manual_differs" : "manual_confirmed";
    if (differs) this.alertDiffers(booker, used.object_type, used.object_id, facts, used.amount, null);
    if (used.object_type === "transfer") return this.outcome(facts, used.object_id, null, reason, null);
    this.withdrawals.set(used.object_id, facts.id);
    return this.outcome(facts, null, used.object_id, reason, null);
  }

  private alertDiffers(booker: Booker, type: string, id: bigint, facts: Part, amountMinor: bigint, costMinor: bigint | null): void {
    booker.alert("manual_completion_differs", type, id, facts.amount, {
      completed: amountMinor,
      received: facts.amount,
      cost: formatAmountOrNull(costMinor),
      fee: formatAmountOrNull(facts.fee),
      sms_id: this.app.publicIds.encode("sms", facts.id),
    });
  }

  private outcome(facts: Part, transferId: bigint | null, withdrawalId: bigint | null, reason: string, txn: bigint | null): OwnOutcome {
    this.links.push({ sms: facts.id, transfer: transferId, withdrawal: withdrawalId });
    return { matchStatus: "matched", reasons: [reason], bookedTxn: txn, inSuspense: false, chain: "unknown", transferId, withdrawalId };
  }

  private touch(transfer: MovingTransfer): void {
    if (!this.touched.has(transfer.id)) this.touched.set(transfer.id, { transfer, wasFrozenMinor: transfer.frozenMinor });
  }

  private note(booker: Booker, id: bigint, kind: string, data: Readonly<Record<string, unknown>>): void {
    booker.writes.events.push({ id: this.app.ids.next(), type: "transfer", oid: id, kind, at: "system", aid: null, account: null, data });
  }

  /** Writes the transfers, in id order; before the booker is applied. Live events go to the booker. */
  async write(tx: Tx, booker: Booker): Promise<void> {
    for (const { transfer, wasFrozenMinor } of [...this.touched.values()].sort((left, right) => (left.transfer.id < right.transfer.id ? -1 : 1)))
      booker.events.push(...(await writeTransfer(tx, transfer, wasFrozenMinor, this.app.now())));
  }

  /** True when {@link link} has something to write. */
  get linked(): boolean {
    return this.links.length > 0 || this.withdrawals.size > 0;
  }

  /** Ties the messages' rows to what they moved; after the booker was applied. */
  async link(tx: Tx): Promise<void> {
    for (const link of this.links)
      await tx.run("update sms set transfer_id = $2, withdrawal_id = $3 where id = $1", [link.sms, link.transfer, link.withdrawal]);
    for (const [id, sms] of this.withdrawals) await tx.run("update withdrawals set sms_id = $2 where id = $1 and sms_id is null", [id, sms]);
  }
}

function directionOf(kind: SmsKind): Direction | null {
  const effect = KIND_EFFECTS[kind];
  return effect === "debit" ? "out" : effect === "collects" || effect === "credit" ? "in" : null;
}

/**
 * True when a message can be the side of this transfer: amount, wallet and time agree, and whoever stands across is the
 * other wallet. Money that may be a customer's needs the other wallet's number in the message; a number that is not the
 * other wallet's is somebody else's movement.
 */
function fits(transfer: MovingTransfer, direction: Direction, facts: Part): boolean {
  const side = transfer[direction];
  if (side === null || side.walletId !== facts.walletId || transfer.amountMinor !== facts.amount) return false;
  if ((facts.operatorTimeMs ?? facts.atMs) < transfer.createdMs - BEFORE_MS) return false;
  const open = transfer.status === "processing" && side.atMs === null;
  const unproven = transfer.status === "completed" && side.smsId === null && side.trxKey === null;
  if (!open && !unproven) return false;
  if (transfer.kind === "b2b_in") return KIND_EFFECTS[facts.kind] === "credit";
  if (transfer.kind === "b2b_out") return B2B_OUT.has(facts.kind);
  const other = transfer[direction === "out" ? "in" : "out"] as Side;
  const same = samePayer(facts.counterparty, other.account);
  return same === true || (same === null && KIND_EFFECTS[facts.kind] !== "collects");
}
