/**
 * Messages about money that the platform itself moved: payouts, both sides of transfers, withdrawals that a wallet paid.
 * Asked first for each message that is booked; what is not ours goes on as a customer's money, or as unexplained.
 */
import { KIND_EFFECTS } from "../../domain/postings.ts";
import type { App } from "../context.ts";
import type { Tx } from "../db/pool.ts";
import { explainDebit, explainReturn } from "../disburses/from-message.ts";
import { loadOwnMovements, type OwnMovements } from "../transfers/from-message.ts";
import type { Booker } from "./booker.ts";
import type { Facts, Outcome } from "./settle-facts.ts";
import type { OpenedJson } from "./settle-read.ts";

type Part = Pick<Facts, "kind" | "operator" | "trxKey" | "counterparty" | "ownWallet">;

/** Forwarders and operators mask numbers with these. */
const MASK = /[xX*]/;

/** The own movements of one batch. */
export class OwnMoney {
  private movements: OwnMovements | null = null;
  private readonly payouts: { sms: bigint; disburse: bigint }[] = [];

  constructor(
    private readonly app: App,
    private readonly tx: Tx,
    private readonly booker: Booker,
  ) {}

  /**
   * Reads what the batch's messages can belong to. A customer's payment, which nearly all of them are, costs nothing here.
   * The caller holds the chains of these wallets.
   */
  async load(walletIds: readonly bigint[], messages: readonly Part[], used: OpenedJson["used"]): Promise<void> {
    const ours = new Set(used.filter((row) => row.type === "transfer" || row.type === "withdrawal").map((row) => `${row.o} ${row.k}`));
    const possible = messages.filter(
      (facts) =>
        facts.trxKey !== null &&
        (KIND_EFFECTS[facts.kind] === "debit" ||
          KIND_EFFECTS[facts.kind] === "credit" ||
          (KIND_EFFECTS[facts.kind] === "collects" &&
            (facts.ownWallet || MASK.test(facts.counterparty ?? "") || ours.has(`${facts.operator} ${facts.trxKey}`)))),
    );
    if (possible.length === 0) return;
    const keys = possible.map((facts) => ({ operator: facts.operator, trxKey: facts.trxKey as string }));
    this.movements = await loadOwnMovements(this.app, this.tx, { walletIds, keys });
  }

  /** What a message tells of our own money; null: nothing. */
  async explain(facts: Facts, silentMinor: bigint): Promise<Outcome | null> {
    const moved = this.movements?.take(this.booker, facts, silentMinor) ?? null;
    if (moved !== null) return moved;
    const effect = KIND_EFFECTS[facts.kind];
    if (effect !== "debit" && facts.kind !== "returned_failed") return null;
    const told = { ...facts, commission: (facts.commission ?? 0n) + silentMinor };
    const emit = (...events: Booker["events"]): void => void this.booker.events.push(...events);
    const answer =
      effect === "debit"
        ? await explainDebit(this.app, this.tx, told, emit, (transaction) => this.booker.adopt(transaction))
        : await explainReturn(this.app, this.tx, told, emit, (transaction) => this.booker.adopt(transaction));
    if (answer.kind === "none") return null;
    this.payouts.push({ sms: facts.id, disburse: answer.disburseId });
    const reason =
      answer.kind === "linked"
        ? answer.differs
          ? "manual_differs"
          : "manual_confirmed"
        : answer.kind === "completed"
          ? "own_payout"
          : `payout_${answer.kind}`;
    return { matchStatus: "matched", reasons: [reason], bookedTxn: answer.bookedTxn, chain: "unknown" };
  }

  /** Writes what must stand before the books are written. */
  async before(): Promise<void> {
    await this.movements?.write(this.tx, this.booker);
  }

  /** True when {@link after} has something to write. */
  get linked(): boolean {
    return this.payouts.length > 0 || (this.movements?.linked ?? false);
  }

  /** Ties the messages' rows, which exist by now, to what they moved. */
  async after(): Promise<void> {
    await this.movements?.link(this.tx);
    if (this.payouts.length === 0) return;
    await this.tx.run("update sms set disburse_id = x.disburse from unnest($1::bigint[], $2::bigint[]) as x (sms, disburse) where id = x.sms", [
      this.payouts.map((link) => link.sms),
      this.payouts.map((link) => link.disburse),
    ]);
  }
}
