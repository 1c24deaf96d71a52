/**
 * A simulated bKash on loopback: the tokenized product (collecting) and the old checkout product (collecting, payout,
 * balance), both with their own addresses, tokens and error shapes. Codes come with HTTP 200, amounts are strings.
 */
import type { IncomingHttpHeaders } from "node:http";
import { amountOf } from "./accounts.ts";
import { createPayment, executePayment, queryPayment, refundPayment, searchTransaction, withQuery } from "./bkash-payments.ts";
import { BkashState, type BkashMerchant, type Product } from "./bkash-state.ts";
import { bkashError, bkashOk } from "./bkash-words.ts";
import { bkashTime } from "./clock.ts";
import { Faults } from "./faults.ts";
import { payerPage } from "./payer-page.ts";
import { OperatorServer, type OperatorAnswer, type OperatorCall, type OperatorRoute } from "./server.ts";

const VERSION = "v1.2.0-beta";
const TOKEN_LIFE_S = 3600;
const UNAUTHORIZED: OperatorAnswer = { status: 401, body: { message: "Unauthorized" } };
const header = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? "");
const money = (minor: bigint): string => `${minor / 100n}.${(minor % 100n).toString().padStart(2, "0")}`;
const address = (path: string): RegExp => new RegExp(`^/${VERSION.replaceAll(".", "\\.")}/${path}$`);

/** One simulated bKash. */
export class BkashSimulator {
  readonly faults = new Faults();
  readonly state: BkashState;
  readonly server: OperatorServer;

  constructor(now: () => number = Date.now) {
    this.state = new BkashState(now);
    const payer = payerPage({
      path: /^\/redirect\/tokenized\/$/,
      idOf: (asked) => asked.query.get("paymentID") ?? "",
      shown: (id) => this.state.payments.get(id)?.amount ?? null,
      approve: (id, msisdn) => this.approve(id, msisdn),
      cancel: (id) => this.callback(id, "cancel"),
    });
    this.server = new OperatorServer(
      [...this.tokens("tokenized"), ...this.tokens("checkout"), ...this.tokenized(), ...this.checkout(), ...this.payout(), payer],
      this.faults,
    );
  }

  /** What a client is given as its base address. */
  get baseUrl(): string {
    return `${this.server.url}/${VERSION}`;
  }

  /** Signs a merchant up. */
  merchant(merchant: BkashMerchant, disbursementMinor = 0n): void {
    this.state.merchants.push(merchant);
    this.state.accounts.organisation(merchant.shortCode).disbursement = disbursementMinor;
  }

  /** The payer enters PIN and code on bKash's page; answers where the browser is sent. */
  approve(paymentId: string, msisdn: string): string {
    const payment = this.state.payments.get(paymentId);
    if (!payment) throw new Error(`no payment ${paymentId}`);
    payment.payer = msisdn;
    return this.callback(paymentId, "success");
  }

  /** Where the browser is sent; anybody can send a browser there. */
  callback(paymentId: string, status: "success" | "failure" | "cancel"): string {
    const payment = this.state.payments.get(paymentId);
    if (!payment) throw new Error(`no payment ${paymentId}`);
    return withQuery(payment.callbackUrl, { paymentID: paymentId, status });
  }

  /** A route behind a token. */
  private guarded(
    product: Product,
    call: string,
    method: "GET" | "POST",
    path: string,
    handle: (merchant: BkashMerchant, call: OperatorCall) => OperatorAnswer,
  ): OperatorRoute {
    return {
      call: `${product}.${call}`,
      method,
      path: address(path),
      handle: (asked) => {
        const merchant = this.state.bearer(header(asked.headers, "authorization"), header(asked.headers, "x-app-key"), product);
        return merchant ? handle(merchant, asked) : UNAUTHORIZED;
      },
    };
  }

  private tokens(product: Product): OperatorRoute[] {
    const path = product === "tokenized" ? "tokenized/checkout/token" : "checkout/token";
    const answer = (asked: OperatorCall, merchant: BkashMerchant | undefined): OperatorAnswer => {
      const known =
        merchant &&
        merchant.username === header(asked.headers, "username") &&
        merchant.password === header(asked.headers, "password") &&
        merchant.appKey === asked.body["app_key"] &&
        merchant.appSecret === asked.body["app_secret"];
      if (!known) return product === "tokenized" ? bkashError(product, "2001") : { body: { status: "fail", msg: "Invalid username and password combination" } };
      const issued = this.state.issue(merchant, product);
      if (!issued) return { status: 403, body: { message: "Forbidden" } };
      return bkashOk(product, { id_token: issued.token, token_type: "Bearer", expires_in: TOKEN_LIFE_S, refresh_token: issued.refresh });
    };
    return [
      {
        call: `${product}.grant`,
        method: "POST",
        path: address(`${path}/grant`),
        handle: (asked) =>
          answer(
            asked,
            this.state.merchants.find((one) => one.appKey === asked.body["app_key"]),
          ),
      },
      {
        call: `${product}.refresh`,
        method: "POST",
        path: address(`${path}/refresh`),
        handle: (asked) => answer(asked, this.state.ofRefresh(String(asked.body["refresh_token"]), product) ?? undefined),
      },
    ];
  }

