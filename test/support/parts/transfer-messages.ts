/** Messages as the batches take them. */
import type { SmsKind } from "../../../src/contract/sms.ts";
import { deliver } from "../simulated-sms.ts";
import type { LabWallet, MoneyLab } from "./transfers.ts";

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

let told = 0;

/** Takes messages in one batch, as its transaction does. Answers their stored rows. */
export async function receive(lab: MoneyLab, ...messages: readonly LabMessage[]): Promise<LabSms[]> {
  const { app } = lab;
  const own = new Set((await lab.owner.rows<{ account: string }>("select account from wallets")).map((row) => row.account));
  const answers = await deliver(
    app,
    ...messages.map((message) => ({
      walletId: message.wallet.id,
      operator: message.wallet.operator as "bkash" | "nagad",
      walletType: "personal" as const,
      kind: message.kind,
      direction: message.direction,
      amount: message.amountMinor,
      fee: message.feeMinor,
      balance: null,
      trx: message.trx,
      counterparty: message.counterparty,
      ownWallet: own.has(message.counterparty ?? ""),
      atMs: message.atMs ?? app.now(),
      text: `${message.kind} ${message.trx} ${(told += 1)}`,
    })),
  );
  const ids = answers.map((answer) => answer.id);
  const rows = await lab.owner.rows<LabSms>(
    "select id, match_status, reasons, transfer_id, withdrawal_id, in_suspense, booked_txn from sms where id = any ($1::bigint[]) order by id",
    [ids],
  );
  return rows;
}
