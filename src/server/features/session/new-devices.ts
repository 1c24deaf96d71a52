/** Sign-ins from new browsers, as their owner sees and answers for them. */
import type { NewDevice } from "../../../contract/session.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { Refused } from "../../platform/refusal.ts";
import { sessionCache } from "../../core/session/cache.ts";
import { newDevices } from "../../core/session/devices.ts";
import { deviceName } from "../../core/session/queries.ts";

/** Those that nobody has answered for, the newest first. */
export async function listNewDevices(ctx: UserCtx): Promise<{ items: NewDevice[] }> {
  const rows = await newDevices(ctx.app, ctx.app.db, ctx.actor);
  return {
    items: rows.map((row) => ({
      id: ctx.app.publicIds.encode("session", row.session_id),
      at: row.first_seen_at.toISOString(),
      ip: row.ip,
      device: deviceName(row.user_agent),
    })),
  };
}

/**
 * Answers for a sign-in. "Not mine" ends every session of that browser and forgets it, so that it is new again.
 * Refuses `not_found`, also for one that this session may not answer for
 */
export async function answerNewDevice(ctx: UserCtx, publicId: string, mine: boolean): Promise<Answer<Record<string, never>>> {
  const { app, actor } = ctx;
  const id = app.publicIds.decode("session", publicId);
  if (id === null) return new Refused("not_found");
  const ended: bigint[] = [];
  const done = await ctx.tx(async (tx) => {
    // The person's row first, as at sign-in: the browser cannot sign in between.
    await tx.run("select 1 from users where id = $1 for no key update", [actor.id]);
    const [device] = await newDevices(app, tx, actor, id);
    if (device === undefined) return new Refused("not_found");
    if (mine)
      await tx.run("update user_devices set answered_at = $3 where user_id = $1 and device_hash = $2", [actor.id, device.device_hash, new Date(app.now())]);
    else {
      const rows = await tx.rows<{ id: bigint }>(
        "update sessions set ended_at = $3, end_reason = 'revoked' where user_id = $1 and device_hash = $2 and ended_at is null returning id",
        [actor.id, device.device_hash, new Date(app.now())],
      );
      ended.push(...rows.map((row) => row.id));
      await tx.run("delete from user_devices where user_id = $1 and device_hash = $2", [actor.id, device.device_hash]);
    }
    await audit(ctx, tx, {
      action: "user.device-answer",
      objectType: "user",
      objectId: app.publicIds.encode("user", actor.id),
      after: { session: publicId, mine },
    });
    return {};
  });
  for (const session of ended) sessionCache(app).dropSession(session);
  return done;
}
