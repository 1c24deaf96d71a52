/** The transfers list as data, and its rows. */
import { formatAmount } from "../../../contract/money.ts";
import type { Operator } from "../../../contract/operators.ts";
import {
  TRANSFER_ACTION_PERMISSIONS,
  TRANSFER_ACTION_STATES,
  type TransferAction,
  type TransferKind,
  type TransferStatus,
} from "../../../contract/transfers.ts";
import type { TransferQuery, TransferRow } from "../../../contract/transfers.schema.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { atLeast, atMost, byId, byPublicId, byTrx, oneOf } from "../../platform/lists/filters.ts";
import { amounts, tails } from "../../platform/lists/finds.ts";
import { phoneFor } from "../../platform/lists/mask.ts";
import { loadRow } from "../../platform/lists/page.ts";
import { offered } from "../../platform/lists/scope.ts";
import type { BaseQuery, ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { sql } from "../../platform/lists/sql.ts";
import type { Refused } from "../../platform/refusal.ts";

/** A transfer as the list's statement answers it. */
export interface TransferRaw {
  readonly id: bigint;
  readonly kind: TransferKind;
  readonly from_wallet_id: bigint | null;
  readonly to_wallet_id: bigint | null;
  readonly amount: bigint;
  readonly expected_cost: bigint;
  readonly cost: bigint;
  readonly frozen: bigint;
  readonly status: TransferStatus;
  readonly out_trx_id: string | null;
  readonly in_trx_id: string | null;
  readonly out_sms_id: bigint | null;
  readonly in_sms_id: bigint | null;
  readonly out_at: Date | null;
  readonly in_at: Date | null;
  readonly maker: bigint;
  readonly checker: bigint | null;
  readonly note: string;
  readonly reason: string | null;
  readonly approved_at: Date | null;
  readonly completed_at: Date | null;
  readonly version: number;
  readonly from_name: string | null;
  readonly from_operator: Operator | null;
  readonly to_name: string | null;
  readonly to_operator: Operator | null;
  readonly maker_account: string | null;
  readonly checker_account: string | null;
}

const COLUMNS = `t.id, t.kind, t.from_wallet_id, t.to_wallet_id, t.amount, t.expected_cost, t.cost, t.frozen, t.status, t.out_trx_id, t.in_trx_id, t.out_sms_id, t.in_sms_id, t.out_at, t.in_at,
  t.maker, t.checker, t.note, t.reason, t.approved_at, t.completed_at, t.version`;

/** The transfers list. Float is the platform's own: merchants' people see none of it. */
export const TRANSFER_LIST: ListSpec<TransferQuery & BaseQuery, TransferRaw, TransferRow> = {
  name: "transfers",
  kind: "transfer",
  sources: [{ from: "transfers t", columns: COLUMNS }],
  scope: null,
  filters: {
    status: oneOf("t.status", "all"),
    kind: oneOf("t.kind"),
    wallet_id: byPublicId("wallet", (holds) => ({ along: sql`(${holds("t.from_wallet_id")} or ${holds("t.to_wallet_id")})` })),
    min_amount: atLeast("t.amount"),
    max_amount: atMost("t.amount"),
  },
  search: [byId("transfer"), byTrx("t.out_trx_key"), byTrx("t.in_trx_key")],
  forgiving: [tails("t.out_trx_key"), tails("t.in_trx_key"), amounts("t.amount")],
  // What one side has cost is no transfer's cost yet: a row shows it when both are there.
  sums: { columns: { amount: "t.amount", cost: "case when t.status = 'completed' then t.cost end" } },
  outer: {
    select:
      "f.name as from_name, f.operator as from_operator, w.name as to_name, w.operator as to_operator, mk.account as maker_account, ck.account as checker_account",
    joins:
      "left join wallets f on f.id = u.from_wallet_id left join wallets w on w.id = u.to_wallet_id left join users mk on mk.id = u.maker left join users ck on ck.id = u.checker",
  },
  rows: (app, raws, viewer) => raws.map((row) => transferRowOf(app, row, viewer)),
};

/** Acts that this viewer may do now: nobody approves a request of his own, unless the platform is one person; operators take back their own only. */
function actionsFor(app: Pick<App, "config">, row: TransferRaw, viewer: Viewer): TransferAction[] {
  const own = viewer.type === "user" && viewer.id === row.maker;
  return offered(TRANSFER_ACTION_STATES, TRANSFER_ACTION_PERMISSIONS, row.status, viewer).filter(
    (action) =>
      (action !== "approve" || !own || app.config.current.one_person) &&
      (action !== "cancel" || own || (viewer.type === "user" && viewer.userType !== "operator")),
  );
}

/** A row of the contract. */
export function transferRowOf(app: Pick<App, "publicIds" | "config">, row: TransferRaw, viewer: Viewer): TransferRow {
  const trxId = row.out_trx_id ?? row.in_trx_id;
  return {
    id: app.publicIds.encode("transfer", row.id),
    kind: row.kind,
    from_wallet_id: app.publicIds.encodeOrNull("wallet", row.from_wallet_id),
    from_wallet_name: row.from_name,
    from_operator: row.from_operator,
    to_wallet_id: app.publicIds.encodeOrNull("wallet", row.to_wallet_id),
    to_wallet_name: row.to_name,
    to_operator: row.to_operator,
    amount: formatAmount(row.amount),
    expected_cost: formatAmount(row.expected_cost),
    cost: row.status === "completed" ? formatAmount(row.cost) : null,
    frozen: formatAmount(row.frozen),
    status: row.status,
    trx_id: trxId,
    received_trx_id: row.in_trx_id === trxId ? null : row.in_trx_id,
    sent_at: row.out_at?.toISOString() ?? null,
    received_at: row.in_at?.toISOString() ?? null,
    maker: row.maker_account ?? "",
    checker: row.checker_account,
    note: phoneFor(viewer, row.note) ?? "",
    reason: phoneFor(viewer, row.reason),
    created_at: idIso(row.id),
    approved_at: row.approved_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    version: row.version,
    actions: actionsFor(app, row, viewer),
  };
}

/** The row of one transfer inside the viewer's scope. Refuses not_found */
export function loadTransferRow(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<TransferRow | Refused> {
  return loadRow(app, q, TRANSFER_LIST, id, viewer);
}