  private tokenized(): OperatorRoute[] {
    const on = (call: string, path: string, handle: (merchant: BkashMerchant, asked: OperatorCall) => OperatorAnswer): OperatorRoute =>
      this.guarded("tokenized", call, "POST", `tokenized/checkout/${path}`, handle);
    const { state } = this;
    return [
      on("create", "create", (merchant, { body }) => createPayment(state, merchant, "tokenized", body, this.server.url)),
      on("execute", "execute", (merchant, { body }) => executePayment(state, merchant, "tokenized", String(body["paymentID"]))),
      on("query", "payment/status", (merchant, { body }) => queryPayment(state, merchant, "tokenized", String(body["paymentID"]))),
      on("search", "general/searchTransaction", (merchant, { body }) => searchTransaction(state, merchant, "tokenized", String(body["trxID"]))),
      on("refund", "payment/refund(?:/status)?", (merchant, { body }) => refundPayment(state, merchant, "tokenized", body)),
    ];
  }

  private checkout(): OperatorRoute[] {
    const on = (call: string, method: "GET" | "POST", path: string, handle: (merchant: BkashMerchant, asked: OperatorCall) => OperatorAnswer): OperatorRoute =>
      this.guarded("checkout", call, method, `checkout/payment/${path}`, handle);
    const { state } = this;
    return [
      on("create", "POST", "create", (merchant, { body }) => createPayment(state, merchant, "checkout", body, this.server.url)),
      on("execute", "POST", "execute/([^/]+)", (merchant, { parts }) => executePayment(state, merchant, "checkout", parts[0] ?? "")),
      on("query", "GET", "query/([^/]+)", (merchant, { parts }) => queryPayment(state, merchant, "checkout", parts[0] ?? "")),
      on("search", "GET", "search/([^/]+)", (merchant, { parts }) => searchTransaction(state, merchant, "checkout", parts[0] ?? "")),
      on("refund", "POST", "refund", (merchant, { body }) => refundPayment(state, merchant, "checkout", body)),
    ];
  }

  private payout(): OperatorRoute[] {
    return [
      this.guarded("checkout", "b2cPayment", "POST", "checkout/payment/b2cPayment", (merchant, { body }) => this.payOut(merchant, body)),
      this.guarded("checkout", "balance", "GET", "checkout/payment/organizationBalance", (merchant) => {
        const organisation = this.state.accounts.organisation(merchant.shortCode);
        const account = (accountTypeName: string, minor: bigint): Record<string, string> => ({
          accountHolderName: merchant.shortCode,
          accountStatus: "Active",
          accountTypeName,
          availableBalance: money(minor),
          currency: "BDT",
          currentBalance: money(minor),
          updateTime: bkashTime(this.state.now()),
        });
        return {
          body: {
            organizationBalance: [
              account("Organization Collection Account", organisation.collection),
              account("Organization Disbursement Account", organisation.disbursement),
            ],
          },
        };
      }),
    ];
  }

  /** Here a payout's money moves; one invoice number pays once. */
  private payOut(merchant: BkashMerchant, body: Readonly<Record<string, unknown>>): OperatorAnswer {
    const { state } = this;
    const invoice = String(body["merchantInvoiceNumber"] ?? "");
    const msisdn = String(body["receiverMSISDN"] ?? "");
    const amountMinor = amountOf(body["amount"]);
    if (typeof body["amount"] !== "string" || amountMinor === null) return bkashError("checkout", "2006");
    if (body["currency"] !== "BDT") return bkashError("checkout", "2007");
    if (!/^[^<>&]{1,255}$/.test(invoice)) return bkashError("checkout", "2031");
    if (!/^01\d{9}$/.test(msisdn)) return bkashError("checkout", "2012");
    if (state.paidInvoices.has(invoice)) return bkashError("checkout", "2029");
    const moved = state.accounts.payOut(merchant.shortCode, msisdn, amountMinor, state.payoutFeeMinor);
    if (moved !== "ok") return bkashError("checkout", moved === "insufficient" ? "2023" : "2057");
    state.paidInvoices.add(invoice);
    const trxId = state.trxId();
    const atMs = state.now();
    state.transactions.set(trxId, { trxId, type: "B2C Payment", merchant, amountMinor, amount: String(body["amount"]), msisdn, reference: invoice, atMs });
    return {
      body: {
        completedTime: bkashTime(atMs),
        trxID: trxId,
        transactionStatus: "Completed",
        amount: body["amount"],
        currency: "BDT",
        merchantInvoiceNumber: invoice,
        receiverMSISDN: msisdn,
        b2cFee: money(state.payoutFeeMinor),
      },
    };
  }
}
