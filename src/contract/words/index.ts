/**
 * The words of the platform's own codes (statuses, kinds, reasons), in both languages: one home for the dashboard's messages, the
 * files of lists, statements and shared pages. The dashboard imports the modules of its language one by one.
 */
import type { Locale } from "../locale.ts";
import * as enAudit from "./en/audit.ts";
import * as enDeliveries from "./en/deliveries.ts";
import * as enEntries from "./en/entries.ts";
import * as enEntryAccounts from "./en/entry-accounts.ts";
import * as enExceptions from "./en/exceptions.ts";
import * as enManualKinds from "./en/manual-kinds.ts";
import * as enManualStates from "./en/manual-states.ts";
import * as enObjects from "./en/objects.ts";
import * as enOrders from "./en/orders.ts";
import * as enPeople from "./en/people.ts";
import * as enSms from "./en/sms.ts";
import * as enTransfers from "./en/transfers.ts";
import * as enWalletEntries from "./en/wallet-entries.ts";
import * as zhAudit from "./zh/audit.ts";
import * as zhDeliveries from "./zh/deliveries.ts";
import * as zhEntries from "./zh/entries.ts";
import * as zhEntryAccounts from "./zh/entry-accounts.ts";
import * as zhExceptions from "./zh/exceptions.ts";
import * as zhManualKinds from "./zh/manual-kinds.ts";
import * as zhManualStates from "./zh/manual-states.ts";
import * as zhObjects from "./zh/objects.ts";
import * as zhOrders from "./zh/orders.ts";
import * as zhPeople from "./zh/people.ts";
import * as zhSms from "./zh/sms.ts";
import * as zhTransfers from "./zh/transfers.ts";
import * as zhWalletEntries from "./zh/wallet-entries.ts";

const zh = {
  ...zhAudit,
  ...zhDeliveries,
  ...zhEntries,
  ...zhEntryAccounts,
  ...zhExceptions,
  ...zhManualKinds,
  ...zhManualStates,
  ...zhObjects,
  ...zhOrders,
  ...zhPeople,
  ...zhSms,
  ...zhTransfers,
  ...zhWalletEntries,
};
const en = {
  ...enAudit,
  ...enDeliveries,
  ...enEntries,
  ...enEntryAccounts,
  ...enExceptions,
  ...enManualKinds,
  ...enManualStates,
  ...enObjects,
  ...enOrders,
  ...enPeople,
  ...enSms,
  ...enTransfers,
  ...enWalletEntries,
};

/** Words by code; those of codes with dots (`payments.approve`) stand one within the other. */
export interface CodeWords {
  readonly [code: string]: string | CodeWords;
}
/** Words by code, as a code says it whole: `{ "payments.approve": "…" }`. */
export function flatWords(words: CodeWords, before = ""): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [code, word] of Object.entries(words)) {
    if (typeof word === "string") flat[before + code] = word;
    else Object.assign(flat, flatWords(word, `${before}${code}.`));
  }
  return flat;
}

/** Words of a language by what they are of: `CODE_WORDS.zh.paymentStatus.completed`. */
export const CODE_WORDS = { zh, en } satisfies Record<Locale, object>;
