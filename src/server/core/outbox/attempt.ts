/** One try of one notification: signed for this moment, posted, judged. */
import type { App } from "../../platform/context.ts";
import { inSpan } from "../../platform/trace/tracing.ts";
import { observeDelivery } from "../../platform/http/observe.ts";
import type { ClaimedRow, Result } from "./claim.ts";
import { type Outbound, USER_AGENT } from "./outbound.ts";
import { GIVE_UP_AFTER_MS } from "./queue.ts";
import { type Answer, judge } from "./schedule.ts";
import type { MerchantSigner } from "./signers.ts";

export interface AttemptParts {
  readonly app: Pick<App, "ids" | "publicIds" | "now">;
  readonly outbound: Outbound;
  /** Breaks tries off when this process ends. */
  readonly signal: AbortSignal;
  readonly waits: readonly number[];
}

/** Tries once; null when the end of this process broke it off. `signer` null: the merchant's secret cannot be read. */
export async function attemptRow(parts: AttemptParts & { signer: MerchantSigner | null }, row: ClaimedRow, nowMs: number): Promise<Result | null> {
  const { app, signer } = parts;
  const answer = await post(parts, row, nowMs);
  if (parts.signal.aborted && answer.code === null) return null;
  observeDelivery(answer.code, answer.ms);
  const giveUpAt = row.give_up_at?.getTime() ?? nowMs;
  // A resend by hand begins a new round: only its own tries decide about the next pause.
  const roundBegan = giveUpAt - GIVE_UP_AFTER_MS;
  const sent = 1 + row.attempt_log.filter((entry) => Date.parse(entry.at) >= roundBegan).length;
  const verdict = judge(answer, sent, giveUpAt, app.now(), { requireAck: signer?.requireAck ?? false, waits: parts.waits });
  const attempt = { at: new Date(nowMs).toISOString(), code: answer.code, ms: answer.ms, body_start: answer.bodyStart, error: verdict.error };
  const ended = verdict.outcome === "failed" || verdict.outcome === "stopped";
  return { row, outcome: verdict.outcome, attempt, nextAtMs: verdict.nextAtMs, alertId: ended ? app.ids.next() : null };
}

async function post({ app, outbound, signer, signal }: AttemptParts & { signer: MerchantSigner | null }, row: ClaimedRow, nowMs: number): Promise<Answer> {
  if (!signer) return { code: null, ms: 0, bodyStart: null, error: "no_secret", retryAfterMs: null };
  const signed = signer.sign(app.publicIds.encode("webhook", row.id), nowMs, row.body);
  const headers = { "content-type": "application/json", "user-agent": USER_AGENT, ...signed };
  return inSpan(
    { name: `notify ${row.type}`, kind: "client", parent: null },
    (span) => outbound.post(row.url ?? "", span ? { ...headers, traceparent: span.traceparent } : headers, row.body, signer.requireAck, signal),
    (answer) => ({
      "http.request.method": "POST",
      ...(answer.code === null ? { "error.type": answer.error ?? "none" } : { "http.response.status_code": answer.code }),
    }),
  );
}
