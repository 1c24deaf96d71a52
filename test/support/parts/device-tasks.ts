/** Payouts under way for the tests of the phones' tasks: an order with its hold, an attempt, and a task through the port. */
import { randomBytes } from "node:crypto";
import { formatAmount } from "../../../src/contract/money.ts";
import type { DeviceTask, DeviceTaskAnswered } from "../../../src/contract/devices.schema.ts";
import type { WalletRow } from "../../../src/contract/wallets.schema.ts";
import { payoutHeld } from "../../../src/domain/ledger/postings-payouts.ts";
import { orRefuse } from "../../../src/server/platform/refusal.ts";
import { lockDisburse, readAttempt, type Attempt, type Disburse } from "../../../src/server/core/payouts/store.ts";
import { freeze, useLimits } from "../../../src/server/core/payouts/writing.ts";
import { post } from "../../../src/server/core/ledger/post.ts";
import { makeAppPort } from "../../../src/server/features/devices/payout-rail.ts";
import type { PayoutAttempt, Submitted } from "../../../src/server/core/operators/port.ts";
import type { Answer, TestServer } from "./wallets.ts";
import type { Phones } from "./devices.ts";

/** One payout of a test. */
export interface Payout {
  readonly id: bigint;
  readonly walletId: bigint;
  readonly attempt: PayoutAttempt;
}
/** A wallet with the phone that pays for it. */
export interface PayingPhone {
  readonly wallet: WalletRow;
  readonly token: string;
  readonly version: number;
}

const FEE = 250n;
const FUNDS = 1_000_000_00n;

/** Makes payouts and speaks for phones. */
export class Payouts {
  private merchantId: bigint | null = null;
  private made = 0;

  constructor(
    private readonly server: () => TestServer,
    private readonly phones: Phones,
  ) {}

  /** A wallet whose phone was bound the usual way, with money on it. */
  async phone(): Promise<PayingPhone> {
    const wallet = await this.phones.wallet();
    const { token, version } = await this.phones.bound(wallet);
    // Its word counts at once; what it is worth without trust is tried in test/books.
    await this.server().app.db.run("update wallets set phone_trust_limit = 1000000000 where id = $1", [this.phones.rowId(wallet)]);
    await this.book([
      { account: { of: "wallet", id: this.phones.rowId(wallet) }, changeMinor: FUNDS, kind: "opening" },
      { account: { of: "adjustments" }, changeMinor: -FUNDS, kind: "opening" },
    ]);
    return { wallet, token, version };
  }

  /** An order whose attempt is under way, and its task, handed to the port. */
  async payout(of: PayingPhone, amountMinor = 500_00n): Promise<Payout & { submitted: Submitted }> {
    const order = await this.order(of, amountMinor);
    return { ...order, submitted: await makeAppPort(this.server().app).submit(order.attempt) };
  }

  /** An order whose attempt is under way, not yet given to the port. */
  async order(of: PayingPhone, amountMinor = 500_00n): Promise<Payout> {
    const { app } = this.server();
    const merchantId = (this.merchantId ??= await this.merchant());
    const walletId = this.phones.rowId(of.wallet);
    const id = app.ids.next();
    this.made += 1;
    await app.db.tx(async (tx) => {
      await tx.run(
        `insert into disburses (id, merchant_id, merchant_order_id, operator, wallet_id, amount, fee, fee_rate_bps, fee_fixed, customer, status, attempt_count, request_hash)
         values ($1, $2, $3, 'bkash', $4, $5, $6, 0, $6, '01911111111', 'processing', 1, '\\x00')`,
        [id, merchantId, `T-${this.made}`, walletId, amountMinor, FEE],
      );
      await post(tx, app.accounts, app.ids, [
        { id: app.ids.next(), reference: { type: "disburse", id }, legs: payoutHeld({ merchantId, amountMinor, feeMinor: FEE }) },
      ]);
    });
    const attempt = await this.attempt(id, walletId, 1, amountMinor);
    return { id, walletId, attempt };
  }

