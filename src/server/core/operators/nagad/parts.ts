/** Nagad as one wallet calls it: its keys, its headers. */
import type { KeyObject } from "node:crypto";
import { readKey, type OfficialWallet } from "../credentials.ts";

export const API_VERSION = "v-0.2.0";
export const CALL_MS = 30_000;

/** The keys of one of the two contracts: ours to sign and open, Nagad's to encrypt for and to check. */
export interface NagadKeys {
  readonly own: KeyObject;
  readonly operator: KeyObject;
}

/** Payouts may have keys of their own. @throws Error when a stored key cannot be read */
export function keysOf(wallet: OfficialWallet, use: "collect" | "payout"): NagadKeys {
  const { credentials } = wallet.connection;
  const own = (use === "payout" && credentials.payout_private_key) || credentials.private_key || "";
  const operator = (use === "payout" && credentials.payout_operator_key) || credentials.operator_key || "";
  return { own: readKey("private", own), operator: readKey("public", operator) };
}

/** Headers that every call carries. Nagad wants an IPv4 address of whoever asked. */
export function headersOf(clientIp: string | null): Record<string, string> {
  const ip = clientIp !== null && /^\d{1,3}(\.\d{1,3}){3}$/.test(clientIp) ? clientIp : "0.0.0.0";
  return { "x-km-api-version": API_VERSION, "x-km-ip-v4": ip, "x-km-client-type": "PC_WEB" };
}
