/** Whose statement is asked for, and what belongs to merchants only: what is held, and the fees of the month. */
import type { Operator } from "../../../contract/operators.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { accountOf, cutBefore, type AccountRow } from "../../core/ledger/moment.ts";
import { phoneFor } from "../../platform/lists/mask.ts";
import { readId } from "../../platform/lists/page.ts";
import { isStaff, scopePredicate } from "../../platform/lists/scope.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import type { Viewer } from "../../platform/lists/spec.ts";
import { allOf, sql } from "../../platform/lists/sql.ts";
import { Refused } from "../../platform/refusal.ts";
import { accountMonth, type Month } from "./month.ts";
import type { Fees, Subject } from "./statement.ts";

/** A merchant in the viewer's scope. Refuses not_found, the same for another merchant's */
export async function merchantSubject(app: App, uncheckedId: string, viewer: Viewer): Promise<Subject | Refused> {
  const id = readId(app, "merchant", uncheckedId);
  if (id instanceof Refused) return id;
  const scope = scopePredicate(viewer, "m.id");
  const [row] = await rowsOf<{ name: string }>(app.db, sql`select m.name from merchants m where ${allOf([sql`m.id = ${id}`, ...(scope ? [scope] : [])])}`);
  if (!row) return new Refused("not_found");
  return { type: "merchant", id, name: row.name, operator: null, account: null, noteFor: isStaff(viewer) ? (note) => phoneFor(viewer, note) : null };
}

/** A wallet; they are the platform's own. Refuses not_found */
export async function walletSubject(app: App, uncheckedId: string, viewer: Viewer): Promise<Subject | Refused> {
  const id = readId(app, "wallet", uncheckedId);
  if (id instanceof Refused) return id;
  const row = await app.db.one<{ name: string; operator: Operator; account: string }>("select name, operator, account from wallets where id = $1", [id]);
  if (!row) return new Refused("not_found");
  return { type: "wallet", id, ...row, noteFor: (note) => phoneFor(viewer, note) };
}

/** The account that the statement is of; it was opened with its owner. */
export async function accountOfSubject(tx: Tx, subject: Subject): Promise<AccountRow> {
  const account = await accountOf(tx, subject.type, subject.id);
  if (!account) throw new Error(`${subject.type} ${subject.id} has no account`);
  return account;
}

/** What was reserved when the month ended, or is now. */
export async function heldAtEnd(tx: Tx, merchantId: bigint, month: Month): Promise<bigint> {
  const account = await accountOf(tx, "hold", merchantId);
  return account ? (await cutBefore(tx, account, month.beforeId)).balance : 0n;
}

/**
 * Fees of the month: what was taken from payments, and from payouts that were completed; what was given back with a
 * reversed payment or a returned payout counts against it. Payouts' fees stand in the journals within their hold.
 */
export async function feesOf(tx: Tx, merchantId: bigint, account: AccountRow, month: Month): Promise<Fees> {
  const own = await accountMonth(tx, account, month);
  const hold = await accountOf(tx, "hold", merchantId);
  const held = hold && (await accountMonth(tx, hold, month));
  const within = "e.account_id = $1 and e.seq > $2 and e.seq <= $3 and e.id >= $4 and e.id < $5";
  const spanOf = (of: typeof own): unknown[] => [of.account.id, of.opening.lowSeq, of.closing.highSeq, month.fromId, month.beforeId];
  const journal = await tx.rows<{ kind: string; count: bigint; minor: bigint }>(
    `select kind, count(*) as count, (-sum(amount))::bigint as minor from entries e where ${within} and kind in ('payment_fee', 'payment_reversal_fee') group by kind
     union all
     select e.kind, count(*), (-sum(d.fee))::bigint from entries e cross join lateral (select fee from disburses where id = e.ref_id and fee > 0) d
     where ${within} and e.kind = 'disburse_return' and e.ref_type = 'disburse' group by e.kind`,
    spanOf(own),
  );
  const paid = held
    ? await tx.rows<{ kind: string; count: bigint; minor: bigint }>(
        `select 'disburse_fee' as kind, count(*) as count, coalesce(sum(d.fee), 0)::bigint as minor
         from entries e cross join lateral (select fee from disburses where id = e.ref_id and fee > 0) d where ${within} and e.kind = 'disburse' and e.ref_type = 'disburse'`,
        spanOf(held),
      )
    : [];
  return { items: [...journal, ...paid].filter((item) => item.count > 0n).map((item) => ({ kind: item.kind, count: Number(item.count), minor: item.minor })) };
}
