/** The withdrawals list as data, and its rows. */
import { formatAmount, formatAmountOrNull } from "../../../contract/money.ts";
import { WITHDRAWAL_ACTION_PERMISSIONS, WITHDRAWAL_ACTION_STATES, type WithdrawalAction, type WithdrawalStatus } from "../../../contract/withdrawal.ts";
import type { MerchantWithdrawal, WithdrawalQuery, WithdrawalRow } from "../../../contract/withdrawal.schema.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { atLeast, atMost, byId, byMaskedPart, byPart, byTrx, idOf, oneOf, walletOf } from "../../platform/lists/filters.ts";
import { amounts, tails } from "../../platform/lists/finds.ts";
import { phoneFor } from "../../platform/lists/mask.ts";
import { loadRow } from "../../platform/lists/page.ts";
import { isStaff, offered } from "../../platform/lists/scope.ts";
import { raw, type Sql } from "../../platform/lists/sql.ts";
import type { BaseQuery, ListSpec, Viewer } from "../../platform/lists/spec.ts";
import type { Refused } from "../../platform/refusal.ts";

/** A withdrawal as the list's statement answers it. */
export interface WithdrawalRaw {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly receiving_account: string;
  readonly amount: bigint;
  readonly max_available: bigint;
  readonly note: string;
  readonly submitter: bigint;
  readonly status: WithdrawalStatus;
  readonly reason: string | null;
  readonly reference: string | null;
  readonly wallet_id: bigint | null;
  readonly cost: bigint | null;
  readonly sms_id: bigint | null;
  readonly approved_at: Date | null;
  readonly paid_at: Date | null;
  readonly version: number;
  readonly merchant_name: string | null;
  readonly wallet_name: string | null;
  readonly submitter_account: string | null;
  readonly submitter_merchant: bigint | null;
  readonly bank_file: bigint | null;
  readonly approver_account: string | null;
  readonly payer_account: string | null;
}

const COLUMNS = `t.id, t.merchant_id, t.receiving_account, t.amount, t.max_available, t.note, t.submitter, t.approver, t.payer, t.status, t.reason, t.reference, t.wallet_id, t.cost, t.sms_id,
  t.approved_at, t.paid_at, t.version`;

/** The open bank file of a row `u`. */
export const OPEN_BANK_FILE = "(select f.job_id from bank_file_rows f where f.withdrawal_id = u.id and f.ended_at is null)";

/** Whether it stands in an open bank file; merchants learn nothing of those. */
function inBankFile(wanted: boolean, staff: boolean): Sql {
  const open = staff ? "exists (select from bank_file_rows f where f.withdrawal_id = t.id and f.ended_at is null)" : "false";
  return raw(wanted ? open : `not ${open}`);
}

/** The withdrawals list. */
export const WITHDRAWAL_LIST: ListSpec<WithdrawalQuery & BaseQuery, WithdrawalRaw, WithdrawalRow> = {
  name: "withdrawal",
  kind: "withdrawal",
  sources: [{ from: "withdrawals t", columns: COLUMNS }],
  scope: "t.merchant_id",
  filters: {
    status: oneOf("t.status", "all"),
    merchant_id: idOf("merchant", "t.merchant_id"),
    wallet_id: walletOf("t.wallet_id"),
    min_amount: atLeast("t.amount"),
    max_amount: atMost("t.amount"),
    bank_file: (value, tools) => ({ along: inBankFile(value === "in", tools.merchantId === null) }),
  },
  search: [byId("withdrawal"), byMaskedPart("t.receiving_account"), byPart("t.reference"), byTrx("t.trx_key")],
  forgiving: [tails("t.trx_key"), amounts("t.amount")],
  sums: { columns: { amount: "t.amount", cost: "coalesce(t.cost, 0)" }, ofStaff: ["cost"] },
  outer: {
    select: `${OPEN_BANK_FILE} as bank_file, m.name as merchant_name, w.name as wallet_name, s.account as submitter_account, s.merchant_id as submitter_merchant, a.account as approver_account, p.account as payer_account`,
    joins:
      "left join merchants m on m.id = u.merchant_id left join wallets w on w.id = u.wallet_id left join users s on s.id = u.submitter left join users a on a.id = u.approver left join users p on p.id = u.payer",
  },
  rows: (app, raws, viewer) => raws.map((row) => withdrawalRowOf(app, row, viewer)),
};

/** Acts that this viewer may do now: who submitted it neither approves nor pays it, unless the platform is one person. */
function actionsFor(app: Pick<App, "config">, row: WithdrawalRaw, viewer: Viewer): WithdrawalAction[] {
  const own = viewer.type === "user" && viewer.id === row.submitter && !app.config.current.one_person;
  return offered(WITHDRAWAL_ACTION_STATES, WITHDRAWAL_ACTION_PERMISSIONS, row.status, viewer).filter((action) => action === "reject" || !own);
}

/** A row of the contract. A merchant's people are told neither who of the staff acted nor from which wallet it was paid. */
export function withdrawalRowOf(app: Pick<App, "publicIds" | "config">, row: WithdrawalRaw, viewer: Viewer): WithdrawalRow {
  const staff = isStaff(viewer);
  return {
    id: app.publicIds.encode("withdrawal", row.id),
    merchant_id: app.publicIds.encode("merchant", row.merchant_id),
    merchant_name: row.merchant_name ?? "",
    receiving_account: phoneFor(viewer, row.receiving_account) ?? "",
    amount: formatAmount(row.amount),
    max_available: formatAmount(row.max_available),
    note: phoneFor(viewer, row.note) ?? "",
    submitter: staff || row.submitter_merchant === row.merchant_id ? row.submitter_account : null,
    approver: staff ? row.approver_account : null,
    payer: staff ? row.payer_account : null,
    status: row.status,
    paid: row.status === "paid",
    paid_at: row.paid_at?.toISOString() ?? null,
    reference: row.reference,
    wallet_id: staff ? app.publicIds.encodeOrNull("wallet", row.wallet_id) : null,
    wallet_name: staff ? row.wallet_name : null,
    cost: staff ? formatAmountOrNull(row.cost) : null,
    reason: phoneFor(viewer, row.reason),
    bank_file: staff ? app.publicIds.encodeOrNull("bulk", row.bank_file) : null,
    created_at: idIso(row.id),
    approved_at: row.approved_at?.toISOString() ?? null,
    version: row.version,
    actions: actionsFor(app, row, viewer),
  };
}

/** The row of one withdrawal inside the viewer's scope. Refuses not_found */
export function loadWithdrawalRow(app: App, q: Queryable, id: bigint, viewer: Viewer): Promise<WithdrawalRow | Refused> {
  return loadRow(app, q, WITHDRAWAL_LIST, id, viewer);
}

/** What the merchant's notification says. */
export function merchantWithdrawalOf(
  app: Pick<App, "publicIds">,
  row: Pick<WithdrawalRaw, "id" | "receiving_account" | "amount" | "status" | "note" | "reference" | "reason" | "paid_at">,
): MerchantWithdrawal {
  return {
    id: app.publicIds.encode("withdrawal", row.id),
    receiving_account: row.receiving_account,
    amount: formatAmount(row.amount),
    status: row.status,
    note: row.note,
    reference: row.reference,
    reason: row.reason,
    created_at: idIso(row.id),
    paid_at: row.paid_at?.toISOString() ?? null,
  };
}