  /** One more attempt of an order. */
  async attempt(id: bigint, walletId: bigint, no: number, amountMinor: bigint): Promise<PayoutAttempt> {
    const { app } = this.server();
    const reference = `R${randomBytes(8).toString("hex")}`;
    await app.db.tx(async (tx) => {
      await tx.run(
        "insert into disburse_attempts (disburse_id, no, wallet_id, status, reference, rail, amount, frozen) values ($1, $2, $3, 'created', $4, 'app', $5, $5)",
        [id, no, walletId, reference, amountMinor],
      );
      await tx.run("update disburse_attempts set status = 'sent' where disburse_id = $1 and no = $2", [id, no]);
      await freeze(tx, walletId, amountMinor);
      await useLimits(tx, { operator: "bkash", amountMinor }, walletId, app.now(), "reserved");
    });
    return { disburseId: id, no, reference, walletId, operator: "bkash", customer: "01911111111", amountMinor, startedAtMs: app.now(), acknowledged: false };
  }

  /** What became of it. */
  async state(of: Payout, no = 1): Promise<{ order: Disburse; attempt: Attempt; task: Readonly<Record<string, unknown>> | null }> {
    const { db } = this.server().app;
    const order = orRefuse(await db.tx((tx) => lockDisburse(tx, of.id)));
    const attempt = await readAttempt(db, { disburseId: of.id, no });
    if (!attempt) throw new Error("no such attempt");
    return { order, attempt, task: await db.one("select * from device_tasks where disburse_id = $1 and attempt_no = $2", [of.id, no]) };
  }

  /** What a merchant and a wallet have, with what is in transit, and what is held and frozen; minor units. */
  async money(of: PayingPhone): Promise<{ merchant: bigint; hold: bigint; wallet: bigint; frozen: bigint }> {
    const { app } = this.server();
    const balance = async (kind: string, owner: bigint): Promise<bigint> =>
      (await app.db.one<{ balance: bigint }>("select balance from accounts where kind = $1 and owner_id = $2", [kind, owner]))?.balance ?? 0n;
    const walletId = this.phones.rowId(of.wallet);
    const row = await app.db.one<{ frozen_balance: bigint }>("select frozen_balance from wallets where id = $1", [walletId]);
    const merchantId = this.merchantId ?? 0n;
    return {
      merchant: await balance("merchant", merchantId),
      hold: await balance("hold", merchantId),
      wallet: (await balance("wallet", walletId)) + (await balance("unreported", walletId)),
      frozen: row?.frozen_balance ?? 0n,
    };
  }

  /** A poll of a phone. */
  poll(token: string, wait: number | string = 0): Promise<Answer<DeviceTask | null>> {
    return this.server().call<DeviceTask | null>({ method: "GET", url: `/device/tasks?wait=${wait}`, headers: { authorization: `Bearer ${token}` } });
  }

  /** A phone's answer. */
  answer(token: string, id: string, body: unknown): Promise<Answer<DeviceTaskAnswered>> {
    return this.server().call<DeviceTaskAnswered>({
      method: "POST",
      url: `/device/tasks/${id}`,
      headers: { authorization: `Bearer ${token}` },
      payload: body as object,
    });
  }

  /** A task in the phone's hand. */
  async handed(of: PayingPhone, amountMinor?: bigint): Promise<{ payout: Payout; task: DeviceTask }> {
    const payout = await this.payout(of, amountMinor);
    const { data } = await this.poll(of.token);
    if (data === null || data.amount !== formatAmount(amountMinor ?? 500_00n)) throw new Error("the task was not handed out");
    return { payout, task: data };
  }

  private async merchant(): Promise<bigint> {
    const { app } = this.server();
    const id = app.ids.next();
    await app.db.run("insert into merchants (id, name, app_id, app_secret_hash, app_secret_last4, webhook_secret) values ($1, 'Payer', $2, $3, 'abcd', $4)", [
      id,
      `app${id}`.slice(0, 32),
      randomBytes(32),
      randomBytes(32),
    ]);
    await this.book([
      { account: { of: "merchant", id }, changeMinor: FUNDS, kind: "opening" },
      { account: { of: "adjustments" }, changeMinor: FUNDS, kind: "opening" },
    ]);
    return id;
  }

  private async book(legs: Parameters<typeof post>[3][number]["legs"]): Promise<void> {
    const { app } = this.server();
    await app.db.tx((tx) => post(tx, app.accounts, app.ids, [{ id: app.ids.next(), reference: { type: "manual", id: app.ids.next() }, legs }]));
  }
}
