/** Where filled databases are kept, how many orders they hold, and a product on one of them. */
import { join } from "node:path";
import { startProductOn, type BenchProduct } from "../product.ts";
import { fill, type Filled } from "./fill.ts";

const ORDERS = 10_000_000;

/** Orders that were asked for: `--orders N` or `FILL_ORDERS`. @throws Error for what is no whole number from 20,000 to 20 million */
export function fillOrders(args: readonly string[] = []): number {
  const at = args.indexOf("--orders");
  const text = at >= 0 ? args[at + 1] : process.env["FILL_ORDERS"];
  const orders = text === undefined ? ORDERS : Number(text);
  // Fewer leave merchants without money for their payouts; with more, two orders could be given one id.
  if (!Number.isInteger(orders) || orders < 20_000 || orders > 20_000_000) throw new Error("orders must be a whole number from 20000 to 20000000");
  return orders;
}

/** The folder of a size: in `FILL_DIR`, else in the checkout's cache. */
export function fillFolder(orders: number): string {
  return join(process.env["FILL_DIR"] ?? join(import.meta.dirname, "..", "..", "..", ".cache", "bench"), `orders-${orders}`);
}

/** A product on a database with so many orders, which is filled first when it is not there. */
export async function startFilled(orders: number): Promise<{ product: BenchProduct; facts: Filled }> {
  const folder = fillFolder(orders);
  const facts = await fill(folder, orders);
  const product = await startProductOn(folder, Buffer.from(facts.secretKey, "base64"), async (owner) => {
    // Nothing has changed since the ledger was checked; to check it again would read all of it beside what is measured.
    await owner.query("update integrity_checks set checked_at = now() where id = (select max(id) from integrity_checks)");
    await owner.query("update devices set last_seen_at = now() + interval '1 day'");
  });
  return { product, facts };
}
