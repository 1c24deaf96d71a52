// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { cutBlocks, pauseMs, readBlock, startLive } from "./events.ts";

describe("the stream's framing", () => {
  it("reads id, event and data over several lines, and drops comments", () => {
    expect(readBlock('id: 7\nevent: change\ndata: {"a":\ndata: 1}')).toEqual({ event: "change", data: '{"a":\n1}', id: "7" });
    expect(readBlock(": beat")).toEqual({ event: "message", data: "", id: null });
    expect(readBlock("data:x\r\nid:8")).toEqual({ event: "message", data: "x", id: "8" });
    expect(readBlock("event: reset")).toMatchObject({ event: "reset" });
  });

  it("cuts at any byte and loses nothing", () => {
    const text = 'id: 1\ndata: {"kind":"payments"}\n\n: beat\n\nid: 2\nevent: reset\n\n';
    for (let cut = 0; cut <= text.length; cut += 1) {
      const one = cutBlocks(text.slice(0, cut));
      const two = cutBlocks(one.rest + text.slice(cut));
      expect([...one.blocks, ...two.blocks].map((block) => readBlock(block).id)).toEqual(["1", null, "2"]);
      expect(two.rest).toBe("");
    }
  });
});

it("waits longer after each failure, never over 30 s, not in step with others", () => {
  expect([1, 2, 3, 6, 50].map((failures) => pauseMs(failures, 0))).toEqual([1000, 2000, 4000, 30_000, 30_000]);
  expect(pauseMs(1, 1)).toBe(800);
});

it("asks for the stream once more at once, as for every read, and pauses only after that", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(new URL(String(url), location.origin).pathname);
    return new Response(null, { status: 503 });
  });
  // The pause ends when the test says so.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
  };
  const stop = startLive(() => undefined);
  await turns();
  expect(asked).toEqual(["/api/events", "/api/events"]);
  vi.advanceTimersByTime(1_000);
  await turns();
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  expect(asked.slice(2)).toEqual(["/api/events", "/api/events"]);
});
