/** Money and objects of paying out, for attacks that need them there: funds, a phone's payout in its hand, a batch, an alert. */
import { idAt } from "../../src/server/platform/db/ids.ts";
import { post } from "../../src/server/core/ledger/post.ts";
import { raiseAlert } from "../../src/server/core/alerts/raise.ts";
import { sweepQueue } from "../../src/server/core/alerts/sweep.ts";
import { next, type TestMerchant, type TestProduct, type TestWallet } from "./app.ts";
import { until } from "./parts/until.ts";

type Account = Parameters<typeof post>[3][number]["legs"][number]["account"];
async function open(product: TestProduct, changes: readonly [Account, bigint][]): Promise<void> {
  const { app } = product.product;
  const legs = changes.map(([account, changeMinor]) => ({ account, changeMinor, kind: "opening" }));
  await app.db.tx((tx) => post(tx, app.accounts, app.ids, [{ id: app.ids.next(), reference: { type: "manual", id: 1n }, legs }]));
}
const rowId = (product: TestProduct, kind: "wallet" | "merchant", id: string): bigint => product.product.app.publicIds.decode(kind, id) ?? 0n;

/** Puts money on a wallet, minor units; both sides of the books move. */
export const fundWallet = (product: TestProduct, wallet: Pick<TestWallet, "id">, minor: bigint): Promise<void> =>
  open(product, [
    [{ of: "wallet", id: rowId(product, "wallet", wallet.id) }, minor],
    [{ of: "adjustments" }, -minor],
  ]);
/** Gives a merchant money to spend, minor units. */
export const fundMerchant = (product: TestProduct, merchant: Pick<TestMerchant, "id">, minor: bigint): Promise<void> =>
  open(product, [
    [{ of: "merchant", id: rowId(product, "merchant", merchant.id) }, minor],
    [{ of: "adjustments" }, minor],
  ]);

/** A wallet that was there so many days ago: its id, which holds the moment, is of then. No other id may be minted meanwhile. */
export async function bornBefore(product: TestProduct, days: number): Promise<{ id: string; version: number }> {
  const { app } = product.product;
  const { ids } = app;
  let minted = idAt(Date.now() - days * 86_400_000);
  const mint = (): bigint => (minted += 1n);
  Object.assign(app, { ids: { next: mint, take: (count: number) => Array.from({ length: count }, mint) } });
  try {
    const account = `015${String(next()).padStart(8, "0")}`;
    const values = { name: `Old ${account}`, operator: "bkash", wallet_type: "personal", api_type: "manual", account, collect: false };
    return await product.good<{ id: string; version: number }>("POST", "/api/wallets", product.admin, values);
  } finally {
    Object.assign(app, { ids });
  }
}

/** A payout of a merchant. No wallet of nagad is there: without another operator the order stays queued. */
export async function payout(product: TestProduct, merchant: TestMerchant, values: Record<string, unknown> = {}): Promise<string> {
  const body = { merchant_order_id: `out-${next()}`, amount: "20.00", operator: "nagad", customer: "01712345678", ...values };
  return (await product.good<{ id: string }>("POST", "/v1/disburses", merchant.secret, body)).id;
}

/** A payout in the phone's hand; its amount must be one that only this wallet can pay. Jobs have to run. */
export async function handedTask(product: TestProduct, merchant: TestMerchant, wallet: TestWallet, amount: string): Promise<string> {
  await payout(product, merchant, { operator: "bkash", amount });
  let id = "";
  await until(async () => (id = (await product.good<{ id: string } | null>("GET", "/device/tasks?wait=0", wallet.token))?.id ?? "") !== "");
  return id;
}

/** A file of one payout, ordered by a person of the merchant. */
export async function batch(product: TestProduct, token: string, number = `batch-${next()}`, amount = "5.00"): Promise<{ id: string; version: number }> {
  const csv = `merchant_order_id,operator,amount,customer\n${number},nagad,${amount},01712345678`;
  const made = await product.good<{ batch: { id: string; version: number } }>("POST", "/api/disburses/batch", token, {
    csv,
    file_name: `${number}.csv`,
    dry_run: false,
    expect: { count: 1, amount },
  });
  return made.batch;
}

/** Waits until the worker has made the orders of all batches. Jobs have to run. */
export const batchesDone = (product: TestProduct): Promise<void> =>
  until(async () => (await product.product.app.db.one("select 1 from disburse_batches where status = 'running' limit 1")) === null);

/** Something on the exception queue that a person has to say is over. */
export async function exception(product: TestProduct): Promise<{ id: string; version: number }> {
  const { app } = product.product;
  const about = app.ids.next();
  await raiseAlert(app, app.db, { kind: "trx_repeated", object: { type: "sms", id: about }, amountMinor: 12_300n });
  await sweepQueue(app);
  const row = await app.db.one<{ id: bigint; version: number }>("select id, version from alerts where object_id = $1", [about]);
  if (!row) throw new Error("the alert was not stored");
  return { id: app.publicIds.encode("exception", row.id), version: row.version };
}
