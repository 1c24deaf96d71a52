/** L2, one hot merchant: 100 of its payments a second are made and paid, whatever row of the ledger they all go through. */
import { percentile } from "../lib/report.ts";
import { completed, Payments } from "./money.ts";
import { Result, sized } from "./result.ts";
import { proven, startWorld, type World } from "./world.ts";

const SETTLES_A_SECOND = 100;
const SECONDS = sized(12, 100);
const ROUNDS = 3;
const WALLETS = 300;

/** Orders and their messages in turn; how long the messages took. */
async function settled(world: World, payments: Payments, result: Result | null): Promise<number[]> {
  let turn = 0;
  const { told } = await world.load.run(2 * SETTLES_A_SECOND, SECONDS, () => ((turn += 1) % 2 === 0 ? payments.message() : payments.order()));
  for (const [kind, of] of told) {
    result?.told(kind, of);
    result?.must(`every ${kind} is taken`, of.missed === 0);
  }
  return told.get("message")?.times ?? [];
}

const result = new Result("L2");
const world = await startWorld({ merchants: 201, wallets: WALLETS });
try {
  const [one, ...others] = world.merchants;
  if (!one) throw new Error("no merchant");
  const many = new Payments(world, world.ordersOf(others, "m"));
  const hot = new Payments(world, world.ordersOf([one], "h"));
  await settled(world, many, null);
  // In turns on one product; the slower of those around it is the yardstick of each, as a machine that others use is slower in one stretch than in the next.
  const yardsticks = [await settled(world, many, null)];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(...(await settled(world, hot, result)));
    yardsticks.push(await settled(world, many, null));
  }
  const yardstick = Math.max(...yardsticks.map((of) => percentile(of, 0.5)));
  result.must("every payment whose message was taken is completed", (await completed(world)) === many.paid + hot.paid);
  result.mark("a payment's message at p99", percentile(times, 0.99), 300, "ms");
  result.ratio(`a message in the middle, of one merchant to over 200 (${yardstick.toFixed(1)} ms)`, percentile(times, 0.5) / yardstick, 2);
  await proven(world, result);
} finally {
  await world.stop();
}
result.end();
