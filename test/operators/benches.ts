/** Official wallets at simulated operators, for tests: a wallet with credentials, and the operator's own books. */
import { bkashTrx, next, TestProduct } from "../support/app.ts";
import { BkashSimulator, keyPair, NagadSimulator } from "../../simulator/operators/index.ts";
import { officialPort } from "../../src/server/core/operators/official.ts";
import type { PayoutAttempt } from "../../src/server/core/operators/port.ts";
import type { MoneyFault, PortBench } from "./port-suite.ts";

export const NAGAD = { merchantId: "683002007104225", aggregatorId: "660716583969324" };
/** A test's operators have this much to pay out. */
const FLOAT_MINOR = 1_000_000_00n;

/** Signs a merchant up and adds an official wallet that is connected to the simulator. */
export async function bkashWallet(
  product: TestProduct,
  bkash: BkashSimulator,
  values: Record<string, unknown> = {},
): Promise<{ id: string; version: number; account: string }> {
  const serial = next();
  // Each wallet is a contract of its own: bKash counts tokens by contract.
  const as = {
    username: `desk${serial}`,
    password: "desk-password-1",
    appKey: `app-key-${serial}`,
    appSecret: `app-secret-${serial}-0123456789`,
    shortCode: `50${serial}`,
  };
  bkash.merchant(as, FLOAT_MINOR);
  const account = `018${String(next()).padStart(8, "0")}`;
  return product.good("POST", "/api/wallets", product.admin, {
    name: `bKash ${account}`,
    operator: "bkash",
    wallet_type: "merchant",
    api_type: "official",
    account,
    official: {
      base_url: bkash.baseUrl,
      credentials: { username: as.username, password: as.password, app_key: as.appKey, app_secret: as.appSecret },
    },
    ...values,
  });
}

/** As {@link bkashWallet}, at Nagad. */
export async function nagadWallet(
  product: TestProduct,
  nagad: NagadSimulator,
  values: Record<string, unknown> = {},
): Promise<{ id: string; version: number; account: string }> {
  const keys = keyPair();
  const account = `019${String(next()).padStart(8, "0")}`;
  const merchantId = `${NAGAD.merchantId}${next()}`;
  const aggregatorId = `${NAGAD.aggregatorId}${next()}`;
  nagad.merchant({ merchantId, aggregatorId, publicKey: keys.publicKey, accountNumber: account }, FLOAT_MINOR);
  return product.good("POST", "/api/wallets", product.admin, {
    name: `Nagad ${account}`,
    operator: "nagad",
    wallet_type: "merchant",
    api_type: "official",
    account,
    official: {
      base_url: nagad.baseUrl,
      credentials: { merchant_id: merchantId, aggregator_id: aggregatorId, private_key: keys.privateKey, operator_key: nagad.publicKey },
    },
    ...values,
  });
}

/** A wallet's number in the database. */
export function walletNumber(product: TestProduct, publicId: string): bigint {
  const id = product.product.app.publicIds.decode("wallet", publicId);
  if (id === null) throw new Error(`no wallet ${publicId}`);
  return id;
}

function attemptOf(operator: string, walletId: bigint, customer: string, values: Partial<PayoutAttempt>): PayoutAttempt {
  return {
    disburseId: BigInt(next()),
    no: 1,
    reference: `D261121TEST${String(next()).padStart(6, "0")}A1`,
    walletId,
    operator,
    customer,
    amountMinor: 12_345n,
    startedAtMs: Date.now(),
    acknowledged: false,
    ...values,
  };
}

const AS_FAULT = {
  drop_before: { kind: "drop_before" },
  drop_after: { kind: "drop_after" },
  status_500_before: { kind: "status", status: 500 },
  status_500_after: { kind: "status", status: 500, after: true },
  status_503_before: { kind: "status", status: 503 },
  status_408_before: { kind: "status", status: 408 },
  status_409_after: { kind: "status", status: 409, after: true },
  garbage_after: { kind: "body", body: "not an object", after: true },
  slow: { kind: "slow", ms: 600 },
} as const satisfies Record<MoneyFault, object>;

/** bKash: one call pays; it is asked about by the TrxID that the wallet's own messages name. */
export async function bkashBench(product: TestProduct, bkash: BkashSimulator): Promise<PortBench> {
  const wallet = await bkashWallet(product, bkash);
  const walletId = walletNumber(product, wallet.id);
  const { app } = product.product;
  const paidBy = (attempt: PayoutAttempt) =>
    [...bkash.state.transactions.values()].filter((one) => one.type === "B2C Payment" && one.reference === attempt.reference);
  return {
    port: officialPort(app, "bkash"),
    attempt: async (values = {}) => {
      const customer = `017${String(next()).padStart(8, "0")}`;
      bkash.state.accounts.customer(customer, 0n);
      return attemptOf("bkash", walletId, customer, values);
    },
    paid: (attempt) => ({ times: paidBy(attempt).length, amountMinor: paidBy(attempt).reduce((sum, one) => sum + one.amountMinor, 0n) }),
    fault: (fault) => bkash.faults.inject("checkout.b2cPayment", AS_FAULT[fault]),
    refusedCustomer: "01600000000",
    noAccess: (times) => {
      bkash.state.revokeTokens();
      bkash.faults.inject("checkout.grant", { kind: "status", status: 503 }, times);
      bkash.faults.inject("checkout.refresh", { kind: "status", status: 503 }, times);
    },
    // Two TrxIDs are asked about in one question.
    silence: (times) => bkash.faults.inject("checkout.search", { kind: "drop_before" }, 2 * times),
    // The wallet's phone reports the debit; another payout of the same amount is there, too.
    reveal: async (attempt) => {
      for (const trxId of [bkashTrx(), ...paidBy(attempt).map((one) => one.trxId)])
        await app.db.run(
          `insert into sms (id, wallet_id, operator, text, kind, direction, amount, trx_id, trx_key, counterparty, received_at, match_status)
           values ($1, $2, 'bkash', '', 'send_money', 'debit', $3, $4, $4, $5, now(), 'other')`,
          [app.ids.next(), walletId, attempt.amountMinor, trxId, attempt.customer],
        );
    },
    knowsReferences: false,
  };
}

/** Nagad: three calls; the approval pays; it is asked about by the reference. */
export async function nagadBench(product: TestProduct, nagad: NagadSimulator): Promise<PortBench> {
  const wallet = await nagadWallet(product, nagad);
  const walletId = walletNumber(product, wallet.id);
  const paid = (attempt: PayoutAttempt) =>
    [...nagad.state.items.values()].filter((item) => item.reference === attempt.reference && item.status === "COMPLETED");
  return {
    port: officialPort(product.product.app, "nagad"),
    attempt: async (values = {}) => {
      const customer = `017${String(next()).padStart(8, "0")}`;
      nagad.state.accounts.customer(customer, 0n);
      return attemptOf("nagad", walletId, customer, values);
    },
    paid: (attempt) => ({ times: paid(attempt).length, amountMinor: paid(attempt).reduce((sum, item) => sum + item.amountMinor, 0n) }),
    fault: (fault) => nagad.faults.inject("batchApprove", AS_FAULT[fault]),
    refusedCustomer: "01600000000",
    noAccess: (times) => nagad.faults.inject("handshake", { kind: "status", status: 503 }, times),
    silence: (times) => nagad.faults.inject("status", { kind: "status", status: 503 }, times),
    reveal: async () => undefined,
    knowsReferences: true,
  };
}
