/** An account of the ledger as people know it. */
import { named } from "./named.ts";

/** `merchant:Padma` in words: the account's role and whose it is. */
export function accountWord(account: string): string {
  const at = account.indexOf(":");
  const role = named("list", "entryAccount", at < 0 ? account : account.slice(0, at));
  return at < 0 ? role : `${role} ${account.slice(at + 1)}`;
}
