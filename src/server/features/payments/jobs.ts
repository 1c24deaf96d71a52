/** Work that time brings: expiry, held messages, partitions, the audit chain, the ledger integrity check, old keys. */
import { toJson } from "../../platform/db/pool.ts";
import { insertNotifications, notificationRow } from "../../core/outbox/queue.ts";
import { idTime } from "../../platform/db/ids.ts";
import { limitDay } from "../../core/acceptance/limits.ts";
import type { Job } from "../../platform/jobs/runner.ts";
import { lastIntegrityCheck, checkIntegrity } from "../../core/ledger/integrity.ts";
import { loadMerchant } from "../../core/parties/merchants.ts";
import { loadWalletForSms } from "../../core/parties/wallets.ts";
import { toMerchantPayment, type MerchantPaymentRaw } from "../../core/orders/payment-view.ts";
import { releaseClaims } from "./release.ts";
import { matchSubmitted } from "./submit-trx.ts";

const EXPIRY_BATCH = 500;

interface ExpiredRow extends Omit<MerchantPaymentRaw, "wallet_account" | "wallet_type"> {
  readonly merchant_id: bigint;
  readonly wallet_id: bigint;
  readonly notify_url: string | null;
  readonly version: number;
}

/** Expires due payments; answers true when the batch was full. */
const expirePayments: Job = {
  name: "expire-payments",
  everyMs: 1000,
  lock: 1,
  async run(app) {
    const events: Parameters<typeof app.events.publish>[0][number][] = [];
    const count = await app.db.tx(async (tx) => {
      const rows = await tx.rows<ExpiredRow>("select * from payments_expire($1)", [EXPIRY_BATCH]);
      if (rows.length === 0) return 0;
      const release = rows.map((row) => {
        const created = limitDay(row.operator, idTime(row.id));
        return { wallet_id: row.wallet_id, day: created.day, month: created.month, amount: row.amount, count: 1 };
      });
      await tx.run("select usage_release($1)", [toJson(release)]);
      const queued = [];
      for (const row of rows) {
        const [merchant, wallet] = await Promise.all([loadMerchant(app, row.merchant_id), loadWalletForSms(app, row.wallet_id)]);
        const url = row.notify_url ?? merchant?.notifyUrl ?? null;
        queued.push(
          notificationRow(app, {
            merchantId: row.merchant_id,
            objectId: row.id,
            type: "payment.expired",
            url,
            data: toMerchantPayment(app, { ...row, wallet_account: wallet?.account ?? null, wallet_type: wallet?.walletType ?? null }),
          }),
        );
        events.push({ kind: "payments", objectId: row.id, version: row.version, change: "changed", merchantId: row.merchant_id });
      }
      await insertNotifications(tx, queued);
      const waiting = queued.filter((row) => row.status === "waiting").map((row) => row.object_id);
      await tx.run("update payments set notify_status = 'waiting' where id = any ($1)", [waiting]);
      return rows.length;
    });
    if (events.length > 0) {
      app.events.publish(events);
      app.wakeOutbox();
    }
    return count === EXPIRY_BATCH;
  },
};

/** Takes up messages that waited for an earlier one, and those that could not be processed at once. */
const sweepHeld: Job = { name: "sweep-held", everyMs: 1000, lock: 2, run: async (app) => void (await app.posting.sweep()) };

/** TrxIDs whose submission crossed their message on its way. */
const rematchSubmitted: Job = { name: "rematch-submitted", everyMs: 5000, lock: 7, run: async (app) => void (await matchSubmitted(app)) };

/** Orders in review whose message paid another order, and messages whose order has ended without them. */
const releaseClaimed: Job = { name: "release-claims", everyMs: 5000, lock: 8, run: releaseClaims };

/** Months ahead; an alert when the coming month has none (rule 23). */
const makePartitions: Job = {
  name: "make-partitions",
  everyMs: 3_600_000,
  lock: 3,
  async run(app) {
    await app.db.run("select make_partitions(3)");
  },
};

/** Chains committed audit rows (rule 24). */
const sealAudit: Job = {
  name: "seal-audit",
  everyMs: 1000,
  lock: 4,
  run: async (app) => ((await app.db.one<{ count: number }>("select audit_seal() as count"))?.count ?? 0) >= 5000,
};

const PROVE_EVERY_MS = 3_600_000;
/** When a check could not be finished (no room, too slow): it is tried again after an hour, too. */
const failedChecks = new WeakMap<object, number>();

/**
 * The ledger integrity check, every hour (rule 76). It reads everything: a process that starts does not repeat
 * what another proved within the hour.
 */
const proveHourly: Job = {
  name: "check-integrity",
  everyMs: 60_000,
  lock: 5,
  async run(app) {
    const last = await lastIntegrityCheck(app);
    const failed = failedChecks.get(app.db);
    if (failed !== undefined && performance.now() - failed < PROVE_EVERY_MS) return;
    if (last !== null && app.now() - Date.parse(last.checked_at) < PROVE_EVERY_MS) return;
    failedChecks.set(app.db, performance.now());
    await checkIntegrity(app);
    failedChecks.delete(app.db);
  },
};

/** What is kept for a while only: idempotency keys 48 h, slots of expired orders, windows of repeated messages. */
const tidy: Job = {
  name: "tidy",
  everyMs: 60_000,
  lock: 6,
  async run(app) {
    await app.db.run("delete from idempotency_keys where at < now() - interval '48 hours'");
    await app.db.run("delete from open_payments where expired_at < now() - make_interval(hours => $1 + 1)", [app.config.current.late_match_hours]);
    await app.db.run("delete from bind_codes where expires_at < now() - interval '1 day'");
    await app.db.run("delete from signin_failures where at < now() - interval '1 day'");
  },
};

export const paymentsJobs: Job[] = [expirePayments, sweepHeld, rematchSubmitted, releaseClaimed, makePartitions, sealAudit, proveHourly, tidy];
