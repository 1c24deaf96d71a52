/** A template's settings between the contract and the columns that wallets and editions have alike. */
import { formatAmountOrNull } from "../../../../contract/money.ts";
import { minor } from "../../../../contract/schema.ts";
import { WALLET_SETTING_AMOUNTS, WALLET_SETTINGS, type WalletSetting } from "../../../../contract/wallets.ts";
import type { WalletSettings } from "../../../../contract/wallets.schema.ts";

/** Settings as columns: amounts are minor units, null is none. */
export interface SettingColumns {
  readonly collect: boolean;
  readonly payout: boolean;
  readonly payments_open: boolean;
  readonly disburses_open: boolean;
  readonly min_amount: bigint | null;
  readonly max_amount: bigint | null;
  readonly daily_max: bigint | null;
  readonly month_max: bigint | null;
  readonly daily_count_max: number | null;
  readonly month_count_max: number | null;
  readonly cool_interval: number | null;
  readonly phone_trust_limit: bigint | null;
}

/** The columns of an alias as SQL. */
export const settingsOf = (alias: string): string => WALLET_SETTINGS.map((name) => `${alias}.${name}`).join(", ");

/** True where the two rows say anything else: SQL. */
export const differSql = (wallet: string, edition: string): string => `(${settingsOf(wallet)}) is distinct from (${settingsOf(edition)})`;

/** Names of the settings in which the two rows differ: SQL of a text[]. */
export const differingSql = (wallet: string, edition: string): string =>
  `array_remove(array[${WALLET_SETTINGS.map((name) => `case when ${wallet}.${name} is distinct from ${edition}.${name} then '${name}' end`).join(", ")}], null)`;

const isAmount = (name: WalletSetting): boolean => (WALLET_SETTING_AMOUNTS as readonly string[]).includes(name);

/** One setting of a row as answers write it. */
export function settingOut(columns: SettingColumns, name: WalletSetting): boolean | number | string | null {
  const value = columns[name];
  return typeof value === "bigint" ? formatAmountOrNull(value) : value;
}

/** Settings as answers write them. */
export function settingsOut(columns: SettingColumns): WalletSettings {
  return Object.fromEntries(WALLET_SETTINGS.map((name) => [name, settingOut(columns, name)])) as WalletSettings; // each name once, by the list that the schema has
}

/** Validated settings as columns. */
export function columnsOfSettings(settings: WalletSettings): SettingColumns {
  const columns = WALLET_SETTINGS.map((name) => {
    const value = settings[name];
    return [name, isAmount(name) && typeof value === "string" ? minor(value) : value] as const;
  });
  return Object.fromEntries(columns) as unknown as SettingColumns; // each name once, by the list that the schema has
}
