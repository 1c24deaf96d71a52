/** A simulated operator of one wallet: it moves the real balance and prints a message for each movement. */
import type { SmsKind } from "../../src/contract/sms.ts";
import type { App } from "../../src/server/context.ts";
import { identityKeys } from "../../src/server/intake/identity.ts";
import { SettleBatch, settleOpening } from "../../src/server/intake/settle-batch.ts";
import { standingOf, type Incoming } from "../../src/server/intake/settle-facts.ts";
import type { OpenedJson } from "../../src/server/intake/settle-read.ts";
import type { ParsedMessage } from "../../src/domain/messages/index.ts";

/** What moves; amounts in minor units. */
export interface Movement {
  readonly kind: SmsKind;
  readonly direction: "credit" | "debit";
  readonly amount: bigint;
  readonly fee?: bigint;
  readonly commission?: bigint;
  readonly extra?: bigint;
  readonly counterparty?: string;
  /** Null: the operator prints none. */
  readonly trx?: string | null;
  /** Commission that the operator adds without a word. */
  readonly silent?: bigint;
}
export interface Printed extends Movement {
  readonly balance: bigint;
  readonly atMs: number;
  readonly no: number;
}

let serial = 0;
/** A TrxID that no other message has. */
export const trxOf = (): string => `H${String((serial += 1)).padStart(9, "0")}`;

/** One wallet at its operator. */
export class OperatorWallet {
  realMinor: bigint;
  readonly printed: Printed[] = [];
  readonly undelivered: Printed[] = [];
  private clockMs: number;

  constructor(
    private readonly app: App,
    readonly walletId: bigint,
    readonly operator: "bkash" | "nagad",
    readonly walletType: "personal" | "agent",
    startMinor: bigint,
  ) {
    this.realMinor = startMinor;
    this.clockMs = app.now() - 3_600_000;
  }

  /** Money moves; the message waits to be forwarded. */
  move(movement: Movement): Printed {
    const sign = movement.direction === "credit" ? 1n : -1n;
    this.realMinor += sign * movement.amount - (movement.fee ?? 0n) + (movement.commission ?? 0n) + (movement.extra ?? 0n) + (movement.silent ?? 0n);
    this.clockMs += 2_000;
    const printed = {
      ...movement,
      trx: movement.trx === undefined ? trxOf() : movement.trx,
      balance: this.realMinor,
      atMs: this.clockMs,
      no: this.printed.length,
    };
    this.printed.push(printed);
    this.undelivered.push(printed);
    return printed;
  }

  /** The phone forwards a message, for the first time or again. */
  async deliver(message: Printed): Promise<void> {
    const at = this.undelivered.indexOf(message);
    if (at >= 0) this.undelivered.splice(at, 1);
    const items = [this.incoming(message)];
    await this.app.db.batchTx(settleOpening(this.app, items), (tx, opened: OpenedJson) => new SettleBatch(this.app, tx, items).execute(opened));
  }

  private incoming(message: Printed): Incoming {
    const { app, operator, walletType } = this;
    const id = app.ids.next();
    const fields = {
      amount: message.amount,
      fee: message.fee ?? null,
      commission: message.commission ?? null,
      extra: message.extra ?? null,
      balance: message.balance,
      trxId: message.trx ?? null,
      trxKey: message.trx ?? null,
      counterparty: message.counterparty ?? null,
      reference: null,
    };
    const parsed: ParsedMessage = {
      operator,
      class: `${operator}.simulated`,
      kind: message.kind,
      direction: message.direction,
      ...fields,
      commissionPrinted: null,
      operatorTime: new Date(message.atMs).toISOString(),
      evidence: [],
      ruleId: "simulated",
      ruleVersion: 1,
      status: "parsed",
    };
    const input = {
      walletId: this.walletId,
      deviceId: null,
      sender: operator,
      text: `${this.walletId} message ${message.no}`,
      sentAtMs: message.atMs,
      receivedAtMs: null,
      externalId: null,
      origin: "device",
    } as const;
    return {
      id,
      input,
      parsed,
      storedText: input.text,
      keys: identityKeys(input, parsed),
      standing: standingOf(parsed, false),
      facts: {
        id,
        walletId: this.walletId,
        operator,
        walletType,
        kind: message.kind,
        direction: message.direction,
        ...fields,
        operatorTimeMs: message.atMs,
        atMs: app.now(),
        reasons: [],
        version: 1,
        ownWallet: false,
        standingReason: null,
        heldUntilMs: null,
        processed: true,
      },
    };
  }
}
