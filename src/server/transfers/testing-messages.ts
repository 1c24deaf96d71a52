/** Messages as the batches take them: own movements first, else suspense or unexplained. */
import type { SmsKind } from "../../contract/sms.ts";
import { Booker } from "../intake/booker.ts";
import { reportedMoney } from "../intake/settle-facts.ts";
import { loadOwnMovements } from "./from-message.ts";
import type { LabWallet, MoneyLab } from "./testing.ts";

export interface LabMessage {
  readonly wallet: LabWallet;
  readonly kind: SmsKind;
  readonly direction: "credit" | "debit";
  readonly amountMinor: bigint;
  readonly feeMinor?: bigint;
  readonly trx: string | null;
  readonly counterparty?: string | null;
  readonly atMs?: number;
}
export interface LabSms {
  readonly id: bigint;
  readonly match_status: string;
  readonly reasons: readonly string[];
  readonly transfer_id: bigint | null;
  readonly withdrawal_id: bigint | null;
  readonly in_suspense: boolean;
  readonly booked_txn: bigint | null;
}

/** Takes messages in one batch, as its transaction does. Answers their stored rows. */
export async function receive(lab: MoneyLab, ...messages: readonly LabMessage[]): Promise<LabSms[]> {
  const { app } = lab;
  const ids = app.ids.take(messages.length);
  await app.db.tx(async (tx) => {
    const walletIds = [...new Set(messages.map((message) => message.wallet.id))];
    await tx.run("select 1 from wallet_chain where wallet_id = any ($1::bigint[]) order by wallet_id for no key update", [walletIds]);
    const own = await loadOwnMovements(app, tx, walletIds);
    const booker = new Booker(app);
    messages.forEach((message, index) => {
      const id = ids[index] as bigint;
      const facts = {
        id,
        walletId: message.wallet.id,
        operator: message.wallet.operator,
        kind: message.kind,
        direction: message.direction,
        amount: message.amountMinor,
        fee: message.feeMinor ?? null,
        commission: null,
        extra: null,
        trxId: message.trx,
        trxKey: message.trx,
        counterparty: message.counterparty ?? null,
        operatorTimeMs: null,
        atMs: message.atMs ?? app.now(),
      };
      const outcome = own.take(booker, facts, 0n) ?? elsewhere(booker, message, facts);
      booker.writes.sms.push({
        id,
        wallet_id: message.wallet.id,
        operator: message.wallet.operator,
        sender: message.wallet.operator,
        text: `${message.kind} ${message.trx}`,
        kind: message.kind,
        direction: message.direction,
        amount: message.amountMinor,
        fee: facts.fee,
        trx_id: message.trx,
        trx_key: message.trx,
        counterparty: facts.counterparty,
        received_at: new Date(facts.atMs).toISOString(),
        match_status: outcome.matchStatus,
        chain: "fits",
        reasons: outcome.reasons,
        evidence: [],
        origin: "device",
        booked_txn: outcome.bookedTxn ?? null,
        in_suspense: outcome.inSuspense ?? false,
      });
      if (message.trx !== null) booker.writes.bookings.push({ w: message.wallet.id, kind: message.kind, k: message.trx, s: id });
    });
    await own.write(tx, booker);
    await booker.apply(tx);
    await own.link(tx);
  });
  const rows = await lab.owner.rows<LabSms>(
    "select id, match_status, reasons, transfer_id, withdrawal_id, in_suspense, booked_txn from sms where id = any ($1::bigint[]) order by id",
    [ids],
  );
  return rows;
}

function elsewhere(
  booker: Booker,
  message: LabMessage,
  facts: Parameters<typeof reportedMoney>[0] & { readonly id: bigint },
): { matchStatus: string; reasons: readonly string[]; bookedTxn: bigint; inSuspense: boolean } {
  const bookedTxn = booker.leave(facts.id, reportedMoney(facts, 0n));
  if (message.direction === "credit") return { matchStatus: "unmatched", reasons: ["no_order"], bookedTxn, inSuspense: true };
  booker.alert("debit_unexplained", "sms", facts.id, message.amountMinor, {});
  return { matchStatus: "unmatched", reasons: ["debit_unexplained"], bookedTxn, inSuspense: false };
}
