/** Messages in: parsed, matched, booked in micro-batches. Nothing is answered before the commit. */
import { operatorConfig } from "../../../contract/config.ts";
import { maskOneTimeCodes, parseMessage } from "../../../domain/messages/index.ts";
import type { App } from "../../platform/context.ts";
import { idTime } from "../../platform/db/ids.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { observeBatch } from "../../platform/http/observe.ts";
import { refuse } from "../../platform/refusal.ts";
import { observePosting } from "../orders/observe.ts";
import { wordsInForce } from "./in-force.ts";
import { loadWalletForSms } from "../parties/wallets.ts";
import { Batcher } from "../../platform/batcher.ts";
import { identityKeys } from "./identity.ts";
import { ownNumbers } from "./own-accounts.ts";
import { postBatch } from "./batch/post.ts";
import { readOf, type OpenedJson } from "./batch/read.ts";
import { postPlainly, takeUpPlainly } from "./plain/post.ts";
import { readKnown } from "./plain/read.ts";
import { KnownMoney } from "./known.ts";
import { Recogniser } from "./recognise.ts";
import { heldReason, keptRow, reasonsOf, standingOf, type BatchResult, type Incoming } from "./facts.ts";
import type { IncomingSms, StoredSms } from "./incoming.ts";

export interface MessagePosting {
  /** Stores, matches and books; answers after the commit (rule 31). */
  submit(message: IncomingSms): Promise<StoredSms>;
  /** Takes up held messages of wallets whose waiting time is over. Answers how many wallets there were. */
  sweep(): Promise<number>;
  idle(): Promise<void>;
}

const RETRY_SECONDS = 60;
/** When a message that could not be processed is due again. */
const RETRY_MS = 2000;
/** Batches of messages under way at once, of different wallets; 1.15 times as fast as one. */
const LANES = 2;

/** A wallet's messages always take the same lane. An id's last bits count within one millisecond and are mostly zero. */
function laneOf({ input: { walletId } }: Incoming): number {
  return Number((walletId + (walletId >> 12n)) % BigInt(LANES));
}

/** Parses a message for a wallet as the posting of messages does; also used when a person has it parsed again. */
export async function prepare(app: App, message: IncomingSms, id: bigint): Promise<Incoming> {
  const wallet = (await loadWalletForSms(app, message.walletId)) ?? refuse("not_found");
  const words = await wordsInForce(app);
  const isOwn = await ownNumbers(app);
  const { operator, walletType } = wallet;
  const senderIds = operatorConfig(app.config.current, operator).sender_ids;
  const atMs = idTime(id);
  const parsed = parseMessage({
    operator,
    walletType,
    sender: message.sender,
    text: message.text,
    senderIds,
    atMs,
    ...words,
  });
  return {
    id,
    input: message,
    parsed,
    storedText: maskOneTimeCodes(message.text, parsed.kind),
    keys: identityKeys(message, parsed),
    standing: standingOf(parsed, app.config.current.trx_date_check === "refuse"),
    facts: {
      id,
      walletId: message.walletId,
      operator,
      walletType: wallet.walletType,
      kind: parsed.kind,
      direction: parsed.direction,
      amount: parsed.amount,
      fee: parsed.fee,
      commission: parsed.commission,
      extra: parsed.extra,
      balance: parsed.balance,
      trxId: parsed.trxId,
      trxKey: parsed.trxKey,
      counterparty: parsed.counterparty,
      reference: parsed.reference,
      operatorTimeMs: parsed.operatorTime === null ? null : Date.parse(parsed.operatorTime),
      atMs,
      reasons: reasonsOf(parsed),
      version: 1,
      ownWallet: isOwn(parsed.counterparty),
      standingReason: heldReason(parsed.kind, parsed.direction, reasonsOf(parsed)),
      heldUntilMs: null,
      processed: true,
    },
  };
}

