/** Settings that a template says of wallets, in words. */
import { WALLET_SETTING_AMOUNTS, WALLET_SETTING_FLAGS, type WalletSetting } from "../../contract/wallets.ts";
import type { CellTools } from "../cell-tools.ts";
import { countText, moneyText } from "../i18n/format.ts";

type Value = boolean | number | string | null;
const isFlag = (field: WalletSetting): boolean => (WALLET_SETTING_FLAGS as readonly string[]).includes(field);
const isAmount = (field: WalletSetting): boolean => (WALLET_SETTING_AMOUNTS as readonly string[]).includes(field);

/** Name of a setting. */
export const settingName = (field: WalletSetting, { t }: Pick<CellTools, "t">): string => t(`words.field.${field}`);

/** A value as people read it; what is not set says what that means. */
export function settingValue(field: WalletSetting, value: Value, { t, currency }: CellTools): string {
  if (isFlag(field)) return t(value === true ? "templates.on" : "templates.off");
  if (value === null) return t(field === "phone_trust_limit" ? "templates.never" : "templates.unlimited");
  return isAmount(field) ? moneyText(String(value), currency) : countText(Number(value));
}

/** "before → after" of one setting, for lists of text. */
export function settingChange(field: WalletSetting, before: Value, after: Value, tools: CellTools): string {
  return tools.t("templates.change", { name: settingName(field, tools), before: settingValue(field, before, tools), after: settingValue(field, after, tools) });
}
