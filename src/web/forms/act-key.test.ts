/** One act, one key: until a definite answer, and past every refusal at the door once it may have been done. */
import { expect, it } from "vitest";
import type { CallError, Result } from "../api.ts";
import { ActKey } from "./act-key.ts";

const same = (one: string, other: string): boolean => one === other;
const refused = (code: CallError["code"], status: number): Result<never> => ({ success: false, data: null, error: { code, message: "", status } });
const DONE: Result<unknown> = { success: true, data: null, status: 200 };
const LOST = [refused("offline", 0), refused("internal", 500), refused("bad_answer", 504), refused("idempotency_running", 409)];
const SHUT = [refused("unauthorized", 401), refused("recheck_required", 403), refused("rate_limited", 429)];

/** Whether the key is the same after these answers. */
function stays(...answers: Result<unknown>[]): boolean {
  const act = new ActKey(same);
  const key = act.of("a");
  for (const answer of answers) act.heard(answer);
  return act.of("a") === key;
}

it("goes on after a lost connection, a 5xx or a running twin, and ends with a definite answer", () => {
  expect(LOST.map((lost) => stays(lost))).toEqual([true, true, true, true]);
  for (const answer of [DONE, refused("conflict", 409), refused("validation_failed", 422)])
    expect([stays(answer), stays(...LOST, answer)]).toEqual([false, false]);
});

it("ends with a refusal at the door, but where it may have been done before", () => {
  expect(SHUT.map((shut) => stays(shut))).toEqual([false, false, false]);
  for (const lost of LOST) expect(stays(lost, ...SHUT)).toBe(true);
});

it("is unsure from a lost answer on, past refusals at the door, until a definite answer", () => {
  const act = new ActKey(same);
  act.of("a");
  for (const answer of [refused("internal", 500), refused("no_answer", 0), ...SHUT]) act.heard(answer);
  expect(act.isUnsure()).toBe(true);
  act.heard(DONE);
  expect(act.isUnsure()).toBe(false);
  act.of("b");
  act.heard(refused("offline", 0));
  expect(act.isUnsure()).toBe(false);
});

it("is another one with other content", () => {
  const act = new ActKey(same);
  const key = act.of("a");
  act.heard(LOST[0] as Result<never>);
  expect([act.open(), act.of("b") === key, act.open()]).toEqual(["a", false, "b"]);
  act.heard(SHUT[0] as Result<never>);
  expect(act.open()).toBeNull();
});
