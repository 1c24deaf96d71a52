import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAck, judge, parseRetryAfter, WAITS_MS, type Answer } from "./schedule.ts";

const HOUR = 3_600_000;
const answer = (values: Partial<Answer>): Answer => ({ code: null, ms: 5, bodyStart: null, error: null, retryAfterMs: null, ...values });

describe("judge", () => {
  it("calls nothing but a 2xx delivered", () => {
    for (const code of [null, 100, 199, 300, 304, 400, 401, 404, 408, 429, 500, 503, 599])
      expect(judge(answer({ code }), 1, 24 * HOUR, 0, { requireAck: false }).outcome).not.toBe("delivered");
    for (const code of [200, 201, 202, 204, 299]) expect(judge(answer({ code }), 1, 24 * HOUR, 0, { requireAck: false }).outcome).toBe("delivered");
  });

  it("asks for the word where the merchant does", () => {
    for (const bodyStart of [null, "", "fail", "not ok", "OK", "Success", '{"success":true}'])
      expect(judge(answer({ code: 200, bodyStart }), 1, 24 * HOUR, 0, { requireAck: true })).toMatchObject({ outcome: "waiting", error: "no_ack" });
    for (const bodyStart of ["ok", " success\n", "SUCCESS", '"success"'])
      expect(judge(answer({ code: 200, bodyStart }), 1, 24 * HOUR, 0, { requireAck: true }).outcome).toBe("delivered");
    expect(isAck("okay")).toBe(false);
    expect(judge(answer({ code: 200, bodyStart: null, error: "reset" }), 1, 24 * HOUR, 0, { requireAck: true })).toMatchObject({
      outcome: "waiting",
      error: "reset",
    });
  });

  it("stops at 410 and gives up at the end of the round", () => {
    expect(judge(answer({ code: 410 }), 1, 24 * HOUR, 0, { requireAck: false })).toMatchObject({ outcome: "stopped", nextAtMs: null });
    expect(judge(answer({ code: 500 }), 12, 24 * HOUR, 24 * HOUR, { requireAck: false })).toMatchObject({ outcome: "failed", nextAtMs: null });
  });

  it("tries about twelve times in 24 hours, at the pauses of the decision, the last time at their end", () => {
    const at: number[] = [];
    let now = 0;
    for (let sent = 1; ; sent += 1) {
      at.push(now);
      const verdict = judge(answer({ code: 500 }), sent, 24 * HOUR, now, { requireAck: false, random: 0.5 });
      if (verdict.nextAtMs === null) break;
      now = verdict.nextAtMs;
    }
    expect(at.slice(1, 11).map((time, index) => time - (at[index] ?? 0))).toEqual(WAITS_MS.slice(1));
    expect(at.at(-1)).toBe(24 * HOUR);
    expect(at.length).toBe(13);
  });

  it("jitters by 20 %, never earlier than Retry-After, never behind the end", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.option(fc.integer({ min: 0, max: 48 * HOUR })),
        fc.integer({ min: 0, max: 23 * HOUR }),
        (sent, random, retryAfterMs, now) => {
          const wait = WAITS_MS[Math.min(sent, WAITS_MS.length - 1)] ?? 0;
          const { nextAtMs } = judge(answer({ code: 503, retryAfterMs }), sent, 24 * HOUR, now, { requireAck: false, random });
          const pause = (nextAtMs ?? 0) - now;
          const end = 24 * HOUR - now;
          return pause <= end && pause >= Math.min(end, Math.max(wait * 0.8, retryAfterMs ?? 0)) && pause <= Math.max(wait * 1.2, retryAfterMs ?? 0);
        },
      ),
    );
  });
});

describe("parseRetryAfter", () => {
  it("reads seconds and dates, and nothing else", () => {
    const now = Date.parse("2026-11-21T08:00:00Z");
    expect(parseRetryAfter("120", now)).toBe(120_000);
    expect(parseRetryAfter("Sat, 21 Nov 2026 08:01:00 GMT", now)).toBe(60_000);
    expect(parseRetryAfter("Sat, 21 Nov 2026 07:00:00 GMT", now)).toBe(0);
    for (const text of [null, undefined, "", "-1", "1.5", "soon", "1e9", "99999999999"]) expect(parseRetryAfter(text, now)).toBeNull();
  });
});
