/** Who of the staff acted on an order (`operators` of its object), where the act itself does not write it down. */
import type { Tx } from "../../platform/db/pool.ts";

/** Adds an account to those who acted; the order's version does not move. Within a transaction that holds the order's lock. */
export async function noteActed(tx: Tx, table: "payments" | "disburses", id: bigint, account: string): Promise<void> {
  await tx.run(`update ${table} set staff = staff || $2::text where id = $1 and not ($2 = any (staff))`, [id, account]);
}

/**
 * Adds the person who asked to those who acted on the order that an approval was about, beside the one who said yes. Of a
 * message it is the order that the message paid. After the act, which holds the order's lock.
 */
export async function noteMaker(tx: Tx, object: { readonly type: string; readonly id: bigint }, account: string): Promise<void> {
  if (object.type === "payment") await noteActed(tx, "payments", object.id, account);
  if (object.type === "disburse") await noteActed(tx, "disburses", object.id, account);
  if (object.type !== "sms") return;
  const paid = await tx.one<{ payment_id: bigint | null }>("select payment_id from sms where id = $1", [object.id]);
  if (paid?.payment_id) await noteActed(tx, "payments", paid.payment_id, account);
}
