/** Journals: the entries on merchants' accounts, as a list. */
import { JOURNAL_KINDS, type JournalKind } from "../../../contract/journals.ts";
import type { JournalQuery, JournalRow } from "../../../contract/journals.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import { atLeast, atMost, byId, byOrderNumber, idOf, is, oneOf, referredTo, referringTo, throughOrder, walletOf } from "../../platform/lists/filters.ts";
import { phoneFor } from "../../platform/lists/mask.ts";
import { refId, refKind } from "../../platform/lists/refs.ts";
import { isStaff } from "../../platform/lists/scope.ts";
import type { ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { sql } from "../../platform/lists/sql.ts";

/** An entry as the list's statement answers it. */
export interface JournalRaw {
  readonly id: bigint;
  readonly merchant_id: bigint;
  readonly kind: string;
  readonly ref_type: string;
  readonly ref_id: bigint;
  readonly amount: bigint;
  readonly before_balance: bigint;
  readonly after_balance: bigint;
  readonly note: string | null;
  readonly merchant_name: string | null;
}

/** Entries that refer to an object, by its public id. */
const referenceTo = referredTo((kind, id) => (refKind(kind) === null ? null : sql`t.ref_id = ${id} and t.ref_type = ${kind}`));

/** What the index `entries_rare` holds: all but what every payment makes. */
const RARE = JOURNAL_KINDS.filter((kind) => kind !== "payment" && kind !== "payment_fee");

/** The journals list (rule 52). Holds and the platform's own accounts are no journals. */
export const JOURNAL_LIST: ListSpec<JournalQuery, JournalRaw, JournalRow> = {
  name: "journals",
  kind: "journal",
  sources: [{ from: "entries t", columns: "t.id, t.merchant_id, t.kind, t.ref_type, t.ref_id, t.amount, t.before_balance, t.after_balance, t.note" }],
  scope: "t.merchant_id",
  where: "t.merchant_id is not null",
  filters: {
    merchant_id: idOf("merchant", "t.merchant_id"),
    kind: oneOf("t.kind", RARE),
    operator: throughOrder("t.ref_type", "t.ref_id", is("o.operator")),
    wallet_id: throughOrder("t.ref_type", "t.ref_id", walletOf("o.wallet_id")),
    min_amount: atLeast("abs(t.amount)"),
    max_amount: atMost("abs(t.amount)"),
    reference: referringTo(referenceTo),
  },
  search: [byId("journal"), referenceTo, byOrderNumber("payment", "t.ref_id"), byOrderNumber("disburse", "t.ref_id")],
  sums: { columns: { amount: "t.amount" } },
  outer: { select: "m.name as merchant_name", joins: "left join merchants m on m.id = u.merchant_id" },
  rows: (app, raws, viewer) => raws.map((row) => journalRowOf(app, row, viewer)),
};

/** A row of the contract. A note is what staff wrote for each other: a merchant's people learn what happened, not why. */
function journalRowOf(app: Pick<App, "publicIds">, row: JournalRaw, viewer: Viewer): JournalRow {
  return {
    id: app.publicIds.encode("journal", row.id),
    merchant_id: app.publicIds.encode("merchant", row.merchant_id),
    merchant_name: row.merchant_name ?? "",
    // Kinds are bounded by the postings table.
    kind: row.kind as JournalKind,
    reference: { type: row.ref_type, id: refId(app, row.ref_type, row.ref_id) },
    amount: formatAmount(row.amount),
    before_balance: formatAmount(row.before_balance),
    after_balance: formatAmount(row.after_balance),
    created_at: idIso(row.id),
    note: isStaff(viewer) ? phoneFor(viewer, row.note) : null,
  };
}
