/** The first admin, made only while there is no user at all. */
import { doneOf } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { App } from "../../platform/context.ts";
import { makeCtx } from "../../platform/http/call.ts";
import { hashPassword, oneTimePassword, oneTimeUntil, passwordProblem } from "../../core/session/passwords.ts";

const LOCK = 4111;

/**
 * Makes the admin of `ADMIN_ACCOUNT` (`admin`) when there is no user yet.
 * A generated password, and a given one that is too common, must be changed at the first sign-in.
 * @returns null when there are users; `password` null: it was given by `ADMIN_PASSWORD`, else print it once
 */
export async function ensureFirstAdmin(app: App): Promise<{ account: string; password: string | null } | null> {
  if (await hasUsers(app)) return null;
  const name = app.env.adminAccount;
  const generated = app.env.adminPassword === null ? oneTimePassword() : null;
  const password = app.env.adminPassword ?? generated ?? "";
  const mustChange = generated !== null || passwordProblem(password, name) !== null;
  const hash = await hashPassword(password);
  const ctx = makeCtx(app, { type: "job", name: "first-start" }, { ip: null, requestId: "first-start", background: true, idempotency: null });
  const made = await ctx.tx(async (tx) => {
    await tx.run("select pg_advisory_xact_lock($1)", [LOCK]);
    const there = await tx.one<{ there: boolean }>("select exists (select from users) as there");
    if (there?.there) return null;
    const id = app.ids.next();
    await tx.run(
      "insert into users (id, account, email, password_hash, must_change_password, one_time_until, user_type) values ($1, $2, $3, $4, $5, $6, 'admin')",
      [id, name, name.includes("@") ? name : `${name}@floatdesk.invalid`, hash, mustChange, generated === null ? null : oneTimeUntil(app.now())],
    );
    await audit(ctx, tx, {
      action: "user.create",
      objectType: "user",
      objectId: app.publicIds.encode("user", id),
      after: { account: name, user_type: "admin" },
    });
    return { account: name, password: generated };
  });
  return doneOf(made);
}

async function hasUsers(app: App): Promise<boolean> {
  return (await app.db.one<{ there: boolean }>("select exists (select from users) as there"))?.there === true;
}
