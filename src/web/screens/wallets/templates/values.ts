/** A template's settings as a form's texts, and back. Pure. */
import type { WalletTemplateRow } from "../../../../contract/wallet-templates.schema.ts";
import { parseAmount } from "../../../../contract/money.ts";
import { WALLET_SETTING_AMOUNTS, WALLET_SETTING_COUNTS, WALLET_SETTING_FLAGS, WALLET_SETTINGS, type WalletSetting } from "../../../../contract/wallets.ts";
import type { WalletRow, WalletSettings } from "../../../../contract/wallets.schema.ts";
import type { Values } from "../../../forms/spec.ts";

/** What most wallets are: a template begins so, and a wallet whose type has no default one. */
export const USUAL: WalletSettings = {
  collect: true,
  payout: true,
  payments_open: true,
  disburses_open: true,
  min_amount: null,
  max_amount: null,
  daily_max: null,
  month_max: null,
  daily_count_max: null,
  month_count_max: null,
  cool_interval: null,
  phone_trust_limit: null,
};

/** The settings of a wallet or a template alone. */
export function settingsOf(row: WalletSettings | WalletRow): WalletSettings {
  return Object.fromEntries(WALLET_SETTINGS.map((name) => [name, row[name]])) as WalletSettings; // each name once
}

/** Settings as texts of fields of the same names. */
export function settingValues(settings: WalletSettings): Values {
  return {
    ...Object.fromEntries(WALLET_SETTING_FLAGS.map((name) => [name, settings[name] ? "true" : ""])),
    ...Object.fromEntries([...WALLET_SETTING_AMOUNTS, ...WALLET_SETTING_COUNTS].map((name) => [name, settings[name] === null ? "" : String(settings[name])])),
  };
}

const trimmed = (values: Values, name: string): string => (values[name] ?? "").trim();

/** Settings that stand in a form; what cannot be read is left to its field's check. */
export function settingsIn(values: Values): WalletSettings {
  const flags = WALLET_SETTING_FLAGS.map((name) => [name, values[name] === "true"] as const);
  const amounts = WALLET_SETTING_AMOUNTS.map((name) => [name, trimmed(values, name) === "" ? null : trimmed(values, name)] as const);
  const counts = WALLET_SETTING_COUNTS.map((name) => [name, trimmed(values, name) === "" ? null : Number(trimmed(values, name))] as const);
  return Object.fromEntries([...flags, ...amounts, ...counts]) as unknown as WalletSettings; // each name once
}

export interface SettingDifference {
  readonly field: WalletSetting;
  readonly before: boolean | number | string | null;
  readonly after: boolean | number | string | null;
}

/** An amount counts by what it is worth, not by how it is written. */
const counted = (value: boolean | number | string | null): string => String(typeof value === "string" ? (parseAmount(value) ?? value) : value);

/** What is another way after than before, in the order of the settings. */
export function differences(before: WalletSettings, after: WalletSettings): SettingDifference[] {
  return WALLET_SETTINGS.filter((field) => counted(before[field]) !== counted(after[field])).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }));
}

/** Templates for wallets of a type, the default first. */
export function templatesFor(items: readonly WalletTemplateRow[], type: { readonly operator?: string; readonly wallet_type?: string }): WalletTemplateRow[] {
  return items.filter((one) => one.operator === type.operator && one.wallet_type === type.wallet_type);
}

/** True where a wallet is as this template says and follows its newest edition, or follows none and is given none: nothing is left to do. */
export function standsAlready({ template }: Pick<WalletRow, "template">, seen: { readonly id: string; readonly edition: number } | null): boolean {
  if (template === null || seen === null) return template === seen;
  return seen.id === template.id && seen.edition === template.edition && template.edition === template.newest && template.differs.length === 0;
}
