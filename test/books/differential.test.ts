/**
 * The batched way and the plain way are one way: two products live through the same random histories, one with the door's batches, one
 * order by order and message by message, and then every table says the same.
 * `npm test` runs 1,000, `ATTACK=full` 5,000; `HISTORIES=240 HISTORY_SEED=1 npx vitest run --project db test/books/differential.test.ts` any
 * others, and `HISTORY_BLOCK=40` finds the histories that differ.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SmsKind } from "../../src/contract/sms.ts";
import { letExpire } from "../support/app.ts";
import { times, tried } from "../support/parts/effort.ts";
import { Dice } from "./history.ts";
import { differences, tablesOf } from "./tables.ts";
import { BatchedTwin, PlainTwin, type HistoryClock, type Twin, type TwinOrder, type TwinSms } from "./twin.ts";

const COUNT = Number(process.env["HISTORIES"] ?? times(1_000, 5_000));
const SEED = Number(process.env["HISTORY_SEED"] ?? 20261125);
/** Histories that run beside each other, each about a wallet of its own: what they do in one step comes at once. */
const AT_ONCE = 40;
const STEPS = 3;
const NEW_WALLETS_EVERY = 200;
/** Histories between two comparisons. */
const COMPARED_EVERY = Number(process.env["HISTORY_BLOCK"] ?? 1000);

/** What the operator has on each wallet. */
const banks = Array.from({ length: AT_ONCE }, () => ({ realMinor: 50_000_000n, atMs: 0 }));
const clock: HistoryClock = { ms: 0 };
let twins: readonly [Twin, Twin];
beforeAll(async () => {
  clock.ms = Date.now();
  twins = [await BatchedTwin.start(clock), await PlainTwin.start(clock)];
  for (const twin of twins) await twin.begin();
});
afterAll(async () => {
  for (const twin of twins) await twin.stop();
});

/** Most wallets have amounts of their own; the last eight share theirs, so that there is something to choose, with limits that fill up. */
function limitsOf(index: number): Record<string, unknown> {
  const shared = index >= AT_ONCE - 8;
  const from = (shared ? AT_ONCE : index + 1) * 1_000;
  return {
    min_amount: `${from}.00`,
    max_amount: `${from + 900}.00`,
    ...(shared ? { daily_max: `${(index - AT_ONCE + 9) * 400_000}.00`, daily_count_max: 300 + index } : {}),
  };
}

interface Wish {
  readonly number: string;
  readonly amountMinor: bigint;
  readonly customer: string | null;
  paidWith: string | null;
}

/** One history of one wallet: what happens to it, whatever becomes of it. */
class WalletHistory {
  private readonly wishes: Wish[] = [];
  private readonly undelivered: TwinSms[] = [];
  private readonly delivered: TwinSms[] = [];
  private messages = 0;

  constructor(
    private readonly index: number,
    readonly wallet: number,
    private readonly bank: { realMinor: bigint; atMs: number },
    private readonly dice: Dice,
  ) {}

  orders(): TwinOrder[] {
    const { dice } = this;
    const list: TwinOrder[] = [];
    for (let count = dice.roll(3); count > 0; count -= 1) {
      const again = dice.chance(10) ? dice.pick(this.wishes) : undefined;
      const wish = again ?? {
        number: `h${this.index}-${this.wishes.length}`,
        amountMinor: BigInt(Math.min(this.wallet + 1, AT_ONCE - 7) * 100_000 + dice.roll(4) * 5_000),
        customer: dice.chance(60) ? `0181${String(dice.roll(4)).padStart(7, "0")}` : null,
        paidWith: null,
      };
      if (again === undefined) this.wishes.push(wish);
      const amountMinor = again !== undefined && dice.chance(20) ? wish.amountMinor + 5_000n : wish.amountMinor;
      list.push({ merchantOrderId: wish.number, amountMinor, customer: wish.customer, key: dice.chance(30) ? `key-${wish.number}` : null });
    }
    return list;
  }

  /** Money moves at the operator, and some messages come in. */
  deliveries(): TwinSms[] {
    const { dice } = this;
    for (let count = dice.roll(3); count > 0; count -= 1) this.move();
    const list: TwinSms[] = [];
    for (let count = dice.roll(4); count > 0 && this.undelivered.length > 0; count -= 1) {
      const at = dice.chance(70) ? 0 : dice.roll(this.undelivered.length);
      list.push(...this.undelivered.splice(at, 1));
    }
    this.delivered.push(...list);
    const again = dice.chance(10) ? dice.pick(this.delivered) : undefined;
    return again === undefined ? list : [...list, again];
  }

