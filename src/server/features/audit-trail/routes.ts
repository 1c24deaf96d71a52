/** The audit trail in the dashboard. */
import { auditQuery, auditRow } from "../../../contract/users.schema.ts";
import type { AnyRoute } from "../../platform/http/route.ts";
import { listRoute, rowRoute } from "../../platform/lists/routes.ts";
import { AUDIT_LIST } from "./queries.ts";

export const auditTrailRoutes: AnyRoute[] = [
  listRoute(AUDIT_LIST, { url: "/api/audit", summary: "Who changed what, newest first", permission: "audit.see", query: auditQuery, row: auditRow }),
  rowRoute(AUDIT_LIST, { url: "/api/audit", summary: "One change of the audit trail", permission: "audit.see", row: auditRow }),
];
