/** A simulated operator of one wallet: it moves the real balance and prints a message for each movement. */
import type { SmsKind } from "../../src/contract/sms.ts";
import type { App } from "../../src/server/platform/context.ts";
import { deliver } from "../support/simulated-sms.ts";

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
    const { walletId, operator, walletType } = this;
    await deliver(this.app, { ...message, trx: message.trx ?? null, walletId, operator, walletType, text: `${walletId} message ${message.no}` });
  }
}
