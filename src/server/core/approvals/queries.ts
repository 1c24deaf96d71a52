/** Requests for a second approval as rows of the inbox. */
import { APPROVAL_ACTIONS, APPROVAL_KINDS, approvalAct, type ApprovalAction, type ApprovalKind, type ApprovalStatus } from "../../../contract/approvals.ts";
import type { ApprovalQuery, ApprovalRow } from "../../../contract/approvals.schema.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { withoutPeople } from "../../platform/audit.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { atLeast, atMost, byId, oneOf, referredTo, referringTo } from "../../platform/lists/filters.ts";
import { messageFor, phoneFor, phonesIn } from "../../platform/lists/mask.ts";
import { findRaw } from "../../platform/lists/page.ts";
import { inPattern } from "../../platform/lists/patterns.ts";
import { holds, isStaff, ownMerchantId } from "../../platform/lists/scope.ts";
import type { ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { sql } from "../../platform/lists/sql.ts";
import { Refused } from "../../platform/refusal.ts";
import { objectPublicId } from "./objects.ts";

/** A request as SQL gives it. */
export interface ApprovalRaw {
  readonly id: bigint;
  readonly kind: ApprovalKind;
  readonly object_type: string;
  readonly object_id: bigint;
  readonly action: string;
  readonly object_version: number;
  readonly payload: Record<string, unknown>;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly amount: bigint | null;
  readonly merchant_id: bigint | null;
  readonly maker: bigint;
  readonly checker: bigint | null;
  readonly status: ApprovalStatus;
  readonly reason: string | null;
  readonly expires_at: Date;
  readonly decided_at: Date | null;
  readonly collect_until: Date | null;
  readonly collected_at: Date | null;
  readonly version: number;
  readonly maker_account: string;
  readonly maker_merchant: bigint | null;
  readonly maker_active: boolean;
  readonly checker_account: string | null;
  readonly checker_merchant: bigint | null;
  readonly object_name: string | null;
  readonly merchant_name: string | null;
}

const COLUMNS = `t.id, t.kind, t.object_type, t.object_id, t.action, t.object_version, t.payload, t.before, t.after, t.amount, t.merchant_id, t.maker, t.checker,
  t.status, t.reason, t.expires_at, t.decided_at, t.collect_until, t.collected_at, t.version`;

// The order a request is about is named by its merchant's own number. One look-up for its type: joined to all that it could be about, the
// request took the planner longer than the rest of the call.
const OUTER = {
  select: `mk.account as maker_account, mk.enabled and mk.deleted_at is null as maker_active, ck.account as checker_account, mk.merchant_id as maker_merchant, ck.merchant_id as checker_merchant, m.name as merchant_name,
    case u.object_type
      when 'merchant' then (select name from merchants where id = u.object_id)
      when 'wallet' then (select name from wallets where id = u.object_id)
      when 'payment' then (select merchant_order_id from payments where id = u.object_id)
      when 'disburse' then (select merchant_order_id from disburses where id = u.object_id)
      when 'sms' then (select trx_id from sms where id = u.object_id)
      when 'manual' then (select coalesce(mm.name, mw.name) from manual_operations mo
        left join merchants mm on mm.id = mo.merchant_id left join wallets mw on mw.id = mo.wallet_id where mo.id = u.object_id)
    end as object_name`,
  joins: "join users mk on mk.id = u.maker left join users ck on ck.id = u.checker left join merchants m on m.id = u.merchant_id",
};

/** What the viewer may do with a request now. */
function actionsOf(app: App, raw: ApprovalRaw, viewer: Viewer): ApprovalAction[] {
  if (viewer.type !== "user" || !holds(viewer, "approvals.decide")) return [];
  const nowMs = app.now();
  const own = raw.maker === viewer.id;
  const may = holds(viewer, approvalAct(raw.kind).by);
  const waiting = raw.status === "waiting" && raw.expires_at.getTime() > nowMs;
  const offered: Record<ApprovalAction, boolean> = {
    approve: waiting && may && (own ? app.config.current.one_person : raw.maker_active),
    reject: waiting && may && !own,
    cancel: waiting && own,
    collect: own && may && raw.collect_until !== null && raw.collected_at === null && raw.collect_until.getTime() > nowMs,
  };
  return APPROVAL_ACTIONS.filter((action) => offered[action]);
}

/** What was asked for as this viewer may read it: a typed message's text, and phone numbers wherever they stand; to merchants without the names of staff. */
function readable(viewer: Viewer, fields: Record<string, unknown>): Record<string, unknown> {
  const shown = isStaff(viewer) ? fields : (withoutPeople(fields) ?? {});
  return phonesIn(viewer, typeof shown["text"] === "string" ? { ...shown, text: messageFor(viewer, shown["text"]) } : shown);
}

function toRow(app: App, raw: ApprovalRaw, viewer: Viewer): ApprovalRow {
  // A merchant's people are told by name only who is one of them.
  const named = <T extends string | null>(account: T, merchant: bigint | null): T | "staff" =>
    account === null || isStaff(viewer) || (merchant !== null && merchant === ownMerchantId(viewer)) ? account : "staff";
  return {
    id: app.publicIds.encode("approval", raw.id),
    kind: raw.kind,
    object: { type: raw.object_type, id: objectPublicId(app, raw.object_type, raw.object_id), name: raw.object_name },
    action: raw.action,
    object_version: raw.object_version,
    payload: readable(viewer, raw.payload),
    before: raw.before && readable(viewer, raw.before),
    after: raw.after && readable(viewer, raw.after),
    amount: formatAmountOrNull(raw.amount),
    merchant_id: app.publicIds.encodeOrNull("merchant", raw.merchant_id),
    merchant_name: raw.merchant_name,
    maker: named(raw.maker_account, raw.maker_merchant),
    maker_active: raw.maker_active,
    checker: named(raw.checker_account, raw.checker_merchant),
    mine: viewer.type === "user" && raw.maker === viewer.id,
    status: raw.status,
    reason: phoneFor(viewer, raw.reason),
    created_at: idIso(raw.id),
    expires_at: raw.expires_at.toISOString(),
    decided_at: raw.decided_at?.toISOString() ?? null,
    collect_until: raw.collected_at === null ? (raw.collect_until?.toISOString() ?? null) : null,
    version: raw.version,
    actions: actionsOf(app, raw, viewer),
  };
}

/** The inbox. Staff see every request; a merchant's people those about their own secrets. */
export const APPROVAL_LIST: ListSpec<ApprovalQuery, ApprovalRaw, ApprovalRow> = {
  name: "approvals",
  kind: "approval",
  sources: [{ from: "approvals t", columns: COLUMNS }],
  scope: "t.merchant_id",
  filters: {
    status: oneOf("t.status", "all"),
    kind: (value, tools) =>
      value.split(",").every((part) => (APPROVAL_KINDS as readonly string[]).includes(part)) ? oneOf("t.kind")(value, tools) : { unfit: "not_allowed" },
    mine: (value, tools) => ({ along: value === "true" ? sql`t.maker = ${tools.userId}` : sql`t.maker is distinct from ${tools.userId}` }),
    object_id: referringTo(referredTo((kind, id) => sql`t.object_id = ${id} and t.object_type = ${kind}`)),
    min_amount: atLeast("t.amount"),
    max_amount: atMost("t.amount"),
  },
  search: [
    byId("approval"),
    referredTo((_kind, id) => sql`t.object_id = ${id}`),
    (q, { merchantId }) => {
      const own = merchantId === null ? sql`` : sql` and merchant_id = ${merchantId}`;
      return sql`t.maker in (select id from users where account ilike ${`${inPattern(q)}%`}${own} limit 100)`;
    },
  ],
  outer: OUTER,
  rows: (app, raws, viewer) => raws.map((raw) => toRow(app, raw, viewer)),
};

/** One request inside the viewer's scope. Refuses `not_found` */
export async function approvalRaw(db: Queryable, id: bigint | null, viewer: Viewer): Promise<ApprovalRaw | Refused> {
  return (id === null ? null : await findRaw(db, APPROVAL_LIST, id, viewer)) ?? new Refused("not_found");
}

/** One request as a row for this viewer. Refuses `not_found` */
export async function approvalById(app: App, db: Queryable, id: bigint, viewer: Viewer): Promise<ApprovalRow | Refused> {
  const found = await approvalRaw(db, id, viewer);
  return found instanceof Refused ? found : toRow(app, found, viewer);
}
