/** What the simulated bKash remembers: tokens, payments, transactions. In memory only. */
import { randomBytes } from "node:crypto";
import { HOUR_MS } from "../../src/contract/time.ts";
import { Random } from "../random.ts";
import { TrxIds } from "../trx.ts";
import { OperatorAccounts } from "./accounts.ts";

/** A merchant's contract with bKash. */
export interface BkashMerchant {
  readonly username: string;
  readonly password: string;
  readonly appKey: string;
  readonly appSecret: string;
  /** Its organisation's short code: what the accounts go by. */
  readonly shortCode: string;
}

export type Product = "tokenized" | "checkout";

export interface BkashPayment {
  readonly id: string;
  readonly product: Product;
  readonly merchant: BkashMerchant;
  readonly amountMinor: bigint;
  readonly amount: string;
  readonly intent: string;
  readonly invoice: string;
  readonly payerReference: string;
  readonly callbackUrl: string;
  readonly createdMs: number;
  /** The payer entered PIN and code; null: nobody did yet. */
  payer: string | null;
  status: "Initiated" | "Completed" | "Cancelled";
  trxId: string | null;
  executedMs: number | null;
  refunds: {
    readonly trxId: string;
    readonly amountMinor: bigint;
    readonly amount: string;
    readonly atMs: number;
    readonly sku: string;
    readonly reason: string;
  }[];
}

export interface BkashTransaction {
  readonly trxId: string;
  readonly type: "Payment" | "B2C Payment" | "Refund";
  readonly merchant: BkashMerchant;
  readonly amountMinor: bigint;
  readonly amount: string;
  readonly msisdn: string;
  readonly reference: string;
  readonly atMs: number;
}

interface Token {
  readonly merchant: BkashMerchant;
  readonly product: Product;
  readonly refresh: string;
  readonly expiresMs: number;
}

/** Grants (and refreshes) within an hour; one more blocks for an hour. */
const GRANTS = 2;

/** The state of one simulated bKash. */
export class BkashState {
  readonly accounts = new OperatorAccounts();
  readonly payments = new Map<string, BkashPayment>();
  readonly transactions = new Map<string, BkashTransaction>();
  /** Invoice numbers of payouts: each pays once. */
  readonly paidInvoices = new Set<string>();
  readonly createdInvoices = new Set<string>();
  readonly merchants: BkashMerchant[] = [];
  /** Fee of a payout, minor units. */
  payoutFeeMinor = 0n;
  /** How long a token lives, ms. */
  tokenLifeMs = HOUR_MS;
  private readonly tokens = new Map<string, Token>();
  private readonly grants = new Map<string, number[]>();
  private readonly trx = new TrxIds(new Random(randomBytes(8).toString("hex")));
  private paymentCount = 0;

  constructor(readonly now: () => number) {}

  /** A new payment id, in bKash's manner. */
  paymentId(): string {
    this.paymentCount += 1;
    return `TR0011${randomBytes(5).toString("hex").toUpperCase()}${this.now()}${this.paymentCount}`;
  }

  trxId(): string {
    return this.trx.bkash(this.now());
  }

  /** Null: blocked, because it was asked too often within the hour. */
  issue(merchant: BkashMerchant, product: Product): { token: string; refresh: string } | null {
    const key = `${merchant.username} ${product}`;
    const recent = (this.grants.get(key) ?? []).filter((at) => this.now() - at < HOUR_MS);
    // Asking while blocked keeps it blocked.
    this.grants.set(key, [...recent, this.now()].slice(-GRANTS - 1));
    if (recent.length >= GRANTS) return null;
    const token = randomBytes(48).toString("base64url");
    const refresh = randomBytes(48).toString("base64url");
    this.tokens.set(token, { merchant, product, refresh, expiresMs: this.now() + this.tokenLifeMs });
    return { token, refresh };
  }

  /** The merchant whose token and app key these are. */
  bearer(token: string, appKey: string, product: Product): BkashMerchant | null {
    const found = this.tokens.get(token);
    if (!found || found.expiresMs <= this.now() || found.product !== product || found.merchant.appKey !== appKey) return null;
    return found.merchant;
  }

  ofRefresh(refresh: string, product: Product): BkashMerchant | null {
    return [...this.tokens.values()].find((token) => token.refresh === refresh && token.product === product)?.merchant ?? null;
  }

  /** Makes every token invalid, as after a restart on their side. */
  revokeTokens(): void {
    this.tokens.clear();
  }

  /** Forgets how often tokens were asked for. */
  forgetGrants(): void {
    this.grants.clear();
  }
}
