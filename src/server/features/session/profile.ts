/** The profile of the person who is signed in: the specification's fields and what the web needs beside them. */
import { type Operator, OPERATORS } from "../../../contract/operators.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import type { App, UserActor } from "../../platform/context.ts";
import { merchantById } from "../merchants/index.ts";
import { Refused } from "../../platform/refusal.ts";
import { absoluteEnd, needsTotp } from "../../core/session/authenticate.ts";
import { recheckedUntil, type Rechecked } from "../../core/session/rechecked.ts";
import { totpUri } from "../../core/session/totp.ts";

interface ProfileRow extends Rechecked {
  email: string;
  on_totp: boolean;
  totp_pending: boolean;
  totp_due: boolean;
  totp_seed: Buffer | null;
  must_change_password: boolean;
  archived_before: string | null;
  wallet_operators: Operator[] | null;
  recovery_codes: number;
  passkeys: number;
  role_name: string | null;
}

/** One or two letters that stand for a face. */
export function initials(account: string): string {
  const parts = account.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const [first = "", second] = parts;
  return (second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2)).toUpperCase();
}

/** The actor's merchant as it sees it; null for people of the platform. */
export function ownMerchantOf(app: App, actor: UserActor): Promise<Profile["merchant"]> {
  return actor.merchantId === null ? Promise.resolve(null) : merchantById(app, app.db, actor.merchantId, actor);
}

/** Reads the profile; changes nothing. Refuses `unauthorized` where the session is gone. `token` is the one that was presented or just made. */
export async function profileOf(app: App, actor: UserActor, token: string): Promise<Profile | Refused> {
  const row = await app.db.one<ProfileRow>(
    "select u.email, (select r.name from user_roles r where r.id = u.role_id) as role_name, u.on_totp, u.totp_pending, u.totp_due, u.totp_seed, u.must_change_password, s.rechecked_at, s.proved_at, (select max(last_day) + 1 from archived_months)::text as archived_before, (select array_agg(distinct w.operator) from wallets w) as wallet_operators, (select count(*)::int from recovery_codes r where r.user_id = u.id) as recovery_codes, (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys from users u join sessions s on s.user_id = u.id where u.id = $1 and s.id = $2",
    [actor.id, actor.sessionId],
  );
  if (!row) return new Refused("unauthorized");
  const rechecked = recheckedUntil(row);
  const { operators } = app.config.current;
  return {
    token,
    id: app.publicIds.encode("user", actor.id),
    account: actor.account,
    email: row.email,
    merchant_id: app.publicIds.encodeOrNull("merchant", actor.merchantId),
    avatar: initials(actor.account),
    merchant: await ownMerchantOf(app, actor),
    // Answered until the first good code only, and to nobody who came by a password that somebody else knows.
    totp: row.totp_pending && row.totp_seed && !row.must_change_password ? totpUri(app, actor.id, actor.account, row.totp_seed) : null,
    on_totp: row.on_totp,
    user_type: actor.userType,
    role: row.role_name,
    permissions: [...actor.rights],
    must_change_password: row.must_change_password,
    totp_required: needsTotp(app, { userType: actor.userType, onTotp: row.on_totp, hasPasskey: row.passkeys > 0, totpDue: row.totp_due }),
    rechecked_until: rechecked > app.now() ? new Date(rechecked).toISOString() : null,
    session_ends_at: new Date(absoluteEnd(app, actor.sessionId)).toISOString(),
    idle_minutes: app.config.current.session_idle_minutes,
    sandbox: app.config.sandbox,
    currency: app.config.current.currency,
    operators: [...operators],
    operators_before: OPERATORS.filter((one) => !operators.includes(one) && row.wallet_operators?.includes(one)),
    archived_before: row.archived_before,
    passkeys: row.passkeys,
    recovery_codes: row.recovery_codes,
  };
}
