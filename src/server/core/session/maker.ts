/** Who is answerable for work that goes on after the call that began it. */
import type { MakerProblem } from "../../../contract/bulk.ts";
import { can, isMerchantType, type Permission } from "../../../contract/permissions.ts";
import type { App, UserActor } from "../../platform/context.ts";
import { readRights, RIGHTS_COLUMNS, type RightsRow } from "../../platform/rights.ts";
import { absoluteEnd, needsTotp } from "./authenticate.ts";
import { PROVED_BEFORE } from "./recheck.ts";

/** Work that somebody began: in which session, and for which merchant (null: the platform's). */
interface Begun {
  readonly maker: bigint;
  readonly session_id: bigint;
  readonly merchant_id: bigint | null;
  /** When he said that it is to be done, which counts as his act. */
  readonly started_at: Date | null;
}

interface MakerRow extends RightsRow {
  readonly account: string;
  readonly merchant_id: bigint | null;
  readonly live: boolean;
  readonly open: boolean;
  readonly last_act_at: Date;
  readonly must_change_password: boolean;
  readonly on_totp: boolean;
  readonly has_passkey: boolean;
  readonly totp_due: boolean;
}

/** The maker as he is at this moment, in the session in which he began it; or why the work may not go on. */
export async function makerOf(app: App, begun: Begun, by: Permission): Promise<UserActor | MakerProblem> {
  const row = await app.db.one<MakerRow>(
    `select u.account, ${RIGHTS_COLUMNS}, u.merchant_id, u.enabled and u.deleted_at is null and m.deleted_at is null as live, s.ended_at is null as open, s.last_act_at,
       u.must_change_password, u.on_totp, u.totp_due, exists (select from passkeys p where p.user_id = u.id) as has_passkey
     from users u join sessions s on s.id = $2 and s.user_id = u.id left join merchants m on m.id = u.merchant_id where u.id = $1`,
    [begun.maker, begun.session_id],
    "maker_now",
  );
  if (!row) return "session_ended";
  if (!row.live) return "user_inactive";
  // Who has to prove himself anew acts no more, and neither does his work.
  const due = needsTotp(app, { userType: row.user_type, onTotp: row.on_totp, hasPasskey: row.has_passkey, totpDue: row.totp_due });
  if (row.must_change_password || due) return "user_inactive";
  const nowMs = app.now();
  const actedMs = Math.max(row.last_act_at.getTime(), begun.started_at?.getTime() ?? 0);
  const idle = nowMs - actedMs > app.config.current.session_idle_minutes * 60_000;
  if (!row.open || idle || nowMs >= absoluteEnd(app, begun.session_id)) return "session_ended";
  if (isMerchantType(row.user_type) !== (begun.merchant_id !== null) || row.merchant_id !== begun.merchant_id) return "permission_lost";
  // He re-authenticated when he began it: it asks once.
  const maker: UserActor = {
    type: "user",
    id: begun.maker,
    account: row.account,
    userType: row.user_type,
    rights: readRights(row),
    merchantId: row.merchant_id,
    sessionId: begun.session_id,
    recheckedUntilMs: PROVED_BEFORE,
  };
  return can(maker, by) ? maker : "permission_lost";
}