  /** The rest comes at last. */
  rest(): TwinSms[] {
    return this.undelivered.splice(0);
  }

  private move(): void {
    const { dice } = this;
    const wish = dice.chance(60) ? dice.pick(this.wishes) : undefined;
    const loose = [
      ["receive", "credit"],
      ["cash_in_received", "credit"],
      ["refund", "credit"],
      ["loan", "credit"],
      ["returned_failed", "credit"],
      ["cash_out_sent", "debit"],
      ["send_money", "debit"],
      ["refund", "debit"],
      ["reversal", "debit"],
      ["reversal", "credit"],
      ["b2b_out", "debit"],
    ] as const satisfies readonly (readonly [SmsKind, "credit" | "debit"])[];
    const [kind, direction] = wish === undefined ? (dice.pick(loose) as (typeof loose)[number]) : (["receive", "credit"] as const);
    const others = this.delivered.flatMap((one) => (one.trx === null ? [] : [one.trx]));
    const trx = dice.chance(8) ? (dice.pick(others) ?? null) : `T${String(this.index).padStart(5, "0")}${String(this.messages).padStart(3, "0")}`;
    const amount = wish === undefined ? BigInt(1 + dice.roll(30)) * 100n : dice.chance(85) ? wish.amountMinor : wish.amountMinor + 700n;
    const fee = direction === "debit" && dice.chance(50) ? 50n : undefined;
    const commission = kind === "cash_in_received" && dice.chance(50) ? 20n : undefined;
    const silent = direction === "credit" && dice.chance(3) ? 300n : 0n;
    this.bank.realMinor += (direction === "credit" ? amount : -amount) - (fee ?? 0n) + (commission ?? 0n) + silent;
    this.bank.atMs += 1 + dice.roll(900);
    this.messages += 1;
    this.undelivered.push({
      wallet: this.wallet,
      kind,
      direction,
      amount,
      fee,
      commission,
      balance: dice.chance(4) ? null : this.bank.realMinor,
      trx,
      counterparty: wish === undefined || dice.chance(20) ? `0182${String(dice.roll(4)).padStart(7, "0")}` : wish.customer,
      ownWallet: dice.chance(3),
      atMs: this.bank.atMs,
      text: `history ${this.index} message ${this.messages}`,
    });
    if (wish !== undefined) wish.paidWith = trx;
  }

  /** An order whose time to pay is over; its money may still come. */
  expiring(): string | null {
    return (this.dice.chance(40) ? this.dice.pick(this.wishes)?.number : undefined) ?? null;
  }

  /** What a person, or the merchant, says of an order: the same sentence to both products. */
  act(): Act | null {
    const { dice } = this;
    const wish = dice.chance(20) ? dice.pick(this.wishes) : undefined;
    if (wish === undefined) return null;
    const invented = `A${String(this.index).padStart(5, "0")}${String(dice.roll(1000)).padStart(3, "0")}`;
    const trx_id = wish.paidWith !== null && dice.chance(50) ? wish.paidWith : invented;
    const verb = dice.pick(["complete", "reject", "trx", "trx"] as const) ?? "trx";
    return { number: wish.number, verb, body: verb === "trx" ? { trx_id } : verb === "reject" ? { note: "by hand" } : { trx_id, note: "by hand" } };
  }
}

interface Act {
  readonly number: string;
  /** `trx`: the merchant says which TrxID pays the order. */
  readonly verb: "complete" | "reject" | "trx";
  readonly body: Record<string, unknown>;
}

/** Tables that all of the histories together write to. */
const FILLED =
  "payments open_payments merchant_order_keys idempotency_keys order_trx order_events trx_used outbox alerts sms sms_keys sms_bookings entries accounts stats_batches wallet_continuity wallet_discrepancies wallet_differences wallet_usage".split(
    " ",
  );

/** Both products live through one step; what each was told is the same. */
async function both<T>(what: string, step: (twin: Twin) => Promise<T>): Promise<void> {
  const [left, right] = [await step(twins[0]), await step(twins[1])];
  expect(right, what).toEqual(left);
}

