/** Messages that wait, read back as the run works with them. */
import type { SmsKind } from "../../../contract/sms.ts";
import { big, type Num } from "../../platform/db/numbers.ts";
import { heldReason, type Facts } from "./facts.ts";

/** A row of `sms` that waits, with its wallet's type. */
export interface HeldRow {
  readonly id: Num;
  readonly wallet_id: Num;
  readonly operator: string;
  readonly kind: string;
  readonly direction: "credit" | "debit" | "none";
  readonly amount: Num | null;
  readonly fee: Num | null;
  readonly commission: Num | null;
  readonly extra: Num | null;
  readonly balance: Num | null;
  readonly trx_id: string | null;
  readonly trx_key: string | null;
  readonly counterparty: string | null;
  readonly reference: string | null;
  readonly operator_time: string | Date | null;
  readonly received_at: string | Date;
  readonly reasons: string[];
  readonly version: number;
  readonly held_until: string | Date | null;
  readonly wallet_type: string;
  readonly processed: boolean;
}

const ms = (at: string | Date): number => new Date(at).getTime();

/**
 * Reads a held message back. Its wallet type no longer matters: the meaning was decided when it was parsed.
 * @param isOwn whether a counterparty is one of our own wallets, as it is now
 */
export function factsOfHeld(row: HeldRow, isOwn: (printed: string | null) => boolean): Facts {
  return {
    id: BigInt(row.id),
    walletId: BigInt(row.wallet_id),
    operator: row.operator,
    walletType: row.wallet_type,
    // The columns have CHECKs or come from the parser's own union.
    kind: row.kind as SmsKind,
    direction: row.direction,
    amount: big(row.amount),
    fee: big(row.fee),
    commission: big(row.commission),
    extra: big(row.extra),
    balance: big(row.balance),
    trxId: row.trx_id,
    trxKey: row.trx_key,
    counterparty: row.counterparty,
    reference: row.reference,
    operatorTimeMs: row.operator_time === null ? null : ms(row.operator_time),
    atMs: ms(row.received_at),
    reasons: row.reasons,
    version: row.version,
    ownWallet: isOwn(row.counterparty),
    standingReason: heldReason(row.kind as SmsKind, row.direction, row.reasons),
    heldUntilMs: row.held_until === null ? null : ms(row.held_until),
    processed: row.processed,
  };
}
