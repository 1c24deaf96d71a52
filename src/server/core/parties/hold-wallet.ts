/** The start of every act of a person on a wallet's money. */
import type { Operator } from "../../../contract/operators.ts";
import { lockRouting } from "../../platform/db/routing-lock.ts";
import type { Tx } from "../../platform/db/pool.ts";

/**
 * Holds a wallet's money until the transaction ends: nobody promises it, no message moves it, and nobody deletes the wallet. Whatever
 * else the act goes by is read after this, since it may have waited for whoever changed that.
 * @returns the wallet's operator, which never changes; null: there is no such wallet
 */
export async function holdWallet(tx: Pick<Tx, "one" | "run">, id: bigint | null): Promise<Operator | null> {
  const wallet = id === null ? null : await tx.one<{ operator: Operator }>("select operator from wallets where id = $1", [id]);
  if (!wallet) return null;
  await lockRouting(tx, wallet.operator);
  await tx.run("select 1 from wallet_continuity where wallet_id = $1 for no key update", [id]);
  return wallet.operator;
}
