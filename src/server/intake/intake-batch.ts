/** One batch of orders in its transaction: known ones are answered, the rest is routed and written. */
import { RoutingBoard, type RoutingResult, type Slot } from "../../domain/routing.ts";
import type { App } from "../context.ts";
import { idTime } from "../db/ids.ts";
import { toJson, type Tx } from "../db/pool.ts";
import type { IdempotencyClaim } from "../http/call.ts";
import { Refusal } from "../refusal.ts";
import { BatchFailure } from "./batcher.ts";
import { limitDay } from "./limits.ts";
import { contentHash, fromExisting, type IntakeAnswer, type Opened, type PaymentOrder, type StoredPayment } from "./payment-order.ts";
import type { WalletBoardReader } from "./wallet-board.ts";

/** Amounts that are taken, and in the same answer those merchants that were deleted since they were let in. */
const SLOTS_SQL = `select wallet_id, amount, payer, expired_at is not null as recent, null::bigint as gone from open_payments where amount = any ($1) and (expired_at is null or expired_at > $2)
  union all select null, null, null, false, id from merchants where id = any ($3) and deleted_at is not null`;
interface SlotRow {
  readonly wallet_id: bigint;
  readonly amount: bigint;
  readonly payer: string;
  readonly recent: boolean;
  readonly gone: bigint | null;
}

/** How many wallets' answers are kept with an order. */
const routingKept = 12;

/** Orders that no wallet could take. */
export interface RefusedOrder {
  readonly operator: string;
  readonly amountMinor: bigint;
  readonly wallets: RoutingResult[];
}

interface NewRow {
  readonly order: PaymentOrder;
  readonly stored: StoredPayment;
  readonly routing: unknown;
  readonly hash: Buffer;
}

/** One batch in its transaction. */
export class IntakeBatch {
  private readonly rows: NewRow[] = [];
  private readonly byKey = new Map<string, { stored: StoredPayment; hash: string }>();
  private readonly refused: RefusedOrder[] = [];
  private readonly answeredKeys = new Map<string, { hash: string; status: number; response: string }>();
  private readonly keep: { claim: IdempotencyClaim; response: string; status: number }[] = [];
  private readonly gone = new Set<bigint>();
  private board: RoutingBoard | null = null;

  constructor(
    private readonly app: App,
    private readonly tx: Tx,
    private readonly orders: readonly PaymentOrder[],
    private readonly body: (order: StoredPayment) => Promise<unknown>,
    private readonly reader: WalletBoardReader,
  ) {}

  async execute(): Promise<{ answers: (IntakeAnswer | BatchFailure)[]; created: StoredPayment[]; refused: RefusedOrder[] }> {
    await this.open();
    const answers: (IntakeAnswer | BatchFailure)[] = [];
    for (const order of this.orders) answers.push(await this.one(order));
    if (this.rows.length > 0 || this.keep.length > 0) await this.apply();
    return { answers, created: this.rows.map((row) => row.stored), refused: this.refused };
  }

  private async open(): Promise<void> {
    const operators = [...new Set(this.orders.map((order) => order.operator))];
    const keys = this.orders.map((order) => ({
      m: order.merchantId,
      k: order.merchantOrderId,
      ...(order.idempotency ? { ia: order.idempotency.actor, ir: order.idempotency.route, ik: order.idempotency.key } : {}),
    }));
    const opened = await this.tx.one<{ opened: Opened }>("select intake_open($1, $2) as opened", [operators, toJson(keys)], "intake_open");
    for (const row of opened?.opened.existing ?? [])
      this.byKey.set(`${row.merchant_id}:${row.merchant_order_id}`, { stored: fromExisting(row), hash: row.request_hash });
    for (const row of opened?.opened.idempotency ?? []) this.answeredKeys.set(`${row.actor} ${row.route} ${row.key}`, row);
    const fresh = this.orders.filter((order) => !this.byKey.has(`${order.merchantId}:${order.merchantOrderId}`));
    if (fresh.length === 0) return;
    const late = new Date(this.app.now() - this.app.config.current.late_match_hours * 3_600_000);
    const amounts = [...new Set(fresh.map((order) => order.amountMinor))];
    const wallets = await this.reader.read(this.app, this.tx, operators, opened?.opened.epoch ?? 0);
    const merchants = [...new Set(fresh.map((order) => order.merchantId))];
    // Under the routing lock, which deleting a merchant takes, too: either it sees this order, or it is seen here.
    const slots = await this.tx.rows<SlotRow>(SLOTS_SQL, [amounts, late, merchants], "intake_slots");
    for (const { gone } of slots) if (gone !== null) this.gone.add(gone);
    this.board = new RoutingBoard(
      wallets,
      slots
        .filter((slot) => slot.gone === null)
        .map((slot): Slot => ({ walletId: slot.wallet_id, amountMinor: slot.amount, payer: slot.payer, recent: slot.recent })),
    );
  }

