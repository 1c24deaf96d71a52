/** One box over everything: any public id, order number, TrxID, phone number, beginning of a name. */
import type { SearchResult } from "../../../contract/home.schema.ts";
import { formatAmount } from "../../../contract/money.ts";
import type { Permission } from "../../../contract/permissions.ts";
import type { App, UserActor } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import { byId, byOrderNumber, byPart, byPhone, byPrefix, byTrx, byUsedTrx } from "../../platform/lists/filters.ts";
import { phoneFor } from "../../platform/lists/mask.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { holds, isStaff, scopePredicate } from "../../platform/lists/scope.ts";
import type { Search, Tools } from "../../platform/lists/spec.ts";
import { allOf, isStorable, join, raw, sql } from "../../platform/lists/sql.ts";
import { toolsOf } from "../../platform/lists/where.ts";
import { refusedField, type Refused } from "../../platform/refusal.ts";

type Item = SearchResult["items"][number];
const MOST = 20;
const MOST_OF_A_KIND = 8;

interface Found {
  readonly id: bigint;
  readonly title: string | null;
  readonly detail: string | null;
  readonly amount: bigint | null;
  readonly status: string | null;
  readonly own_status?: string;
}

/** One kind of object that can be found. Columns answer `title`, `detail`, `amount`, `status`. */
interface Subject {
  readonly type: "payment" | "disburse" | "transfer" | "withdrawal" | "manual" | "approval" | "sms" | "merchant" | "wallet" | "user";
  readonly permission: Permission;
  readonly from: string;
  readonly columns: string;
  readonly scope: string | null;
  /** What merchants read in place of the status, where that is not the same. */
  readonly ownStatus?: string;
  readonly search: readonly Search[];
}

const LIFE = "case when t.deleted_at is not null then 'deleted' when t.enabled then 'enabled' else 'disabled' end";

/** What is searched, in the order of the answer. */
const SUBJECTS: readonly Subject[] = [
  {
    type: "payment",
    permission: "payments.see",
    from: "payments t",
    scope: "t.merchant_id",
    columns: "t.merchant_order_id as title, coalesce(t.customer, t.trx_id) as detail, t.amount, t.status",
    search: [byId("payment"), byOrderNumber("payment"), byUsedTrx(), byPhone("t.customer")],
  },
  {
    type: "disburse",
    permission: "disburses.see",
    from: "disburses t",
    scope: "t.merchant_id",
    columns: "t.merchant_order_id as title, t.customer as detail, t.amount, t.status",
    // A merchant is not told of an attempt that failed or hangs (rule 11).
    ownStatus:
      "case when t.status in ('attempt_failed', 'unknown') or (t.status in ('pending', 'approved') and t.attempt_count > 0) then 'processing' else t.status end",
    search: [byId("disburse"), byOrderNumber("disburse"), byTrx("t.trx_key"), byPhone("t.customer")],
  },
  {
    type: "transfer",
    permission: "transfers.see",
    from: "transfers t",
    scope: null,
    columns: `coalesce(t.out_trx_id, t.in_trx_id, '') as title, t.kind as detail, t.amount, t.status`,
    search: [byId("transfer"), byTrx("t.out_trx_key"), byTrx("t.in_trx_key")],
  },
  {
    type: "withdrawal",
    permission: "withdrawal.see",
    from: "withdrawals t",
    scope: "t.merchant_id",
    columns: "t.receiving_account as title, t.reference as detail, t.amount, t.status",
    search: [byId("withdrawal"), byPart("t.receiving_account"), byPart("t.reference")],
  },
  {
    type: "manual",
    permission: "manual.see",
    from: "manual_operations t",
    scope: null,
    columns: "t.kind as title, null as detail, t.amount, t.status",
    search: [byId("manual")],
  },
  {
    type: "approval",
    permission: "approvals.see",
    from: "approvals t",
    scope: "t.merchant_id",
    columns: "t.kind as title, null as detail, t.amount, t.status",
    search: [byId("approval")],
  },
  {
    type: "sms",
    permission: "sms.see",
    from: "sms t",
    scope: null,
    columns: "coalesce(t.trx_id, t.sender, '') as title, t.counterparty as detail, t.amount, t.match_status as status",
    search: [byId("sms"), byTrx("t.trx_key"), byPhone("t.counterparty")],
  },
  {
    type: "merchant",
    permission: "merchants.see",
    from: "merchants t",
    scope: "t.id",
    columns: `t.name as title, t.app_id as detail, null::bigint as amount, ${LIFE} as status`,
    search: [byId("merchant"), byPart("t.name"), byPrefix("t.app_id")],
  },
  {
    type: "wallet",
    permission: "wallets.see",
    from: "wallets t",
    scope: null,
    columns: `t.name as title, t.account as detail, null::bigint as amount, ${LIFE} as status`,
    search: [byId("wallet"), byPart("t.name"), byPart("t.note_name"), byPhone("t.account")],
  },
  {
    type: "user",
    permission: "users.see",
    from: "users t",
    scope: "t.merchant_id",
    columns: `t.account as title, t.email as detail, null::bigint as amount, ${LIFE} as status`,
    search: [byId("user"), byPrefix("t.account"), byPrefix("t.email")],
  },
];

async function find(app: App, viewer: UserActor, subject: Subject, q: string, tools: Tools): Promise<Item[]> {
  if (!holds(viewer, subject.permission)) return [];
  const branches = subject.search.map((search) => search(q, tools)).filter((predicate) => predicate !== null);
  if (branches.length === 0) return [];
  const scope = scopePredicate(viewer, subject.scope);
  const from = raw(subject.from);
  const own = subject.ownStatus !== undefined && !isStaff(viewer) ? `, ${subject.ownStatus} as own_status` : "";
  const ids = branches.map(
    (branch) => sql`(select t.id from ${from} where ${allOf([...(scope ? [scope] : []), branch])} order by t.id desc limit ${MOST_OF_A_KIND})`,
  );
  const rows = await rowsOf<Found>(
    app.db,
    sql`select t.id, ${raw(subject.columns)}${raw(own)} from ${from} where t.id = any(array(select id from (${join(ids, " union ")}) found order by id desc limit ${MOST_OF_A_KIND})) order by t.id desc`,
  );
  return rows.map((row) => ({
    type: subject.type,
    id: app.publicIds.encode(subject.type, row.id),
    title: row.title ?? "",
    detail: [row.amount === null ? null : formatAmount(row.amount), phoneFor(viewer, row.detail)].filter((part) => part !== null && part !== "").join(" · "),
    status: row.own_status ?? row.status,
    at: idIso(row.id),
  }));
}

/**
 * Finds at most 20 objects that the viewer may see.
 * Refuses 422 for a text that cannot be stored and therefore not be found
 */
export async function search(app: App, viewer: UserActor, unchecked: string): Promise<SearchResult | Refused> {
  if (!isStorable(unchecked)) return refusedField("q");
  const q = unchecked.trim();
  if (q.length < 2) return { items: [] };
  const tools = toolsOf(app, viewer);
  const found = await Promise.all(SUBJECTS.map((subject) => find(app, viewer, subject, q, tools)));
  return { items: found.flat().slice(0, MOST) };
}
