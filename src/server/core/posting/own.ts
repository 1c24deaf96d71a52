/**
 * Messages about money that the platform itself knows of: what somebody said before its message came, both sides of
 * transfers, payouts. Asked first for each message that is booked; what is not ours goes on as a customer's money, or as
 * unexplained.
 */
import { effectOf, GIVING_BACK } from "../../../domain/ledger/message-kinds.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { explainDebit } from "../payouts/from-message.ts";
import { NONE } from "../payouts/found-attempts.ts";
import { explainReturn } from "../payouts/from-return.ts";
import { loadOwnMovements, type OwnMovements } from "../float/from-message.ts";
import { SaidMovements } from "../unreported/from-message.ts";
import type { Poster } from "./poster.ts";
import { reportedMoney, type Facts, type Outcome } from "./facts.ts";
import { type KnownMoney, usedBy } from "./known.ts";

type Part = Pick<Facts, "kind" | "direction" | "operator" | "trxKey" | "counterparty" | "ownWallet">;

/** Forwarders and operators mask numbers with these. */
const MASK = /[xX*]/;

/** Wallets of a batch, and those of them on which something said waits for its message. */
export interface WalletsOfBatch {
  readonly walletIds: readonly bigint[];
  readonly saidOn: readonly bigint[];
}

/** The own movements of one batch. */
export class OwnMoney {
  readonly said: SaidMovements;
  private movements: OwnMovements | null = null;
  private readonly payouts: { sms: bigint; disburse: bigint }[] = [];

  constructor(
    private readonly app: App,
    private readonly tx: Tx,
    private readonly poster: Poster,
    private readonly known: KnownMoney,
  ) {
    this.said = new SaidMovements(app, tx, poster, known);
  }

  /**
   * Reads what the batch's messages can belong to. A customer's payment, which nearly all of them are, costs nothing here.
   * The caller holds the continuity rows of these wallets.
   */
  async load({ walletIds, saidOn }: WalletsOfBatch, messages: readonly Part[]): Promise<void> {
    await this.said.load(saidOn);
    const possible = messages.some((facts) => {
      const effect = effectOf(facts.kind, facts.direction);
      return facts.trxKey !== null && effect !== null && (effect !== "collects" || facts.ownWallet || MASK.test(facts.counterparty ?? ""));
    });
    if (possible) this.movements = await loadOwnMovements(this.app, this.tx, walletIds);
  }

  /** What a message tells of our own money; null: nothing, or nobody can say of what. */
  async explain(facts: Facts, silentMinor: bigint): Promise<Outcome | null> {
    const said = await this.said.byTrx(facts, silentMinor);
    if (said !== null) return said;
    // What is given back is no float that we sent ourselves, either.
    if (facts.direction === "credit" && GIVING_BACK.includes(facts.kind)) return this.explainReturn(facts, silentMinor);
    // A TrxID stands for one movement: a message that carries a used one explains nothing else.
    if (facts.direction === "none" || facts.trxKey === null || this.known.usedFor(facts.operator, facts.trxKey, facts.direction) !== undefined) return null;
    if (facts.direction === "credit" && this.known.isTakenBack(facts.walletId, facts.trxKey)) return null;
    const effect = effectOf(facts.kind, facts.direction);
    const named = this.said.countNamed(facts);
    const fitting = this.movements?.countFitting(facts) ?? 0;
    const moved = named === 0 ? (this.movements?.take(this.poster, facts, silentMinor) ?? null) : null;
    if (moved !== null) {
      this.known.noteUsed(usedBy(facts, "transfer", moved.transferId));
      return moved;
    }
    if (facts.direction === "debit") return effect === "takes_back" ? null : this.explainDebit(facts, silentMinor, { named, fitting });
    // Money that may be a customer's is held against the open orders first.
    return fitting === 0 && named === 1 && (effect !== "collects" || facts.ownWallet) ? this.said.byPayee(facts, silentMinor) : null;
  }

  /** @param also said movements, and transfers, that the message could be besides payouts */
  private async explainDebit(facts: Facts, silentMinor: bigint, also: { named: number; fitting: number }): Promise<Outcome | null> {
    const alsoNamed = also.named + also.fitting;
    // Its return may have come in the same batch, whose messages are not stored yet.
    const answer = this.known.isGivenBack(facts)
      ? NONE
      : await explainDebit(this.app, this.tx, { ...facts, money: reportedMoney(facts, silentMinor), alsoNamed }, this.emit, this.collect);
    if (answer.kind === "none") return also.named === 1 && also.fitting === 0 && !answer.several ? this.said.byPayee(facts, silentMinor) : null;
    this.known.noteUsed(usedBy(facts, "disburse", answer.disburseId));
    return this.payout(facts, answer.disburseId, "own_payout", answer.bookedTxn);
  }

  private async explainReturn(facts: Facts, silentMinor: bigint): Promise<Outcome | null> {
    const answer = await explainReturn(this.app, this.tx, { ...facts, money: reportedMoney(facts, silentMinor), alsoNamed: 0 }, this.emit, this.collect);
    if (answer.kind === "none") return null;
    if (answer.bookedTxn !== null) return this.payout(facts, answer.disburseId, `payout_${answer.kind}`, answer.bookedTxn);
    // The attempt has failed, and no debit of it stands in the books that could be taken back: the money waits by name.
    this.payouts.push({ sms: facts.id, disburse: answer.disburseId });
    return null;
  }

  private payout(facts: Facts, disburseId: bigint, reason: string, bookedTxn: bigint | null): Outcome {
    this.payouts.push({ sms: facts.id, disburse: disburseId });
    return { matchStatus: "matched", reasons: [reason], bookedTxn, continuity: "unknown" };
  }

  private readonly emit = (...events: Poster["events"]): void => void this.poster.events.push(...events);
  private readonly collect = (transaction: Parameters<Poster["adopt"]>[0]): void => this.poster.adopt(transaction);

  /** Writes what must stand before the books are written. */
  async before(): Promise<void> {
    await this.movements?.write(this.tx, this.poster);
  }

  /** True when {@link after} has something to write. */
  get linked(): boolean {
    return this.payouts.length > 0 || this.said.linked || (this.movements?.linked ?? false);
  }

  /** Ties the messages' rows, which exist by now, to what they moved. */
  async after(): Promise<void> {
    await this.movements?.link(this.tx);
    await this.said.link();
    if (this.payouts.length === 0) return;
    await this.tx.run("update sms set disburse_id = x.disburse from unnest($1::bigint[], $2::bigint[]) as x (sms, disburse) where id = x.sms", [
      this.payouts.map((link) => link.sms),
      this.payouts.map((link) => link.disburse),
    ]);
  }
}
