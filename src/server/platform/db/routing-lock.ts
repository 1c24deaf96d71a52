/** The lock under which orders of an operator get their wallets (first in the order of locks, docs/map.md). */
import type { Tx } from "./pool.ts";

/** Space of these advisory locks; `acceptance_read` takes the same ones. */
const ROUTING_LOCK = 4104;

/** Until the transaction ends no order of these operators is routed; taken in their names' order. */
export async function lockRouting(tx: Pick<Tx, "run">, ...operators: readonly string[]): Promise<void> {
  await tx.run("select pg_advisory_xact_lock($1, hashtext(o)) from (select o from unnest($2::text[]) o order by o) operators", [ROUTING_LOCK, operators]);
}
