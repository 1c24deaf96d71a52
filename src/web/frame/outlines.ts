/** What is known of the screens' lists before their code has arrived: enough to draw where their parts will stand. */
import type { MessageKey } from "../i18n/keys.ts";
import type { ScreenName } from "../screens.ts";

export interface ListOutline {
  /** In the search box; null where it depends on who is signed in which list comes first. */
  readonly hint: MessageKey | null;
  /** The screen holds several lists: tabs of its own stand over them, for most people. */
  readonly lists?: true;
  /** The list has tabs, of statuses. */
  readonly tabs?: true;
}

/** The first list of each screen that is one. */
export const LIST_OUTLINES: Readonly<Partial<Record<ScreenName, ListOutline>>> = {
  bulk: { hint: "bulk.searchHint", tabs: true },
  disburses: { hint: "disburses.searchHint", lists: true, tabs: true },
  journals: { hint: "journals.searchHint", lists: true },
  manual: { hint: null, lists: true, tabs: true },
  merchants: { hint: null, lists: true },
  payments: { hint: "payments.searchHint", tabs: true },
  sms: { hint: "sms.searchHint", lists: true, tabs: true },
  transfers: { hint: "transfers.searchHint", tabs: true },
  users: { hint: "users.searchHint", lists: true },
  wallets: { hint: "wallets.searchHint", lists: true },
  withdrawal: { hint: "withdrawal.searchHint", tabs: true },
};
