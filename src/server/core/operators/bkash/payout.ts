/** Paying out through bKash (`b2cPayment`): one call moves the money, under the attempt's reference as invoice number. */
import type { App } from "../../../platform/context.ts";
import type { OfficialWallet } from "../credentials.ts";
import { claimPayout, notePayout, payoutCandidates, releasePayout } from "../payout-notes.ts";
import type { PayoutAttempt, PayoutPort, Queried, Submitted } from "../port.ts";
import { BkashClient, judge } from "./client.ts";
import { searchBkash } from "./search.ts";
import { provesNothingDone, readAmount, readTime, writeAmount } from "./words.ts";

/** How an HTTP refusal without a code of bKash's own counts: the gateway did not let the call in. */
const NOT_LET_IN = new Set(["http_400", "http_401", "http_403", "http_404", "http_405", "http_413", "http_415", "http_422", "http_429"]);

/** Builds the port for one wallet. */
export function makeBkashPayout(app: App, wallet: OfficialWallet): PayoutPort {
  return { submit: (attempt) => submit(app, wallet, attempt), query: (attempt) => query(app, wallet, attempt), notFoundGraceMs: 0 };
}

async function submit(app: App, wallet: OfficialWallet, attempt: PayoutAttempt): Promise<Submitted> {
  const claimed = await claimPayout(app, attempt.reference, wallet.id);
  if (!claimed || claimed.step === "sent") return { kind: "unknown", code: "sent_before", message: "The payout was sent before." };
  try {
    return await send(app, wallet, attempt);
  } finally {
    await releasePayout(app, attempt.reference);
  }
}

async function send(app: App, wallet: OfficialWallet, attempt: PayoutAttempt): Promise<Submitted> {
  // Written before it is sent: whatever happens, it is not sent again.
  await notePayout(app, attempt.reference, "sent");
  const reply = await new BkashClient(app, wallet, "payout").call("POST", "payment/b2cPayment", {
    amount: writeAmount(attempt.amountMinor),
    currency: "BDT",
    merchantInvoiceNumber: attempt.reference,
    receiverMSISDN: attempt.customer,
  });
  const judged = judge(reply);
  if (judged.kind === "unclear") {
    if (judged.asked) return { kind: "unknown", code: judged.code, message: "bKash gave no clear answer." };
    await notePayout(app, attempt.reference, "begun");
    return { kind: "rejected", code: judged.code, message: "bKash gave no token; the payout was not sent." };
  }
  if (judged.kind === "error") {
    const certain = provesNothingDone(judged.code) || NOT_LET_IN.has(judged.code);
    return { kind: certain ? "rejected" : "unknown", code: judged.code, message: judged.message };
  }
  return paid(app, attempt, judged.body);
}

/** Only an answer about exactly this payout counts. */
async function paid(app: App, attempt: PayoutAttempt, body: Readonly<Record<string, unknown>>): Promise<Submitted> {
  const trxId = body["trxID"];
  const invoice = body["merchantInvoiceNumber"];
  const other =
    (invoice !== undefined && invoice !== attempt.reference) || (body["amount"] !== undefined && readAmount(body["amount"]) !== attempt.amountMinor);
  if (typeof trxId !== "string" || trxId === "" || other) return { kind: "unknown", code: "answer_differs", message: "bKash answered about another payout." };
  await notePayout(app, attempt.reference, "sent", trxId);
  if (body["transactionStatus"] !== "Completed") return { kind: "accepted", operatorReference: trxId };
  return { kind: "completed", trxId, costMinor: readAmount(body["b2cFee"]), atMs: readTime(body["completedTime"]) };
}

/**
 * bKash cannot be asked by invoice number. What can be asked about are the TrxIDs that it named itself or that the
 * wallet's own messages name for this payee and amount; only one that carries the attempt's reference proves it paid.
 */
async function query(app: App, wallet: OfficialWallet, attempt: PayoutAttempt): Promise<Queried> {
  let unavailable: Queried | null = null;
  for (const trxId of await payoutCandidates(app, attempt)) {
    const found = await searchBkash(app, wallet, trxId);
    if (found.kind === "unavailable") unavailable = found;
    if (found.kind !== "found" || found.reference !== attempt.reference) continue;
    if (!found.completed) return { kind: "pending" };
    return { kind: "completed", trxId, costMinor: null, atMs: found.atMs, amountMinor: found.amountMinor };
  }
  return unavailable ?? { kind: "not_supported" };
}
