import { expect, it } from "vitest";
import { blocksOf, type TraceEvent } from "./script-blocks.ts";

const event = (name: string, fromMs: number, ms: number, cpuMs = ms): TraceEvent => ({
  name,
  ph: "X",
  pid: 1,
  tid: 1,
  ts: fromMs * 1000,
  dur: ms * 1000,
  tdur: cpuMs * 1000,
});

it("sums script by task, in processor time, and what lies inside of script once", () => {
  const { block, script } = blocksOf([
    event("FunctionCall", 3, 4), // inside of the event
    event("EventDispatch", 1, 9, 6),
    event("RunTask", 0, 20),
    event("TimerFire", 12, 2),
    event("Layout", 14, 5),
    event("RunTask", 21, 5),
    event("FunctionCall", 22, 3),
  ]);
  expect([block, script]).toEqual([8, 11]);
});

it("sums script by frame: a picture or a rest ends one", () => {
  const tasks = (starts: readonly number[]): TraceEvent[] => starts.flatMap((ms) => [event("RunTask", ms, 5), event("FunctionCall", ms, 5)]);
  expect(blocksOf(tasks([0, 6, 12]))).toEqual({ block: 5, frame: 15, script: 15 });
  expect(blocksOf([...tasks([0, 6, 12]), { ...event("BeginMainThreadFrame", 11.5, 0), ph: "I" }]).frame).toBe(10);
  expect(blocksOf(tasks([0, 30])).frame).toBe(5);
});
