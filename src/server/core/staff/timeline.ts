/** History of merchants, users and requests for approval from the audit trail, as its reader may know it. */
import type { TimelineItem } from "../../../contract/schema.ts";
import { withoutPeople } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { isStaff } from "../../platform/lists/scope.ts";
import { auditOf } from "../../platform/lists/timeline.ts";

/** Oldest first. A merchant's people see what was done; by name only who is one of them. */
export async function timelineFor(ctx: UserCtx, objectType: "merchant" | "user" | "approval", publicId: string): Promise<TimelineItem[]> {
  const items = await auditOf(ctx.app, ctx.app.db, objectType, publicId, ctx.actor);
  if (isStaff(ctx.actor)) return items;
  const own = await ctx.app.db.rows<{ id: bigint }>("select id from users where merchant_id = $1", [ctx.actor.merchantId]);
  const known = new Set(own.map((row) => ctx.app.publicIds.encode("user", row.id)));
  return items.map((item) => {
    const { before, after } = item.data as { before: unknown; after: unknown }; // as `auditOf` makes it
    const data = { before: withoutPeople(before), after: withoutPeople(after) };
    return { ...item, data, actor: item.actor?.id && known.has(item.actor.id) ? item.actor : { type: "staff", id: null, account: null } };
  });
}
