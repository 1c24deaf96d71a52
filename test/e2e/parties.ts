/** The content's merchants, wallets and people, and what every part of it needs of them. */
import type { DemoOperator } from "../../simulator/texts.ts";
import type { WalletType } from "../../src/contract/operators.ts";
import type { UserType } from "../../src/contract/permissions.ts";
import { good } from "./product.ts";

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}
export interface Wallet {
  readonly id: string;
  readonly name: string;
  readonly operator: DemoOperator;
  readonly type: WalletType;
  readonly account: string;
  /** Token of its phone. */
  readonly token: string;
  /** What its last message said, minor units. */
  balance: number;
}
export interface Content {
  readonly merchants: Merchant[];
  readonly wallets: Wallet[];
  /** Accounts by type; all have {@link PASSWORD}. */
  readonly people: Record<Exclude<UserType, "admin">, string>;
}

export const PASSWORD = "Turmeric-9-lantern-river";
/** Minor units as an amount of the interfaces. */
export const taka = (minor: number): string => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;

let phones: readonly Wallet[] = [];
let beatAt = 0;
/** The phones that {@link beat} speaks for; none of them has spoken yet. */
export function setPhones(wallets: readonly Wallet[]): void {
  phones = wallets;
  beatAt = 0;
}

/** Phones that are silent for two minutes get no orders. */
export async function beat(): Promise<void> {
  if (Date.now() - beatAt < 60_000) return;
  beatAt = Date.now();
  for (const [index, { token }] of phones.entries())
    await good("POST", "/device/heartbeat", token, { battery: 88 - index * 7, charging: index % 2 === 0, net: "4g", app_version: "1.4.2" });
}
