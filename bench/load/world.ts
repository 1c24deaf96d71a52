/** What every row of load acts on: a product with merchants, wallets and phones, somebody of staff, and the ledger integrity check at the end. */
import { orderMaker } from "../lib/orders.ts";
import { get, post } from "../lib/http.ts";
import { type Call, OpenLoad } from "../lib/open.ts";
import { type BenchProduct, signIn, startBenchProduct } from "../lib/product.ts";
import { seedMerchants, type SeededMerchant, seedWallets, type SeededWallet } from "../lib/seed.ts";
import type { Result } from "./result.ts";

/** Lists and reports that staff look at all day. */
export const READS = [
  "/api/payments?size=50",
  "/api/sms?size=50&status=matched",
  "/api/journals?size=50",
  "/api/deliveries?size=50",
  "/api/payments?size=50&status=pending",
  "/api/statistics/home",
];

export interface World {
  readonly product: BenchProduct;
  readonly token: string;
  readonly merchants: SeededMerchant[];
  readonly wallets: SeededWallet[];
  readonly load: OpenLoad;
  /** The next order, as a whole call; each has a number of its own. */
  readonly order: () => Call;
  /** Orders of some merchants only, with numbers of their own by their prefix. */
  ordersOf(merchants: readonly SeededMerchant[], prefix: string): () => Call;
  /** The next look at a list. */
  readonly read: () => Call;
  /** Numbers of orders that were acknowledged. */
  readonly acknowledged: Set<string>;
  /** Calls the dashboard's interface as staff and waits. @throws Error for an answer that is no success */
  ask(method: "GET" | "POST" | "PATCH", path: string, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

/** How big a world is. */
export interface Size {
  readonly merchants: number;
  readonly wallets: number;
  /** Where merchants are notified; none: nowhere. */
  readonly notifyUrl?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts one. */
export async function startWorld(size: Size): Promise<World> {
  const seeded = { merchants: [] as SeededMerchant[], wallets: [] as SeededWallet[] };
  const product = await startBenchProduct(async (owner, secrets) => {
    seeded.merchants = await seedMerchants(owner, size.merchants, secrets);
    seeded.wallets = await seedWallets(owner, size.wallets);
    if (size.notifyUrl) await owner.query("update merchants set notify_url = $1", [size.notifyUrl]);
  }, size.env);
  const token = await signIn(product);
  const load = new OpenLoad(product.port);
  const acknowledged = new Set<string>();
  let reads = 0;
  const ordersOf = (merchants: readonly SeededMerchant[], prefix: string): (() => Call) => {
    const make = orderMaker(merchants, prefix);
    return () => ({
      kind: "order",
      request: make(),
      told: (status, body) => void (status === 201 && acknowledged.add(/"merchant_order_id":"([^"]+)"/.exec(body)?.[1] ?? "")),
    });
  };
  return {
    ...seeded,
    product,
    token,
    load,
    acknowledged,
    order: ordersOf(seeded.merchants, "b"),
    ordersOf,
    read: () => ({ kind: "read", request: get(READS[(reads += 1) % READS.length] as string, token) }),
    async ask(method, path, body) {
      const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) };
      const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
      return (JSON.parse(text) as { data: unknown }).data;
    },
    async stop() {
      load.close();
      await product.stop();
    },
  };
}

/** A message that pays an order, from the wallet's own phone. */
export const message = (wallet: SeededWallet, text: string): string => post("/device/sms", wallet.token, { sender: "bKash", text });

/** Every acknowledged order stands once, and the books agree. */
export async function proven(world: World, result: Result): Promise<void> {
  const { rows } = await world.product.owner.query<{ key: string; count: string }>(
    "select merchant_order_id as key, count(*) from payments where merchant_order_id = any($1) group by 1",
    [[...world.acknowledged]],
  );
  result.must(
    `${world.acknowledged.size} acknowledged orders stand in the database, none of them twice`,
    rows.length === world.acknowledged.size && rows.every(({ count }) => count === "1"),
  );
  const books = (await world.ask("POST", "/api/proof", {})) as { findings: unknown[] };
  result.must(`the books agree afterwards (${books.findings.length} findings)`, books.findings.length === 0);
}
