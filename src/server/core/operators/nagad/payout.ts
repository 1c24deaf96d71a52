/**
 * Paying out through Nagad's disbursement: a batch of its own for each attempt, one item, the approval. Money moves with
 * the approval alone, so what fails before the item is certain, and what was begun is resumed, never begun again.
 */
import type { App } from "../../../platform/context.ts";
import type { OfficialWallet } from "../credentials.ts";
import { claimPayout, notePayout, releasePayout, type PayoutNote } from "../payout-notes.ts";
import type { PayoutAttempt, PayoutPort, Queried, Submitted } from "../port.ts";
import { NagadSession, type SealedReply } from "./session.ts";
import { noteNagadBalance } from "./balance.ts";
import { readAmount, readTime, writeAmount, writeTime } from "./words.ts";

/** An approval that cannot be sent by then is not sent: whoever asked for it may have given the attempt up. */
const APPROVE_WITHIN_MS = 40_000;
/** How long Nagad may take to show an approved item; not published. */
const GRACE_MS = 15 * 60_000;
const NOT_FOUND = /NOT_FOUND|INVALID_REFERENCE/i;
const DONE = new Set(["COMPLETED", "SUCCESS"]);
const FAILED = new Set(["FAILED", "REJECTED", "CANCELLED", "CANCELED"]);

/** Builds the port for one wallet. */
export function makeNagadPayout(app: App, wallet: OfficialWallet): PayoutPort {
  return { submit: (attempt) => submit(app, wallet, attempt), query: (attempt) => query(app, wallet, attempt), notFoundGraceMs: GRACE_MS };
}

const codeOf = (reply: Exclude<SealedReply, { kind: "ok" }>): { code: string; message: string } => ({
  code: reply.code,
  message: reply.kind === "error" ? reply.message : "Nagad gave no clear answer.",
});

async function submit(app: App, wallet: OfficialWallet, attempt: PayoutAttempt): Promise<Submitted> {
  const claimed = await claimPayout(app, attempt.reference, wallet.id);
  // The approval was sent before: only a question can tell what came of it.
  if (!claimed || claimed.step === "sent") return { kind: "unknown", code: "sent_before", message: "The payout was sent before." };
  try {
    return await send(app, wallet, attempt, claimed);
  } finally {
    await releasePayout(app, attempt.reference);
  }
}

async function send(app: App, wallet: OfficialWallet, attempt: PayoutAttempt, noted: PayoutNote): Promise<Submitted> {
  const askedAt = performance.now();
  const session = await NagadSession.begin(app, wallet);
  if (!(session instanceof NagadSession)) {
    // Without a batch nothing can be paid; with one, a person may approve it in Nagad's portal.
    return { kind: noted.operatorRef === null ? "rejected" : "unknown", code: session.code, message: "Nagad gave no session; nothing was sent." };
  }
  const batchId = noted.operatorRef ?? (await createBatch(app, session, attempt));
  if (typeof batchId !== "string") return batchId;
  if (noted.step !== "item") {
    const refused = await addItem(session, batchId, attempt, noted.step === "batch");
    if (refused) return refused;
    await notePayout(app, attempt.reference, "item");
  }
  if (performance.now() - askedAt > APPROVE_WITHIN_MS)
    return { kind: "unknown", code: "too_slow", message: "The item waits for an approval that was not sent." };
  // Written before it is sent: an approval whose answer is lost is never sent again.
  await notePayout(app, attempt.reference, "sent");
  const approved = await session.post("disbursement-batch/approve-batch", { batchId });
  if (approved.kind === "ok") return { kind: "accepted", operatorReference: batchId };
  const sure = approved.kind === "error" && approved.sure;
  return { kind: sure ? "rejected" : "unknown", ...codeOf(approved) };
}

/** An empty batch pays nobody, so any failure here is certain. */
async function createBatch(app: App, session: NagadSession, attempt: PayoutAttempt): Promise<string | Submitted> {
  const made = await session.post("disbursement-batch/create", {
    batchTitle: attempt.reference,
    disbursementType: "B2C",
    disbursementScheduledDT: writeTime(app.now()),
  });
  if (made.kind !== "ok") return { kind: "rejected", ...codeOf(made) };
  const { batchId } = made.body;
  if (typeof batchId !== "string" || batchId === "") return { kind: "rejected", code: "unreadable", message: "Nagad's answer names no batch." };
  await notePayout(app, attempt.reference, "batch", batchId);
  return batchId;
}

/** @param resumed the item may be in the batch already: then it is asked about first */
async function addItem(session: NagadSession, batchId: string, attempt: PayoutAttempt, resumed: boolean): Promise<Submitted | null> {
  if (resumed) {
    const there = await session.get("dfs/recharge/status", { referenceNo: attempt.reference, requestDateTime: writeTime(attempt.startedAtMs) });
    if (there.kind === "ok") return null;
    if (there.kind !== "error" || !NOT_FOUND.test(there.code)) return { kind: "unknown", ...codeOf(there) };
  }
  const added = await session.post("disbursement-batch/create-disbursement-item", {
    batchId,
    batchItemModelList: [
      {
        mobileNo: attempt.customer,
        trxAmount: writeAmount(attempt.amountMinor),
        description: attempt.reference,
        additionalInfo: { referenceNo: attempt.reference },
      },
    ],
  });
  if (added.kind === "ok") return null;
  // The item may stand in the batch; it is not approved by us, but somebody could.
  return { kind: added.kind === "error" && added.sure ? "rejected" : "unknown", ...codeOf(added) };
}

async function query(app: App, wallet: OfficialWallet, attempt: PayoutAttempt): Promise<Queried> {
  const session = await NagadSession.begin(app, wallet);
  if (!(session instanceof NagadSession)) return { kind: "unavailable", ...codeOf(session) };
  const judged = await session.get("dfs/recharge/status", { referenceNo: attempt.reference, requestDateTime: writeTime(attempt.startedAtMs) });
  if (judged.kind === "unclear") return { kind: "unavailable", ...codeOf(judged) };
  if (judged.kind === "error") return NOT_FOUND.test(judged.code) ? { kind: "not_found" } : { kind: "unavailable", ...codeOf(judged) };
  const { body } = judged;
  const amountMinor = readAmount(body["amount"]);
  if (body["referenceNo"] !== attempt.reference || (amountMinor !== null && amountMinor !== attempt.amountMinor))
    return { kind: "unavailable", code: "answer_differs", message: "Nagad answered about another payout." };
  await noteNagadBalance(app, wallet.id, body["merchantBalance"]);
  const status = String(body["status"]).toUpperCase();
  if (FAILED.has(status)) return { kind: "failed", code: String(body["statusCode"] ?? status).slice(0, 60), message: "Nagad did not pay." };
  const trxId = body["issuerTxnId"];
  if (!DONE.has(status)) return { kind: "pending" };
  if (typeof trxId !== "string" || trxId === "") return { kind: "unavailable", code: "unreadable", message: "Nagad's answer names no TrxID." };
  return { kind: "completed", trxId, costMinor: null, atMs: readTime(body["issuerTxnDateTime"]), amountMinor };
}
