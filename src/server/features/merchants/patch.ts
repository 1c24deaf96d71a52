/** Changes a merchant's fields, each by whom it belongs to; a fee change wants a second approval. */
import type { MerchantPatch, MerchantRow } from "../../../contract/merchants.schema.ts";
import { MERCHANT_FIELD_PERMISSIONS } from "../../../contract/merchants.ts";
import { can } from "../../../contract/permissions.ts";
import type { Answer } from "../../platform/answer.ts";
import { changed } from "../../platform/audit.ts";
import { requireApproval } from "../../core/approvals/need.ts";
import type { UserCtx } from "../../platform/context.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { Refused } from "../../platform/refusal.ts";
import { canonical, columnsOf, givenFields, storedFields, wrongFields } from "./fields.ts";
import { merchantRaw } from "./queries.ts";
import { changeMerchant } from "./write.ts";

/** Refuses `not_found`, `forbidden` (naming the fields), `recheck_required`, `validation_failed`, `target_not_allowed`, `conflict` */
export async function patchMerchant(ctx: UserCtx, id: string, body: MerchantPatch): Promise<Answer<MerchantRow>> {
  const { app, actor } = ctx;
  const { version, ...input } = body;
  const found = await merchantRaw(app.db, app.publicIds.decode("merchant", id), actor);
  if (found instanceof Refused) return found;
  const denied = givenFields(input).filter((field) => !can(actor, MERCHANT_FIELD_PERMISSIONS[field]));
  if (denied.length > 0) return new Refused("forbidden", { fields: Object.fromEntries(denied.map((field) => [field, "not_allowed" as const])) });
  const wrong = await wrongFields(app, input);
  if (wrong) return wrong;
  const fields = canonical(input);
  return changeMerchant(ctx, { id, version, action: "merchant.update" }, async (locked, tx) => {
    if (locked.deleted) return new Refused("wrong_state");
    const difference = changed(storedFields(locked), fields);
    if (Object.keys(difference.after).length === 0) return null;
    // From where the house's secret is believed.
    if ("ip_whitelist" in difference.after) await requireRecheck(ctx);
    if ("payment_fee" in difference.after || "disburse_fee" in difference.after) {
      const waiting = await requireApproval(ctx, tx, {
        kind: "merchants.fees",
        objectType: "merchant",
        objectId: locked.id,
        action: "fees",
        objectVersion: locked.version,
        payload: body,
        ...difference,
      });
      if (waiting) return waiting;
    }
    return { columns: columnsOf(fields), before: difference.before, after: difference.after };
  });
}
