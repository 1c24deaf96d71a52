/** What finance does in a run beside the orders: withdrawals of merchants, float, operations by hand. Data, and how each goes. */
import type { TransferKind } from "../src/contract/transfers.ts";
import type { Bank } from "./bank.ts";
import type { BackOfficeTally } from "./back-office-tally.ts";
import { WALLETS } from "./fleet.ts";
import { plain } from "./money.ts";
import type { Phone } from "./phone.ts";
import type { Person } from "./staff.ts";

/** One task. Amounts are minor units; wallets and merchants by key. */
export type BackOfficeTask =
  | { readonly of: "withdrawal"; readonly merchant: string; readonly amount: bigint; readonly end: "paid" | "rejected" | "pending"; readonly wallet?: string }
  | {
      readonly of: "transfer";
      readonly kind: TransferKind;
      readonly from: string | null;
      readonly to: string | null;
      readonly amount: bigint;
      /** Completed by people, by the wallets' own messages, or taken back. */
      readonly end: "by_hand" | "by_messages" | "cancelled" | "failed";
    }
  | { readonly of: "credit"; readonly merchant: string; readonly amount: bigint; readonly end: "applied" | "rejected" };

/** Every kind once, every end once. */
export const BACK_OFFICE_TASKS: readonly BackOfficeTask[] = [
  { of: "transfer", kind: "b2b_in", from: null, to: "bk6", amount: 5_000_00n, end: "by_hand" },
  { of: "transfer", kind: "b2b_out", from: "ng6", to: null, amount: 1_200_00n, end: "by_hand" },
  { of: "transfer", kind: "wallet", from: "bk5", to: "bk2", amount: 750_00n, end: "by_messages" },
  { of: "transfer", kind: "wallet", from: "ng5", to: "ng6", amount: 300_00n, end: "failed" },
  { of: "transfer", kind: "wallet", from: "ng5", to: "ng2", amount: 410_00n, end: "cancelled" },
  { of: "withdrawal", merchant: "lotus", amount: 220_00n, end: "paid" },
  { of: "withdrawal", merchant: "padma", amount: 180_00n, end: "rejected" },
  { of: "withdrawal", merchant: "tiger", amount: 150_00n, end: "paid", wallet: "bk6" },
  { of: "withdrawal", merchant: "lotus", amount: 90_00n, end: "pending" },
  { of: "credit", merchant: "padma", amount: 64_50n, end: "applied" },
  { of: "credit", merchant: "tiger", amount: 12_00n, end: "rejected" },
];

/** Whom the tasks need. */
export interface BackOfficeWorld {
  readonly finance: Person;
  readonly second: Person;
  /** The merchants' own people, by merchant. */
  readonly merchantPeople: ReadonlyMap<string, Person>;
  readonly bank: Bank;
  readonly phonesOf: (wallet: string) => { first: Phone };
  readonly walletId: (key: string) => string;
  readonly merchantId: (key: string) => string;
  readonly tally: BackOfficeTally;
  /** A message was sent that must find its transfer. */
  readonly messageMatched: () => void;
  readonly sleep: (ms: number) => Promise<void>;
}

const FUNDS_PATIENCE_MS = 30_000;

/** Does one task to its end. @throws Error that names call and code */
export async function runBackOfficeTask(world: BackOfficeWorld, task: BackOfficeTask): Promise<void> {
  switch (task.of) {
    case "withdrawal":
      return withdraw(world, task);
    case "transfer":
      return transfer(world, task);
    case "credit":
      return credit(world, task);
  }
}

async function withdraw(world: BackOfficeWorld, task: Extract<BackOfficeTask, { of: "withdrawal" }>): Promise<void> {
  const { finance, second, tally } = world;
  const person = world.merchantPeople.get(task.merchant);
  if (!person) throw new Error(`nobody of ${task.merchant} can submit a withdrawal`);
  for (const end = Date.now() + FUNDS_PATIENCE_MS; ; ) {
    const { max_available, stopped } = await person.call("GET /api/withdrawal/available", { query: {} });
    if (stopped === null && Number(max_available) * 100 >= Number(task.amount)) break;
    if (Date.now() > end) return void (tally.unfunded += 1);
    await world.sleep(1000);
  }
  await person.recheck();
  const { id } = await person.call("POST /api/withdrawal", {
    body: { receiving_account: "DBBL 117.103.4521", amount: plain(task.amount), note: "Settlement" },
  });
  tally.withdrawal(task.merchant, task.amount, task.end);
  if (task.end === "pending") return;
  if (task.end === "rejected")
    return finance.decide("POST /api/withdrawal/:id/reject", id, (version) => ({ version, reason: "The account's name differs" }), second);
  await finance.decide("POST /api/withdrawal/:id/approve", id, (version) => ({ version }), second);
  const movement = task.wallet === undefined ? null : world.bank.send(task.wallet, { amount: task.amount, to: "01999000111", reference: "" });
  const from = movement && task.wallet !== undefined ? { wallet_id: world.walletId(task.wallet), cost: plain(movement.cost) } : {};
  if (movement && task.wallet !== undefined) tally.move(task.wallet, -movement.amount - movement.cost, -movement.amount);
  const reference = movement?.trxId ?? `EFT-${id}`;
  await second.decide("POST /api/withdrawal/:id/paid", id, (version) => ({ version, reference, ...from }), finance);
}

async function transfer(world: BackOfficeWorld, task: Extract<BackOfficeTask, { of: "transfer" }>): Promise<void> {
  const { finance, second, tally, bank } = world;
  const { from, to, amount, end } = task;
  await finance.recheck();
  const { id } = await finance.call("POST /api/transfers", {
    body: {
      kind: task.kind,
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

async function credit(world: BackOfficeWorld, task: Extract<BackOfficeTask, { of: "credit" }>): Promise<void> {
  const { finance, second, tally } = world;
  await finance.recheck();
  const { id } = await finance.call("POST /api/manual", {
    body: { kind: "merchant_credit", merchant_id: world.merchantId(task.merchant), amount: plain(task.amount), note: "Goodwill" },
  });
  tally.credit(task.merchant, task.amount, task.end);
  if (task.end === "applied") return second.decide("POST /api/manual/:id/apply", id, (version) => ({ version }), finance);
  return second.decide("POST /api/manual/:id/reject", id, (version) => ({ version, reason: "No ground for it" }), finance);
}
