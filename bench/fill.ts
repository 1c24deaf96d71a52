/** A database with many orders and all that follows from them, for the benches that need one: `-- --orders 10000000`, `-- --remove`. */
import { rmSync } from "node:fs";
import { fill } from "./lib/fill/fill.ts";
import { fillFolder, fillOrders } from "./lib/fill/folder.ts";
import { reportFigures } from "./lib/report.ts";

/** Ten million orders in fifteen minutes. */
const MARK = 10_000_000 / (15 * 60);

const orders = fillOrders(process.argv.slice(2));
const folder = fillFolder(orders);
if (process.argv.includes("--remove")) {
  rmSync(folder, { recursive: true, force: true });
  console.log("the filled folder is removed");
} else {
  const facts = await fill(folder, orders);
  const perSecond = orders / facts.seconds;
  reportFigures("fill", [{ name: `orders a second, at ${orders} orders`, unit: "a second", value: perSecond, mark: MARK, better: "more" }], {
    orders,
    seconds: facts.seconds,
    cpu_seconds: facts.cpu_seconds,
    check_seconds: facts.check_seconds,
    entries: facts.entries,
    gigabytes: Math.round(facts.bytes / 1e8) / 10,
  });
}
