/** A message as the parser would have read it, for tests of what the books make of it. */
import type { SmsKind } from "../../src/contract/sms.ts";
import type { ParsedMessage } from "../../src/domain/messages/index.ts";
import type { App } from "../../src/server/platform/context.ts";
import { identityKeys } from "../../src/server/core/posting/identity.ts";
import { postBatch } from "../../src/server/core/posting/batch/post.ts";
import { readOf, type OpenedJson } from "../../src/server/core/posting/batch/read.ts";
import { standingOf, type Incoming } from "../../src/server/core/posting/facts.ts";
import type { StoredSms } from "../../src/server/core/posting/incoming.ts";

/** What it says; amounts in minor units. */
export interface SimulatedSms {
  readonly walletId: bigint;
  readonly operator: "bkash" | "nagad";
  readonly walletType: "personal" | "agent" | "merchant";
  readonly kind: SmsKind;
  readonly direction: "credit" | "debit";
  readonly amount: bigint;
  readonly fee?: bigint | undefined;
  readonly commission?: bigint | undefined;
  readonly extra?: bigint | undefined;
  readonly balance: bigint | null;
  readonly trx: string | null;
  readonly counterparty?: string | null | undefined;
  readonly ownWallet?: boolean;
  readonly atMs: number;
  readonly text: string;
}

function parsedOf(sms: SimulatedSms): ParsedMessage {
  return {
    operator: sms.operator,
    class: `${sms.operator}.simulated`,
    kind: sms.kind,
    direction: sms.direction,
    amount: sms.amount,
    fee: sms.fee ?? null,
    commission: sms.commission ?? null,
    commissionPrinted: null,
    extra: sms.extra ?? null,
    balance: sms.balance,
    trxId: sms.trx,
    trxKey: sms.trx,
    counterparty: sms.counterparty ?? null,
    reference: null,
    operatorTime: new Date(sms.atMs).toISOString(),
    evidence: [],
    unexplained: [],
    ruleId: "simulated",
    ruleVersion: 1,
    status: "parsed",
  };
}

/** A message on its way in. */
export function incoming(app: App, sms: SimulatedSms): Incoming {
  const id = app.ids.next();
  const parsed = parsedOf(sms);
  const input = {
    walletId: sms.walletId,
    deviceId: null,
    sender: sms.operator,
    text: sms.text,
    sentAtMs: sms.atMs,
    receivedAtMs: null,
    externalId: null,
    origin: "device",
  } as const;
  const { amount, fee, commission, extra, balance, trxId, trxKey, counterparty, reference } = parsed;
  return {
    id,
    input,
    parsed,
    storedText: input.text,
    keys: identityKeys(input, parsed),
    standing: standingOf(parsed, false),
    facts: {
      id,
      walletId: sms.walletId,
      operator: sms.operator,
      walletType: sms.walletType,
      kind: sms.kind,
      direction: sms.direction,
      amount,
      fee,
      commission,
      extra,
      balance,
      trxId,
      trxKey,
      counterparty,
      reference,
      operatorTimeMs: sms.atMs,
      atMs: app.now(),
      reasons: [],
      version: 1,
      ownWallet: sms.ownWallet ?? false,
      standingReason: null,
      heldUntilMs: null,
      processed: true,
    },
  };
}

/** Takes messages in one batch, as its transaction does. */
export async function deliver(app: App, ...messages: readonly SimulatedSms[]): Promise<readonly StoredSms[]> {
  const items = messages.map((message) => incoming(app, message));
  const result = await app.db.batchTx(readOf(app, items, []), (tx, opened: OpenedJson) => postBatch(app, tx, { items }, opened));
  return result.answers;
}
