/** Parts for tests of wallet days: books, messages and orders at chosen moments. */
import { addDays, businessDay, businessDayStart, type Day } from "../../../src/contract/time.ts";
import { idAt } from "../../../src/server/platform/db/ids.ts";
import { addMerchant, addPayments, addWallet, book, insert, makeLab, paymentRow, smsRow, type Answered, type Lab } from "./lists.ts";
import { reconciliationRoutes } from "../../../src/server/features/reconciliation/routes.ts";
import { smsReadRoutes } from "../../../src/server/features/sms/read-routes.ts";
import { statisticsRoutes } from "../../../src/server/features/statistics/routes.ts";

/** A laboratory with one merchant and calls that send a body. */
export interface DaysLab extends Lab {
  readonly merchantId: bigint;
  /** The business day `back` days before the running one; its days have ended. */
  day(back: number): Day;
  /** Runs `work` with the clock at a time of a business day: hours, minutes and seconds behind its midnight. */
  during<T>(day: Day, clock: string, work: () => Promise<T>): Promise<T>;
  post(url: string, token: string | null, body?: object): Promise<Answered>;
  wallet(name?: string): Promise<{ id: bigint; publicId: string }>;
  /** A payment completed on the wallet by a message: order, message, TrxID and books. Amounts in minor units. */
  paid(
    walletId: bigint,
    amount: bigint,
    fee: bigint,
    more?: { smsAmount?: bigint; message?: boolean; balance?: bigint },
  ): Promise<{ payment: bigint; sms: bigint; trx: string }>;
}

let serial = 0;
let minted = 0n;

/** Starts it. */
export async function daysLab(): Promise<DaysLab> {
  const lab = await makeLab([...reconciliationRoutes, ...statisticsRoutes, ...smsReadRoutes]);
  // The product's ids never go back; here the clock does.
  const next = (): bigint => idAt(lab.app.now()) + (minted++ % 4096n);
  Object.assign(lab.app, { ids: { next, take: (count: number) => Array.from({ length: count }, next) } });
  const merchantId = await addMerchant(lab, "Shop");
  const today = businessDay(Date.now());
  const during: DaysLab["during"] = async (day, clock, work) => {
    lab.at(businessDayStart(day) + Date.parse(`1970-01-01T${clock}Z`));
    try {
      return await work();
    } finally {
      lab.at(Date.now());
    }
  };
  return {
    ...lab,
    merchantId,
    day: (back) => addDays(today, -back),
    during,
    async post(url, token, body = {}) {
      const answer = await lab.http.inject({ method: "POST", url, payload: body, headers: token === null ? {} : { authorization: `Bearer ${token}` } });
      return { status: answer.statusCode, text: answer.body, headers: answer.headers, body: answer.json() };
    },
    async wallet(name) {
      serial += 1;
      const id = await addWallet(lab, name ?? `W${serial}`, `0171${String(serial).padStart(7, "0")}`);
      await lab.owner.run("insert into wallet_continuity (wallet_id) values ($1) on conflict do nothing", [id]);
      return { id, publicId: lab.app.publicIds.encode("wallet", id) };
    },
    async paid(walletId, amount, fee, more = {}) {
      serial += 1;
      const trx = `TRX${String(serial).padStart(6, "0")}`;
      const at = new Date(lab.app.now()).toISOString();
      const row = paymentRow(
        lab,
        { merchantId, walletId, orderId: `order-${serial}` },
        { status: "completed", amount, received_amount: amount, fee, trx_id: trx, trx_key: trx, paid_at: at },
      );
      const payment = row["id"] as bigint;
      const message = smsRow(lab, walletId, {
        amount: more.smsAmount ?? amount,
        balance: more.balance ?? null,
        trx_id: trx,
        trx_key: trx,
        match_status: "matched",
        payment_id: payment,
      });
      await addPayments(lab, [{ ...row, message_id: more.message === false ? null : message["id"] }]);
      if (more.message !== false) await insert(lab.owner, "sms", [message]);
      await book(lab, { type: "payment", id: payment }, [
        { kind: "wallet", owner: walletId, operator: "bkash", change: amount, entry: "payment" },
        { kind: "merchant", owner: merchantId, change: amount - fee, entry: "payment", merchantId },
        { kind: "fees", owner: 0n, change: fee, entry: "payment_fee" },
      ]);
      return { payment, sms: message["id"] as bigint, trx };
    },
  };
}
