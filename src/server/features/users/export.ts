/** Users as a file. */
import { userQuery } from "../../../contract/users.schema.ts";
import { column, CREATED, ENABLED, type ExportSpec, idColumn, MERCHANT_ID, codeColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { USER_LIST } from "./queries.ts";

const USER_EXPORT: ExportSpec = {
  file: { zh: "用户", en: "users" },
  columns: [
    idColumn("用户号", "User ID", "user", "u.id", "id"),
    ...MERCHANT_ID,
    column("text", "账号", "Account", "u.account", "account"),
    column("text", "邮箱", "Email", "u.email", "email"),
    codeColumn("userType", "类型", "Type", "u.user_type", "type"),
    column("text", "角色", "Role", "r.name", "role"),
    column("text", "商户", "Merchant", "m.name", "merchant"),
    column("boolean", "身份验证器", "Authenticator", "u.on_totp", "authenticator"),
    column("time", "最近登录", "Last sign-in", "u.last_sign_in_at", "last_sign_in"),
    ...ENABLED,
    column("boolean", "已删除", "Deleted", "u.deleted", "state"),
    CREATED,
  ],
};

export const usersExport = exportRoute("/api/users/export", "Users as a file", userQuery, { list: USER_LIST, spec: USER_EXPORT, permission: "users.see" });
