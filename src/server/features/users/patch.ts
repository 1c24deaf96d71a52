/** Changes a user's account, e-mail, type or merchant. Nobody changes his own type (rule 17). */
import { isMerchantType, mayGrant } from "../../../contract/permissions.ts";
import type { UserPatch, UserRow } from "../../../contract/users.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { changed } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { merchantFor, type UserRaw } from "./queries.ts";
import { changeUser, type Decided, type LockedUser } from "./write.ts";

/** Type and merchant as they will stand. */
async function placed(ctx: UserCtx, { raw, tx, lastAdmin }: LockedUser, body: UserPatch): Promise<Pick<UserRaw, "user_type" | "merchant_id"> | Refused> {
  const type = body.user_type ?? raw.user_type;
  if (type !== raw.user_type) {
    if (raw.id === ctx.actor.id || !mayGrant(ctx.actor.userType, type)) return new Refused("forbidden", { fields: { user_type: "not_allowed" } });
    if (lastAdmin) return lastAdmin;
  }
  // Who stays with a merchant type stays with his merchant; who leaves it for the platform leaves the merchant too.
  const stays = body.merchant_id === undefined && isMerchantType(type) && raw.merchant_id !== null;
  const merchantId = stays ? raw.merchant_id : await merchantFor(ctx.app, tx, ctx.actor, type, body.merchant_id);
  return merchantId instanceof Refused ? merchantId : { user_type: type, merchant_id: merchantId };
}

/** Refuses `not_found`, `conflict`, `forbidden`, `last_admin`, `wrong_state`, `validation_failed`, `already_exists` */
export function patchUser(ctx: UserCtx, id: string, body: UserPatch): Promise<Answer<UserRow>> {
  const decide = async (locked: LockedUser): Promise<Decided> => {
    const { raw } = locked;
    if (raw.deleted) return new Refused("wrong_state");
    const place = await placed(ctx, locked, body);
    if (place instanceof Refused) return place;
    const wanted = { account: body.account ?? raw.account, email: body.email ?? raw.email, ...place };
    const difference = changed({ account: raw.account, email: raw.email, user_type: raw.user_type, merchant_id: raw.merchant_id }, wanted);
    if (Object.keys(difference.after).length === 0) return null;
    const shown = (part: Record<string, unknown>): Record<string, unknown> =>
      "merchant_id" in part ? { ...part, merchant_id: ctx.app.publicIds.encodeOrNull("merchant", part["merchant_id"] as bigint | null) } : part; // a column of users
    return { columns: difference.after, before: shown(difference.before), after: shown(difference.after) };
  };
  return changeUser(ctx, { id, version: body.version, action: "user.update" }, decide);
}
