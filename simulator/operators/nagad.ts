/** A simulated Nagad on loopback: checkout (collecting) and disbursement (payout). */
import { nagadSpaced } from "./clock.ts";
import { Faults } from "./faults.ts";
import { withQuery } from "./bkash-payments.ts";
import { checkoutRoutes } from "./nagad-checkout.ts";
import { disbursementRoutes } from "./nagad-disbursement.ts";
import { NagadState, type NagadMerchant, type NagadPayment } from "./nagad-state.ts";
import { payerPage } from "./payer-page.ts";
import { OperatorServer } from "./server.ts";

/** One simulated Nagad. */
export class NagadSimulator {
  readonly faults = new Faults();
  readonly state: NagadState;
  readonly server: OperatorServer;

  constructor(now: () => number = Date.now) {
    this.state = new NagadState(now);
    const payer = payerPage({
      path: /^\/check-out\/([^/]+)$/,
      idOf: (asked) => asked.parts[0] ?? "",
      shown: (id) => this.state.payments.get(id)?.amount ?? null,
      approve: (id, msisdn) => this.approve(id, msisdn),
      cancel: (id) => this.abort(id),
    });
    this.server = new OperatorServer([...checkoutRoutes(this.state, () => this.server.url), ...disbursementRoutes(this.state), payer], this.faults);
  }

  /** What a client is given as its base address. */
  get baseUrl(): string {
    return this.server.url;
  }

  /** Nagad's public key, as merchants are given it. */
  get publicKey(): string {
    return this.state.keys.publicKey;
  }

  /** Signs a merchant up. */
  merchant(merchant: NagadMerchant, disbursementMinor = 0n): void {
    this.state.merchants.push(merchant);
    this.state.accounts.organisation(merchant.merchantId).disbursement = disbursementMinor;
  }

  private payment(ref: string): NagadPayment {
    const payment = this.state.payments.get(ref);
    if (!payment) throw new Error(`no payment ${ref}`);
    return payment;
  }

  /** The payer confirms on Nagad's page: the money moves. Answers where the browser is sent. */
  approve(ref: string, msisdn: string): string {
    const payment = this.payment(ref);
    if (payment.status === "Ready" && payment.amountMinor !== null) {
      const moved = this.state.accounts.pay(msisdn, payment.merchant.merchantId, payment.amountMinor);
      payment.payer = msisdn;
      payment.status = moved === "ok" ? "Success" : "Failed";
      payment.paidMs = this.state.now();
      if (moved === "ok") payment.trxId = this.state.trxId();
    }
    return this.callback(ref, payment.status);
  }

  /** The payer gives up. */
  abort(ref: string): string {
    const payment = this.payment(ref);
    if (payment.status === "Ready") payment.status = "Aborted";
    return this.callback(ref, payment.status);
  }

  /** Where the browser is sent with a result; anybody can send a browser there. */
  callback(ref: string, status: string): string {
    const payment = this.payment(ref);
    return withQuery(payment.callbackUrl, {
      merchant: payment.merchant.merchantId,
      order_id: payment.orderId,
      payment_ref_id: ref,
      status,
      status_code: status === "Success" ? "00_0000_000" : "11_2862_001",
      payment_dt: nagadSpaced(this.state.now()).replace(/\D/g, "").slice(0, 14),
      ...(payment.trxId === null ? {} : { issuer_payment_ref: payment.trxId }),
    });
  }
}
