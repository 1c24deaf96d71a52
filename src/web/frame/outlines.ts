/** What is known of the screens' lists before their code has arrived: enough to draw where their parts will stand. */
import type { MessageKey } from "../i18n/keys.ts";
import type { ScreenName } from "../screens.ts";

export interface ListOutline {
  /** In the search box; null where it depends on who is signed in which list comes first. */
  readonly hint: MessageKey | null;
  /** Rows of tabs over the search box: those of the screen, those of the list. */
  readonly tabs: 0 | 1 | 2;
}

/** The first list of each screen that is one. */
export const LIST_OUTLINES: Readonly<Partial<Record<ScreenName, ListOutline>>> = {
  disburses: { hint: "disburses.searchHint", tabs: 2 },
  journals: { hint: "journals.searchHint", tabs: 0 },
  manual: { hint: null, tabs: 2 },
  merchants: { hint: null, tabs: 1 },
  payments: { hint: "payments.searchHint", tabs: 1 },
  sms: { hint: "sms.searchHint", tabs: 2 },
  transfers: { hint: "transfers.searchHint", tabs: 1 },
  users: { hint: "users.searchHint", tabs: 1 },
  wallets: { hint: "wallets.searchHint", tabs: 1 },
  withdrawal: { hint: "withdrawal.searchHint", tabs: 1 },
};
