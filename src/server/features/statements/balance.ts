/** A wallet's balance at a moment: booked, and as the operator last reported it. */
import type * as z from "zod";
import type { walletBalanceAt } from "../../../contract/statements.schema.ts";
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import type { UserCtx } from "../../platform/context.ts";
import { idAt } from "../../platform/db/ids.ts";
import { cutBefore, readMoment } from "../../core/ledger/moment.ts";
import { Refused } from "../../platform/refusal.ts";
import { accountOfSubject, walletSubject } from "./subjects.ts";

/** A day means its midnight in Shanghai, nothing means now. Refuses not_found, validation_failed */
export async function walletBalance(ctx: UserCtx, id: string, at: string | undefined): Promise<z.input<typeof walletBalanceAt> | Refused> {
  const { app } = ctx;
  const asked = readMoment("at", at) ?? app.now();
  if (asked instanceof Refused) return asked;
  const subject = await walletSubject(app, id, ctx.actor);
  if (subject instanceof Refused) return subject;
  return app.db.snapshot(async (tx) => {
    const account = await accountOfSubject(tx, subject);
    const { balance } = await cutBefore(tx, account, idAt(asked));
    const real = await tx.one<{ balance: bigint; at: Date }>(
      `select balance, at from (
         (select s.balance, s.received_at as at from sms s where s.wallet_id = $1 and s.id < $2 and s.balance is not null and s.continuity <> 'break'
            and s.match_status in ('matched', 'unmatched', 'review', 'held') order by s.id desc limit 1)
         union all
         (select balance, at from wallet_real_balances where wallet_id = $1 and at < to_timestamp($3 / 1000.0) order by day desc limit 1)
         union all
         select real_balance, real_balance_at from wallet_continuity where wallet_id = $1 and real_balance is not null and real_balance_at < to_timestamp($3 / 1000.0)
       ) known order by at desc limit 1`,
      [subject.id, idAt(asked), asked],
    );
    return {
      at: new Date(asked).toISOString(),
      balance: formatAmount(balance),
      real_balance: formatAmountOrNull(real?.balance),
      real_balance_at: real?.at.toISOString() ?? null,
      currency: app.config.current.currency,
    };
  });
}
