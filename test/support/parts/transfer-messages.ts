/** Messages as the batches take them. */
import type { SmsKind } from "../../../src/contract/sms.ts";
import type { TransferRow } from "../../../src/contract/transfers.schema.ts";
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
  /** As printed; left out: none is. */
  readonly balanceMinor?: bigint;
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

/** What transfers of these tests move, minor units. */
export const AMOUNT = 10_000n;

/** A transfer under way: made by one person, approved by another. */
export async function underWay(lab: MoneyLab, from: LabWallet | null, to: LabWallet | null, expectedCost: string): Promise<TransferRow> {
  const body = {
    kind: from && to ? "wallet" : from ? "b2b_out" : "b2b_in",
    amount: "100.00",
    expected_cost: expectedCost,
    ...(from ? { from_wallet_id: from.publicId } : {}),
    ...(to ? { to_wallet_id: to.publicId } : {}),
  };
  const row = await lab.good<TransferRow>("operator", "POST", "/api/transfers", body);
  return lab.good<TransferRow>("finance", "POST", `/api/transfers/${row.id}/approve`, { version: row.version });
}

/** The paying wallet's message of a transfer. */
export const sent = (from: LabWallet, to: LabWallet, key: string, more: Partial<LabMessage> = {}): LabMessage => ({
  wallet: from,
  kind: "send_money",
  direction: "debit",
  amountMinor: AMOUNT,
  feeMinor: 400n,
  trx: key,
  counterparty: to.account,
  ...more,
});

/** The receiving wallet's message of a transfer. */
export const came = (from: LabWallet, to: LabWallet, key: string, more: Partial<LabMessage> = {}): LabMessage => ({
  wallet: to,
  kind: "receive",
  direction: "credit",
  amountMinor: AMOUNT,
  trx: key,
  counterparty: from.account,
  ...more,
});

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
      balance: message.balanceMinor ?? null,
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
