/** Collecting through bKash's tokenized checkout: create, the payer's page, execute; and refunds. */
import { mobilePhone } from "../../../../contract/phones.ts";
import type { App } from "../../../platform/context.ts";
import type { CollectPort, Opened, PaymentState, PaymentToOpen, Refunded, RefundRequest } from "../collect-port.ts";
import type { OfficialWallet } from "../credentials.ts";
import { isPayerPage } from "../payer-url.ts";
import { BkashClient, judge, type Judged } from "./client.ts";
import { provesNothingDone, readAmount, readTime, writeAmount } from "./words.ts";

/** Execution said that it was done before: the query tells with which TrxID. */
const DONE_BEFORE = new Set(["2062", "2068", "2117", "2119"]);
/** The payer has not finished, or may try again. */
const NOT_YET = new Set(["2060", "2056"]);
const ENDED = new Set(["Cancelled", "Failed", "Failure", "Expired", "Declined"]);

type Session = { readonly operatorRef: string; readonly reference: string };

/** Builds the port for one wallet. */
export function makeBkashCollect(app: App, wallet: OfficialWallet): CollectPort {
  const client = new BkashClient(app, wallet, "collect");
  const query = async (session: Session): Promise<PaymentState> =>
    stateOf(session, judge(await client.call("POST", "payment/status", { paymentID: session.operatorRef })));
  return { open: (payment) => open(app, client, wallet, payment), query, execute: (session) => execute(client, session, query) };
}

async function open(app: App, client: BkashClient, wallet: OfficialWallet, payment: PaymentToOpen): Promise<Opened> {
  const judged = judge(
    await client.call("POST", "create", {
      mode: "0011",
      payerReference: payment.payerReference,
      callbackURL: payment.callbackUrl,
      amount: writeAmount(payment.amountMinor),
      currency: "BDT",
      intent: "sale",
      merchantInvoiceNumber: payment.reference,
    }),
  );
  if (judged.kind === "unclear") return { kind: "unavailable", code: judged.code, message: "bKash gave no clear answer." };
  if (judged.kind === "error") return { kind: provesNothingDone(judged.code) ? "refused" : "unavailable", code: judged.code, message: judged.message };
  const { paymentID, bkashURL } = judged.body;
  if (typeof paymentID !== "string" || !/^[\w-]{4,100}$/.test(paymentID) || !isPayerPage(app, wallet, bkashURL))
    return { kind: "unavailable", code: "unreadable", message: "bKash's answer names no payment." };
  return { kind: "opened", operatorRef: paymentID, url: bkashURL };
}

/** Takes the money. Its own clear answer counts; only an unclear one is asked about (bKash's rule for its clients). */
async function execute(client: BkashClient, session: Session, query: (session: Session) => Promise<PaymentState>): Promise<PaymentState> {
  const judged = judge(await client.call("POST", "execute", { paymentID: session.operatorRef }));
  if (judged.kind === "ok") return stateOf(session, judged);
  if (judged.kind === "unclear") return judged.asked ? query(session) : { kind: "unavailable", code: judged.code, message: "bKash gave no token." };
  if (DONE_BEFORE.has(judged.code)) return query(session);
  if (NOT_YET.has(judged.code)) return { kind: "pending" };
  if (provesNothingDone(judged.code)) return { kind: "failed", code: judged.code, message: judged.message };
  return query(session);
}

function stateOf(session: Session, judged: Judged): PaymentState {
  if (judged.kind === "unclear") return { kind: "unavailable", code: judged.code, message: "bKash gave no clear answer." };
  if (judged.kind === "error") return { kind: "unavailable", code: judged.code, message: judged.message };
  const { body } = judged;
  const status = String(body["transactionStatus"]);
  if (body["paymentID"] !== session.operatorRef) return { kind: "unavailable", code: "answer_differs", message: "bKash answered about another payment." };
  if (status === "Completed") return completed(session, body);
  if (ENDED.has(status)) return { kind: "failed", code: status.toLowerCase(), message: "The payment ended without money." };
  return body["userVerificationStatus"] === "Complete" ? { kind: "ready" } : { kind: "pending" };
}

function completed(session: Session, body: Readonly<Record<string, unknown>>): PaymentState {
  const amountMinor = readAmount(body["amount"]);
  const trxId = body["trxID"];
  const invoice = body["merchantInvoiceNumber"];
  if (typeof trxId !== "string" || trxId === "" || amountMinor === null || (invoice !== undefined && invoice !== session.reference))
    return { kind: "unavailable", code: "answer_differs", message: "bKash answered about another payment." };
  return { kind: "completed", trxId, amountMinor, payer: mobilePhone(body["customerMsisdn"]), atMs: readTime(body["paymentExecuteTime"]) };
}

/** Gives a part or all of a payment back. */
export async function refundBkash(app: App, wallet: OfficialWallet, request: RefundRequest): Promise<Refunded> {
  const judged = judge(
    await new BkashClient(app, wallet, "collect").call("POST", "payment/refund", {
      paymentID: request.operatorRef,
      trxID: request.trxId,
      refundAmount: writeAmount(request.amountMinor),
      amount: writeAmount(request.amountMinor),
      sku: "refund",
      reason: request.reason.replace(/[<>&]/g, " ").slice(0, 255) || "refund",
    }),
  );
  if (judged.kind === "unclear") {
    return judged.asked
      ? { kind: "unknown", code: judged.code, message: "bKash gave no clear answer." }
      : { kind: "refused", code: judged.code, message: "bKash gave no token; nothing was asked." };
  }
  if (judged.kind === "error")
    return { kind: provesNothingDone(judged.code) || judged.code === "2026" ? "refused" : "unknown", code: judged.code, message: judged.message };
  const trxId = judged.body["refundTrxID"];
  return typeof trxId === "string" && trxId !== ""
    ? { kind: "refunded", trxId }
    : { kind: "unknown", code: "unreadable", message: "bKash's answer names no refund." };
}
