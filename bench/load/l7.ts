/**
 * L7, overload by people's lists, as a thousand open dashboards or a program under somebody's session ask for them: what is too much is
 * sent away early, as much is answered as at the peak, and every order beside them is taken.
 */
import { percentile } from "../lib/report.ts";
import { overload } from "./over.ts";
import { Result, sized } from "./result.ts";
import { proven, startWorld } from "./world.ts";

const result = new Result("L7");
const world = await startWorld({ merchants: 200, wallets: 300 });
try {
  const lists = { what: "lists", next: world.read, perSecond: sized(20, 20) };
  const over = await overload(result, world, lists, { what: "orders", next: world.order, perSecond: 20 });
  result.mark("lists that are answered, at p99", over.p99, 5_000, "ms");
  result.mark("an order at p99", percentile(over.beside.times, 0.99), 1_000, "ms");
  await proven(world, result);
} finally {
  await world.stop();
}
result.end();
