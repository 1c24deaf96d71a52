/** With which view a list opens: for a person, or for a user type in its house. */
import type * as z from "zod";
import { isMerchantType, type UserType } from "../../../contract/permissions.ts";
import type { viewDefault, viewRoleDefault } from "../../../contract/views.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit, changedIn } from "../../platform/audit.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { seenView } from "./queries.ts";

type Ok = Record<string, never>;
/** For whom: one of both. */
type Whose = { readonly list: string; readonly merchantId: bigint | null } & ({ readonly userId: bigint } | { readonly userType: UserType });

/** Writes it down; `viewId` null: with none (of a person only). */
export async function putDefault(app: App, tx: Queryable, whose: Whose, viewId: bigint | null): Promise<void> {
  await tx.run(
    `insert into view_defaults (id, list, merchant_id, user_id, user_type, view_id) values ($1, $2, $3, $4, $5, $6)
     on conflict (list, merchant_id, user_id, user_type) do update set view_id = excluded.view_id`,
    [app.ids.next(), whose.list, whose.merchantId, "userId" in whose ? whose.userId : null, "userType" in whose ? whose.userType : null, viewId],
  );
}

/** The id of a view of this list that may be a default. Refuses the field `view` */
async function chosenView(ctx: UserCtx, tx: Queryable, list: string, id: string, shared: boolean): Promise<bigint | Refused> {
  const raw = await seenView(tx, ctx.actor, ctx.app.publicIds.decode("view", id));
  return raw && !raw.deleted && raw.list === list && (raw.shared || !shared) ? raw.id : refusedField("view");
}

/** What the person wants. Refuses `validation_failed` for a view that is not there */
export function setOwnDefault(ctx: UserCtx, { list, view }: z.output<typeof viewDefault>): Promise<Answer<Ok>> {
  const { app, actor } = ctx;
  return ctx.tx(async (tx): Promise<Answer<Ok>> => {
    if (view === null) {
      await tx.run("delete from view_defaults where list = $1 and user_id = $2", [list, actor.id]);
      return {};
    }
    const chosen = view === "plain" ? null : await chosenView(ctx, tx, list, view, false);
    if (chosen instanceof Refused) return chosen;
    await putDefault(app, tx, { list, merchantId: actor.merchantId, userId: actor.id }, chosen);
    return {};
  });
}

/** What holds for a user type of the house. Refuses `validation_failed` for types of another house and for views that are not shared */
export function setRoleDefault(ctx: UserCtx, body: z.output<typeof viewRoleDefault>): Promise<Answer<Ok>> {
  const { app, actor } = ctx;
  const { list, user_type: userType, view } = body;
  return ctx.tx(async (tx): Promise<Answer<Ok>> => {
    if (isMerchantType(userType) !== (actor.merchantId !== null)) return refusedField("user_type", "not_allowed");
    const whose = { list, merchantId: actor.merchantId, userType };
    const chosen = view === null ? null : await chosenView(ctx, tx, list, view, true);
    if (chosen instanceof Refused) return chosen;
    const stands = await tx.one<{ view_id: bigint }>(
      "select view_id from view_defaults where list = $1 and user_type = $2 and merchant_id is not distinct from $3",
      [list, userType, actor.merchantId],
    );
    if (changedIn(tx, { view: stands?.view_id }, { view: chosen }) === null) return {};
    if (chosen === null)
      await tx.run("delete from view_defaults where list = $1 and user_type = $2 and merchant_id is not distinct from $3", [list, userType, actor.merchantId]);
    else await putDefault(app, tx, whose, chosen);
    await audit(ctx, tx, { action: "view.default", objectType: "view", objectId: view, after: { list, user_type: userType } });
    return {};
  });
}
