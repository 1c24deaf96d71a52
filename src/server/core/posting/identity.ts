/** By which facts a message is known again (rule 6). */
import { hash } from "node:crypto";
import { foldText, type ParsedMessage } from "../../../domain/messages/index.ts";
import type { IncomingSms } from "./incoming.ts";

/** Time-less keys of a message hold this long; the database's repeat_window says the same. */
export const REPEAT_WINDOW_MS = 600_000;

export interface IdentityKey {
  /** SHA-256, hex. */
  readonly key: string;
  /** Counts only within {@link REPEAT_WINDOW_MS}: the forwarder gave nothing but its receive time. */
  readonly windowed: boolean;
  /** Made of wallet, kind, TrxID and figures: once the message is booked, its booking tells the same, and the key need not be kept. */
  readonly booked: boolean;
}

/** Whether a key that was met at `metMs` still names the same message at `nowMs` (both ms since 1970). */
export function countsStill(key: IdentityKey, metMs: number, nowMs: number): boolean {
  return !key.windowed || nowMs - metMs < REPEAT_WINDOW_MS;
}

const digest = (...parts: readonly unknown[]): string => hash("sha256", JSON.stringify(parts.map(String)));

/** Whether its text alone tells a message without a TrxID from all others: by its time and its balance, or by its time where the forwarder says no more. */
function tellsItself({ operatorTime, balance }: ParsedMessage, { sentAtMs, externalId }: IncomingSms): boolean {
  return operatorTime !== null && (balance !== null || (sentAtMs === null && externalId === null));
}

/**
 * All keys of a message: the forwarder's own id with what the message says, since a phone in another's place counts anew; a TrxID
 * with wallet, kind, amount and balance, without time; else sender and text where that tells it from all others, for a phone that
 * was set up anew tells everything once more; else sender, text and the full sent stamp; else the same text from the same device
 * within ten minutes.
 */
export function identityKeys(message: IncomingSms, parsed: ParsedMessage): IdentityKey[] {
  const keys: IdentityKey[] = [];
  const text = (): string => foldText(message.text);
  if (message.externalId !== null)
    keys.push({ key: digest("external", message.deviceId ?? message.walletId, message.walletId, message.externalId, text()), windowed: false, booked: false });
  if (parsed.trxKey !== null)
    keys.push({
      key: digest("trx", message.walletId, parsed.kind, parsed.trxKey, parsed.amount, parsed.balance, parsed.kind === "unknown" ? text() : ""),
      windowed: false,
      booked: true,
    });
  else if (tellsItself(parsed, message)) keys.push({ key: digest("itself", message.walletId, message.sender, text()), windowed: false, booked: false });
  else if (message.sentAtMs !== null)
    keys.push({ key: digest("sent", message.walletId, message.sender, text(), message.sentAtMs), windowed: false, booked: false });
  else if (message.externalId === null)
    keys.push({ key: digest("text", message.deviceId ?? message.walletId, message.walletId, message.sender, text()), windowed: true, booked: false });
  return keys;
}
