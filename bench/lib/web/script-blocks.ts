/** What a page's own thread does while somebody handles it: script by frame, in the thread's processor time, so that what else the machine does is not counted. */
import type { Browser, Page } from "playwright-core";

/** One event of a trace: µs; `tts` and `tdur` are the thread's own processor time. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tts?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Script of one stretch, ms of the thread's processor time. */
export interface Blocks {
  /** The largest without a gap in which the browser may draw: of one task. */
  readonly block: number;
  /** The largest from one picture to the next. A machine that is busy draws later, so it holds more there. */
  readonly frame: number;
  /** Of all together. */
  readonly script: number;
}

const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "v8"];
/** What runs the page's program; layout that a program forces by asking for a size lies inside. */
const SCRIPT = new Set([
  "EvaluateScript",
  "EventDispatch",
  "FireAnimationFrame",
  "FireIdleCallback",
  "FunctionCall",
  "RunMicrotasks",
  "TimerFire",
  "v8.callFunction",
  "v8.compile",
  "v8.compileModule",
  "v8.evaluateModule",
]);
/** Between two of these the browser may draw. */
const TASK = "RunTask";
/** A picture begins. */
const PICTURE = "BeginMainThreadFrame";
/** A thread at rest for as long as a picture stands begins something new, µs. */
const REST_US = 16_667;

/** The page's main thread: the one of that name that works most. */
function mainThread(events: readonly TraceEvent[]): (event: TraceEvent) => boolean {
  const work = new Map<string, number>();
  for (const { name, pid, tid, args } of events) if (name === "thread_name" && args?.name === "CrRendererMain") work.set(`${pid} ${tid}`, 0);
  for (const { pid, tid, tdur = 0 } of events) {
    const key = `${pid} ${tid}`;
    const before = work.get(key);
    if (before !== undefined) work.set(key, before + tdur);
  }
  const [most] = [...work].sort(([, left], [, right]) => right - left);
  if (most === undefined) throw new Error("The trace holds no thread of a page.");
  return ({ pid, tid }) => `${pid} ${tid}` === most[0];
}

/**
 * Sums script by task and by frame: from one picture to the next, or to a rest as long as a picture stands.
 * @param events of one page's thread, whole, in any order
 */
export function blocksOf(events: readonly TraceEvent[]): Blocks {
  const ordered = events.filter(({ ph, name }) => (ph === "X" && (SCRIPT.has(name) || name === TASK)) || name === PICTURE);
  // Of two that begin together the longer one is around the other.
  ordered.sort((left, right) => left.ts - right.ts || (right.dur ?? 0) - (left.dur ?? 0));
  let [task, frame, block, largest, script, end] = [0, 0, 0, 0, 0, 0];
  for (const { name, ts, dur = 0, tdur = 0 } of ordered) {
    if (name === TASK) task = 0;
    if (name === PICTURE || ts - end > REST_US) frame = 0;
    if (name === TASK || name === PICTURE || ts < end) continue; // inside of what was counted
    end = ts + dur;
    task += tdur / 1000;
    frame += tdur / 1000;
    script += tdur / 1000;
    block = Math.max(block, task);
    largest = Math.max(largest, frame);
  }
  return { block, frame: largest, script };
}

/** Script of a page while something is done with it. The page must be at rest before. */
export async function blocksWhile(browser: Browser, page: Page, act: () => Promise<void>): Promise<Blocks> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as { traceEvents: TraceEvent[] };
  return blocksOf(traceEvents.filter(mainThread(traceEvents)));
}
