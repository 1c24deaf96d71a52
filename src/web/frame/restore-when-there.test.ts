// @vitest-environment happy-dom
/** A page that could not ask who is here asks again: not what was refused, and less often the longer it fails. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { restoreWhenThere } from "./restore-when-there.ts";

const asked = vi.fn<() => void>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async () => {
    asked();
    throw new TypeError("Failed to fetch");
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  asked.mockClear();
});

it.each([403, 429])("does not ask again what the server refused with %s", async (status) => {
  restoreWhenThere({ status }, 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).not.toHaveBeenCalled();
});

it.each([
  [0, 1, 700, 1000],
  [503, 4, 6000, 8000],
  [0, 20, 20_000, 30_000],
])("asks again after %s, the %s. time not before %s ms", async (status, failures, early, late) => {
  const end = restoreWhenThere({ status }, failures);
  await vi.advanceTimersByTimeAsync(early);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(late - early);
  expect(asked).toHaveBeenCalled();
  end?.();
  // One question may have been on its way.
  await vi.advanceTimersByTimeAsync(10_000);
  const ended = asked.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(ended);
});
