/** What the product's books say, read through the dashboard's interface, beside what must stand there. */
import { PAYMENT_STATUSES } from "../src/contract/payments.ts";
import type { SmsRow } from "../src/contract/sms.schema.ts";
import { webhooksOf } from "../src/contract/webhooks.ts";
import type { MatchStatus } from "../src/contract/sms.ts";
import type { WalletExpected } from "./day-books.ts";
import type { BackOfficeTally } from "./back-office-tally.ts";
import { MERCHANTS, WALLETS } from "./fleet.ts";
import { minorOf, plain } from "./money.ts";
import { backOfficeFigures, payoutFigures } from "./payout-books.ts";
import type { PayoutTally } from "./payout-tally.ts";
import type { Receiver } from "./receiver.ts";
import { walletId } from "./setup.ts";
import type { Person } from "./staff.ts";
import type { DemoState } from "./state.ts";
import type { Figure } from "./table.ts";
import { EXPECTED_OUTCOMES, type ExpectedOutcome, type Tally } from "./tally.ts";
import type { DemoOperator } from "./texts.ts";

/** What a counted run ended with: the comparison, and each wallet on the operators' side. Minor units. */
export interface Outcome {
  readonly figures: readonly Figure[];
  readonly wallets: readonly (WalletExpected & { readonly key: string; readonly id: string; readonly real: bigint })[];
}

/** Balances before a run, minor units. */
export interface Before {
  readonly wallets: ReadonlyMap<string, bigint>;
  /** Of all wallets together. */
  readonly frozen: bigint;
  readonly merchants: ReadonlyMap<string, { readonly balance: bigint; readonly held: bigint }>;
  readonly suspense: bigint;
}

const STATUSES_OF = {
  matched: "matched",
  unmatched: "unmatched",
  waiting: "held,review",
  suspicious: "suspicious,unparsed",
  other: "other",
} as const satisfies Record<ExpectedOutcome, string>;
const OUTCOME_NAMES = {
  matched: "messages matched",
  unmatched: "messages unmatched",
  waiting: "messages held or in review",
  suspicious: "messages suspicious",
  other: "messages without money",
} as const satisfies Record<ExpectedOutcome, string>;
const MAX_PAGES = 200;
/** Statuses whose money stands in suspense, unless the message did not follow on and was never booked. */
const SUSPENDED = "unmatched,review" satisfies `${MatchStatus},${MatchStatus}`;

/** What a run's own side says: payments, payouts, finance's back-office tasks, and the notifications that came. */
export interface Expectation {
  readonly tally: Tally;
  readonly payouts: PayoutTally;
  readonly backOffice: BackOfficeTally;
  readonly receiver: Receiver;
  /** What stands on a wallet at its operator now. Minor units. */
  readonly real: (wallet: string) => bigint;
}

/** Reads and compares; all of it through `/api`. */
export class Books {
  constructor(
    private readonly admin: Person,
    private readonly state: DemoState,
    /** Start of the run, ISO. */
    private readonly from: string,
  ) {}

  /** Balances as they are now. */
  async read(): Promise<Before> {
    const [{ wallets, frozen }, merchants, home] = await Promise.all([
      this.walletBalances(),
      this.merchantBalances(),
      this.admin.call("GET /api/statistics/home"),
    ]);
    return { wallets, frozen, merchants, suspense: minorOf(home.waiting.suspense) };
  }

  /** All figures of a run. */
  async figures(before: Before, { tally, payouts, backOffice, receiver, real }: Expectation): Promise<Figure[]> {
    const now = await this.read();
    const books = { admin: this.admin, from: this.from, merchantId: (key: string) => this.merchantId(key) };
    const onWallet = (key: string): bigint => tally.onWallet(key) + payouts.onWallet(key) + backOffice.onWallet(key);
    const proof = await this.admin.call("POST /api/proof", { body: {} });
    return [
      ...(await this.orders(tally)),
      ...(await payoutFigures(books, payouts, receiver)),
      ...(await backOfficeFigures(books, backOffice)),
      ...(await this.merchants(before, now, { tally, payouts, backOffice })),
      this.money("frozen on wallets", payouts.frozen, now.frozen - before.frozen),
      ...WALLETS.map(({ key, name }) =>
        this.money(`wallet ${name}: change in this run`, onWallet(key), (now.wallets.get(key) ?? 0n) - (before.wallets.get(key) ?? 0n)),
      ),
      ...WALLETS.map(({ key, name }) => this.money(`wallet ${name}: operator, books`, real(key), now.wallets.get(key) ?? 0n)),
      ...(await this.suspense(before, now, tally)),
      ...(await this.messages(tally)),
      ...webhooks(tally, receiver),
      { name: "ledger check", expected: "ok", booked: proof.ok ? "ok" : `${proof.findings.length} findings` },
    ];
  }

  private money(name: string, expected: bigint, booked: bigint): Figure {
    return { name, expected: plain(expected), booked: plain(booked) };
  }

  private async walletBalances(): Promise<{ wallets: Map<string, bigint>; frozen: bigint }> {
    const { items } = await this.admin.call("GET /api/wallets", { query: { size: 200 } });
    const byId = new Map(items.map((row) => [row.id, row]));
    const rows = WALLETS.map((wallet) => [wallet.key, byId.get(walletId(this.state, wallet.key))] as const);
    return {
      wallets: new Map(rows.map(([key, row]) => [key, minorOf(row?.balance ?? "0.00")])),
      frozen: rows.reduce((sum, [, row]) => sum + minorOf(row?.frozen_balance ?? "0.00"), 0n),
    };
  }

