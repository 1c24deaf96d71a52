/**
 * L3, overload by orders: what is too much is sent away at once with 503 and when to come again, as much is done as at the peak, and staff
 * can look at lists.
 */
import { percentile } from "../lib/report.ts";
import { overload } from "./over.ts";
import { Result, sized } from "./result.ts";
import { proven, startWorld } from "./world.ts";

const result = new Result("L3");
const world = await startWorld({ merchants: 200, wallets: 300 });
try {
  const orders = { what: "orders", next: world.order, perSecond: sized(200, 200) };
  const over = await overload(result, world, orders, { what: "staff's lists", next: world.read, perSecond: 5 });
  result.mark("orders that are done, at p99", over.p99, 5_000, "ms");
  result.mark("a list at p99", percentile(over.beside.times, 0.99), 2_000, "ms");
  await proven(world, result);
} finally {
  await world.stop();
}
result.end();
