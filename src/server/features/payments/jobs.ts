/** Work that time brings to payments: their expiry, and what crossed on its way. */
import { toJson } from "../../platform/db/pool.ts";
import { insertNotifications, notificationRow } from "../../core/outbox/queue.ts";
import { idTime } from "../../platform/db/ids.ts";
import { limitDay } from "../../core/acceptance/limits.ts";
import type { Job } from "../../platform/jobs/runner.ts";
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

/** TrxIDs whose submission crossed their message on its way. */
const rematchSubmitted: Job = { name: "rematch-submitted", everyMs: 5000, lock: 7, run: async (app) => void (await matchSubmitted(app)) };

/** Orders in review whose message paid another order, and messages whose order has ended without them. */
const releaseClaimed: Job = { name: "release-claims", everyMs: 5000, lock: 8, run: releaseClaims };

export const paymentsJobs: Job[] = [expirePayments, rematchSubmitted, releaseClaimed];
