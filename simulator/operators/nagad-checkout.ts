/** Nagad's checkout: initialize, complete, verify. The payer confirms on Nagad's page, and there the money moves. */
import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { amountOf } from "./accounts.ts";
import { nagadSpaced, nagadTime, readNagadTime } from "./clock.ts";
import { isSigned, sealFor, signed, unseal } from "./nagad-crypto.ts";
import type { NagadMerchant, NagadPayment, NagadState } from "./nagad-state.ts";
import type { OperatorAnswer, OperatorCall, OperatorRoute } from "./server.ts";

/** How far a merchant's clock may be off, ms. */
const SKEW_MS = 10 * 60_000;

/** Nagad's error: a reason, a message, and an HTTP status that says so, too. */
export function nagadError(reason: string, message: string, status = 400): OperatorAnswer {
  return { status, body: { reason, message, devMessage: `${reason}: ${message}` } };
}

function wrongHeaders(headers: IncomingHttpHeaders, names: readonly string[]): OperatorAnswer | null {
  if (headers["x-km-api-version"] !== "v-0.2.0") return nagadError("INVALID_API_VERSION", "Api version is not supported");
  const missing = names.find((name) => !headers[name]);
  return missing ? nagadError("MISSING_HEADER", `${missing} is required`) : null;
}

/** Opens and checks a merchant's sealed and signed object. */
function openSealed(state: NagadState, merchant: NagadMerchant, body: OperatorCall["body"]): Record<string, unknown> | null {
  const plain = unseal(state.keys.privateKey, String(body["sensitiveData"]));
  if (plain === null || !isSigned(merchant.publicKey, plain, String(body["signature"]))) return null;
  try {
    const value: unknown = JSON.parse(plain);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function initialize(state: NagadState, asked: OperatorCall): OperatorAnswer {
  const wrong = wrongHeaders(asked.headers, ["x-km-ip-v4", "x-km-client-type"]);
  if (wrong) return wrong;
  const [merchantId = "", orderId = ""] = asked.parts;
  const merchant = state.merchantOf(merchantId);
  if (!merchant) return nagadError("INVALID_MERCHANT", "Merchant not found", 404);
  const sealed = openSealed(state, merchant, asked.body);
  if (!sealed) return nagadError("INVALID_SIGNATURE", "Signature does not verify");
  const at = readNagadTime(String(sealed["datetime"]));
  if (at === null || Math.abs(at - state.now()) > SKEW_MS || sealed["datetime"] !== asked.body["dateTime"])
    return nagadError("INVALID_DATETIME", "Request time is out of range");
  if (sealed["orderId"] !== orderId || sealed["merchantId"] !== merchantId || !/^[A-Za-z0-9]{1,32}$/.test(orderId))
    return nagadError("INVALID_ORDER", "Order id is not valid");
  if (state.paymentOfOrder(merchant, orderId)) return nagadError("DUPLICATE_ORDER", "Order id was used before", 409);
  const payment: NagadPayment = {
    ref: `${nagadTime(state.now()).slice(4)}${randomBytes(11).toString("hex").toUpperCase()}`,
    merchant,
    orderId,
    challenge: randomBytes(20).toString("hex").toUpperCase(),
    startedMs: state.now(),
    amountMinor: null,
    amount: "",
    callbackUrl: "",
    additional: null,
    status: "Initiated",
    payer: null,
    trxId: null,
    paidMs: null,
  };
  state.payments.set(payment.ref, payment);
  const plain = JSON.stringify({ paymentReferenceId: payment.ref, challenge: payment.challenge, acceptDateTime: nagadTime(state.now()) });
  return { body: { sensitiveData: sealFor(merchant.publicKey, plain), signature: signed(state.keys.privateKey, asked.spoilSignature ? `${plain} ` : plain) } };
}

function complete(state: NagadState, asked: OperatorCall, base: string): OperatorAnswer {
  const wrong = wrongHeaders(asked.headers, ["x-km-ip-v4", "x-km-client-type"]);
  if (wrong) return wrong;
  const payment = state.payments.get(asked.parts[0] ?? "");
  if (!payment) return nagadError("INVALID_PAYMENT_REFERENCE", "Payment reference not found", 404);
  const sealed = openSealed(state, payment.merchant, asked.body);
  if (!sealed) return nagadError("INVALID_SIGNATURE", "Signature does not verify");
  if (payment.status !== "Initiated") return nagadError("INVALID_STATE", "Payment is completed already", 409);
  if (sealed["challenge"] !== payment.challenge || sealed["orderId"] !== payment.orderId) return nagadError("INVALID_CHALLENGE", "Challenge does not match");
  const amountMinor = typeof sealed["amount"] === "string" ? amountOf(sealed["amount"]) : null;
  if (amountMinor === null || sealed["currencyCode"] !== "050") return nagadError("INVALID_AMOUNT", "Amount is not valid");
  const callbackUrl = String(asked.body["merchantCallbackURL"]);
  if (!URL.canParse(callbackUrl)) return nagadError("INVALID_CALLBACK", "Callback URL is not valid");
  payment.amountMinor = amountMinor;
  payment.amount = String(sealed["amount"]);
  payment.callbackUrl = callbackUrl;
  payment.additional = asked.body["additionalMerchantInfo"] ?? null;
  payment.status = "Ready";
  return { body: { callBackUrl: `${base}/check-out/${payment.ref}`, status: "Success" } };
}

const CODES = { Success: "000", Aborted: "003", Failed: "002", Ready: "001", Initiated: "001" } as const;

function verifyPayment(state: NagadState, asked: OperatorCall): OperatorAnswer {
  const wrong = wrongHeaders(asked.headers, []);
  if (wrong) return wrong;
  const payment = state.payments.get(asked.parts[0] ?? "");
  if (!payment) return nagadError("INVALID_PAYMENT_REFERENCE", "Payment reference not found", 404);
  return {
    body: {
      merchantId: payment.merchant.merchantId,
      orderId: payment.orderId,
      paymentRefId: payment.ref,
      amount: payment.amount,
      clientMobileNo: payment.payer,
      merchantMobileNo: payment.merchant.accountNumber,
      orderDateTime: nagadSpaced(payment.startedMs),
      issuerPaymentDateTime: payment.paidMs === null ? null : nagadSpaced(payment.paidMs),
      issuerPaymentRefNo: payment.trxId,
      additionalMerchantInfo: payment.additional === null ? null : JSON.stringify(payment.additional),
      status: payment.status,
      statusCode: CODES[payment.status],
      cancelIssuerDateTime: null,
      cancelIssuerRefNo: null,
    },
  };
}

/** Routes of the checkout. `base` answers the server's own address. */
export function checkoutRoutes(state: NagadState, base: () => string): OperatorRoute[] {
  return [
    { call: "initialize", method: "POST", path: /^\/api\/dfs\/check-out\/initialize\/([^/]+)\/([^/]+)$/, handle: (asked) => initialize(state, asked) },
    { call: "complete", method: "POST", path: /^\/api\/dfs\/check-out\/complete\/([^/]+)$/, handle: (asked) => complete(state, asked, base()) },
    { call: "verify", method: "GET", path: /^\/api\/dfs\/verify\/payment\/([^/]+)$/, handle: (asked) => verifyPayment(state, asked) },
  ];
}
