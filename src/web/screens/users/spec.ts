/** The users list as data. */
import { USER_TYPES } from "../../../contract/permissions.ts";
import type { UserDetail, UserRow } from "../../../contract/users.schema.ts";
import { formatDateTime } from "../../i18n/format.ts";
import type { ListSpec } from "../../list/spec/index.ts";
import { userActions } from "./actions.ts";
import { userColumns, userHead } from "./columns.tsx";

export const usersList: ListSpec<UserRow, UserDetail> = {
  name: "users",
  title: "frame.screen.users",
  endpoint: "GET /api/users",
  columns: userColumns,
  filters: [
    {
      kind: "choice",
      key: "user_type",
      label: "words.field.user_type",
      multiple: true,
      options: USER_TYPES.map((value) => ({ value, label: `common.userType.${value}` as const })),
    },
    { kind: "lookup", key: "merchant_id", label: "words.field.merchant_id", source: "merchants", permission: "merchants.see" },
    {
      kind: "choice",
      key: "enabled",
      label: "users.column.enabled",
      options: (["true", "false"] as const).map((value) => ({ value, label: `users.enabledOf.${value}` as const })),
    },
    {
      kind: "choice",
      key: "deleted",
      label: "users.column.deleted",
      options: (["only", "with"] as const).map((value) => ({ value, label: `users.deletedOf.${value}` as const })),
    },
  ],
  searchHint: "users.searchHint",
  empty: "users.empty",
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
