/** A message on its way in, and what became of it. */

/** One forwarded message in normal form, whatever app forwarded it. */
export interface IncomingSms {
  /** Wallet it was reported for, from (device, SIM). */
  readonly walletId: bigint;
  readonly deviceId: bigint | null;
  readonly sender: string | null;
  readonly text: string;
  /** The operator's or the message centre's stamp, ms; null when the forwarder has none. */
  readonly sentAtMs: number | null;
  /** When the phone received it, ms; null when the forwarder does not say. */
  readonly receivedAtMs: number | null;
  /** The forwarder's own id of the message, if it has one (rule 6). */
  readonly externalId: string | null;
  readonly origin: "device" | "manual";
}
/** How it is kept. */
export interface StoredSms {
  readonly id: bigint;
  readonly result: "stored" | "duplicate";
}
