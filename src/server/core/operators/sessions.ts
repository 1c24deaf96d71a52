/**
 * Payments at their operators: opened after the order's commit, finished by our own question. One process at a time works
 * on a session (lease); a lost process is followed by another one's question, never by a second order.
 */
import { publicBase } from "../parties/templates.ts";
import type { App } from "../../platform/context.ts";
import { postOfficial } from "../posting/official.ts";
import type { CollectPort, PaymentState } from "./collect-port.ts";
import { collectPortOf } from "./official.ts";
import * as store from "./session-store.ts";
import type { Session } from "./session-store.ts";

/** What a visit to the operator came to. */
export type Visit = "completed" | "pending" | "failed" | "unavailable" | "busy" | "closed";

/** Our reference at the operator: the order's public id and the number of the try; letters and digits only. */
function sessionReference(app: Pick<App, "publicIds">, session: { readonly paymentId: bigint; readonly no: number }): string {
  return `${app.publicIds.encode("payment", session.paymentId)}A${session.no}`;
}

/** Where the payer's browser comes back to. It names the order; what it claims is a hint. */
export function callbackUrl(app: App, session: { readonly paymentId: bigint; readonly operator: string }): string {
  return `${publicBase(app.env)}/operators/${session.operator}/callback/${app.publicIds.encode("payment", session.paymentId)}`;
}

/**
 * Opens the payment at its operator, once, and keeps the address that the payer is sent to.
 * @returns the address; null when there is none yet, or never will be
 */
export async function openSession(app: App, paymentId: bigint): Promise<string | null> {
  await store.wantSession(app, paymentId);
  const session = await store.leaseSession(app, paymentId, ["wanted"]);
  if (!session) return store.urlOf(app, paymentId);
  if (session.orderStatus !== "pending") {
    await store.closeSession(app, session, "refused", "order_closed");
    return null;
  }
  const port = await collectPortOf(app, session.walletId).catch(() => null);
  if (!port) {
    await store.noteFailure(app, session, "no_credentials");
    return null;
  }
  const opened = await port.open({
    reference: sessionReference(app, session),
    amountMinor: session.amountMinor,
    payerReference: session.customer ?? app.publicIds.encode("payment", paymentId),
    callbackUrl: callbackUrl(app, session),
    clientIp: session.remoteIp,
  });
  if (opened.kind === "opened") return store.keepOpened(app, session, opened);
  app.log.warn({ payment: app.publicIds.encode("payment", paymentId), reason: opened.code }, "an official payment was not opened");
  if (opened.kind === "refused") await store.closeSession(app, session, "refused", opened.code);
  else await store.noteFailure(app, session, opened.code, true);
  return null;
}

/**
 * Asks the operator about the payment and applies what it says.
 * @param hinted the payer says that he has finished: his money is taken without asking first
 */
export async function visitSession(app: App, paymentId: bigint, hinted: boolean): Promise<Visit> {
  const session = await store.leaseSession(app, paymentId, ["open", "executing"]);
  if (!session) return (await store.isUnderWay(app, paymentId)) ? "busy" : "closed";
  try {
    const port = await collectPortOf(app, session.walletId);
    if (!port) {
      await store.noteFailure(app, session, "no_credentials");
      return "unavailable";
    }
    return await conclude(app, session, await ask(app, port, session, hinted));
  } catch (error) {
    app.log.error({ err: error, payment: app.publicIds.encode("payment", paymentId) }, "asking an operator failed");
    await store.noteFailure(app, session, "failed").catch(() => undefined);
    return "unavailable";
  }
}

/** Nobody's money is taken for an order that no longer waits for it. */
async function ask(app: App, port: CollectPort, session: Session, hinted: boolean): Promise<PaymentState> {
  const at = { operatorRef: session.operatorRef ?? "", reference: sessionReference(app, session) };
  const waiting = session.orderStatus === "pending" || session.orderStatus === "review";
  const { execute } = port;
  // An execution whose answer was lost is asked about, not repeated blindly.
  const first = execute !== null && hinted && waiting && session.state === "open" ? { kind: "ready" as const } : await port.query(at);
  if (first.kind !== "ready") return first;
  if (execute === null || !waiting) return { kind: "pending" };
  await store.markExecuting(app, session);
  return execute(at);
}

async function conclude(app: App, session: Session, state: PaymentState): Promise<Visit> {
  if (state.kind === "unavailable") {
    await store.noteFailure(app, session, state.code);
    return "unavailable";
  }
  if (state.kind === "failed") {
    await store.closeSession(app, session, "closed", state.code);
    return "failed";
  }
  if (state.kind !== "completed") {
    await store.noteAsked(app, session, state.kind === "ready");
    return "pending";
  }
  const events: Parameters<typeof app.events.publish>[0][number][] = [];
  const outcome = await app.db.tx(async (tx) => {
    events.length = 0;
    const done = await postOfficial(
      app,
      tx,
      { paymentId: session.paymentId, trxId: state.trxId, amountMinor: state.amountMinor, payer: state.payer },
      (...list) => void events.push(...list),
    );
    await store.markCompleted(tx, session, done);
    return done;
  });
  if (events.length > 0) {
    app.events.publish(events);
    app.wakeOutbox();
  }
  return outcome === "completed" || outcome === "already" ? "completed" : "closed";
}
