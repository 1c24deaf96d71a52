/** The binding that stands open: what was answered this once, for the dialog that shows it. */
import type { WalletBind, WalletBound, WalletRow } from "../../../contract/wallets.schema.ts";
import { onSessionEnd } from "../../session.tsx";
import { createStore } from "../../store.ts";

export interface ShownBinding {
  /** The wallet as it stood before. */
  readonly wallet: WalletRow;
  readonly asked: Omit<WalletBind, "version">;
  readonly bound: WalletBound;
}
export const shownBinding = createStore<ShownBinding | null>(null);
// What one person was shown is not for the next.
onSessionEnd(() => shownBinding.set(null));

type Device = WalletRow["devices"][number];

/**
 * The phone that has connected since, or null: one that was not bound before, was bound anew, or, when a known phone
 * was given a new address, has spoken again.
 */
export function connected(before: readonly Device[], now: readonly Device[], askedDevice: string | undefined): Device | null {
  const was = new Map(before.map((device) => [device.id, device]));
  return (
    now.find((device) => {
      const old = was.get(device.id);
      if (device.bound_at === null) return false;
      return old?.bound_at !== device.bound_at || (device.id === askedDevice && old.last_seen_at !== device.last_seen_at);
    }) ?? null
  );
}

/** Seconds until an instant, never below zero. */
export function secondsLeft(expiresAt: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - nowMs) / 1000));
}

/** Seconds as `9:05`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The server's address out of the QR's text (`floatdesk:https://…?code=…`), for typing it in. */
export function serverOf(qr: string): string {
  return qr.replace(/^floatdesk:/, "").replace(/\?.*$/, "");
}
