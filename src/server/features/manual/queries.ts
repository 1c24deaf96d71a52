/** Manual operations as rows of their list. */
import { MANUAL_ACTION_PERMISSIONS, MANUAL_ACTIONS, type ManualAction, type ManualKind, type ManualStatus } from "../../../contract/manual.ts";
import type { ManualQuery, ManualRow } from "../../../contract/manual.schema.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import type { App } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { atLeast, atMost, byId, byMaskedPart, idOf, oneOf, referredTo } from "../../platform/lists/filters.ts";
import { phoneFor } from "../../platform/lists/mask.ts";
import { findRaw } from "../../platform/lists/page.ts";
import { holds } from "../../platform/lists/scope.ts";
import type { ListSpec, Viewer } from "../../platform/lists/spec.ts";
import { sql } from "../../platform/lists/sql.ts";
import { Refused } from "../../platform/refusal.ts";
import type { PreviewLine } from "./balances.ts";
import type { ManualTarget } from "./target.ts";

/** An operation as SQL gives it. */
export interface ManualRaw {
  readonly id: bigint;
  readonly kind: ManualKind;
  readonly merchant_id: bigint | null;
  readonly wallet_id: bigint | null;
  readonly sms_id: bigint | null;
  readonly payment_id: bigint | null;
  readonly amount: bigint | null;
  readonly note: string;
  readonly preview: readonly PreviewLine[];
  readonly maker: bigint;
  readonly checker: bigint | null;
  readonly status: ManualStatus;
  readonly reason: string | null;
  readonly expires_at: Date;
  readonly decided_at: Date | null;
  readonly approval_id: bigint | null;
  readonly version: number;
  readonly maker_account: string;
  readonly checker_account: string | null;
  readonly merchant_name: string | null;
  readonly wallet_name: string | null;
}

const COLUMNS = `t.id, t.kind, t.merchant_id, t.wallet_id, t.sms_id, t.payment_id, t.amount, t.note, t.preview, t.maker, t.checker, t.status, t.reason,
  t.expires_at, t.decided_at, t.approval_id, t.version`;

function actionsOf(app: App, raw: ManualRaw, viewer: Viewer): ManualAction[] {
  if (viewer.type !== "user" || raw.status !== "requested" || raw.expires_at.getTime() <= app.now()) return [];
  const own = raw.maker === viewer.id;
  const offered: Record<ManualAction, boolean> = { apply: !own || app.config.current.one_person, reject: true };
  return MANUAL_ACTIONS.filter((action) => offered[action] && (own && action === "reject" ? true : holds(viewer, MANUAL_ACTION_PERMISSIONS[action])));
}

function toRow(app: App, raw: ManualRaw, viewer: Viewer): ManualRow {
  const { publicIds } = app;
  return {
    id: publicIds.encode("manual", raw.id),
    kind: raw.kind,
    merchant_id: publicIds.encodeOrNull("merchant", raw.merchant_id),
    merchant_name: raw.merchant_name,
    wallet_id: publicIds.encodeOrNull("wallet", raw.wallet_id),
    wallet_name: raw.wallet_name,
    sms_id: publicIds.encodeOrNull("sms", raw.sms_id),
    payment_id: publicIds.encodeOrNull("payment", raw.payment_id),
    amount: formatAmountOrNull(raw.amount),
    note: phoneFor(viewer, raw.note) ?? "",
    preview: [...raw.preview],
    maker: raw.maker_account,
    checker: raw.checker_account,
    mine: viewer.type === "user" && raw.maker === viewer.id,
    status: raw.status,
    reason: phoneFor(viewer, raw.reason),
    expires_at: raw.expires_at.toISOString(),
    created_at: idIso(raw.id),
    decided_at: raw.decided_at?.toISOString() ?? null,
    approval_id: publicIds.encodeOrNull("approval", raw.approval_id),
    version: raw.version,
    actions: actionsOf(app, raw, viewer),
  };
}

/** The list; merchants' people see nothing of it. */
export const MANUAL_LIST: ListSpec<ManualQuery, ManualRaw, ManualRow> = {
  name: "manual",
  kind: "manual",
  sources: [{ from: "manual_operations t", columns: COLUMNS }],
  scope: null,
  filters: {
    status: oneOf("t.status", "all"),
    kind: oneOf("t.kind"),
    merchant_id: idOf("merchant", "t.merchant_id"),
    wallet_id: idOf("wallet", "t.wallet_id"),
    mine: (value, tools) => ({ along: value === "true" ? sql`t.maker = ${tools.userId}` : sql`t.maker is distinct from ${tools.userId}` }),
    min_amount: atLeast("t.amount"),
    max_amount: atMost("t.amount"),
  },
  search: [
    byId("manual"),
    referredTo((_kind, id) => sql`${id} in (t.merchant_id, t.wallet_id, t.sms_id, t.payment_id, t.approval_id)`),
    byMaskedPart("t.note"),
  ],
  outer: {
    select: "mk.account as maker_account, ck.account as checker_account, m.name as merchant_name, w.name as wallet_name",
    joins:
      "join users mk on mk.id = u.maker left join users ck on ck.id = u.checker left join merchants m on m.id = u.merchant_id left join wallets w on w.id = u.wallet_id",
  },
  rows: (app, raws, viewer) => raws.map((raw) => toRow(app, raw, viewer)),
};

/** What a stored operation is about. */
export function targetOf(raw: Pick<ManualRaw, "kind" | "merchant_id" | "wallet_id" | "sms_id" | "payment_id" | "amount">): ManualTarget {
  return { kind: raw.kind, merchantId: raw.merchant_id, walletId: raw.wallet_id, smsId: raw.sms_id, paymentId: raw.payment_id, amountMinor: raw.amount };
}

/** One operation that the viewer may see. Refuses `not_found` */
export async function manualRaw(db: Queryable, id: bigint | null, viewer: Viewer): Promise<ManualRaw | Refused> {
  return (id === null ? null : await findRaw(db, MANUAL_LIST, id, viewer)) ?? new Refused("not_found");
}

/** One operation as a row. Refuses `not_found` */
export async function manualById(app: App, db: Queryable, id: bigint | null, viewer: Viewer): Promise<ManualRow | Refused> {
  const found = await manualRaw(db, id, viewer);
  return found instanceof Refused ? found : toRow(app, found, viewer);
}
