/**
 * An act on some objects within one call, each with its own result: for programs. It runs the verbs of the jobs (`bulkActs`) under
 * their guard: the sum counts for every threshold, a large one is typed, and one re-authentication is enough.
 */
import * as z from "zod";
import { BULK_OBJECTS, bulkAct, bulkObjectOf } from "../../../contract/bulk.ts";
import { bulkAtOnce, bulkOut, type BulkOut } from "../../../contract/bulk.schema.ts";
import { can, type Permission } from "../../../contract/permissions.ts";
import type { Answer } from "../../platform/answer.ts";
import { eachItem } from "../../platform/bulk.ts";
import type { UserCtx } from "../../platform/context.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { requireRecheck } from "../session/recheck.ts";
import type { BulkAct, BulkItemIn } from "./acts.ts";
import { sumOf } from "./freeze.ts";
import { refusedByGuard } from "./guard.ts";

type Input = z.output<z.ZodObject<typeof bulkAtOnce>>;

/** Refuses forbidden (also above what this person may decide alone: the sum counts), validation_failed, recheck_required */
export async function actAtOnce(ctx: UserCtx, act: BulkAct, input: Input): Promise<BulkOut | Refused> {
  const { app } = ctx;
  const info = bulkAct(act.name);
  if (!can(ctx.actor, info.by)) return new Refused("forbidden");
  const { kind } = BULK_OBJECTS[bulkObjectOf(act.name)];
  const ids = input.items.map((item) => app.publicIds.decode(kind, item.id)).filter((id) => id !== null);
  // An amount that changes brings its object a new version, and the item is refused.
  const sumMinor = await sumOf(ctx, act, ids);
  const refused = refusedByGuard(ctx, act.name, sumMinor, input);
  if (refused) return refused;
  if (info.recheck) await requireRecheck(ctx);
  const together: UserCtx = { ...ctx, together: { sumMinor } };
  return eachItem(input.items, ({ id, version }) => {
    const item: BulkItemIn = { jobId: null, id, version, reference: null, reason: input.reason ?? "", target: null };
    // Every object of these acts has a version, and its verb answers the object.
    return act.run(together, item) as Promise<Answer<{ version: number }>>;
  });
}

/** The route of a kind's acts. */
export function atOnceRoute(of: {
  readonly url: string;
  readonly permission: Permission;
  readonly summary: string;
  /** Those that need neither a reference for each nor something that is put on it. */
  readonly acts: readonly BulkAct[];
}): AnyRoute {
  const byAction = new Map(of.acts.map((act) => [act.name.slice(act.name.indexOf(".") + 1), act]));
  return route({
    method: "POST",
    url: of.url,
    access: { kind: "session", permission: of.permission },
    summary: of.summary,
    body: z.strictObject({ action: z.enum([...byAction.keys()]), ...bulkAtOnce }),
    data: bulkOut,
    audit: of.acts.flatMap((act) => act.audit),
    keyless: true,
    handler: async (ctx, { body: { action, ...input } }) => {
      const act = byAction.get(action);
      // The schema knows the same names.
      return act === undefined ? refusedField("action", "not_allowed") : actAtOnce(ctx, act, input);
    },
  });
}
