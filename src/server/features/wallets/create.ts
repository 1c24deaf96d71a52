/** A new wallet with its account, its continuity and its counters. */
import type { WalletCreate, WalletRow } from "../../../contract/wallets.schema.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { dayAtOffset } from "../../../contract/time.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { insertRow } from "../../platform/db/rows.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { checkBounds, columnsOf } from "./input.ts";
import { accountTaken, changedRow, walletName } from "./locked.ts";
import { officialChange } from "./official.ts";
import { begunWith } from "./templates/edition.ts";

/** Makes a wallet: from now on payers are told its number. Refuses recheck_required, validation_failed by field, already_exists when the account is another's */
export async function createWallet(ctx: UserCtx, input: WalletCreate): Promise<Answer<WalletRow>> {
  if (!ctx.app.config.current.operators.includes(input.operator)) return refusedField("operator", "not_allowed");
  await requireRecheck(ctx);
  const id = ctx.app.ids.next();
  const official = await officialChange(ctx, null, { id, operator: input.operator, api_type: input.api_type }, input.official);
  if (official instanceof Refused) return official;
  const given = columnsOf(ctx.app.secrets, id, input.operator, input, null);
  if (given instanceof Refused) return given;
  const columns = { ...given, ...official.columns };
  // columnsOf gives these as minor units or null.
  const crossed = checkBounds({
    min_amount: (columns["min_amount"] as bigint | null | undefined) ?? null,
    max_amount: (columns["max_amount"] as bigint | null | undefined) ?? null,
  });
  if (crossed) return crossed;
  return ctx.tx(async (tx) => {
    const begun = await begunWith(tx, input.template, input);
    if (begun instanceof Refused) return begun;
    const inserted = await insertRow(tx, "wallets", { id, operator: input.operator, ...columns, ...begun.columns }).catch(accountTaken);
    if (inserted instanceof Refused) return inserted;
    await openBooks(tx, id, input.operator, ctx.app.now());
    await audit(ctx, tx, {
      action: "wallets.create",
      objectType: "wallet",
      objectId: walletName(ctx, id),
      after: { ...input, account: columns["account"], ...official.trail, ...begun.trail },
    });
    return changedRow(ctx, tx, id, "created");
  });
}

/** What stands beside the wallet's row: continuity, counters of both directions, ledger accounts. */
async function openBooks(tx: Tx, id: bigint, operator: WalletCreate["operator"], nowMs: number): Promise<void> {
  const day = dayAtOffset(nowMs, operatorInfo(operator).offsetMinutes * 60_000);
  await tx.run("insert into wallet_continuity (wallet_id) values ($1)", [id]);
  await tx.run("insert into wallet_usage (wallet_id, direction, day, month) select $1::bigint, d, $2::date, $3::date from unnest(array['in', 'out']) d", [
    id,
    day,
    `${day.slice(0, 7)}-01`,
  ]);
  await tx.run("select account_open('wallet', $1, $2), account_open('suspense', 0, $2), account_open('unexplained', 0, $2)", [id, operator]);
}
