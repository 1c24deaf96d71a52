/** Columns of the users list. */
import type { ReactNode } from "react";
import type { UserRow } from "../../../contract/users.schema.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { copyCell, idColumn, statusCell, textCell, timeCell } from "../../list/columns/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ColumnSpec } from "../../list/spec/index.ts";
import { Tag } from "../../ui/status.tsx";

/** Enabled, disabled or deleted, with a mark while sign-in is locked. */
function userState(row: UserRow, { t }: CellTools): ReactNode {
  const state = row.deleted ? "deleted" : row.enabled ? "enabled" : "disabled";
  return (
    <>
      {statusCell(state === "enabled" ? "done" : "gone", t(`users.state.${state}`))}
      {row.locked_until === null ? null : (
        <>
          {" "}
          <Tag tone="bad" tip={t("users.lockedTip", { time: formatDateTime(row.locked_until) })}>
            {t("users.state.locked")}
          </Tag>
        </>
      )}
    </>
  );
}

/** Account and state, for the drawer's head. */
export function userHead(row: UserRow, tools: CellTools): ReactNode {
  return (
    <>
      <strong>{row.account}</strong>
      <span className="fd-dim">{[tools.t(`common.userType.${row.user_type}`), ...(row.role_name === null ? [] : [row.role_name])].join(" · ")}</span>
      {userState(row, tools)}
    </>
  );
}

/** On, waiting for its first code, or off. */
export function totpCell(row: UserRow, { t }: CellTools): ReactNode {
  const state = row.on_totp ? "on" : row.totp_pending ? "pending" : "off";
  // A passkey serves alone, too.
  const words = [...(row.has_passkeys && state === "off" ? [] : [t(`users.totp.${state}`)]), ...(row.has_passkeys ? [t("users.totp.passkey")] : [])];
  return statusCell(state === "on" || row.has_passkeys ? "done" : state === "pending" ? "ask" : "gone", words.join(" · "));
}

export const userColumns: readonly ColumnSpec<UserRow>[] = [
  idColumn("users.column.id", 132),
  { id: "account", header: "words.field.account", width: 104, render: (row) => copyCell(row.account) },
  { id: "email", header: "words.field.email", width: 216, grow: true, render: (row) => copyCell(row.email) },
  { id: "type", header: "words.field.user_type", width: 128, render: (row, { t }) => t(`common.userType.${row.user_type}`) },
  { id: "role", header: "words.field.role", width: 120, render: (row) => textCell(row.role_name) },
  { id: "state", header: "users.column.state", width: 120, render: userState },
  { id: "merchant", header: "words.field.merchant_id", width: 160, grow: true, permission: "merchants.see", render: (row) => textCell(row.merchant_name) },
  { id: "authenticator", header: "words.field.authenticator", width: 116, render: totpCell },
  { id: "last_sign_in", header: "users.column.last_sign_in", width: 136, render: (row) => timeCell(row.last_sign_in_at) },
  { id: "created_at", header: "words.field.created_at", width: 140, render: (row) => timeCell(row.created_at) },
];
