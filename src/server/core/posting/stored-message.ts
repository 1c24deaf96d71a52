/** A stored message that somebody acts on: where its money stands, and how its wallet's continuity goes on from it. */
import type { SmsKind } from "../../../contract/sms.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import type { MoneySource } from "../../../domain/ledger/postings.ts";
import type { LockedSms } from "./lock-order.ts";
import { deltaOf } from "./continuity.ts";
import { reportedMoney } from "./facts.ts";
import { WRITTEN_OFF } from "./usable.ts";

/** Where a stored message's money is: in suspense, unexplained (also as a loss that two people have booked away), or not booked yet; then the wallet moves with it now. */
export function sourceOf(sms: LockedSms): MoneySource {
  const amountMinor = sms.amount ?? 0n;
  if (sms.booked_txn !== null && sms.direction === "credit") return { from: "suspense", operator: sms.operator, amountMinor };
  if (sms.booked_txn !== null) return { from: "unexplained", operator: sms.operator, amountMinor, writtenOff: sms.reasons.includes(WRITTEN_OFF) };
  return reportedMoney(moneyOf(sms), 0n);
}

const moneyOf = (sms: LockedSms) => ({ ...sms, walletId: sms.wallet_id, kind: sms.kind as SmsKind });

/** Operators print minutes. Where the continuity went on over what was missing in the message's own, with one that came behind it, that was missing too. */
const GONE_ON_BEHIND = `exists (select from wallet_discrepancies d join sms a on a.id = d.after_sms_id
  where d.wallet_id = s.wallet_id and d.skipped and d.closed_at is null and a.id > s.id and coalesce(a.operator_time, a.received_at) = coalesce(s.operator_time, s.received_at))`;

/**
 * A person believes a message that did not fit: it is booked, and the continuity goes on from it. What is missing before
 * it stands as a difference between books and operator, until its messages come; what waited behind it is taken up by the
 * next batch. One from before the end of the continuity closes its part of such a difference. The caller holds the wallet's
 * continuity row and books the message.
 */
export async function continueFrom(app: App, tx: Tx, sms: LockedSms): Promise<void> {
  const continuity = await tx.one<{ balance: bigint | null; last_sms_id: bigint | null; earlier: boolean }>(
    `select c.balance, c.last_sms_id, coalesce(coalesce(s.operator_time, s.received_at) < c.last_operator_time, false)
       or s.balance is null and ${GONE_ON_BEHIND} as earlier
     from wallet_continuity c, sms s where c.wallet_id = $1 and s.id = $2`,
    [sms.wallet_id, sms.id],
  );
  const delta = deltaOf(moneyOf(sms));
  const differs = (amount: bigint): Promise<unknown> => tx.run("select difference_noted($1, 'skipped', $2, 'sms', $3)", [sms.wallet_id, amount, sms.id]);
  await tx.run("update wallet_discrepancies set closed_at = now(), closed_by = 'a person' where wallet_id = $1 and closed_at is null and not skipped", [
    sms.wallet_id,
  ]);
  if (continuity && continuity.balance !== null) {
    if (continuity.earlier) await differs(-delta);
    else if (sms.balance === null) await tx.run("update wallet_continuity set balance = balance + $2 where wallet_id = $1", [sms.wallet_id, delta]);
    else await skipTo(app, tx, { sms, from: continuity.balance, before: sms.balance - delta, lastSmsId: continuity.last_sms_id }, differs);
  }
  // The next message with a balance starts the continuity, as it does after the first one that somebody believes.
  await tx.run(
    "update sms set match_status = 'held', held_until = now(), version = version + 1 where wallet_id = $1 and id <> $2 and (match_status = 'held' or (match_status = 'review' and booked_txn is null))",
    [sms.wallet_id, sms.id],
  );
}

async function skipTo(
  app: App,
  tx: Tx,
  at: { sms: LockedSms; from: bigint; before: bigint; lastSmsId: bigint | null },
  differs: (amount: bigint) => Promise<unknown>,
): Promise<void> {
  const { sms, from, before } = at;
  if (before !== from) {
    await tx.run(
      "insert into wallet_discrepancies (id, wallet_id, from_balance, to_balance, before_sms_id, after_sms_id, since, skipped) values ($1, $2, $3, $4, $5, $6, now(), true)",
      [app.ids.next(), sms.wallet_id, from, before, at.lastSmsId, sms.id],
    );
    await differs(before - from);
  }
  await tx.run(
    `update wallet_continuity c set balance = $2, last_sms_id = $3, real_balance = $2, real_balance_at = coalesce(s.operator_time, s.received_at), last_operator_time = coalesce(s.operator_time, s.received_at)
     from sms s where c.wallet_id = $1 and s.id = $3`,
    [sms.wallet_id, sms.balance, sms.id],
  );
}
