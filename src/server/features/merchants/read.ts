/** One merchant with its history, and its balances at a moment. */
import type * as z from "zod";
import type { balanceAt } from "../../../contract/journals.schema.ts";
import type { MerchantDetail } from "../../../contract/merchants.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { UserCtx } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import { cutBefore, readMoment } from "../../core/ledger/moment.ts";
import { Refused } from "../../platform/refusal.ts";
import { merchantById, merchantRaw } from "./queries.ts";
import { timelineFor } from "../../core/staff/timeline.ts";

/** Refuses `not_found`, the same for another merchant's */
export async function getMerchant(ctx: UserCtx, id: string): Promise<MerchantDetail | Refused> {
  const row = await merchantById(ctx.app, ctx.app.db, ctx.app.publicIds.decode("merchant", id), ctx.actor);
  return row === null ? new Refused("not_found") : { ...row, timeline: await timelineFor(ctx, "merchant", row.id) };
}

/** Available and held balance at a moment; a day means its midnight in Shanghai, nothing means now. Refuses `not_found`, `validation_failed` */
export async function merchantBalance(ctx: UserCtx, id: string, at: string | undefined): Promise<z.input<typeof balanceAt> | Refused> {
  const { app } = ctx;
  const raw = await merchantRaw(app.db, app.publicIds.decode("merchant", id), ctx.actor);
  if (raw instanceof Refused) return raw;
  const asked = readMoment("at", at);
  if (asked instanceof Refused) return asked;
  const accounts = await app.db.rows<{ id: bigint; kind: string; balance: bigint; seq: bigint }>(
    "select id, kind, balance, seq from accounts where kind in ('merchant', 'hold') and owner_id = $1 and operator = ''",
    [raw.id],
  );
  const balanceOf = async (kind: string): Promise<bigint> => {
    const account = accounts.find((candidate) => candidate.kind === kind);
    if (!account) return 0n;
    return asked === null ? account.balance : (await cutBefore(app.db, account, idAt(asked))).balance;
  };
  const [balance, held] = [await balanceOf("merchant"), await balanceOf("hold")];
  return {
    at: new Date(asked ?? app.now()).toISOString(),
    balance: formatAmount(balance),
    held_balance: formatAmount(held),
    currency: app.config.current.currency,
  };
}
