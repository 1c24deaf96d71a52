/** A new version of a fee rule, at once or from a moment on; and taking back one that has not begun. Both want a second approval. */
import { DAY_MS } from "../../../contract/time.ts";
import { FEE_AHEAD_MAX_DAYS } from "../../../contract/fees.ts";
import type { FeeChange, FeeRuleTiered, FeeVersions } from "../../../contract/fees.schema.ts";
import type { FieldErrors } from "../../../contract/errors.ts";
import { minor } from "../../../contract/schema.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer, Waiting } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import { toJson, type Tx } from "../../platform/db/pool.ts";
import { dropMerchants } from "../../core/parties/merchants.ts";
import { writeMerchant, type MerchantChange, type MerchantRaw } from "../merchants/index.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { feesOf, feeVersionsOf } from "./read.ts";
import { ruleColumns, ruleJson, storedOf, type StoredRule } from "../../core/fees/stored.ts";

/** Tells the two acts of `merchants.fee-rule` apart where a checker runs them. */
export const FEE_CANCEL = "fee-rule-cancel";

/** What the schema cannot see: bounds that cross, tiers that do not rise: `validation_failed` naming each field. Null: none. */
export function checkRule(rule: FeeRuleTiered): Refused | null {
  const fields: Record<string, FieldErrors[string]> = {};
  if (rule.min !== null && rule.max !== null && minor(rule.min) > minor(rule.max)) fields["rule.max"] = "too_small";
  rule.tiers.forEach((tier, at) => {
    const before = rule.tiers[at - 1];
    if (before && minor(tier.from_amount) <= minor(before.from_amount)) fields[`rule.tiers.${at}.from_amount`] = "too_small";
  });
  return Object.keys(fields).length > 0 ? new Refused("validation_failed", { fields }) : null;
}

/** When it begins, ms. A moment that passed while a second approval was awaited means at once. */
function beginning(ctx: UserCtx, validFrom: string | null): number | Refused {
  const nowMs = ctx.app.now();
  if (validFrom === null) return nowMs;
  const asked = Date.parse(validFrom);
  if (asked > nowMs + FEE_AHEAD_MAX_DAYS * DAY_MS) return refusedField("valid_from", "too_large");
  if (asked < nowMs && !ctx.approval) return refusedField("valid_from", "too_small");
  return Math.max(asked, nowMs);
}

const FREE: StoredRule = { rate_bps: 0, fixed: 0n, min: null, max: null, tiers: [] };

async function insertVersion(ctx: UserCtx, tx: Tx, merchant: MerchantRaw, body: FeeChange, fromMs: number): Promise<number> {
  if (body.operator === null) await tx.run("select fee_rules_begin(m, $2) from merchants m where m.id = $1", [merchant.id, body.direction]);
  const rule = body.rule === null ? FREE : storedOf(body.rule);
  const row = await tx.one<{ version: number }>(
    `insert into fee_rules (merchant_id, direction, operator, version, rate_bps, fixed, min, max, tiers, withdrawn, valid_from, created_by, applied_at)
     select $merchant_id, $direction, $operator, coalesce(max(f.version), 0) + 1, $rate_bps, $fixed, $min, $max, $tiers, $withdrawn, to_timestamp($valid_from::float8 / 1000), coalesce((select a.maker from approvals a where a.id = $approval_id), $created_by), case when $applies then now() end
     from fee_rules f where f.merchant_id = $merchant_id and f.direction = $direction and f.operator is not distinct from $operator returning version`,
    {
      merchant_id: merchant.id,
      direction: body.direction,
      operator: body.operator,
      rate_bps: rule.rate_bps,
      fixed: rule.fixed,
      min: rule.min,
      max: rule.max,
      tiers: toJson(rule.tiers),
      withdrawn: body.rule === null,
      valid_from: fromMs,
      created_by: ctx.actor.id,
      applies: body.operator !== null || fromMs <= ctx.app.now(),
      // Who asked for it made it; the checker let it pass.
      approval_id: ctx.approval?.id ?? null,
    },
  );
  if (!row) throw new Error("a version of a fee rule was not written");
  return row.version;
}

