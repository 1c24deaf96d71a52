/** Too much of one kind of call, with a few of another kind beside it: the rate rises to the most that is done, then twice that comes for a while. */
import { type Call, OpenLoad, type Told } from "../lib/open.ts";
import { percentile } from "../lib/report.ts";
import { type Result, sized } from "./result.ts";
import type { World } from "./world.ts";

const STEP_SECONDS = sized(6, 20);
const OVER_SECONDS = sized(20, 120);
const RISE = 1.5;
const TOO_LONG_MS = 1000;

/** Calls of one kind, and what they are called in the report. */
export interface Calls {
  readonly what: string;
  readonly next: () => Call | null;
  /** The first rate that is offered, or the only one of what comes beside. */
  readonly perSecond: number;
}

/** What a stretch of load came to. */
export interface Stretch {
  readonly offered: number;
  /** Calls a second that were done. */
  readonly done: number;
  readonly p99: number;
  readonly calls: Told;
  readonly beside: Told;
}

const only = (told: ReadonlyMap<string, Told>): Told => {
  const [one] = told.values();
  if (one === undefined) throw new Error("nothing was offered");
  return one;
};

/** @returns the stretch at twice the most; what must be true of any kind of call is in `result` already */
export async function overload(result: Result, world: World, main: Calls, beside: Calls): Promise<Stretch> {
  // What comes beside has connections of its own: what the others keep open takes none of them.
  const apart = new OpenLoad(world.product.port);
  const stretch = async (perSecond: number, seconds: number): Promise<Stretch> => {
    const others = apart.run(beside.perSecond, seconds, beside.next);
    const { told, tookMs } = await world.load.run(perSecond, seconds, main.next);
    const calls = only(told);
    return { offered: perSecond, done: (calls.times.length * 1000) / tookMs, p99: percentile(calls.times, 0.99), calls, beside: only((await others).told) };
  };
  try {
    await stretch(main.perSecond, STEP_SECONDS);
    const steps: Stretch[] = [];
    for (let rate = main.perSecond; steps.length === 0 || (steps.at(-1)?.p99 ?? 0) <= TOO_LONG_MS; rate = Math.round(rate * RISE)) {
      const step = await stretch(rate, STEP_SECONDS);
      steps.push(step);
      result.say(`${rate} ${main.what} a second offered: ${step.done.toFixed(0)} done, p99 ${step.p99.toFixed(0)} ms, ${step.calls.shed} sent away`);
      if (step.done < rate * 0.8) break;
    }
    const peak = Math.max(...steps.map(({ done }) => done));
    const before = percentile(steps[0]?.beside.times ?? [], 0.5);
    result.say(`peak ${peak.toFixed(0)} ${main.what} a second; ${beside.what} take ${before.toFixed(0)} ms in the middle before it`);
    const over = await stretch(Math.round(2 * peak), OVER_SECONDS);
    result.told(`${main.what} at twice the peak, ${over.offered} a second`, over.calls);
    result.told(`${beside.what} beside them`, over.beside);
    const [away, done] = [over.calls.shedTimes, over.calls.times].map((times) => percentile(times, 0.5)) as [number, number];
    result.quiet(`who is sent away knows it sooner (${away.toFixed(0)} ms in the middle) than others are answered (${done.toFixed(0)} ms)`, away < done);
    result.must(`${over.done.toFixed(0)} ${main.what} a second are done at twice the peak of ${peak.toFixed(0)}: at least 80 %`, over.done >= 0.8 * peak);
    result.must(`${main.what} are sent away, with 503 or 429 and Retry-After`, over.calls.shed > 0);
    result.must("none of them gets another answer, and no connection breaks", over.calls.faults === 0);
    result.must(`all ${beside.what} are sent and done, none sent away`, over.beside.missed === 0);
    return over;
  } finally {
    apart.close();
  }
}
