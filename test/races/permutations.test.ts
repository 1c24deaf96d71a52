/** Facts in every order (rule 83): an order, its message, the message again, a cancellation, a completion by hand. The same facts give the same books. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bkashTrx, letExpire, next, received, type TestMerchant, type TestWallet } from "../support/app.ts";
import { FULL, tried } from "../support/attack.ts";
import { Arena } from "../support/attack-arena.ts";

const FACTS = ["create", "message", "again", "cancel", "by hand", ...(FULL ? (["expire"] as const) : [])] as const;
type Fact = "create" | "message" | "again" | "cancel" | "by hand" | "expire";
let arena: Arena;
let wallet: TestWallet;
let merchant: TestMerchant;
beforeAll(async () => {
  arena = await Arena.open();
  wallet = await arena.product.wallet();
  merchant = await arena.product.merchant({ payment_fee: { rate_bps: 250, fixed: "1.00" } });
});
afterAll(() => arena.close());

function permutations(facts: readonly Fact[]): Fact[][] {
  if (facts.length <= 1) return [[...facts]];
  return facts.flatMap((fact, index) => permutations([...facts.slice(0, index), ...facts.slice(index + 1)]).map((rest) => [fact, ...rest]));
}

/** Balances of the accounts that a payment can move, minor units. */
async function balances(): Promise<Record<"wallet" | "merchant" | "fees" | "suspense", bigint>> {
  const { db, publicIds } = arena.product.product.app;
  const rows = await db.rows<{ kind: string; balance: bigint }>(
    "select kind, sum(balance)::bigint as balance from accounts where (kind = 'wallet' and owner_id = $1) or (kind = 'merchant' and owner_id = $2) or kind = 'fees' or (kind = 'suspense' and operator = 'bkash') group by kind",
    [publicIds.decode("wallet", wallet.id), publicIds.decode("merchant", merchant.id)],
  );
  const of = (kind: string): bigint => rows.find((row) => row.kind === kind)?.balance ?? 0n;
  return { wallet: of("wallet"), merchant: of("merchant"), fees: of("fees"), suspense: of("suspense") };
}

describe("the facts of one payment", () => {
  it.each(permutations(FACTS).map((facts) => [facts.join(", "), facts] as const))("%s", async (_name, facts) => {
    tried("K7");
    const before = await balances();
    const amount = `${1000 + next()}.00`;
    const customer = `0191${String(next()).padStart(7, "0")}`;
    const trx = bkashTrx();
    const text = received({ amount, from: customer, trx });
    let id: string | null = null;
    const acts: Record<Fact, () => Promise<unknown>> = {
      create: async () => {
        id = (await arena.product.pay(merchant, { amount, customer })).data.id;
        // The payer's TrxID comes with the order: money that was there first is found by it.
        await arena.product.call("POST", `/v1/payments/${id}/trx`, merchant.secret, { trx_id: trx });
      },
      message: () => arena.product.sms(wallet, text),
      again: () => arena.product.sms(wallet, text),
      cancel: async () => (id === null ? null : arena.product.call("POST", `/v1/payments/${id}/cancel`, merchant.secret, {})),
      "by hand": async () => {
        if (id === null) return;
        const { version } = await arena.detail(id);
        await arena.product.call("POST", `/api/payments/${id}/complete`, arena.product.admin, { version, trx_id: trx, note: "by hand" });
      },
      expire: async () => {
        const { db, publicIds } = arena.product.product.app;
        await letExpire(db, id === null ? null : publicIds.decode("payment", id));
        await arena.product.product.jobs.runOnce("expire-payments");
      },
    };
    for (const fact of facts) await acts[fact]();
    if (id === null) throw new Error("there is no order");
    const [detail, messages, after] = [await arena.detail(id), await arena.messages(trx), await balances()];
    // Whatever the order of things: one message, one movement on the wallet, and it stands with the merchant or waits.
    const minor = BigInt(amount.replace(".", ""));
    const fee = (minor * 250n + 5_000n) / 10_000n + 100n;
    const paid = detail.status === "completed";
    expect(["completed", "cancelled"]).toContain(detail.status);
    expect(messages.map((message) => message.match_status)).toEqual([paid ? "matched" : "unmatched"]);
    expect({
      wallet: after.wallet - before.wallet,
      merchant: after.merchant - before.merchant,
      fees: after.fees - before.fees,
      suspense: after.suspense - before.suspense,
    }).toEqual(paid ? { wallet: minor, merchant: minor - fee, fees: fee, suspense: 0n } : { wallet: minor, merchant: 0n, fees: 0n, suspense: minor });
  });
});