  private async one(order: PaymentOrder): Promise<IntakeAnswer | BatchFailure> {
    const claim = order.idempotency;
    const known = claim ? this.answeredKeys.get(`${claim.actor} ${claim.route} ${claim.key}`) : undefined;
    if (claim && known)
      return known.hash === claim.bodyHash.toString("hex")
        ? { kind: "stored", status: known.status, body: known.response }
        : new BatchFailure(new Refusal("idempotency_mismatch"));
    const hash = contentHash(order);
    const existing = this.byKey.get(`${order.merchantId}:${order.merchantOrderId}`);
    if (existing && existing.hash !== hash.toString("hex"))
      return new BatchFailure(new Refusal("duplicate_order_mismatch", { fields: { merchant_order_id: "taken" } }));
    const answer: IntakeAnswer | BatchFailure = existing ? { kind: "order", order: existing.stored, created: false } : this.route(order, hash);
    if (claim && !(answer instanceof BatchFailure) && answer.kind === "order") await this.remember(claim, answer.order, answer.created);
    return answer;
  }

  private async remember(claim: IdempotencyClaim, order: StoredPayment, created: boolean): Promise<void> {
    const response = toJson({ success: true, data: await this.body(order) });
    const status = created ? 201 : 200;
    this.keep.push({ claim, response, status });
    this.answeredKeys.set(`${claim.actor} ${claim.route} ${claim.key}`, { hash: claim.bodyHash.toString("hex"), status, response });
  }

  private route(order: PaymentOrder, hash: Buffer): IntakeAnswer | BatchFailure {
    if (this.gone.has(order.merchantId)) return new BatchFailure(new Refusal("unauthorized"));
    const board = this.board as RoutingBoard;
    const id = this.app.ids.next();
    const atMs = idTime(id);
    const wanted = { operator: order.operator, amountMinor: order.amountMinor, payer: order.customer ?? "", atMs };
    const considered = board.explain(wanted, routingKept);
    const walletId = board.choose(wanted);
    if (walletId === null) {
      this.refused.push({ operator: order.operator, amountMinor: order.amountMinor, wallets: board.explain(wanted, 500) });
      return new BatchFailure(new Refusal("no_wallet_available"));
    }
    const wallets = considered.map((item) => ({
      wallet_id: item.walletId,
      result: item.walletId === walletId ? "chosen" : item.result,
      share_bps: item.shareBps,
    }));
    if (!wallets.some((item) => item.wallet_id === walletId)) wallets.unshift({ wallet_id: walletId, result: "chosen", share_bps: board.share(walletId) });
    const stored: StoredPayment = {
      id,
      merchantId: order.merchantId,
      merchantOrderId: order.merchantOrderId,
      operator: order.operator,
      walletId,
      amountMinor: order.amountMinor,
      receivedMinor: null,
      feeMinor: null,
      trxId: null,
      customer: order.customer,
      userRef: order.userRef,
      status: "pending",
      expiresAt: new Date(atMs + order.expiresInSeconds * 1000).toISOString(),
      paidAt: null,
      paymentUrl: null,
      metadata: order.metadata,
    };
    this.rows.push({ order, stored, routing: { at: new Date(atMs).toISOString(), chosen: walletId, wallets }, hash });
    this.byKey.set(`${order.merchantId}:${order.merchantOrderId}`, { stored, hash: hash.toString("hex") });
    return { kind: "order", order: stored, created: true };
  }

  private async apply(): Promise<void> {
    const payments = this.rows.map(({ order, stored, routing, hash }) => ({
      i: stored.id,
      m: stored.merchantId,
      k: stored.merchantOrderId,
      o: stored.operator,
      w: stored.walletId,
      a: stored.amountMinor,
      fr: order.feeRule.rateBps,
      ff: order.feeRule.fixedMinor,
      fn: order.feeRule.minMinor,
      fx: order.feeRule.maxMinor,
      c: stored.customer,
      u: stored.userRef,
      e: stored.expiresAt,
      ip: order.remoteIp,
      nu: order.notifyUrl,
      md: stored.metadata,
      rt: routing,
      h: hash.toString("hex"),
    }));
    const usage = new Map<bigint, { w: bigint; a: bigint; n: number; d: string; mo: string; t: string }>();
    const stats = new Map<string, { h: string; m: bigint; o: string; n: number; a: bigint }>();
    for (const { stored } of this.rows) {
      const at = idTime(stored.id);
      const { day, month } = limitDay(stored.operator, at);
      const used = usage.get(stored.walletId) ?? { w: stored.walletId, a: 0n, n: 0, d: day, mo: month, t: new Date(at).toISOString() };
      usage.set(stored.walletId, { ...used, a: used.a + stored.amountMinor, n: used.n + 1 });
      const hour = new Date(at - (at % 3_600_000)).toISOString();
      const key = `${hour} ${stored.merchantId} ${stored.operator}`;
      const counted = stats.get(key) ?? { h: hour, m: stored.merchantId, o: stored.operator, n: 0, a: 0n };
      stats.set(key, { ...counted, n: counted.n + 1, a: counted.a + stored.amountMinor });
    }
    const idempotency = this.keep.map(({ claim, response, status }) => ({
      ia: claim.actor,
      ir: claim.route,
      ik: claim.key,
      h: claim.bodyHash.toString("hex"),
      s: status,
      r: response,
    }));
    await this.tx.run("select intake_apply($1)", [toJson({ payments, usage: [...usage.values()], stats: [...stats.values()], idempotency })], "intake_apply");
  }
}
