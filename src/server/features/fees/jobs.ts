/** Lets rules begin: from their moment on orders take them by themselves; here the merchant's own columns follow. */
import { doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { FeeDirection } from "../../../contract/fees.ts";
import type { App } from "../../platform/context.ts";
import { updateRow, type Columns } from "../../platform/db/rows.ts";
import { makeCtx } from "../../platform/http/call.ts";
import type { Job } from "../../platform/jobs/runner.ts";
import { dropMerchants } from "../../core/parties/merchants.ts";
import { columnsFollow } from "./change.ts";
import { ruleColumns, ruleJson, type StoredRule } from "../../core/fees/stored.ts";

interface Due extends StoredRule {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly direction: FeeDirection;
  readonly version: number;
}
const BATCH = 100;

/** Brings the columns of merchants to the rules that have begun. @returns whether there may be more */
export async function beginFees(app: App): Promise<boolean> {
  const due = await app.db.rows<{ merchant_id: bigint }>(
    `select distinct merchant_id from fee_rules where operator is null and cancelled_at is null and applied_at is null and valid_from <= to_timestamp($1::float8 / 1000) limit ${BATCH}`,
    [app.now()],
  );
  for (const { merchant_id } of due) await begin(app, merchant_id);
  if (due.length > 0) dropMerchants(app);
  return due.length === BATCH;
}

async function begin(app: App, merchantId: bigint): Promise<void> {
  const ctx = makeCtx(app, { type: "job", name: "fees.begin" }, { ip: null, requestId: "job", background: true, idempotency: null });
  const done = await ctx.tx(async (tx) => {
    const merchant = await tx.one<{ version: number }>("select version from merchants where id = $1 for update", [merchantId]);
    if (!merchant) return;
    // Oldest first: where several have become due, the last one stands.
    const rules = await tx.rows<Due>(
      `update fee_rules set applied_at = now() where merchant_id = $1 and operator is null and cancelled_at is null and applied_at is null and valid_from <= to_timestamp($2::float8 / 1000)
       returning id, merchant_id, direction, version, rate_bps, fixed, min, max, tiers`,
      [merchantId, app.now()],
    );
    if (rules.length === 0) return;
    await columnsFollow(tx);
    const newest = await tx.rows<Due>(
      `select distinct on (direction) id, merchant_id, direction, version, rate_bps, fixed, min, max, tiers from fee_rules
       where merchant_id = $1 and operator is null and cancelled_at is null and valid_from <= to_timestamp($2::float8 / 1000) order by direction, valid_from desc, version desc`,
      [merchantId, app.now()],
    );
    const columns = newest.reduce<Columns>((all, rule) => ({ ...all, ...ruleColumns(rule.direction, rule) }), {});
    doneOf(await updateRow(tx, "merchants", { id: merchantId, version: merchant.version }, columns));
    for (const rule of rules)
      await audit(ctx, tx, {
        action: "merchant.fee-rule-begin",
        objectType: "merchant",
        objectId: app.publicIds.encode("merchant", merchantId),
        merchantId,
        after: { direction: rule.direction, version: rule.version, rule: ruleJson(rule) },
      });
    ctx.emit({ kind: "merchants", objectId: merchantId, version: merchant.version + 1, change: "changed", merchantId });
  });
  doneOf(done);
}

export const feesJobs: Job[] = [{ name: "fees.begin", everyMs: 1000, lock: 386, run: beginFees }];
