/** A new user, with a one-time password unless one was given. An authenticator that is asked for is set up by its person at the first sign-in. */
import { mayGrant } from "../../../contract/permissions.ts";
import type { UserCreate, UserCreated } from "../../../contract/users.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { violated } from "../../platform/db/pool.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { hashPassword, oneTimePassword, oneTimeUntil, weakPassword } from "../../core/session/passwords.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { merchantFor, userById } from "./queries.ts";
import { roleToGive } from "./roles/give.ts";
import { takenBy } from "./write.ts";

/** Refuses `recheck_required`, `forbidden` (a type that the actor may not grant), `validation_failed`, `weak_password`, `already_exists` */
export async function createUser(ctx: UserCtx, body: UserCreate): Promise<Answer<UserCreated>> {
  const { app, actor } = ctx;
  // With a role it is the role's permissions that he grants.
  const role = body.role_id === undefined || body.role_id === null ? null : await roleToGive(ctx, app.db, body.user_type, body.role_id);
  if (role instanceof Refused) return role;
  if (role === null && !mayGrant(actor, body.user_type)) return new Refused("forbidden", { fields: { user_type: "not_allowed" } });
  const merchantId = await merchantFor(app, app.db, actor, body.user_type, body.merchant_id);
  if (merchantId instanceof Refused) return merchantId;
  const weak = body.password === undefined ? null : weakPassword("password", body.password, body.account);
  if (weak) return weak;
  await requireRecheck(ctx);
  const oneTime = body.password === undefined ? oneTimePassword() : null;
  const hash = await hashPassword(body.password ?? oneTime ?? "");
  const id = app.ids.next();
  const due = body.authenticator === true;
  return ctx
    .tx(async (tx) => {
      await tx.run(
        "insert into users (id, account, email, password_hash, must_change_password, one_time_until, user_type, merchant_id, totp_due, role_id) values ($id, $account, $email, $password_hash, $must_change_password, $one_time_until, $user_type, $merchant_id, $totp_due, $role_id)",
        {
          id,
          account: body.account,
          email: body.email,
          password_hash: hash,
          must_change_password: oneTime !== null,
          one_time_until: oneTime === null ? null : oneTimeUntil(app.now()),
          user_type: body.user_type,
          merchant_id: merchantId,
          totp_due: due,
          role_id: role?.id ?? null,
        },
      );
      await audit(ctx, tx, {
        action: "user.create",
        objectType: "user",
        objectId: app.publicIds.encode("user", id),
        merchantId,
        after: {
          account: body.account,
          email: body.email,
          user_type: body.user_type,
          ...(role === null ? {} : { role: role.name }),
          merchant_id: app.publicIds.encodeOrNull("merchant", merchantId),
          authenticator: due ? "due" : "off",
        },
      });
      ctx.emit({ kind: "users", objectId: id, version: 1, change: "created", merchantId });
      const row = await userById(app, tx, id, actor);
      return row instanceof Refused ? row : { ...row, password: oneTime };
    })
    .catch((error: unknown) => (violated(error) === "users_role_id_user_type_fkey" ? refusedField("role_id", "invalid") : takenBy(error)));
}
