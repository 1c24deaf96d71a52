/** Nagad's disbursement: a handshake gives a session key, then batch, item and approval; the money moves with the approval. */
import { randomBytes } from "node:crypto";
import { amountOf } from "./accounts.ts";
import { nagadTime, readNagadTime } from "./clock.ts";
import { aesOpen, aesSeal, isSigned, sealFor, signed } from "./nagad-crypto.ts";
import { nagadError } from "./nagad-checkout.ts";
import type { Handshake, NagadBatch, NagadItem, NagadState } from "./nagad-state.ts";
import type { OperatorAnswer, OperatorCall, OperatorRoute } from "./server.ts";

const SKEW_MS = 10 * 60_000;
const SESSION_MS = 10 * 60_000;
const money = (minor: bigint): string => `${minor / 100n}.${(minor % 100n).toString().padStart(2, "0")}`;

function handshake(state: NagadState, asked: OperatorCall): OperatorAnswer {
  const { body, headers } = asked;
  const aggregatorId = String(body["merchantAggregatorId"]);
  const merchant = state.merchants.find((one) => one.aggregatorId === aggregatorId);
  if (!merchant || headers["x-km-mc-id"] !== merchant.merchantId || headers["x-km-ma-id"] !== aggregatorId)
    return nagadError("INVALID_MERCHANT", "Merchant aggregator not found", 404);
  const at = readNagadTime(String(body["requestDateTime"]));
  if (at === null || Math.abs(at - state.now()) > SKEW_MS) return nagadError("INVALID_DATETIME", "Request time is out of range");
  if (!isSigned(merchant.publicKey, `${aggregatorId}${String(body["requestDateTime"])}${String(body["random"])}`, String(body["signature"])))
    return nagadError("INVALID_SIGNATURE", "Signature does not verify");
  const made: Handshake = {
    key: randomBytes(16),
    iv: randomBytes(16),
    keyId: randomBytes(12).toString("hex"),
    apiKey: randomBytes(24).toString("hex"),
    merchant,
    atMs: state.now(),
  };
  state.handshakes.set(made.keyId, made);
  const plain = JSON.stringify({
    key: made.key.toString("base64"),
    iv: made.iv.toString("base64"),
    keyId: made.keyId,
    challenge: randomBytes(20).toString("hex"),
  });
  return {
    headers: { "x-km-api-key": made.apiKey },
    body: { sensitiveData: sealFor(merchant.publicKey, plain), signature: signed(state.keys.privateKey, asked.spoilSignature ? `${plain} ` : plain) },
  };
}

type Sealed = Readonly<Record<string, unknown>>;

/** Runs a call under its session key; the answer is sealed with it, errors are plain. */
function inSession(state: NagadState, asked: OperatorCall, work: (session: Handshake, sealed: Sealed) => OperatorAnswer | Sealed): OperatorAnswer {
  const session = state.handshakes.get(asked.query.get("key-id") ?? "");
  const stale = !session || state.now() - session.atMs > SESSION_MS;
  if (stale || session.apiKey !== asked.headers["x-km-api-key"] || asked.query.get("ma-id") !== session.merchant.aggregatorId)
    return nagadError("INVALID_SESSION", "Session key is not valid", 401);
  const plain = aesOpen(session, String(asked.body["sensitiveData"]));
  let sealed: Sealed;
  try {
    sealed = JSON.parse(plain ?? "") as Sealed;
  } catch {
    return nagadError("INVALID_SENSITIVE_DATA", "Sensitive data cannot be read");
  }
  const answer = work(session, sealed);
  return "status" in answer && typeof answer.status === "number" ? answer : { body: { sensitiveData: aesSeal(session, JSON.stringify(answer)) } };
}

const shownBatch = (batch: NagadBatch): Sealed => ({
  batchId: batch.id,
  status: batch.status,
  disbursementScheduledDT: nagadTime(batch.createdMs),
  batchCreationTime: nagadTime(batch.createdMs),
});

function createBatch(state: NagadState, session: Handshake, sealed: Sealed): OperatorAnswer | Sealed {
  if (typeof sealed["batchTitle"] !== "string" || typeof sealed["disbursementType"] !== "string")
    return nagadError("INVALID_BATCH", "Batch title and type are required");
  const batch: NagadBatch = {
    id: `B${randomBytes(8).toString("hex").toUpperCase()}`,
    title: sealed["batchTitle"],
    merchant: session.merchant,
    createdMs: state.now(),
    status: "CREATED",
  };
  state.batches.set(batch.id, batch);
  return shownBatch(batch);
}

