/** Merchants, wallets, phones and orders for the benches, written straight into the database before the server starts. */
import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import type { Secrets } from "../../src/server/platform/secrets.ts";

export const EPOCH_MS = 1_577_836_800_000;
const sha = (text: string): Buffer => createHash("sha256").update(text).digest();

/** What a wallet's phone has more than the wallet, in their ids. */
export const DEVICE_AFTER_WALLET = 1_000_000;

/** The smallest id of an instant. */
export const idAt = (ms: number): bigint => BigInt(ms - EPOCH_MS) << 12n;

export interface SeededMerchant {
  readonly id: bigint;
  readonly secret: string;
}
export interface SeededWallet {
  readonly id: bigint;
  readonly account: string;
  readonly token: string;
  balance: number;
}

/**
 * Merchants with a fee of 1.5 %, and secrets that a server with this key can open. Their ids follow one another.
 * @param atMs when they were made
 */
export async function seedMerchants(owner: pg.Client, count: number, secrets: Secrets, atMs = Date.now() - 86_400_000): Promise<SeededMerchant[]> {
  const base = idAt(atMs);
  const merchants = Array.from({ length: count }, (_unused, index) => ({ id: base + BigInt(index), appId: randomBytes(8).toString("hex"), secret: "" }));
  for (const merchant of merchants) {
    merchant.secret = `sk_${merchant.appId}_${randomBytes(32).toString("base64url")}`;
    await owner.query(
      "insert into merchants (id, name, app_id, app_secret_hash, app_secret_last4, webhook_secret, payment_rate_bps) values ($1, $2, $3, $4, $5, $6, 150)",
      [
        merchant.id,
        `Merchant ${merchant.appId}`,
        merchant.appId,
        sha(merchant.secret),
        merchant.secret.slice(-4),
        secrets.seal(`whsec_${randomBytes(32).toString("base64")}`, `webhook:${merchant.id}`),
      ],
    );
    await owner.query("select account_open('merchant', $1, ''), account_open('hold', $1, '')", [merchant.id]);
  }
  return merchants.map(({ id, secret }) => ({ id, secret }));
}

/**
 * Wallets with every limit set, each with a bound phone that is online for the whole run. Their ids follow one another.
 * @param atMs when they were made
 * @param operatorOf the operator of each, by its place
 */
export async function seedWallets(
  owner: pg.Client,
  count: number,
  atMs = Date.now() - 80_000_000,
  operatorOf: (index: number) => "bkash" | "nagad" = () => "bkash",
): Promise<SeededWallet[]> {
  const base = idAt(atMs);
  const wallets: SeededWallet[] = [];
  for (let index = 0; index < count; index += 1) {
    const wallet = { id: base + BigInt(index), account: `017${String(10_000_000 + index)}`, token: `dt_${randomBytes(32).toString("base64url")}`, balance: 0 };
    const device = wallet.id + BigInt(DEVICE_AFTER_WALLET);
    await owner.query(
      `insert into wallets (id, name, operator, wallet_type, api_type, account, min_amount, max_amount, daily_max, month_max, daily_count_max, month_count_max, cool_interval)
       values ($1, $2, $4, 'personal', 'app', $3, 100, 5000000, 900000000000, 9000000000000, 100000000, 1000000000, 0)`,
      [wallet.id, `Wallet ${index}`, wallet.account, operatorOf(index)],
    );
    await owner.query("insert into wallet_continuity (wallet_id) values ($1)", [wallet.id]);
    await owner.query(
      "insert into wallet_usage (wallet_id, direction, day, month) values ($1, 'in', current_date, date_trunc('month', current_date)), ($1, 'out', current_date, date_trunc('month', current_date))",
      [wallet.id],
    );
    await owner.query("select account_open('wallet', $1, $2)", [wallet.id, operatorOf(index)]);
    await owner.query(
      "insert into devices (id, name, app, token_hash, first_seen_at, last_seen_at) values ($1, $2, 'native', $3, now(), now() + interval '1 day')",
      [device, `Phone ${index}`, sha(wallet.token)],
    );
    await owner.query("insert into device_links (id, device_id, sim, wallet_id, bound_at) values ($1, $2, 'any', $3, now())", [
      base + BigInt(2_000_000 + index),
      device,
      wallet.id,
    ]);
    wallets.push(wallet);
  }
  for (const operator of new Set(Array.from({ length: count }, (_unused, index) => operatorOf(index))))
    await owner.query("select account_open('suspense', 0, $1), account_open('unexplained', 0, $1)", [operator]);
  return wallets;
}

/** Completed orders of the past month, so that every index has its size. Their ids rise within that month. */
export async function seedHistory(owner: pg.Client, merchants: readonly SeededMerchant[], wallets: readonly SeededWallet[], count: number): Promise<void> {
  const start = Date.now() - 20 * 86_400_000;
  const step = Math.floor((18 * 86_400_000) / count);
  await owner.query("select make_partitions_between((now() - interval '2 months')::date, now()::date)");
  await owner.query(
    `insert into payments (id, merchant_id, merchant_order_id, operator, wallet_id, amount, received_amount, fee, fee_rate_bps, fee_fixed, trx_id, trx_key, customer, status, expires_at, paid_at, notify_status, request_hash)
     select ((($1::bigint + n * $2::bigint) - ${EPOCH_MS}) << 12) + (n % 4096), $3::bigint + n % $4, 'h' || n, 'bkash', $5::bigint + n % $6, a, a, a * 15 / 1000, 150, 0, t, t, '019' || lpad((n % 90000000)::text, 8, '0'),
       'completed', now(), now(), 'none', '\\x00'
     from (select n, 10000 + (n::bigint * 7919) % 4000000 as a, 'H' || lpad(upper(to_hex(n)), 9, '0') as t from generate_series(1, $7::int) n) g`,
    [start, step, merchants[0]?.id, merchants.length, wallets[0]?.id, wallets.length, count],
  );
  await owner.query(
    "insert into merchant_order_keys (merchant_id, direction, key, order_id) select merchant_id, 'payment', merchant_order_id, id from payments",
  );
  // What a history of weeks has behind it.
  await owner.query("vacuum (analyze) payments");
  await owner.query("vacuum (analyze) merchant_order_keys");
}
