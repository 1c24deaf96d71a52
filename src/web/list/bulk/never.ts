/** What a person can never do to many, though he may decide on each: what it makes is of no use as his role reads it. */
import { bulkAct, type BulkActName } from "../../../contract/bulk.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { mayNow } from "../../session.tsx";

/** Why, in the words of the server's refusal; null: he can. */
export function neverBy(act: BulkActName): MessageKey | null {
  return bulkAct(act).wholeNumbers === true && !mayNow("phones.unmask") ? "errors.code.account_numbers_masked" : null;
}
