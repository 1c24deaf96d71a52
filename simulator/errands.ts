/** What finance does in a run beside the orders: withdrawals of merchants, float, operations by hand. Data, and how each goes. */
import type { TransferKind } from "../src/contract/transfers.ts";
import type { Bank } from "./bank.ts";
import type { ErrandTally } from "./errand-tally.ts";
import { WALLETS } from "./fleet.ts";
import { plain } from "./money.ts";
import type { Phone } from "./phone.ts";
import type { Person } from "./staff.ts";

/** One errand. Amounts are minor units; wallets and merchants by key. */
export type Errand =
  | { readonly of: "withdrawal"; readonly shop: string; readonly amount: bigint; readonly end: "paid" | "rejected" | "pending"; readonly wallet?: string }
  | {
      readonly of: "transfer";
      readonly kind: TransferKind;
      readonly from: string | null;
      readonly to: string | null;
      readonly amount: bigint;
      /** Completed by people, by the wallets' own messages, or taken back. */
      readonly end: "by_hand" | "by_messages" | "cancelled" | "failed";
    }
  | { readonly of: "credit"; readonly shop: string; readonly amount: bigint; readonly end: "applied" | "rejected" };

/** Every kind once, every end once. */
export const ERRANDS: readonly Errand[] = [
  { of: "transfer", kind: "b2b_in", from: null, to: "bk6", amount: 5_000_00n, end: "by_hand" },
  { of: "transfer", kind: "b2b_out", from: "ng6", to: null, amount: 1_200_00n, end: "by_hand" },
  { of: "transfer", kind: "wallet", from: "bk5", to: "bk2", amount: 750_00n, end: "by_messages" },
  { of: "transfer", kind: "wallet", from: "ng5", to: "ng6", amount: 300_00n, end: "failed" },
  { of: "transfer", kind: "wallet", from: "ng5", to: "ng2", amount: 410_00n, end: "cancelled" },
  { of: "withdrawal", shop: "lotus", amount: 220_00n, end: "paid" },
  { of: "withdrawal", shop: "padma", amount: 180_00n, end: "rejected" },
  { of: "withdrawal", shop: "tiger", amount: 150_00n, end: "paid", wallet: "bk6" },
  { of: "withdrawal", shop: "lotus", amount: 90_00n, end: "pending" },
  { of: "credit", shop: "padma", amount: 64_50n, end: "applied" },
  { of: "credit", shop: "tiger", amount: 12_00n, end: "rejected" },
];

/** Whom errands need. */
export interface ErrandWorld {
  readonly finance: Person;
  readonly second: Person;
  /** The merchants' own people, by merchant. */
  readonly shopPeople: ReadonlyMap<string, Person>;
  readonly bank: Bank;
  readonly phonesOf: (wallet: string) => { first: Phone };
  readonly walletId: (key: string) => string;
  readonly merchantId: (key: string) => string;
  readonly tally: ErrandTally;
  /** A message was sent that must find its transfer. */
  readonly messageMatched: () => void;
  readonly sleep: (ms: number) => Promise<void>;
}

const FUNDS_PATIENCE_MS = 30_000;

/** Runs one errand to its end. @throws Error that names call and code */
export async function runErrand(world: ErrandWorld, errand: Errand): Promise<void> {
  switch (errand.of) {
    case "withdrawal":
      return withdraw(world, errand);
    case "transfer":
      return transfer(world, errand);
    case "credit":
      return credit(world, errand);
  }
}