/** Says that the columns follow a version that was made: no trigger makes another one of them. */
export async function columnsFollow(tx: Tx): Promise<void> {
  await tx.run("select set_config('floatdesk.fee_version', 'made', true)");
}

async function decide(ctx: UserCtx, tx: Tx, merchant: MerchantRaw, body: FeeChange): Promise<MerchantChange | Waiting | Refused> {
  if (merchant.deleted) return new Refused("wrong_state");
  const fromMs = beginning(ctx, body.valid_from);
  if (fromMs instanceof Refused) return fromMs;
  const present = (await feeVersionsOf(ctx.app, tx, merchant, ctx.actor)).items.find(
    (item) => item.state === "present" && item.direction === body.direction && item.operator === body.operator,
  );
  if (body.rule === null && !present?.rule) return new Refused("wrong_state");
  const place = { direction: body.direction, operator: body.operator };
  const before = { ...place, rule: present?.rule ?? null };
  const after = { ...place, rule: body.rule === null ? null : ruleJson(storedOf(body.rule)), valid_from: new Date(fromMs).toISOString() };
  const waiting = await requireApproval(ctx, tx, {
    kind: "merchants.fee-rule",
    objectType: "merchant",
    objectId: merchant.id,
    action: "fee-rule",
    objectVersion: merchant.version,
    payload: body,
    before,
    after,
  });
  if (waiting) return waiting;
  const version = await insertVersion(ctx, tx, merchant, body, fromMs);
  const now = body.rule !== null && body.operator === null && fromMs <= ctx.app.now();
  if (now) await columnsFollow(tx);
  return { columns: now && body.rule !== null ? ruleColumns(body.direction, storedOf(body.rule)) : {}, before, after: { ...after, version } };
}

/** Refuses `not_found`, `conflict`, `wrong_state`, `validation_failed`, `recheck_required`; 202 `approval_required` */
export async function changeFee(ctx: UserCtx, publicId: string, body: FeeChange): Promise<Answer<FeeVersions>> {
  const { app } = ctx;
  if (body.rule === null && body.operator === null) return refusedField("rule", "required");
  const unfit = body.rule === null ? null : checkRule(body.rule);
  if (unfit) return unfit;
  const id = app.publicIds.decode("merchant", publicId);
  const answer = await ctx.tx(async (tx) => {
    const written = await writeMerchant(ctx, tx, { id, version: body.version, action: "merchant.fee-rule" }, (merchant) => decide(ctx, tx, merchant, body));
    if (written instanceof Undone) return written;
    return feesOf(ctx, tx, id);
  });
  dropMerchants(app);
  return answer;
}

/** Takes back a version that has not begun. Refuses `not_found`, `conflict`, `wrong_state`, `recheck_required`; 202 `approval_required` */
export async function cancelFee(ctx: UserCtx, publicId: string, body: { readonly version: number; readonly fee: string }): Promise<Answer<FeeVersions>> {
  const { app, actor } = ctx;
  const id = app.publicIds.decode("merchant", publicId);
  const answer = await ctx.tx(async (tx) => {
    const written = await writeMerchant(ctx, tx, { id, version: body.version, action: "merchant.fee-rule-cancel" }, async (merchant) => {
      const found = (await feeVersionsOf(app, tx, merchant, actor)).items.find((item) => item.id === body.fee);
      if (!found) return new Refused("not_found");
      if (found.state !== "future") return new Refused("wrong_state");
      const { direction, operator, rule, valid_from } = found;
      const waiting = await requireApproval(ctx, tx, {
        kind: "merchants.fee-rule",
        objectType: "merchant",
        objectId: merchant.id,
        action: FEE_CANCEL,
        objectVersion: merchant.version,
        payload: body,
        before: { direction, operator, rule, valid_from },
        after: { rule: null },
      });
      if (waiting) return waiting;
      const done = await tx.run("update fee_rules set cancelled_at = now(), cancelled_by = $2 where id = $1 and cancelled_at is null", [body.fee, actor.id]);
      if (done !== 1) return new Refused("wrong_state");
      return { columns: {}, before: { direction, operator, rule, valid_from }, after: { cancelled: true } };
    });
    if (written instanceof Undone) return written;
    return feesOf(ctx, tx, id);
  });
  dropMerchants(app);
  return answer;
}
