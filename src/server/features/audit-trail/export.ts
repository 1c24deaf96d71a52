/** The audit trail as a file. */
import { PEOPLE_FIELDS } from "../../../contract/audit.ts";
import { auditQuery } from "../../../contract/users.schema.ts";
import { column, type ExportSpec, idColumn, staffColumn, codeColumn, merchantColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { staffWord } from "../../platform/lists/export-words.ts";
import { AUDIT_LIST } from "./queries.ts";

/** Staff of the platform stay nameless to merchants, as in the list. */
const byStaff = "(u.actor_type = 'user' and x.merchant_id is null)";

/** Who acted, as a merchant may read it. @param staff in the place of the platform's people */
const account = (staff: string): string => `case when ${byStaff} then '${staff}' else u.account end`;

/** As merchants' people may read it (`withoutPeople` of audit.ts). */
const withoutPeople = (side: string): string => `(${side}${PEOPLE_FIELDS.map((name) => ` - '${name}'`).join("")})::text`;

const AUDIT_EXPORT: ExportSpec = {
  file: { zh: "操作记录", en: "audit" },
  columns: [
    idColumn("记录编号", "Record ID", "audit", "u.id", "id"),
    column("time", "时间", "Time", "u.at", "at"),
    { ...codeColumn("auditActor", "身份", "Actor type", "u.actor_type", "actor"), staff: true },
    staffColumn("text", "账号", "Account", "u.account", "actor"),
    staffColumn("text", "IP", "IP", "u.ip", "ip"),
    { ...merchantColumn("text", "账号", "Account", account("staff"), "actor"), worded: (language) => account(staffWord(language)) },
    { ...column("text", "IP", "IP", `case when ${byStaff} then null else u.ip end`, "ip"), merchants: true },
    codeColumn("auditAction", "操作", "Action", "u.action", "action"),
    codeColumn(["trailObject", "auditObject"], "对象类型", "Object type", "u.object_type", "object"),
    column("text", "对象编号", "Object ID", "u.object_id", "object"),
    staffColumn("phone", "变更前", "Before", "u.before::text", "changes"),
    staffColumn("phone", "变更后", "After", "u.after::text", "changes"),
    { ...column("phone", "变更前", "Before", withoutPeople("u.before"), "changes"), merchants: true },
    { ...column("phone", "变更后", "After", withoutPeople("u.after"), "changes"), merchants: true },
    column("text", "哈希", "Hash", "encode(s.hash, 'hex')", "hash"),
  ],
};

export const auditExport = exportRoute("/api/audit/export", "The audit trail as a file", auditQuery, {
  list: AUDIT_LIST,
  spec: AUDIT_EXPORT,
  permission: "audit.see",
});
