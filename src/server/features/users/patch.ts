/** Changes a user's account, e-mail, type, role or merchant. Nobody changes his own type or role (rule 17). */
import { isMerchantType, mayGrant } from "../../../contract/permissions.ts";
import type { UserPatch, UserRow } from "../../../contract/users.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { changed } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { merchantFor, type UserRaw } from "./queries.ts";
import { roleToGive, type GivenRole } from "./roles/give.ts";
import { changeUser, permitChange, type Decided, type LockedUser } from "./write.ts";

/** The role as it will stand. A role belongs to one type: who changes the type says what becomes of it. */
async function roleOf(ctx: UserCtx, { raw, tx, lastAdmin }: LockedUser, body: UserPatch): Promise<GivenRole | Refused> {
  const type = body.user_type ?? raw.user_type;
  const now = raw.role_id === null ? null : { id: raw.role_id, name: raw.role_name ?? "" };
  if (body.role_id === undefined) return now !== null && type !== raw.user_type ? refusedField("role_id", "required") : now;
  if (body.role_id === (now === null ? null : String(now.id)) && type === raw.user_type) return now;
  if (raw.id === ctx.actor.id) return new Refused("forbidden", { fields: { role_id: "not_allowed" } });
  const role = await roleToGive(ctx, tx, type, body.role_id);
  if (role instanceof Refused) return role;
  return role !== null && type === raw.user_type && lastAdmin ? lastAdmin : role;
}

/** Type and merchant as they will stand. */
async function placed(ctx: UserCtx, { raw, tx, lastAdmin }: LockedUser, body: UserPatch): Promise<Pick<UserRaw, "user_type" | "merchant_id"> | Refused> {
  const type = body.user_type ?? raw.user_type;
  if (type !== raw.user_type) {
    if (raw.id === ctx.actor.id || ((body.role_id ?? null) === null && !mayGrant(ctx.actor, type)))
      return new Refused("forbidden", { fields: { user_type: "not_allowed" } });
    if (lastAdmin) return lastAdmin;
  }
  // Who stays with a merchant type stays with his merchant; who leaves it for the platform leaves the merchant too.
  const stays = body.merchant_id === undefined && isMerchantType(type) && raw.merchant_id !== null;
  const merchantId = stays ? raw.merchant_id : await merchantFor(ctx.app, tx, ctx.actor, type, body.merchant_id);
  return merchantId instanceof Refused ? merchantId : { user_type: type, merchant_id: merchantId };
}

/** Refuses `recheck_required`, `not_found`, `conflict`, `forbidden`, `last_admin`, `wrong_state`, `validation_failed`, `already_exists` */
export async function patchUser(ctx: UserCtx, id: string, body: UserPatch): Promise<Answer<UserRow>> {
  const refused = await permitChange(ctx, id);
  if (refused) return refused;
  const decide = async (locked: LockedUser): Promise<Decided> => {
    const { raw } = locked;
    if (raw.deleted) return new Refused("wrong_state");
    const place = await placed(ctx, locked, body);
    if (place instanceof Refused) return place;
    const role = await roleOf(ctx, locked, body);
    if (role instanceof Refused) return role;
    const wanted = { account: body.account ?? raw.account, email: body.email ?? raw.email, ...place, role_id: role?.id ?? null };
    const difference = changed(
      { account: raw.account, email: raw.email, user_type: raw.user_type, merchant_id: raw.merchant_id, role_id: raw.role_id },
      wanted,
    );
    if (Object.keys(difference.after).length === 0) return null;
    const shown = ({ role_id: of, ...part }: Record<string, unknown>, name: string | null): Record<string, unknown> => ({
      ...part,
      ...("merchant_id" in part ? { merchant_id: ctx.app.publicIds.encodeOrNull("merchant", part["merchant_id"] as bigint | null) } : {}), // a column of users
      ...(of === undefined ? {} : { role: name }),
    });
    return { columns: difference.after, before: shown(difference.before, raw.role_name), after: shown(difference.after, role?.name ?? null) };
  };
  return changeUser(ctx, { id, version: body.version, action: "user.update" }, decide);
}
