/** Payments at the simulated bKash: create, execute, query, search, refund. */
import { DAY_MS } from "../../src/contract/time.ts";
import { amountOf } from "./accounts.ts";
import type { BkashMerchant, BkashPayment, BkashState, Product } from "./bkash-state.ts";
import { bkashError, bkashOk } from "./bkash-words.ts";
import { bkashTime } from "./clock.ts";
import type { OperatorAnswer } from "./server.ts";

type Body = Readonly<Record<string, unknown>>;
const INVOICE_MAX = 255;
const MAX_REFUNDS = 10;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const money = (minor: bigint): string => `${minor / 100n}.${(minor % 100n).toString().padStart(2, "0")}`;

function checkCreate(product: Product, body: Body, state: BkashState): OperatorAnswer | null {
  const invoice = textOf(body["merchantInvoiceNumber"]);
  if (product === "tokenized" && body["mode"] !== "0011") return bkashError(product, "2063");
  if (amountOf(body["amount"]) === null) return bkashError(product, "2006");
  if (body["currency"] !== "BDT") return bkashError(product, "2007");
  if (body["intent"] !== "sale" && body["intent"] !== "authorization") return bkashError(product, "2008");
  if (invoice === "" || invoice.length > INVOICE_MAX || /[<>&]/.test(invoice)) return bkashError(product, "2031");
  if (product === "tokenized" && textOf(body["payerReference"]) === "") return bkashError(product, "2065");
  if (product === "tokenized" && !URL.canParse(textOf(body["callbackURL"]))) return bkashError(product, "2049");
  return state.createdInvoices.has(invoice) ? bkashError(product, "2029") : null;
}

/** A payment begins; no money moves. */
export function createPayment(state: BkashState, merchant: BkashMerchant, product: Product, body: Body, base: string): OperatorAnswer {
  const refused = checkCreate(product, body, state);
  if (refused) return refused;
  const payment: BkashPayment = {
    id: state.paymentId(),
    product,
    merchant,
    amountMinor: amountOf(body["amount"]) as bigint,
    amount: String(body["amount"]),
    intent: textOf(body["intent"]),
    invoice: textOf(body["merchantInvoiceNumber"]),
    payerReference: textOf(body["payerReference"]),
    callbackUrl: textOf(body["callbackURL"]),
    createdMs: state.now(),
    payer: null,
    status: "Initiated",
    trxId: null,
    executedMs: null,
    refunds: [],
  };
  state.payments.set(payment.id, payment);
  state.createdInvoices.add(payment.invoice);
  const shared = {
    paymentID: payment.id,
    amount: payment.amount,
    intent: payment.intent,
    currency: "BDT",
    transactionStatus: "Initiated",
    merchantInvoiceNumber: payment.invoice,
  };
  if (product === "checkout")
    return bkashOk(product, { ...shared, createTime: bkashTime(payment.createdMs), orgLogo: `${base}/logo.png`, orgName: merchant.shortCode });
  const back = (status: string): string => withQuery(payment.callbackUrl, { paymentID: payment.id, status });
  return bkashOk(product, {
    ...shared,
    bkashURL: `${base}/redirect/tokenized/?paymentID=${payment.id}&mode=0011&apiVersion=v1.2.0-beta`,
    callbackURL: payment.callbackUrl,
    successCallbackURL: back("success"),
    failureCallbackURL: back("failure"),
    cancelledCallbackURL: back("cancel"),
    paymentCreateTime: bkashTime(payment.createdMs),
    payerReference: payment.payerReference,
    orgShortCode: merchant.shortCode,
  });
}

/** An address with more in its query. */
export function withQuery(address: string, more: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.href;
}

/** What a finished or unfinished payment looks like. */
function shown(payment: BkashPayment, product: Product): Record<string, unknown> {
  const done = payment.trxId === null ? {} : { trxID: payment.trxId, customerMsisdn: payment.payer };
  const common = {
    paymentID: payment.id,
    transactionStatus: payment.status,
    amount: payment.amount,
    currency: "BDT",
    intent: payment.intent,
    merchantInvoiceNumber: payment.invoice,
  };
  if (product === "checkout")
    return { ...common, ...done, createTime: bkashTime(payment.createdMs), updateTime: bkashTime(payment.executedMs ?? payment.createdMs) };
  return {
    ...common,
    ...done,
    payerReference: payment.payerReference,
    ...(payment.executedMs === null ? {} : { paymentExecuteTime: bkashTime(payment.executedMs) }),
  };
}

