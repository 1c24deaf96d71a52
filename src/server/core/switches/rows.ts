/** Emergency stops as rows of the contract. A merchant's people see what concerns them, without the platform's own words. */
import type { Operator } from "../../../contract/operators.ts";
import { can } from "../../../contract/permissions.ts";
import type { SwitchRow } from "../../../contract/switches.schema.ts";
import type { SwitchDirection, SwitchScope } from "../../../contract/switches.ts";
import type { App, UserActor } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { phoneFor } from "../../platform/lists/mask.ts";
import { scopeOf } from "../../platform/lists/scope.ts";

interface Raw {
  readonly id: bigint;
  readonly scope: SwitchScope;
  readonly direction: SwitchDirection;
  readonly operator: Operator | null;
  readonly merchant_id: bigint | null;
  readonly merchant_name: string | null;
  readonly wallet_id: bigint | null;
  readonly wallet_name: string | null;
  readonly reason: string;
  readonly closed_account: string | null;
  readonly closed_at: Date;
  readonly reopen_at: Date | null;
  readonly opened_at: Date | null;
  readonly opened_account: string | null;
  readonly version: number;
}

const SELECT = `select s.id, s.scope, s.direction, s.operator, s.merchant_id, m.name as merchant_name, s.wallet_id, w.name as wallet_name, s.reason, c.account as closed_account, s.closed_at,
    s.reopen_at, s.opened_at, o.account as opened_account, s.version
  from switches s left join merchants m on m.id = s.merchant_id left join wallets w on w.id = s.wallet_id left join users c on c.id = s.closed_by left join users o on o.id = s.opened_by`;
const HISTORY = 100;

function rowOf(app: App, raw: Raw, viewer: UserActor): SwitchRow {
  const staff = "all" in scopeOf(viewer);
  const named = (kind: "merchant" | "wallet", id: bigint | null, name: string | null) =>
    id === null ? null : { id: app.publicIds.encode(kind, id), name: name ?? "" };
  return {
    id: app.publicIds.encode("switch", raw.id),
    scope: raw.scope,
    direction: raw.direction,
    operator: raw.operator,
    merchant: named("merchant", raw.merchant_id, raw.merchant_name),
    wallet: named("wallet", raw.wallet_id, raw.wallet_name),
    reason: staff ? phoneFor(viewer, raw.reason) : null,
    closed_by: staff ? raw.closed_account : null,
    closed_at: raw.closed_at.toISOString(),
    reopen_at: raw.reopen_at?.toISOString() ?? null,
    opened_at: raw.opened_at?.toISOString() ?? null,
    opened_by: staff ? raw.opened_account : null,
    version: raw.version,
    actions: raw.opened_at === null && can(viewer, "intake.open") ? ["open"] : [],
  };
}

/** Switches that are engaged, newest first; `all` adds the last that were opened again (staff only). */
export async function listSwitches(app: App, viewer: UserActor, all: boolean): Promise<SwitchRow[]> {
  const scope = scopeOf(viewer);
  if ("none" in scope) return [];
  const merchantId = "merchantId" in scope ? scope.merchantId : null;
  const raws = await app.db.rows<Raw>(
    `${SELECT} where (s.opened_at is null or $1) and ($2::bigint is null or s.scope in ('platform', 'operator') or s.merchant_id = $2)
     order by s.opened_at is not null, s.id desc limit ${HISTORY}`,
    [all && merchantId === null, merchantId],
  );
  return raws.map((raw) => rowOf(app, raw, viewer));
}

/** One switch after an act. */
export async function switchById(app: App, q: Queryable, id: bigint, viewer: UserActor): Promise<SwitchRow> {
  const raw = await q.one<Raw>(`${SELECT} where s.id = $1`, [id]);
  if (!raw) throw new Error(`switch ${id} is gone`);
  return rowOf(app, raw, viewer);
}
