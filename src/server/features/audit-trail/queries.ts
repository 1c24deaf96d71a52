/** The audit trail as a list. */
import { foldPublicId, PUBLIC_ID_PATTERN } from "../../../contract/ids.ts";
import type { AuditQuery, AuditRow } from "../../../contract/users.schema.ts";
import { withoutPeople } from "../../platform/audit.ts";
import type { App } from "../../platform/context.ts";
import { byId, byPublicId, idOf, is } from "../../platform/lists/filters.ts";
import { phonesIn } from "../../platform/lists/mask.ts";
import { isStaff, ownMerchantId } from "../../platform/lists/scope.ts";
import type { ListSpec, Tools, Viewer } from "../../platform/lists/spec.ts";
import { raw, sql, type Sql } from "../../platform/lists/sql.ts";
import { actorId } from "../../platform/lists/timeline.ts";
import { asCode } from "../../platform/lists/typed.ts";

/** An audit row as the list's statement answers it. */
export interface AuditRaw {
  readonly id: bigint;
  readonly at: Date;
  readonly actor_type: string;
  readonly actor_id: bigint | null;
  readonly account: string | null;
  readonly ip: string | null;
  readonly action: string;
  readonly object_type: string;
  readonly object_id: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly approval_id: bigint | null;
  readonly hash: Buffer | null;
  readonly actor_merchant_id: bigint | null;
}

/** Of people a merchant is told its own alone: by another one it finds nothing. */
const ofOwn = ({ merchantId }: Tools): Sql =>
  merchantId === null ? raw("") : sql` and t.actor_id in (select id from users where merchant_id = ${merchantId})`;

/** What was done to an object: by its public id however it was typed, or by whatever else the trail calls it. */
const ofObject = (typed: string): Sql => {
  const text = asCode(typed);
  const id = foldPublicId(text);
  return sql`t.object_id = ${PUBLIC_ID_PATTERN.test(id) ? id : text}`;
};

/** The audit list; a merchant's admin sees what was done to or by their own (rule 54). */
export const AUDIT_LIST: ListSpec<AuditQuery, AuditRaw, AuditRow> = {
  name: "audit",
  kind: "audit",
  sources: [
    {
      from: "audit t",
      columns: "t.id, t.at, t.actor_type, t.actor_id, t.account, t.ip, t.action, t.object_type, t.object_id, t.before, t.after, t.approval_id",
    },
  ],
  scope: "t.merchant_id",
  filters: {
    user_id: (value, tools) => byPublicId("user", (holds) => sql`t.actor_type = 'user' and ${holds("t.actor_id")}${ofOwn(tools)}`)(value, tools),
    action: is("t.action"),
    object_type: is("t.object_type"),
    object_id: ofObject,
    merchant_id: idOf("merchant", "t.merchant_id"),
  },
  search: [
    byId("audit"),
    ofObject,
    (q, tools) => sql`t.actor_type = 'user' and t.actor_id in (select id from users where lower(account) = lower(${q}))${ofOwn(tools)}`,
  ],
  outer: {
    select: "s.hash, x.merchant_id as actor_merchant_id",
    joins: "left join audit_seals s on s.audit_id = u.id left join users x on u.actor_type = 'user' and x.id = u.actor_id",
  },
  rows: (app, raws, viewer) => raws.map((row) => auditRowOf(app, row, viewer)),
};

/** A row of the contract. People of the platform stay nameless to merchants, and so does where they sit. */
function auditRowOf(app: Pick<App, "publicIds">, row: AuditRaw, viewer: Viewer): AuditRow {
  const side = (fields: AuditRaw["before"]): AuditRow["before"] => (isStaff(viewer) ? fields && { ...fields } : withoutPeople(fields));
  const stranger = !isStaff(viewer) && row.actor_type === "user" && row.actor_merchant_id !== ownMerchantId(viewer);
  return {
    id: app.publicIds.encode("audit", row.id),
    at: row.at.toISOString(),
    actor: stranger
      ? { type: "staff", id: null, account: null }
      : { type: row.actor_type, id: actorId(app, row.actor_type, row.actor_id), account: row.account },
    ip: stranger ? null : row.ip,
    action: row.action,
    object: { type: row.object_type, id: row.object_id },
    before: phonesIn(viewer, side(row.before)),
    after: phonesIn(viewer, side(row.after)),
    approval_id: app.publicIds.encodeOrNull("approval", row.approval_id),
    hash: row.hash?.toString("hex") ?? null,
  };
}