async function withdraw(world: ErrandWorld, errand: Extract<Errand, { of: "withdrawal" }>): Promise<void> {
  const { finance, second, tally } = world;
  const person = world.shopPeople.get(errand.shop);
  if (!person) throw new Error(`nobody of ${errand.shop} can submit a withdrawal`);
  for (const end = Date.now() + FUNDS_PATIENCE_MS; ; ) {
    const { max_available, stopped } = await person.call("GET /api/withdrawal/available", { query: {} });
    if (stopped === null && Number(max_available) * 100 >= Number(errand.amount)) break;
    if (Date.now() > end) return void (tally.unfunded += 1);
    await world.sleep(1000);
  }
  await person.recheck();
  const { id } = await person.call("POST /api/withdrawal", {
    body: { receiving_account: "DBBL 117.103.4521", amount: plain(errand.amount), note: "Settlement" },
  });
  tally.withdrawal(errand.shop, errand.amount, errand.end);
  if (errand.end === "pending") return;
  if (errand.end === "rejected")
    return finance.decide("POST /api/withdrawal/:id/reject", id, (version) => ({ version, reason: "The account's name differs" }), second);
  await finance.decide("POST /api/withdrawal/:id/approve", id, (version) => ({ version }), second);
  const movement = errand.wallet === undefined ? null : world.bank.send(errand.wallet, { amount: errand.amount, to: "01999000111", reference: "" });
  const from = movement && errand.wallet !== undefined ? { wallet_id: world.walletId(errand.wallet), cost: plain(movement.cost) } : {};
  if (movement && errand.wallet !== undefined) tally.move(errand.wallet, -movement.amount - movement.cost, -movement.amount);
  const reference = movement?.trxId ?? `EFT-${id}`;
  await second.decide("POST /api/withdrawal/:id/paid", id, (version) => ({ version, reference, ...from }), finance);
}

async function transfer(world: ErrandWorld, errand: Extract<Errand, { of: "transfer" }>): Promise<void> {
  const { finance, second, tally, bank } = world;
  const { from, to, amount, end } = errand;
  await finance.recheck();
  const { id } = await finance.call("POST /api/transfers", {
    body: {
      kind: errand.kind,
      amount: plain(amount),
      ...(from === null ? {} : { from_wallet_id: world.walletId(from) }),
      ...(to === null ? {} : { to_wallet_id: world.walletId(to) }),
    },
  });
  tally.transfer(amount, end === "by_hand" || end === "by_messages" ? "completed" : end);
  if (end === "cancelled") return finance.decide("POST /api/transfers/:id/cancel", id, (version) => ({ version }), second);
  await second.decide("POST /api/transfers/:id/approve", id, (version) => ({ version }), finance);
  if (end === "failed") return finance.decide("POST /api/transfers/:id/fail", id, (version) => ({ version, reason: "The operator refused" }), second);
  const account = (key: string | null): string => WALLETS.find((wallet) => wallet.key === key)?.account ?? "01788000999";
  const out = from === null ? null : bank.float(from, "out", amount, account(to));
  const into = to === null ? null : bank.float(to, "in", amount, account(from), out?.trxId);
  if (from !== null) tally.move(from, -amount);
  if (to !== null) tally.move(to, amount);
  const trxId = (out ?? into)?.trxId ?? "";
  if (end === "by_hand") return finance.decide("POST /api/transfers/:id/complete", id, (version) => ({ version, trx_id: trxId, cost: "0.00" }), second);
  for (const movement of [out, into]) {
    if (!movement) continue;
    world.messageMatched();
    await world.phonesOf(movement.wallet.key).first.deliver(movement.sms);
  }
}

async function credit(world: ErrandWorld, errand: Extract<Errand, { of: "credit" }>): Promise<void> {
  const { finance, second, tally } = world;
  await finance.recheck();
  const { id } = await finance.call("POST /api/manual", {
    body: { kind: "merchant_credit", merchant_id: world.merchantId(errand.shop), amount: plain(errand.amount), note: "Goodwill" },
  });
  tally.credit(errand.shop, errand.amount, errand.end);
  if (errand.end === "applied") return second.decide("POST /api/manual/:id/apply", id, (version) => ({ version }), finance);
  return second.decide("POST /api/manual/:id/reject", id, (version) => ({ version, reason: "No ground for it" }), finance);
}
