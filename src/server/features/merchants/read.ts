/** One merchant with its history, and its balances at a moment. */
import type * as z from "zod";
import type { balanceAt } from "../../../contract/journals.schema.ts";
import type { MerchantDetail } from "../../../contract/merchants.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import { readMoment } from "../../core/ledger/moment.ts";
import { refuse } from "../../platform/refusal.ts";
import { merchantRaw, merchantRows } from "./queries.ts";
import { timelineFor } from "../../core/staff/timeline.ts";

/** @throws Refusal `not_found`, the same for another merchant's */
export async function getMerchant(ctx: UserCtx, id: string): Promise<MerchantDetail> {
  const raw = await merchantRaw(ctx.app.db, ctx.app.publicIds.decode("merchant", id), ctx.actor);
  const [[row], items] = await Promise.all([
    merchantRows(ctx.app, [raw], ctx.actor),
    timelineFor(ctx, "merchant", ctx.app.publicIds.encode("merchant", raw.id)),
  ]);
  return { ...(row ?? refuse("not_found")), timeline: items };
}

/** Balance after the last entry before an id: entries of an account rise in sequence and, but for moments, in id. */
async function balanceBefore(app: App, account: { id: bigint; seq: bigint }, beforeId: bigint): Promise<bigint> {
  let low = 0n;
  let high = account.seq;
  let balance = 0n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    const entry = await app.db.one<{ id: bigint; after_balance: bigint }>(
      "select id, after_balance from entries where account_id = $1 and seq = $2",
      [account.id, middle],
      "entry_by_seq",
    );
    if (!entry) throw new Error(`entry ${middle} of account ${account.id} is missing`);
    if (entry.id < beforeId) {
      low = middle;
      balance = entry.after_balance;
    } else {
      high = middle - 1n;
    }
  }
  return balance;
}

/** Available and held balance at a moment; a day means its midnight in Shanghai, nothing means now. @throws Refusal `not_found`, `validation_failed` */
export async function merchantBalance(ctx: UserCtx, id: string, at: string | undefined): Promise<z.input<typeof balanceAt>> {
  const { app } = ctx;
  const raw = await merchantRaw(app.db, app.publicIds.decode("merchant", id), ctx.actor);
  const asked = readMoment("at", at);
  const accounts = await app.db.rows<{ id: bigint; kind: string; balance: bigint; seq: bigint }>(
    "select id, kind, balance, seq from accounts where kind in ('merchant', 'hold') and owner_id = $1 and operator = ''",
    [raw.id],
  );
  const balanceOf = async (kind: string): Promise<bigint> => {
    const account = accounts.find((candidate) => candidate.kind === kind);
    if (!account) return 0n;
    return asked === null ? account.balance : balanceBefore(app, account, idAt(asked));
  };
  const [balance, held] = [await balanceOf("merchant"), await balanceOf("hold")];
  return {
    at: new Date(asked ?? app.now()).toISOString(),
    balance: formatAmount(balance),
    held_balance: formatAmount(held),
    currency: app.config.current.currency,
  };
}
