/**
 * Random histories of a wallet against a simulated operator: when all messages are in, the books of every wallet equal its
 * operator's balance to the unit, whatever was said before, and each difference on the way is a named entry.
 * `HISTORIES=2000 HISTORY_SEED=1 npx vitest run --project db test/books/histories.test.ts` runs the long one.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PayoutLab } from "../payout/support.ts";
import { next, type TestMerchant } from "../support/app.ts";
import { expectShown } from "../support/shown-figures.ts";
import { times, tried } from "../support/parts/effort.ts";
import { Dice, History } from "./history.ts";
import { OperatorWallet } from "./operator.ts";

const COUNT = Number(process.env["HISTORIES"] ?? times(40, 2_000));
const SEED = Number(process.env["HISTORY_SEED"] ?? 20261125);
const STEPS = 50;
/** Histories that run beside each other: batches of messages, acts and jobs of one product. */
const AT_ONCE = 20;

let lab: PayoutLab;
let merchant: TestMerchant;
beforeAll(async () => {
  lab = await PayoutLab.start({
    one_person: true,
    payout_reset_threshold: "999999.00",
    disburse_approval_threshold: "99999999.00",
    manual_complete_threshold: "99999999.00",
  });
  merchant = await lab.merchant(10_000_000_000_00n);
});
afterAll(() => lab.stop());

async function walletOf(startMinor: bigint, limits: Record<string, unknown>): Promise<OperatorWallet & { publicId: string; account: string }> {
  const account = `018${String(next()).padStart(8, "0")}`;
  const made = await lab.product.good<{ id: string }>("POST", "/api/wallets", lab.product.admin, {
    name: `History ${account}`,
    operator: "bkash",
    wallet_type: "personal",
    api_type: "manual",
    account,
    ...limits,
  });
  const id = lab.app.publicIds.decode("wallet", made.id) as bigint;
  const wallet = new OperatorWallet(lab.app, id, "bkash", "personal", 0n);
  await wallet.deliver(wallet.move({ kind: "b2b_in", direction: "credit", amount: startMinor }));
  return Object.assign(wallet, { publicId: made.id, account });
}

interface Figures {
  readonly books: bigint;
  readonly difference: bigint;
  readonly printed: bigint;
  readonly named: bigint;
  /** What messages say that wait for a person beside the continuity: a round that comes back to where it began. */
  readonly waiting: bigint;
}

async function figuresOf(wallet: OperatorWallet): Promise<Figures & { real: bigint }> {
  const row = await lab.owner.one<Figures>(
    `select a.balance as books, c.difference, c.balance as printed, coalesce((select sum(amount) from wallet_differences where wallet_id = $1 and closed_at is null), 0)::bigint as named,
       coalesce((select sum(case direction when 'credit' then amount else -amount end - coalesce(fee, 0) + coalesce(commission, 0) + coalesce(extra, 0)) from sms
         where wallet_id = $1 and amount is not null and booked_txn is null and match_status in ('held', 'review')), 0)::bigint as waiting
     from wallet_continuity c join accounts a on a.kind = 'wallet' and a.owner_id = c.wallet_id where c.wallet_id = $1`,
    [wallet.walletId],
  );
  if (!row) throw new Error("no such wallet");
  return { ...row, real: wallet.realMinor };
}

async function run(index: number): Promise<void> {
  const seed = SEED + index;
  const dice = new Dice(seed);
  const fromMinor = BigInt((index % AT_ONCE) + 1) * 100_000n;
  const limits = { min_amount: `${fromMinor / 100n}.00`, max_amount: `${fromMinor / 100n + 900n}.00` };
  const wallet = await walletOf(20_000_000n, limits);
  const other = await walletOf(1_000_000n, { collect: false, payout: false });
  const history = new History(lab, merchant, wallet, other, { fromMinor, width: 80_000 }, dice);
  try {
    for (let step = 0; step < STEPS; step += 1) {
      await history.step();
      const now = await figuresOf(wallet);
      // At every moment: books and what differs by name make the balance that the operator printed last.
      expect(now.books + now.difference).toBe(now.printed);
      expect(now.named).toBe(now.difference);
    }
    await history.finish();
    for (const one of [wallet, other]) {
      const end = await figuresOf(one);
      expect(end).toEqual({ books: end.real, difference: 0n, printed: end.real, named: 0n, waiting: 0n, real: end.real });
    }
  } catch (error) {
    throw new Error(`history with HISTORY_SEED=${seed} HISTORIES=1: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    await lab.owner.run("update wallets set deleted_at = now() where id = any ($1)", [[wallet.walletId, other.walletId]]);
  }
}

describe(`${COUNT} random histories`, () => {
  it("end with books that equal the operator's balance to the unit", async () => {
    for (let first = 0; first < COUNT; first += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, COUNT - first) }, (_, index) => run(first + index));
      tried("M1", batch.length);
      const failed = (await Promise.allSettled(batch)).flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
      if (failed[0]) throw failed[0];
    }
    // A long run takes longer than acts may stand unsealed; each call takes some of them.
    while (((await lab.app.db.one<{ count: number }>("select audit_seal() as count"))?.count ?? 0) > 0);
    expect(await lab.findings()).toEqual([]);
    await expectShown(lab.product);
  }, 7_200_000);
});
