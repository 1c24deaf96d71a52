/** Exceptions as rows of the contract: names, who has it, what this viewer may do. */
import { EXCEPTION_INFO, isExceptionKind, type ExceptionAction, type ExceptionKind, type ExceptionStatus } from "../../../contract/exceptions.ts";
import { exceptionRow, type ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { ID_LETTERS, type IdKind } from "../../../contract/ids.ts";
import { formatAmountOrNull } from "../../../contract/money.ts";
import { ROUTING_OUTCOMES, type RoutingOutcome } from "../../../contract/payments.ts";
import { can } from "../../../contract/permissions.ts";
import type { App, UserActor } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { messageFor, phoneFor } from "../../platform/lists/mask.ts";

/** An alert as {@link QUEUE_COLUMNS} reads it. */
export interface QueueRaw {
  readonly id: bigint;
  readonly kind: string;
  readonly object_type: string;
  readonly object_id: bigint | null;
  readonly merchant_id: bigint | null;
  readonly merchant_name: string | null;
  readonly wallet_id: bigint | null;
  readonly wallet_name: string | null;
  readonly amount: bigint | null;
  readonly data: { operator?: string; count?: number; last_at?: string; wallets?: { wallet_id: string; result: string }[]; texts?: unknown[] };
  readonly status: ExceptionStatus;
  readonly since: Date;
  readonly claimed_by: bigint | null;
  readonly claimed_account: string | null;
  readonly claimed_at: Date | null;
  readonly muted_until: Date | null;
  readonly resolved_at: Date | null;
  readonly resolved_account: string | null;
  readonly note: string | null;
  readonly version: number;
}

/** What is read of alert `al`. */
export const QUEUE_COLUMNS = `al.id, al.kind, al.object_type, al.object_id, al.merchant_id, (select m.name from merchants m where m.id = al.merchant_id) as merchant_name, al.wallet_id, (select w.name from wallets w where w.id = al.wallet_id) as wallet_name, al.amount, al.data,
  al.status, al.since, al.claimed_by, (select u.account from users u where u.id = al.claimed_by) as claimed_account, al.claimed_at, al.muted_until, al.resolved_at,
  (select u.account from users u where u.id = al.resolved_by) as resolved_account, al.note, al.version`;

/** Kinds that a user type may see. */
export function visibleKinds(viewer: UserActor): ExceptionKind[] {
  return (Object.keys(EXCEPTION_INFO) as ExceptionKind[]).filter((kind) => can(viewer, EXCEPTION_INFO[kind].see));
}

const typeOf = (row: QueueRaw): string => row.object_type.split(":")[0] ?? row.object_type;
const isIdKind = (type: string): type is IdKind => type in ID_LETTERS;

/** The wallets of an alert that can still be read; alerts outlive the version that wrote them. */
const refusing = (row: QueueRaw): { id: bigint; result: RoutingOutcome }[] =>
  (row.data.wallets ?? []).flatMap(({ wallet_id, result }) => {
    const known = ROUTING_OUTCOMES.find((word) => word === result);
    return known && /^\d+$/.test(String(wallet_id)) ? [{ id: BigInt(wallet_id), result: known }] : [];
  });

const keptText = exceptionRow.shape.messages.element;
/** The messages that came without a card, newest first, for whoever may read messages. */
const textsOf = (row: QueueRaw, viewer: UserActor): ExceptionRow["messages"] =>
  can(viewer, "sms.see")
    ? (row.data.texts ?? [])
        .flatMap((text) => keptText.safeParse(text).data ?? [])
        .map((kept) => ({ ...kept, sender: phoneFor(viewer, kept.sender), text: messageFor(viewer, kept.text) ?? "" }))
        .toReversed()
    : [];

/** Where the short name of an object of a type is read. */
const NAMES: Readonly<Record<string, string>> = {
  wallet: "select id, name from wallets where id = any ($1)",
  device: "select id, name from devices where id = any ($1)",
  merchant: "select id, name from merchants where id = any ($1)",
  payment: "select id, merchant_order_id as name from payments where id = any ($1)",
  disburse: "select id, merchant_order_id as name from disburses where id = any ($1)",
  sms: "select id, trx_id as name from sms where id = any ($1)",
  approval: "select id, kind as name from approvals where id = any ($1)",
  manual: "select id, kind as name from manual_operations where id = any ($1)",
};

async function namesOf(q: Queryable, rows: readonly QueueRaw[]): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map<string, bigint[]>();
  const want = (type: string, id: bigint | null): void => {
    if (id !== null && NAMES[type] !== undefined) wanted.set(type, [...(wanted.get(type) ?? []), id]);
  };
  for (const row of rows) {
    want(typeOf(row), row.object_id);
    for (const wallet of refusing(row)) want("wallet", wallet.id);
  }
  const names = new Map<string, string>();
  for (const [type, ids] of wanted) {
    const found = await q.rows<{ id: bigint; name: string | null }>(NAMES[type] ?? "", [ids]);
    for (const { id, name } of found) if (name !== null) names.set(`${type}:${id}`, name);
  }
  return names;
}

