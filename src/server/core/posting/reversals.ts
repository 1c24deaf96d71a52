/**
 * The operator's word that it took a payment's money back, where it has a TrxID of its own and so names no payment: it is known by wallet,
 * amount and payer. Two that agree in all three are as good as each other.
 */
import { samePayer } from "../../../domain/payments/matching.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { WRITTEN_OFF } from "./usable.ts";

interface Pair {
  readonly payment: bigint;
  readonly sms: bigint;
  readonly writtenOff: boolean;
  readonly printed: string | null;
  /** Who paid: as the payment's message says it, and as its merchant does. */
  readonly payers: readonly (string | null)[];
}

/** Payments `p` and reversals `s` of their wallets and amounts that came behind them and name nothing that the books have. */
const PAIRS = `select p.id as payment, s.id as sms, '${WRITTEN_OFF}' = any (s.reasons) as "writtenOff", s.counterparty as printed, array[m.counterparty, p.customer] as payers
  from payments p left join sms m on m.id = p.message_id join sms s on s.wallet_id = coalesce(m.wallet_id, p.wallet_id) and s.id > p.id
  where s.kind = 'reversal' and s.direction = 'debit' and s.booked_txn is not null and s.match_status in ('unmatched', 'ignored') and s.payment_id is null
    and s.amount + coalesce(s.extra, 0) = p.received_amount
    and not exists (select from trx_used u where u.operator = s.operator and u.trx_key = s.trx_key and u.direction = 'credit')
    and not exists (select from sms_bookings b where b.wallet_id = s.wallet_id and b.trx_key = s.trx_key and b.kind <> 'reversal')`;

const fits = ({ printed, payers }: Pair): boolean => payers.some((payer) => payer !== null && samePayer(printed, payer) === true);

/** The reversal that a payment can be taken to mean; `written_off`: it was booked away as a loss already. Null: none has come. */
export async function unnamedReversalOf(tx: Tx, paymentId: bigint): Promise<bigint | typeof WRITTEN_OFF | null> {
  const found = (await tx.rows<Pair>(`${PAIRS} and p.id = $1 order by s.id limit 100`, [paymentId])).filter(fits);
  return found.find(({ writtenOff }) => !writtenOff)?.sms ?? (found.length > 0 ? WRITTEN_OFF : null);
}

/** The payment that two people reversed before this word of the operator's came, and that waits for it; null: there is none. */
export async function reversedBefore(tx: Tx, smsId: bigint): Promise<bigint | null> {
  const found = await tx.rows<Pair>(
    `${PAIRS} and s.id = $1 and p.reversed_at is not null
       and p.id in (select o.payment_id from manual_operations o where o.kind = 'payment_reversal' and o.status = 'applied')
       and not exists (select from sms o where o.payment_id = p.id and o.kind = 'reversal' and o.match_status = 'matched')
       and not exists (select from unreported_movements u where u.object_type = 'payment' and u.object_id = p.id and u.ended_by = 'taken_back')
     order by p.id limit 100`,
    [smsId],
  );
  return found.find(fits)?.payment ?? null;
}