async function actOn(twin: Twin, { number, verb, body }: Act): Promise<string> {
  const row = await twin.owner.one<{ id: bigint; version: number }>("select id, version from payments where merchant_order_id = $1", [number]);
  if (!row) return "no such order";
  const id = twin.product.product.app.publicIds.encode("payment", row.id);
  const answer =
    verb === "trx"
      ? await twin.product.call("POST", `/v1/payments/${id}/trx`, twin.merchant.secret, body)
      : await twin.product.call("POST", `/api/payments/${id}/${verb}`, twin.product.admin, { version: row.version, ...body });
  return answer.success ? "done" : (answer.error?.code ?? String(answer.status));
}

async function expire(twin: Twin, numbers: readonly string[]): Promise<void> {
  const rows = await twin.owner.rows<{ id: bigint }>("select id from payments where merchant_order_id = any ($1) order by id", [numbers]);
  await letExpire(twin.owner, ...rows.map((row) => row.id));
  await twin.product.product.jobs.runOnce("expire-payments");
}

/** Wallets on which nothing waits yet; their books are held against their operator from the first message on. */
async function newWallets(): Promise<void> {
  clock.ms += 1_500;
  for (const bank of banks) bank.realMinor = 50_000_000n;
  const opening = banks.map(
    (bank, wallet): TwinSms => ({
      wallet,
      kind: "b2b_in",
      direction: "credit",
      amount: bank.realMinor,
      balance: bank.realMinor,
      trx: `OPENING${clock.ms}${wallet}`,
      atMs: clock.ms - 60_000,
      text: `opening ${clock.ms} ${wallet}`,
    }),
  );
  for (const twin of twins) await twin.open(AT_ONCE, limitsOf);
  await both("the opening", (twin) => twin.deliver(opening));
}

async function block(first: number, count: number): Promise<void> {
  const histories = Array.from({ length: count }, (_unused, at) => {
    const bank = banks[at] as (typeof banks)[number];
    bank.atMs = Math.max(bank.atMs, clock.ms - 60_000);
    return new WalletHistory(first + at, at, bank, new Dice(SEED + first + at));
  });
  for (let step = 0; step < STEPS; step += 1) {
    clock.ms += 1_500;
    const where = `HISTORY_SEED=${SEED}, histories from ${first}, step ${step}`;
    const orders = histories.flatMap((history) => history.orders());
    // In two groups: the second one finds the wallets remembered.
    for (const group of [orders.slice(0, orders.length >> 1), orders.slice(orders.length >> 1)]) await both(where, (twin) => twin.accept(group));
    const messages = histories.flatMap((history) => history.deliveries());
    await both(where, (twin) => twin.deliver(messages));
    if (step === 0) {
      const late = histories.flatMap((history) => history.expiring() ?? []);
      await both(`${where}, expired`, (twin) => expire(twin, late));
    }
    for (const history of histories) {
      const act = step === STEPS - 2 ? history.act() : null;
      if (act !== null) await both(`${where}, ${act.verb} ${act.number}`, (twin) => actOn(twin, act));
    }
  }
  clock.ms += 1_500;
  const rest = histories.flatMap((history) => history.rest());
  await both(`the rest of histories from ${first}`, (twin) => twin.deliver(rest));
  // What waited has waited long enough.
  clock.ms += 16 * 60_000;
  await both("what waits", (twin) => twin.takeUp());
}

async function compare(): Promise<Map<string, string[]>> {
  const [left, right] = [await tablesOf(twins[0].owner), await tablesOf(twins[1].owner)];
  expect(differences(left, right)).toEqual([]);
  return left;
}

it(`${COUNT} random histories leave the same in every table, batched and plain`, async () => {
  for (let first = 0; first < COUNT; first += AT_ONCE) {
    // What does not fit waits; in every second four hundred the continuity goes on over it.
    if (first % 400 === 0) for (const twin of twins) await twin.configure({ hold_on_chain_break: first % 800 === 0 });
    if (first % NEW_WALLETS_EVERY === 0) await newWallets();
    await block(first, Math.min(AT_ONCE, COUNT - first));
    tried("M2", Math.min(AT_ONCE, COUNT - first));
    if ((first + AT_ONCE) % COMPARED_EVERY === 0) await compare();
  }
  const tables = await compare();
  if (COUNT < 1000) return;
  // Without rows a comparison says nothing.
  for (const table of FILLED) expect(tables.get(table)?.length, table).toBeGreaterThan(0);
}, 3_600_000);