/** Takes up what waits on a wallet within a verb's own transaction. Answers the live events to send after its commit. */
export async function postWithin(app: App, tx: Tx, walletId: bigint): Promise<BatchResult["events"]> {
  return (await takeUpPlainly(app, tx, walletId)).events;
}

/** The posting of this process, in batches. */
export class BatchedPosting implements MessagePosting {
  private readonly batcher: Batcher<Incoming, StoredSms>;

  constructor(private readonly app: () => App) {
    this.batcher = new Batcher({
      work: (items) => this.run(items),
      alone: (item) => this.alone(item),
      maxBatch: 256,
      lanes: LANES,
      onFull: () => refuse("not_ready", { retryAfterSeconds: 1 }),
      laneOf,
    });
  }

  async submit(message: IncomingSms): Promise<StoredSms> {
    const from = performance.now();
    const stored = await this.batcher.submit(await prepare(this.app(), message, this.app().ids.next()));
    observePosting(from);
    return stored;
  }

  idle(): Promise<void> {
    return this.batcher.idle();
  }

  async sweep(): Promise<number> {
    const app = this.app();
    const due = await app.db.rows<{ wallet_id: bigint }>(
      "select distinct wallet_id from sms where match_status = 'held' and held_until <= now() and wallet_id is not null limit 200",
    );
    for (const { wallet_id: walletId } of due) {
      try {
        this.after(await app.db.tx((tx) => takeUpPlainly(app, tx, walletId)));
      } catch (error) {
        app.log.error({ err: error, wallet: walletId.toString() }, "held messages could not be posted");
        await app.db.run(
          "update sms set held_until = now() + make_interval(secs => $2) where match_status = 'held' and wallet_id = $1 and held_until <= now()",
          [walletId, RETRY_SECONDS],
        );
      }
    }
    return due.length;
  }

  private async run(items: readonly Incoming[]): Promise<readonly StoredSms[]> {
    const app = this.app();
    observeBatch("posting", items.length);
    try {
      const result = await app.db.batchTx(readOf(app, items, []), (tx, opened: OpenedJson) => postBatch(app, tx, { items }, opened));
      this.after(result);
      return result.answers;
    } catch (error) {
      const [only] = items;
      if (items.length !== 1 || !only) throw error;
      return [await this.alone(only)];
    }
  }

  /** A message whose batch failed goes the plain way. */
  private async alone(item: Incoming): Promise<StoredSms> {
    const app = this.app();
    try {
      const result = await app.db.tx((tx) => postPlainly(app, tx, item));
      this.after(result);
      return result.answer;
    } catch (error) {
      return this.keep(item, error);
    }
  }

  private after(result: { events: readonly Parameters<App["events"]["publish"]>[0][number][]; notified: boolean }): void {
    if (result.events.length > 0) this.app().events.publish(result.events);
    if (result.notified) this.app().wakeOutbox();
  }

  /** A message that could not be processed is stored all the same; the sweeper takes it up again (rule 31). What its text alone decides is decided. */
  private async keep(item: Incoming, cause: unknown): Promise<StoredSms> {
    const app = this.app();
    app.log.error({ err: cause, sms: item.id.toString() }, "a message was stored without being processed");
    const row = keptRow(item, app.now() + RETRY_MS);
    return app.db.tx(async (tx) => {
      // As a batch does, the wallet first: a batch whose end was not seen, or one with the same message, has ended after this.
      await tx.run("select wallet_id from wallet_continuity where wallet_id = $1 for no key update", [item.input.walletId]);
      const seen = await readKnown(tx, item);
      const { id, result } = new Recogniser(seen, app.now()).recognise(item, new KnownMoney(seen).bookedAs(item.facts));
      if (result === "duplicate") return { id, result: id === item.id ? ("stored" as const) : result };
      await tx.run("select sms_keep($1, $2)", [toJson(row), toJson(item.keys.map((key) => ({ k: key.key })))]);
      return { id: item.id, result: "stored" as const };
    });
  }
}
