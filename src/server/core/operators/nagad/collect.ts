/** Collecting through Nagad's checkout: initialize, complete, the payer's page, verify. The money moves on that page. */
import { randomBytes } from "node:crypto";
import { mobilePhone } from "../../../../contract/phones.ts";
import type { App } from "../../../platform/context.ts";
import type { CollectPort, Opened, PaymentState, PaymentToOpen } from "../collect-port.ts";
import type { OfficialWallet } from "../credentials.ts";
import { operatorClient, type OperatorReply } from "../outbound.ts";
import { isPayerPage } from "../payer-url.ts";
import { BadAnswer, checkSignature, objectOf, rsaOpen, rsaSeal, rsaSign } from "./crypto.ts";
import { API_VERSION, CALL_MS, headersOf, keysOf, type NagadKeys } from "./parts.ts";
import { judge, readAmount, readTime, writeAmount, writeTime } from "./words.ts";

/** ISO 4217 number of the taka, as Nagad wants it. */
const BDT = "050";
const FAILED = new Set(["aborted", "cancelled", "canceled", "failed", "failure", "invalid", "fraud", "expired"]);

/** Builds the port for one wallet. */
export function makeNagadCollect(app: App, wallet: OfficialWallet): CollectPort {
  return {
    open: async (payment) => {
      try {
        return await open(app, wallet, payment);
      } catch (error) {
        // A forged or broken answer: what it may have opened is forgotten.
        if (error instanceof BadAnswer) return { kind: "unavailable", code: "bad_signature", message: error.message };
        throw error;
      }
    },
    query: (session) => query(app, wallet, session),
    execute: null,
  };
}

/** Seals an object for Nagad and signs its plain text. */
function sealed(keys: NagadKeys, plain: Readonly<Record<string, string>>): { sensitiveData: string; signature: string } {
  const text = JSON.stringify(plain);
  return { sensitiveData: rsaSeal(keys.operator, text), signature: rsaSign(keys.own, text) };
}

const refusal = (judged: Exclude<ReturnType<typeof judge>, { kind: "ok" }>): Opened =>
  judged.kind === "error"
    ? { kind: judged.sure ? "refused" : "unavailable", code: judged.code, message: judged.message }
    : { kind: "unavailable", code: judged.code, message: "Nagad gave no clear answer." };

async function open(app: App, wallet: OfficialWallet, payment: PaymentToOpen): Promise<Opened> {
  const keys = keysOf(wallet, "collect");
  const merchantId = wallet.connection.credentials.merchant_id ?? "";
  const dateTime = writeTime(app.now());
  const orderId = payment.reference;
  const post = (path: string, body: object): Promise<OperatorReply> =>
    operatorClient(app).send(
      { method: "POST", url: `${wallet.connection.baseUrl}/api/dfs/check-out/${path}`, headers: headersOf(payment.clientIp), body, timeoutMs: CALL_MS },
      wallet.proxy,
    );
  const begun = judge(
    await post(`initialize/${encodeURIComponent(merchantId)}/${encodeURIComponent(orderId)}`, {
      accountNumber: wallet.account,
      dateTime,
      ...sealed(keys, { merchantId, datetime: dateTime, orderId, challenge: randomBytes(20).toString("hex").toUpperCase() }),
    }),
  );
  if (begun.kind !== "ok") return refusal(begun);
  const text = rsaOpen(keys.own, begun.body["sensitiveData"]);
  checkSignature(keys.operator, text, begun.body["signature"]);
  const { paymentReferenceId, challenge } = objectOf(text);
  if (typeof paymentReferenceId !== "string" || !/^[\w-]{4,120}$/.test(paymentReferenceId) || typeof challenge !== "string") throw new BadAnswer();
  const done = judge(
    await post(`complete/${paymentReferenceId}`, {
      paymentRefId: paymentReferenceId,
      ...sealed(keys, { merchantId, orderId, amount: writeAmount(payment.amountMinor), currencyCode: BDT, challenge }),
      merchantCallbackURL: payment.callbackUrl,
      additionalMerchantInfo: {},
    }),
  );
  if (done.kind !== "ok") return refusal(done);
  const url = done.body["callBackUrl"];
  if (!isPayerPage(app, wallet, url)) return { kind: "unavailable", code: "unreadable", message: "Nagad's answer names no page." };
  return { kind: "opened", operatorRef: paymentReferenceId, url };
}

async function query(app: App, wallet: OfficialWallet, session: { readonly operatorRef: string; readonly reference: string }): Promise<PaymentState> {
  const reply = await operatorClient(app).send(
    {
      method: "GET",
      url: `${wallet.connection.baseUrl}/api/dfs/verify/payment/${encodeURIComponent(session.operatorRef)}`,
      headers: { ...headersOf(null), "x-km-api-version": API_VERSION },
      timeoutMs: CALL_MS,
    },
    wallet.proxy,
  );
  const judged = judge(reply);
  if (judged.kind === "unclear") return { kind: "unavailable", code: judged.code, message: "Nagad gave no clear answer." };
  if (judged.kind === "error") return { kind: "unavailable", code: judged.code, message: judged.message };
  const { body } = judged;
  if (body["orderId"] !== session.reference || body["merchantId"] !== wallet.connection.credentials.merchant_id)
    return { kind: "unavailable", code: "answer_differs", message: "Nagad answered about another payment." };
  const status = String(body["status"]).toLowerCase();
  if (FAILED.has(status)) return { kind: "failed", code: status, message: "The payment ended without money." };
  if (status !== "success") return { kind: "pending" };
  const amountMinor = readAmount(body["amount"]);
  const trxId = body["issuerPaymentRefNo"];
  if (typeof trxId !== "string" || trxId === "" || amountMinor === null)
    return { kind: "unavailable", code: "unreadable", message: "Nagad's answer names no TrxID." };
  return { kind: "completed", trxId, amountMinor, payer: mobilePhone(body["clientMobileNo"]), atMs: readTime(body["issuerPaymentDateTime"]) };
}
