/** The users list as data. */
import { USER_TYPES } from "../../../contract/permissions.ts";
import type { UserDetail, UserRow } from "../../../contract/users.schema.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { choiceOf, type ListSpec } from "../../list/spec/index.ts";
import { userActions } from "./actions.ts";
import { userColumns, userHead } from "./columns.tsx";

export const usersList: ListSpec<UserRow, UserDetail> = {
  name: "users",
  title: "frame.screen.users",
  endpoint: "GET /api/users",
  columns: userColumns,
  filters: [
    choiceOf("user_type", "words.field.user_type", USER_TYPES, (value) => `common.userType.${value}`, { multiple: true }),
    { kind: "text", key: "role", label: "words.field.role", maxLength: 64, permission: "roles.see" },
    { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see" },
    choiceOf("enabled", "words.field.enabled", ["true", "false"] as const, (value) => `users.enabledOf.${value}`),
    choiceOf("deleted", "users.column.deleted", ["only", "with"] as const, (value) => `users.deletedOf.${value}`),
  ],
  searchHint: "users.searchHint",
  empty: "users.empty",
  firstStep: { permission: "users.edit", text: "users.firstStep" },
  card: { status: "state", lines: ["account", "email", "type", "merchant", "authenticator", "last_sign_in"] },
  actions: userActions,
  drawer: {
    endpoint: "GET /api/users/:id",
    status: userHead,
    waiting: (row, _detail, { t }) => {
      if (row.locked_until !== null) return t("users.lockedTip", { time: formatDateTime(row.locked_until) });
      return row.totp_pending && !row.deleted ? t("users.waiting.pending") : null;
    },
    body: () => import("./drawer.tsx"),
  },
  live: "users",
  exportable: true,
};
