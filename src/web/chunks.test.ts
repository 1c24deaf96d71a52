// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isChunkError, orReload, RELOAD_GUARD_MS, reloadOnce, reloadWhenThere } from "./chunks.ts";
import { ANSWER_MS, wouldLoad } from "./there.ts";

function place(now: { ms: number }) {
  const kept = new Map<string, string>();
  const reload = vi.fn();
  return {
    reload,
    place: {
      storage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) },
      reload,
      now: () => now.ms,
    },
  };
}

describe("the reload guard", () => {
  it("reloads at most once in 10,000 ms", () => {
    const now = { ms: 1_000_000 };
    const { reload, place: here } = place(now);
    expect(RELOAD_GUARD_MS).toBe(10_000);
    expect(reloadOnce(here)).toBe(true);
    now.ms += 9_999;
    expect(reloadOnce(here)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    now.ms += 1;
    expect(reloadOnce(here)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it("does not reload where nothing could stop a loop", () => {
    const reload = vi.fn();
    const broken = () => {
      throw new Error("storage is off");
    };
    expect(reloadOnce({ storage: { getItem: broken, setItem: broken }, reload, now: () => 0 })).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});

it.each([
  ["Failed to fetch dynamically imported module: http://x/a.js", true],
  ["error loading dynamically imported module: http://x/a.js", true],
  ["Importing a module script failed.", true],
  ["Unable to preload CSS for /assets/a.css", true],
  ["Cannot read properties of undefined", false],
])("knows a chunk error: %s", (message, expected) => {
  expect(isChunkError(new Error(message))).toBe(expected);
});

/** A server that answers so; null: not at all. */
const serve = (status: () => number | null): void => {
  vi.stubGlobal("fetch", async () => {
    const now = status();
    if (now === null) throw new TypeError("Failed to fetch");
    return new Response(null, { status: now });
  });
};
beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a screen's import", () => {
  beforeEach(() => serve(() => 200));
  const missing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/x.js"));

  it("loads the address that was asked for, once; a second failure is thrown", async () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    void orReload(missing, () => "/en/config?x=1");
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/en/config?x=1"), 60_000);
    await expect(orReload(missing, () => "/en/config?x=1")).rejects.toThrow("dynamically imported");
    expect(assign).toHaveBeenCalledTimes(1);
  });

  it.each([null, 502])("keeps the page where the server answers %s", async (status) => {
    serve(() => status);
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    await expect(orReload(missing, () => "/en/config")).rejects.toThrow("dynamically imported");
    expect(assign).not.toHaveBeenCalled();
  });

  it("passes on what worked and what failed for another reason", async () => {
    expect(
      await orReload(
        async () => 7,
        () => "/",
      ),
    ).toBe(7);
    await expect(
      orReload(
        () => Promise.reject(new Error("bug")),
        () => "/",
      ),
    ).rejects.toThrow("bug");
  });
});

describe("a page that a part of is missing", () => {
  it("is loaded anew once the server answers, and says so meanwhile", async () => {
    vi.useFakeTimers();
    try {
      const answers: (number | null)[] = [null, 503, 200];
      serve(() => answers.shift() ?? null);
      const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
      const away = vi.fn();
      const done = reloadWhenThere(away);
      await vi.advanceTimersByTimeAsync(0);
      expect([away.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
      await vi.runAllTimersAsync();
      await done;
      expect([away.mock.calls.length, reload.mock.calls.length, answers]).toEqual([1, 1, []]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("that has been waited for is loaded anew as soon as the guard lets it, and not where nobody waited", async () => {
    vi.useFakeTimers();
    try {
      const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
      serve(() => 200);
      expect(reloadOnce({ storage: sessionStorage, reload: () => undefined, now: Date.now })).toBe(true);
      await reloadWhenThere();
      expect(reload).not.toHaveBeenCalled();
      const answers = [503];
      serve(() => answers.shift() ?? 200);
      const done = reloadWhenThere();
      await vi.advanceTimersByTimeAsync(RELOAD_GUARD_MS - 1);
      expect(reload).not.toHaveBeenCalled();
      await vi.runAllTimersAsync();
      await done;
      expect(reload).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it("takes an answer that hangs for none", async () => {
    const clock = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(clock.signal);
    vi.stubGlobal(
      "fetch",
      (_address: string, { signal }: RequestInit) => new Promise((_done, failed) => signal?.addEventListener("abort", () => failed(new Error("late")))),
    );
    const loads = wouldLoad("/");
    clock.abort();
    expect(await loads).toBe(false);
    expect(timeout).toHaveBeenCalledWith(ANSWER_MS);
  });

  it("is not, once it has been left", async () => {
    serve(() => 200);
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    await reloadWhenThere(undefined, AbortSignal.abort());
    expect(reload).not.toHaveBeenCalled();
  });
});
