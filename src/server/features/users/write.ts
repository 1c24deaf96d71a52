/** The common way of every change to a user: scope, rank, version, the last admin, write, audit, event, sessions. */
import type { AuditAction, AuditFields } from "../../../contract/audit.ts";
import type { UserRow } from "../../../contract/users.schema.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit, nothingChanged } from "../../platform/audit.ts";
import type { UserCtx } from "../../platform/context.ts";
import { violated, type Tx } from "../../platform/db/pool.ts";
import { updateRow, type Columns } from "../../platform/db/rows.ts";
import { Refused } from "../../platform/refusal.ts";
import { sessionCache } from "../../core/session/cache.ts";
import { endSessions } from "../../core/session/queries.ts";
import { requireRecheck } from "../../core/session/recheck.ts";
import { isWholeAdmin, mayEdit, userById, userRaw, WHOLE_ADMIN, type UserRaw } from "./queries.ts";

/** What a change writes. Column names are the program's own. */
export interface UserChange {
  readonly columns: Columns;
  readonly before?: AuditFields;
  readonly after?: AuditFields;
  /** Ends all of the user's sessions, for this reason. */
  readonly endSessions?: string;
}

/** Which user, seen at which version, and the change's name in the audit trail. */
export interface UserTarget {
  readonly id: string;
  readonly version: number;
  readonly action: AuditAction;
}

/** The locked row. */
export interface LockedUser {
  readonly raw: UserRaw;
  readonly tx: Tx;
  /** `last_admin` where no other enabled admin would be left without this one. */
  readonly lastAdmin: Refused | null;
}

/** One change of people or roles at a time. */
export const CHANGE_LOCK = 4112;

async function lock(ctx: UserCtx, tx: Tx, target: UserTarget): Promise<LockedUser | Refused> {
  const id = ctx.app.publicIds.decode("user", target.id);
  // One change of a user at a time: of two admins who disable each other, the second sees what the first did. Row locks
  // on all admins would not do: their order is that of the snapshot, and many at once end in a deadlock.
  await tx.run("select pg_advisory_xact_lock($1)", [CHANGE_LOCK]);
  const found = await userRaw(tx, id, ctx.actor);
  if (found instanceof Refused) return found;
  await tx.run("select 1 from users where id = $1 for update", [found.id]);
  const admins = await tx.rows<{ id: bigint }>(`select id from users u where ${WHOLE_ADMIN}`);
  const raw = await userRaw(tx, found.id, ctx.actor);
  if (raw instanceof Refused) return raw;
  if (!mayEdit(ctx.actor, raw)) return new Refused("forbidden");
  if (raw.version !== target.version) return new Refused("conflict");
  const last = isWholeAdmin(raw) && admins.every((admin) => admin.id === raw.id);
  return { raw, tx, lastAdmin: last ? new Refused("last_admin") : null };
}

/** What a violated unique key answers: its field is taken. @throws what was thrown, where it is something else */
export function takenBy(error: unknown): Refused {
  const field = ({ users_account: "account", users_email: "email" } as Readonly<Record<string, string>>)[violated(error) ?? ""];
  if (field === undefined) throw error;
  return new Refused("already_exists", { fields: { [field]: "taken" } });
}

/**
 * Whether the person may do this to the user at all, who has proven himself of late. All but shutting somebody out asks it first: an
 * account, a type or a merchant that is given makes a person out of a session, and a person signs in with a fresh proof.
 * Refuses `not_found`, `forbidden`, `recheck_required`
 */
export async function permitChange(ctx: UserCtx, id: string): Promise<Refused | null> {
  const found = await userRaw(ctx.app.db, ctx.app.publicIds.decode("user", id), ctx.actor);
  if (found instanceof Refused) return found;
  if (!mayEdit(ctx.actor, found)) return new Refused("forbidden");
  await requireRecheck(ctx);
  return null;
}

/** What is to be written; null: nothing changes. */
export type Decided = UserChange | Refused | null;

/**
 * Changes one user inside the actor's scope, in a transaction of its own.
 * @param decide looks at the locked row and says what to write
 * @returns the user as it then stands
 * Refuses `not_found`, `forbidden`, `conflict`, `already_exists`, and what `decide` refuses
 */
export async function changeUser(ctx: UserCtx, target: UserTarget, decide: (locked: LockedUser) => Promise<Decided> | Decided): Promise<Answer<UserRow>> {
  const { app, actor } = ctx;
  let changedId: bigint | null = null;
  const result = await ctx
    .tx(async (tx) => {
      const locked = await lock(ctx, tx, target);
      if (locked instanceof Refused) return locked;
      const { raw } = locked;
      changedId = raw.id;
      const change = await decide(locked);
      if (change instanceof Refused) return change;
      if (change) {
        const conflict = await updateRow(tx, "users", raw, change.columns);
        if (conflict) return conflict;
        if (change.endSessions) await endSessions(app, tx, raw.id, change.endSessions);
        await audit(ctx, tx, {
          action: target.action,
          objectType: "user",
          objectId: app.publicIds.encode("user", raw.id),
          merchantId: raw.merchant_id,
          before: change.before ?? null,
          after: change.after ?? null,
        });
        ctx.emit({ kind: "users", objectId: raw.id, version: raw.version + 1, change: "changed", merchantId: raw.merchant_id });
      } else nothingChanged(tx);
      // Outside the actor's scope only where the change itself moved it there, which nobody but staff can do.
      return userById(app, tx, raw.id, actor);
    })
    .catch(takenBy);
  if (changedId !== null) sessionCache(app).dropUser(changedId);
  return result;
}