function actionsOf(row: QueueRaw, viewer: UserActor): ExceptionAction[] {
  if (row.status === "resolved" || !can(viewer, "exceptions.decide")) return [];
  const own = row.claimed_by === null || row.claimed_by === viewer.id || viewer.userType === "admin";
  return [
    ...(row.status === "claimed" ? (own ? (["release"] as const) : []) : (["claim"] as const)),
    ...(own ? (["assign", "resolve", "mute"] as const) : []),
    ...(row.status === "muted" ? (["unmute"] as const) : []),
  ];
}

/** Rows for this viewer; kinds of another version are left out. */
export async function queueRows(app: App, q: Queryable, raws: readonly QueueRaw[], viewer: UserActor): Promise<ExceptionRow[]> {
  const names = await namesOf(q, raws);
  const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
  return raws.flatMap((row): ExceptionRow[] => {
    if (!isExceptionKind(row.kind)) return [];
    const type = typeOf(row);
    const { severity, ends } = EXCEPTION_INFO[row.kind];
    return [
      {
        id: app.publicIds.encode("exception", row.id),
        kind: row.kind,
        severity,
        ends,
        status: row.status,
        since: row.since.toISOString(),
        amount: formatAmountOrNull(row.amount !== null && row.amount < 0n ? -row.amount : row.amount),
        object: {
          type,
          id: row.object_id !== null && isIdKind(type) ? app.publicIds.encode(type, row.object_id) : null,
          name: row.data.operator ?? names.get(`${type}:${row.object_id}`) ?? null,
        },
        merchant: row.merchant_id === null ? null : { id: app.publicIds.encode("merchant", row.merchant_id), name: row.merchant_name ?? "" },
        wallet: row.wallet_id === null ? null : { id: app.publicIds.encode("wallet", row.wallet_id), name: row.wallet_name ?? "" },
        count: row.data.count ?? null,
        last_at: row.data.last_at ? new Date(row.data.last_at).toISOString() : null,
        wallets: refusing(row).map((wallet) => ({
          wallet_id: app.publicIds.encode("wallet", wallet.id),
          wallet_name: names.get(`wallet:${wallet.id}`) ?? "",
          result: wallet.result,
        })),
        messages: textsOf(row, viewer),
        assignee:
          row.status === "claimed" && row.claimed_by !== null
            ? { id: app.publicIds.encode("user", row.claimed_by), account: row.claimed_account ?? "", own: row.claimed_by === viewer.id }
            : null,
        claimed_at: row.status === "claimed" ? iso(row.claimed_at) : null,
        muted_until: row.status === "muted" ? iso(row.muted_until) : null,
        resolved_at: iso(row.resolved_at),
        resolved_by: row.resolved_account,
        note: phoneFor(viewer, row.note),
        suggestions: [],
        version: row.version,
        actions: actionsOf(row, viewer),
      },
    ];
  });
}
