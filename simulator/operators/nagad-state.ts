/** What the simulated Nagad remembers: payments, handshakes, batches. In memory only. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { Random } from "../random.ts";
import { TrxIds } from "../trx.ts";
import { OperatorAccounts } from "./accounts.ts";
import type { SessionKey } from "./nagad-crypto.ts";

/** A merchant's contract with Nagad; the aggregator's id is its own where it pays out itself. */
export interface NagadMerchant {
  readonly merchantId: string;
  readonly aggregatorId: string;
  /** PEM, uploaded to Nagad's portal. */
  readonly publicKey: string;
  readonly accountNumber: string;
}

export interface NagadPayment {
  readonly ref: string;
  readonly merchant: NagadMerchant;
  readonly orderId: string;
  readonly challenge: string;
  readonly startedMs: number;
  amountMinor: bigint | null;
  amount: string;
  callbackUrl: string;
  additional: unknown;
  status: "Initiated" | "Ready" | "Success" | "Aborted" | "Failed";
  payer: string | null;
  trxId: string | null;
  paidMs: number | null;
}

export interface Handshake extends SessionKey {
  readonly keyId: string;
  readonly apiKey: string;
  readonly merchant: NagadMerchant;
  readonly atMs: number;
}

export interface NagadItem {
  readonly reference: string;
  readonly batchId: string;
  readonly merchant: NagadMerchant;
  readonly mobileNo: string;
  readonly amountMinor: bigint;
  readonly amount: string;
  readonly atMs: number;
  status: "CREATED" | "PROCESSING" | "COMPLETED" | "FAILED";
  trxId: string | null;
  doneMs: number | null;
  failure: string | null;
}

export interface NagadBatch {
  readonly id: string;
  readonly title: string;
  readonly merchant: NagadMerchant;
  readonly createdMs: number;
  status: "CREATED" | "APPROVED";
}

/** A key pair in PEM. */
export function keyPair(): { publicKey: string; privateKey: string } {
  return generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}

/** The state of one simulated Nagad. */
export class NagadState {
  readonly accounts = new OperatorAccounts();
  readonly keys = keyPair();
  readonly merchants: NagadMerchant[] = [];
  readonly payments = new Map<string, NagadPayment>();
  readonly handshakes = new Map<string, Handshake>();
  readonly batches = new Map<string, NagadBatch>();
  readonly items = new Map<string, NagadItem>();
  /** Approved items wait for {@link pay} instead of being paid at once. */
  holdApproved = false;
  private readonly trx = new TrxIds(new Random(randomBytes(8).toString("hex")));

  constructor(readonly now: () => number) {}

  merchantOf(merchantId: string): NagadMerchant | undefined {
    return this.merchants.find((one) => one.merchantId === merchantId);
  }

  paymentOfOrder(merchant: NagadMerchant, orderId: string): NagadPayment | undefined {
    return [...this.payments.values()].find((payment) => payment.merchant === merchant && payment.orderId === orderId);
  }

  trxId(): string {
    return this.trx.nagad(this.now());
  }

  /** Pays an approved item: here a payout's money moves, once. */
  pay(item: NagadItem): void {
    if (item.status !== "PROCESSING") return;
    const moved = this.accounts.payOut(item.merchant.merchantId, item.mobileNo, item.amountMinor, 0n);
    item.doneMs = this.now();
    item.status = moved === "ok" ? "COMPLETED" : "FAILED";
    if (moved === "ok") item.trxId = this.trxId();
    else item.failure = moved === "insufficient" ? "INSUFFICIENT_BALANCE" : "INVALID_ACCOUNT";
  }
}
