/**
 * L3, overload: the rate rises until orders take longer than a second at p99, then twice the most that was done comes for a while.
 * What is too much is sent away at once with 503 and when to come again, as much is done as at the peak, and staff can look at lists.
 */
import { OpenLoad, type Told } from "../lib/open.ts";
import { percentile } from "../lib/report.ts";
import { Result, sized } from "./result.ts";
import { proven, startWorld, type World } from "./world.ts";

const STEP_SECONDS = sized(6, 20);
const OVER_SECONDS = sized(20, 120);
const FIRST = sized(200, 200);
const RISE = 1.5;
const TOO_LONG_MS = 1000;
/** Of staff, beside the load. */
const READS_A_SECOND = 5;

/** What a stretch of load came to. */
interface Stretch {
  readonly offered: number;
  /** Orders a second that were taken. */
  readonly done: number;
  readonly p99: number;
  readonly orders: Told;
  readonly reads: Told;
}

/** Staff's lists come over connections of their own: what merchants keep open takes none of them. */
async function stretch(world: World, staff: OpenLoad, perSecond: number, seconds: number): Promise<Stretch> {
  const looks = staff.run(READS_A_SECOND, seconds, world.read);
  const orders = await world.load.run(perSecond, seconds, world.order);
  const reads = await looks;
  const [of, read] = [orders.told.get("order"), reads.told.get("read")];
  if (!of || !read) throw new Error("nothing was offered");
  return { offered: perSecond, done: (of.times.length * 1000) / orders.tookMs, p99: percentile(of.times, 0.99), orders: of, reads: read };
}

const result = new Result("L3");
const world = await startWorld({ merchants: 200, wallets: 300 });
const staff = new OpenLoad(world.product.port);
try {
  await stretch(world, staff, FIRST, STEP_SECONDS);
  const steps: Stretch[] = [];
  for (let rate = FIRST; steps.length === 0 || (steps.at(-1)?.p99 ?? 0) <= TOO_LONG_MS; rate = Math.round(rate * RISE)) {
    const step = await stretch(world, staff, rate, STEP_SECONDS);
    steps.push(step);
    result.say(`${rate} orders a second offered: ${step.done.toFixed(0)} done, p99 ${step.p99.toFixed(0)} ms, ${step.orders.shed} sent away`);
    if (step.done < rate * 0.8) break;
  }
  const peak = Math.max(...steps.map(({ done }) => done));
  const before = percentile(steps[0]?.reads.times ?? [], 0.5);
  result.say(`peak ${peak.toFixed(0)} orders a second; a list takes ${before.toFixed(0)} ms in the middle before it`);
  const over = await stretch(world, staff, Math.round(2 * peak), OVER_SECONDS);
  result.told(`orders at twice the peak, ${over.offered} a second`, over.orders);
  result.told("staff's lists beside them", over.reads);
  result.say(
    `sent away after ${percentile(over.orders.shedTimes, 0.5).toFixed(0)} ms in the middle, ${percentile(over.orders.shedTimes, 0.99).toFixed(0)} ms at p99`,
  );
  result.must(`${over.done.toFixed(0)} orders a second are done at twice the peak of ${peak.toFixed(0)}: at least 80 %`, over.done >= 0.8 * peak);
  result.must("orders are sent away, with 503 or 429 and Retry-After", over.orders.shed > 0);
  result.must("no order gets another answer, and no connection breaks", over.orders.faults === 0);
  result.must("every list of staff's is sent and answered, none sent away", over.reads.missed === 0);
  result.mark("orders that are done, at p99", over.p99, 5_000, "ms");
  result.mark("a list at p99", percentile(over.reads.times, 0.99), 2_000, "ms");
  await proven(world, result);
} finally {
  staff.close();
  await world.stop();
}
result.end();
