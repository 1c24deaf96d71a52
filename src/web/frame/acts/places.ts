/** Places that the palette leads to beside screens: their tabs and the parameters of the configuration; and what can be made new. Data. */
import type { Permission } from "../../../contract/permissions.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import type { ScreenName } from "../../screens.ts";

export interface TabPlace {
  readonly screen: ScreenName;
  readonly tab: string;
  readonly label: MessageKey;
  /** Null: everybody. */
  readonly permission: Permission | null;
}
/** Tabs that are not what their screen opens with. */
export const TAB_PLACES: readonly TabPlace[] = [
  { screen: "wallets", tab: "statistics", label: "wallets.tabs.statistics", permission: "statistics.see" },
  { screen: "wallets", tab: "reconciliation", label: "wallets.tabs.reconciliation", permission: "reconciliation.see" },
  { screen: "merchants", tab: "deliveries", label: "merchants.tabs.deliveries", permission: "deliveries.see" },
  { screen: "journals", tab: "seals", label: "journals.tabs.seals", permission: "seals.see" },
  { screen: "users", tab: "roles", label: "users.tabs.roles", permission: "roles.see" },
  { screen: "users", tab: "audit", label: "users.tabs.audit", permission: "audit.see" },
  { screen: "sms", tab: "lab", label: "rules.tabs.lab", permission: "sms.try" },
  { screen: "sms", tab: "rules", label: "rules.tabs.rules", permission: "sms.see" },
  { screen: "manual", tab: "approvals", label: "manual.tabs.approvals", permission: "approvals.see" },
  { screen: "disburses", tab: "batches", label: "batches.tabs.batches", permission: "disburses.batch" },
  { screen: "exports", tab: "schedules", label: "exports.tabs.schedules", permission: null },
];

/** What a person sets for himself, or his merchant, by the name of its place on the screen. */
export interface SettingPlace {
  readonly screen: "settings" | "profile";
  readonly id: string;
  readonly label: MessageKey;
  /** What else it is called. */
  readonly also: MessageKey;
  /** Only people of a merchant have it. */
  readonly own?: true;
}
export const SETTING_PLACES: readonly SettingPlace[] = [
  { screen: "settings", id: "display", label: "settings.display.title", also: "frame.palette.settingWords.display" },
  { screen: "settings", id: "density", label: "settings.display.density", also: "frame.palette.settingWords.density" },
  { screen: "settings", id: "page-size", label: "settings.display.pageSize", also: "frame.palette.settingWords.pageSize" },
  { screen: "settings", id: "alerts", label: "settings.alerts.title", also: "frame.palette.settingWords.alerts" },
  { screen: "settings", id: "alerts", label: "settings.alerts.short.sounds", also: "frame.palette.settingWords.sounds" },
  { screen: "settings", id: "alerts", label: "settings.alerts.short.desktop_notices", also: "frame.palette.settingWords.desktop" },
  { screen: "settings", id: "credentials", label: "settings.app.title", also: "frame.palette.settingWords.credentials", own: true },
  { screen: "settings", id: "credentials", label: "settings.app.secret", also: "frame.palette.settingWords.credentials", own: true },
  { screen: "settings", id: "allow-list", label: "settings.ip.title", also: "frame.palette.settingWords.allowList", own: true },
  { screen: "settings", id: "webhook", label: "settings.webhook.title", also: "frame.palette.settingWords.webhook", own: true },
  { screen: "settings", id: "webhook", label: "settings.webhook.secret", also: "frame.palette.settingWords.webhook", own: true },
  { screen: "settings", id: "deliveries", label: "settings.deliveries.title", also: "frame.palette.settingWords.deliveries", own: true },
  { screen: "settings", id: "samples", label: "settings.samples.title", also: "frame.palette.settingWords.samples", own: true },
  { screen: "profile", id: "authenticator", label: "profile.totp.title", also: "frame.palette.settingWords.authenticator" },
  { screen: "profile", id: "passkeys", label: "profile.passkeys.title", also: "frame.palette.settingWords.passkeys" },
  { screen: "profile", id: "recovery", label: "profile.recovery.title", also: "frame.palette.settingWords.recovery" },
  { screen: "profile", id: "password", label: "profile.password.title", also: "frame.palette.settingWords.password" },
  { screen: "profile", id: "sessions", label: "profile.sessions.title", also: "frame.palette.settingWords.sessions" },
];

export interface Creation {
  readonly screen: ScreenName;
  readonly label: MessageKey;
  /** What its form begins. */
  readonly effect: MessageKey;
  readonly permission: Permission;
}
export const CREATIONS: readonly Creation[] = [
  { screen: "merchants", label: "merchants.action.create", effect: "frame.palette.makes.merchants", permission: "merchants.create" },
  { screen: "wallets", label: "wallets.action.create", effect: "frame.palette.makes.wallets", permission: "wallets.create" },
  { screen: "users", label: "users.action.create", effect: "frame.palette.makes.users", permission: "users.edit" },
  { screen: "transfers", label: "transfers.action.create", effect: "frame.palette.makes.transfers", permission: "transfers.create" },
  { screen: "withdrawal", label: "withdrawal.action.create", effect: "frame.palette.makes.withdrawal", permission: "withdrawal.create" },
  { screen: "manual", label: "manual.action.create", effect: "frame.palette.makes.manual", permission: "manual.create" },
];
