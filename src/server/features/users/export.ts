/** Users as a file. */
import { userQuery } from "../../../contract/users.schema.ts";
import { column, CREATED, ENABLED, type ExportSpec, idColumn, MERCHANT_ID } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { USER_LIST } from "./queries.ts";

const USER_EXPORT: ExportSpec = {
  file: { zh: "用户", en: "users" },
  columns: [
    idColumn("用户号", "User ID", "user", "u.id"),
    ...MERCHANT_ID,
    column("text", "账号", "Account", "u.account"),
    column("text", "邮箱", "Email", "u.email"),
    column("code", "类型", "Type", "u.user_type"),
    column("text", "角色", "Role", "r.name"),
    column("text", "商户", "Merchant", "m.name"),
    column("boolean", "验证器", "Authenticator", "u.on_totp"),
    column("time", "最近登录", "Last sign-in", "u.last_sign_in_at"),
    ...ENABLED,
    column("boolean", "已删除", "Deleted", "u.deleted"),
    CREATED,
  ],
  shown: {
    id: "User ID",
    account: "Account",
    email: "Email",
    type: "Type",
    role: "Role",
    state: ["Enabled", "Deleted"],
    merchant: "Merchant",
    authenticator: "Authenticator",
    last_sign_in: "Last sign-in",
    created_at: "Created",
  },
};

export const usersExport = exportRoute("/api/users/export", "Users as a file", userQuery, { list: USER_LIST, spec: USER_EXPORT, permission: "users.see" });