function addItem(state: NagadState, session: Handshake, sealed: Sealed): OperatorAnswer | Sealed {
  const batch = state.batches.get(String(sealed["batchId"]));
  const [item] = Array.isArray(sealed["batchItemModelList"]) ? (sealed["batchItemModelList"] as Sealed[]) : [];
  if (!batch || batch.merchant !== session.merchant || !item) return nagadError("INVALID_BATCH", "Batch not found");
  if (batch.status !== "CREATED") return nagadError("INVALID_BATCH_STATE", "Batch is approved already", 409);
  const amountMinor = typeof item["trxAmount"] === "string" ? amountOf(item["trxAmount"]) : null;
  const mobileNo = String(item["mobileNo"]);
  const info = item["additionalInfo"] as Sealed | undefined;
  const reference = String(info?.["referenceNo"] ?? "");
  if (amountMinor === null) return nagadError("INVALID_AMOUNT", "Amount is not valid");
  if (!/^01\d{9}$/.test(mobileNo)) return nagadError("INVALID_ACCOUNT", "Mobile number is not valid");
  if (reference === "" || state.items.has(reference)) return nagadError("DUPLICATE_REFERENCE", "Reference number was used before", 409);
  const made: NagadItem = {
    reference,
    batchId: batch.id,
    merchant: session.merchant,
    mobileNo,
    amountMinor,
    amount: String(item["trxAmount"]),
    atMs: state.now(),
    status: "CREATED",
    trxId: null,
    doneMs: null,
    failure: null,
  };
  state.items.set(reference, made);
  return shownBatch(batch);
}

function approveBatch(state: NagadState, session: Handshake, sealed: Sealed): OperatorAnswer | Sealed {
  const batch = state.batches.get(String(sealed["batchId"]));
  if (!batch || batch.merchant !== session.merchant) return nagadError("INVALID_BATCH", "Batch not found");
  if (batch.status !== "CREATED") return nagadError("DUPLICATE_APPROVAL", "Batch is approved already", 409);
  batch.status = "APPROVED";
  for (const item of state.items.values()) {
    if (item.batchId !== batch.id) continue;
    item.status = "PROCESSING";
    if (!state.holdApproved) state.pay(item);
  }
  return shownBatch(batch);
}

function status(state: NagadState, asked: OperatorCall): OperatorAnswer {
  const session = [...state.handshakes.values()].find((one) => one.apiKey === asked.headers["x-km-api-key"]);
  if (!session || state.now() - session.atMs > SESSION_MS) return nagadError("INVALID_SESSION", "Session key is not valid", 401);
  const item = state.items.get(asked.query.get("referenceNo") ?? "");
  if (!item || item.merchant !== session.merchant) return nagadError("TRANSACTION_NOT_FOUND", "Transaction not found", 404);
  return {
    body: {
      merchantId: item.merchant.merchantId,
      amount: item.amount,
      customerMobileNo: item.mobileNo,
      merchantMobileNo: item.merchant.accountNumber,
      merchantAggregatorId: item.merchant.aggregatorId,
      requestDateTime: nagadTime(item.atMs),
      referenceNo: item.reference,
      rechargeId: item.batchId,
      issuerTxnDateTime: item.doneMs === null ? null : nagadTime(item.doneMs),
      issuerTxnId: item.trxId,
      status: item.status,
      statusCode: item.failure ?? (item.status === "COMPLETED" ? "000" : "001"),
      merchantBalance: money(state.accounts.organisation(item.merchant.merchantId).disbursement),
    },
  };
}

/** Routes of the disbursement. */
export function disbursementRoutes(state: NagadState): OperatorRoute[] {
  const session = (call: string, path: RegExp, work: (held: Handshake, sealed: Sealed) => OperatorAnswer | Sealed): OperatorRoute => ({
    call,
    method: "POST",
    path,
    handle: (asked) => inSession(state, asked, work),
  });
  return [
    { call: "handshake", method: "POST", path: /^\/api\/secure-handshake\/dfs\/disbursement$/, handle: (asked) => handshake(state, asked) },
    session("batchCreate", /^\/api\/disbursement-batch\/create$/, (held, sealed) => createBatch(state, held, sealed)),
    session("batchItem", /^\/api\/disbursement-batch\/create-disbursement-item$/, (held, sealed) => addItem(state, held, sealed)),
    session("batchApprove", /^\/api\/disbursement-batch\/approve-batch$/, (held, sealed) => approveBatch(state, held, sealed)),
    { call: "status", method: "GET", path: /^\/api\/dfs\/recharge\/status$/, handle: (asked) => status(state, asked) },
  ];
}
