/** A product to throw bad input at: objects of every kind to name in paths, credentials of every surface beside them. */
import type { AnyRoute } from "../../src/server/http/route.ts";
import { bkashTrx, next, received, type TestProduct, type TestWallet } from "./app.ts";
import { person, session, startTarget } from "./attack.ts";
import { pathOf } from "./attack-samples.ts";
import { makeWorld, type World } from "./attack-worlds.ts";

export interface Target {
  readonly product: TestProduct;
  readonly world: World;
  readonly wallet: TestWallet;
  /** A route's path with an object that is there. */
  urlOf(route: AnyRoute): string;
  /** A credential that the route's surface takes, with every right; of another merchant, phone and person than those in the paths. */
  tokenOf(route: AnyRoute): string | null;
}

/** First part of a path behind the surface, and what its `:id` is. */
const KINDS: Readonly<Record<string, "payment" | "sms" | "wallet" | "merchant" | "user" | "view" | "delivery" | "session">> = {
  payments: "payment",
  sms: "sms",
  wallets: "wallet",
  merchants: "merchant",
  users: "user",
  views: "view",
  deliveries: "delivery",
  user: "session",
};

/** What the `:id` of a route names. @throws Error for a route whose objects this does not know yet */
export function kindOfRoute(url: string): (typeof KINDS)[string] {
  const kind = KINDS[url.split("/")[2] ?? ""];
  if (!kind) throw new Error(`say in attack-target.ts what the id in ${url} is`);
  return kind;
}

/** Starts it. */
export async function makeTarget(): Promise<Target> {
  const product = await startTarget();
  const wallets = [await product.wallet(), await product.wallet()];
  const world = await makeWorld(product, wallets, 5);
  const [phone, spare] = [await product.wallet(), await product.wallet()];
  const caller = await product.merchant();
  const own = await product.pay(caller, { amount: "777.00", customer: "01799999999" });
  await product.sms(phone, received({ amount: "778.00", from: "01799999998", trx: bkashTrx() }));
  const sms = await product.good<{ items: { id: string }[] }>("GET", "/api/sms?status=unmatched");
  const clerk = await person(product, "operator");
  const admin = await person(product, "admin", { account: `fuzzed-${next()}` });
  const victim = await session(product, product.product.app.publicIds.decode("user", admin.id) ?? 0n);
  const ids = {
    payment: world.ids.get("payment")?.[0] ?? "",
    sms: sms.items[0]?.id ?? "",
    wallet: spare.id,
    merchant: world.merchant.id,
    user: clerk.id,
    view: world.ids.get("view")?.[0] ?? "",
    delivery: world.ids.get("delivery")?.[0] ?? "",
    session: victim.sessionId,
  };
  const idOf = (route: AnyRoute): string => {
    const kind = kindOfRoute(route.url);
    return route.access.kind === "merchant" && kind === "payment" ? own.data.id : ids[kind];
  };
  return {
    product,
    world,
    wallet: phone,
    urlOf: (route) => (route.url.includes(":") ? pathOf(route.url, { id: idOf(route) }) : route.url),
    tokenOf: (route) => ({ public: null, session: admin.token, merchant: caller.secret, device: phone.token })[route.access.kind],
  };
}