  private async merchantBalances(): Promise<Before["merchants"]> {
    const rows = await Promise.all(
      MERCHANTS.map(async (merchant) => {
        const row = await this.admin.call("GET /api/merchants/:id", { id: this.merchantId(merchant.key) });
        return [merchant.key, { balance: minorOf(row.balance), held: minorOf(row.held_balance) }] as const;
      }),
    );
    return new Map(rows);
  }

  private merchantId(key: string): string {
    const known = this.state.known.merchants[key];
    if (!known) throw new Error(`merchant ${key} is missing`);
    return known.id;
  }

  private async orders(tally: Tally): Promise<Figure[]> {
    const total = async (status?: string): Promise<string> =>
      String((await this.admin.call("GET /api/payments", { query: { from: this.from, size: 10, status } })).total.value);
    const byStatus = await Promise.all(PAYMENT_STATUSES.map(async (status) => count(`orders ${status}`, tally.withStatus(status), await total(status))));
    return [
      count("orders accepted", tally.accepted, await total()),
      count("orders refused", 0, String(tally.refused)),
      ...byStatus,
      count("calls sent again, same order", tally.repeats.made, String(tally.repeats.right)),
      count("calls with other content refused", tally.conflicts.made, String(tally.conflicts.right)),
    ];
  }

  private async merchants(before: Before, now: Before, { tally, payouts, backOffice }: Omit<Expectation, "receiver" | "real">): Promise<Figure[]> {
    const figures: Figure[] = [];
    const moved = (key: string, what: "balance" | "held"): bigint => (now.merchants.get(key)?.[what] ?? 0n) - (before.merchants.get(key)?.[what] ?? 0n);
    for (const merchant of MERCHANTS) {
      const expected = tally.merchant(merchant.key);
      const merchant_id = this.merchantId(merchant.key);
      const { sums } = await this.admin.call("GET /api/payments", { query: { from: this.from, merchant_id, status: "completed", size: 10 } });
      const journals = await this.admin.call("GET /api/journals", { query: { from: this.from, merchant_id, kind: "payment,payment_fee", size: 10 } });
      const net = expected.collected - expected.fees;
      const out = payouts.merchant(merchant.key);
      figures.push(
        this.money(`${merchant.name}: collected`, expected.collected, minorOf(sums?.["received_amount"] ?? "0.00")),
        this.money(`${merchant.name}: fees`, expected.fees, minorOf(sums?.["fee"] ?? "0.00")),
        this.money(`${merchant.name}: balance`, net - out.paid - out.fees - out.held + backOffice.balanceOf(merchant.key), moved(merchant.key, "balance")),
        this.money(`${merchant.name}: held`, out.held + backOffice.heldFor(merchant.key), moved(merchant.key, "held")),
        count(`${merchant.name}: journal rows`, expected.journals, String(journals.total.value)),
        this.money(`${merchant.name}: journal sum`, net, minorOf(journals.sums?.["amount"] ?? "0.00")),
      );
    }
    return figures;
  }

  private async suspense(before: Before, now: Before, tally: Tally): Promise<Figure[]> {
    const operators = ["bkash", "nagad"] as const satisfies readonly DemoOperator[];
    const rows = await Promise.all(
      operators.map(async (operator) => this.money(`unmatched money, ${operator}`, tally.inSuspense(operator), await this.unmatchedMoney(operator))),
    );
    const expected = operators.reduce((sum, operator) => sum + tally.inSuspense(operator), 0n);
    return [...rows, this.money("suspense in the books", expected, now.suspense - before.suspense)];
  }

  private async unmatchedMoney(operator: DemoOperator): Promise<bigint> {
    let sum = 0n;
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = await this.admin.call("GET /api/sms", { query: { from: this.from, operator, status: SUSPENDED, size: 200, cursor } });
      const booked = answer.items.filter((row: SmsRow) => row.chain !== "break" && row.amount !== null);
      sum += booked.reduce((part, row) => part + minorOf(row.amount ?? "0.00"), 0n);
      if (answer.next_cursor === null) break;
      cursor = answer.next_cursor;
    }
    return sum;
  }

  private async messages(tally: Tally): Promise<Figure[]> {
    const byOutcome = await Promise.all(
      EXPECTED_OUTCOMES.map(async (outcome) =>
        count(
          OUTCOME_NAMES[outcome],
          tally.withOutcome(outcome),
          String((await this.admin.call("GET /api/sms", { query: { from: this.from, size: 10, status: STATUSES_OF[outcome] } })).total.value),
        ),
      ),
    );
    const all = await this.admin.call("GET /api/sms", { query: { from: this.from, size: 10 } });
    const sent = EXPECTED_OUTCOMES.reduce((sum, outcome) => sum + tally.withOutcome(outcome), 0);
    return [
      count("messages stored", sent, String(all.total.value)),
      ...byOutcome,
      count("messages sent again, known", tally.duplicates.made, String(tally.duplicates.right)),
    ];
  }
}

const count = (name: string, expected: number, booked: string): Figure => ({ name, expected: String(expected), booked });

/** Orders with more than one completion. */
function completedTwice(receiver: Receiver): number {
  const seen = new Map<string, number>();
  for (const { type, orderId } of receiver.all())
    if (type === "payment.completed" || type === "disburse.completed") seen.set(orderId, (seen.get(orderId) ?? 0) + 1);
  return [...seen.values()].filter((times) => times > 1).length;
}

function webhooks(tally: Tally, receiver: Receiver): Figure[] {
  const ofRun = receiver.all();
  return [
    ...webhooksOf("payment").map((type) => count(`notifications ${type}`, tally.events(type), String(ofRun.filter((one) => one.type === type).length))),
    count("notifications with a wrong signature", 0, String(receiver.badSignatures)),
    count("notifications other than documented", 0, String(receiver.badBodies)),
    count("orders completed twice", 0, String(completedTwice(receiver))),
  ];
}