/** Here the money moves; it moves once. */
export function executePayment(state: BkashState, merchant: BkashMerchant, product: Product, id: string): OperatorAnswer {
  const payment = state.payments.get(id);
  if (!payment || payment.merchant !== merchant) return bkashError(product, "2002");
  if (payment.status === "Completed") return bkashError(product, "2117");
  if (payment.status === "Cancelled" || state.now() - payment.createdMs > DAY_MS) return bkashError(product, "2056");
  if (payment.payer === null) return bkashError(product, "2060");
  const moved = state.accounts.pay(payment.payer, merchant.shortCode, payment.amountMinor);
  if (moved !== "ok") return bkashError(product, moved === "insufficient" ? "2023" : "2057");
  payment.status = "Completed";
  payment.trxId = state.trxId();
  payment.executedMs = state.now();
  state.transactions.set(payment.trxId, {
    trxId: payment.trxId,
    type: "Payment",
    merchant,
    amountMinor: payment.amountMinor,
    amount: payment.amount,
    msisdn: payment.payer,
    reference: payment.invoice,
    atMs: payment.executedMs,
  });
  return bkashOk(product, shown(payment, product));
}

/** Asks without changing anything. */
export function queryPayment(state: BkashState, merchant: BkashMerchant, product: Product, id: string): OperatorAnswer {
  const payment = state.payments.get(id);
  if (!payment || payment.merchant !== merchant) return bkashError(product, "2002");
  return bkashOk(product, {
    ...shown(payment, product),
    ...(product === "tokenized"
      ? { userVerificationStatus: payment.payer === null ? "Incomplete" : "Complete", paymentCreateTime: bkashTime(payment.createdMs), mode: "0011" }
      : {}),
    ...(payment.refunds.length > 0 ? { refundAmount: money(payment.refunds.reduce((sum, refund) => sum + refund.amountMinor, 0n)) } : {}),
  });
}

/** A transaction by its TrxID. */
export function searchTransaction(state: BkashState, merchant: BkashMerchant, product: Product, trxId: string): OperatorAnswer {
  const found = state.transactions.get(trxId);
  if (!found || found.merchant !== merchant) return bkashError(product, "2033");
  return bkashOk(product, {
    trxID: found.trxId,
    initiationTime: bkashTime(found.atMs),
    completedTime: bkashTime(found.atMs),
    transactionType: found.type,
    customerMsisdn: found.msisdn,
    transactionStatus: "Completed",
    amount: found.amount,
    currency: "BDT",
    organizationShortCode: merchant.shortCode,
    transactionReference: found.reference,
    ...(found.type === "Payment"
      ? { payerType: "Customer", payerAccount: found.msisdn, saleAmount: found.amount, serviceFee: "0.00", maxRefundableAmount: found.amount }
      : {}),
  });
}

/** Refunds a part; without an amount it asks about the last one. */
export function refundPayment(state: BkashState, merchant: BkashMerchant, product: Product, body: Body): OperatorAnswer {
  const payment = state.payments.get(textOf(body["paymentID"]));
  const trxId = textOf(body["trxID"]);
  if (!payment || payment.merchant !== merchant) return bkashError(product, "2002");
  if (payment.trxId === null || payment.trxId !== trxId || payment.payer === null) return bkashError(product, "2033");
  const wanted = body["refundAmount"] ?? body["amount"];
  if (wanted !== undefined) {
    const amount = amountOf(wanted);
    const left = payment.amountMinor - payment.refunds.reduce((sum, refund) => sum + refund.amountMinor, 0n);
    if (amount === null) return bkashError(product, "2006");
    if (amount > left || payment.refunds.length >= MAX_REFUNDS) return bkashError(product, "2026");
    if (state.accounts.refund(merchant.shortCode, payment.payer, amount) !== "ok") return bkashError(product, "2023");
    const refund = {
      trxId: state.trxId(),
      amountMinor: amount,
      amount: String(wanted),
      atMs: state.now(),
      sku: textOf(body["sku"]),
      reason: textOf(body["reason"]),
    };
    payment.refunds.push(refund);
    state.transactions.set(refund.trxId, { ...refund, type: "Refund", merchant, msisdn: payment.payer, reference: payment.invoice });
  }
  const last = payment.refunds.at(-1);
  if (!last) return bkashError(product, "2033");
  return bkashOk(product, {
    completedTime: bkashTime(last.atMs),
    transactionStatus: "Completed",
    originalTrxID: payment.trxId,
    refundTrxID: last.trxId,
    amount: last.amount,
    refundAmount: last.amount,
    currency: "BDT",
    charge: "0.00",
  });
}
