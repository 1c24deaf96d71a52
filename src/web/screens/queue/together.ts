/** Acts on one exception or on all of a line: which take it, how it is sent, what came of each, and the way back. */
import { ACT_ON_MOST, type ExceptionAction } from "../../../contract/exceptions.ts";
import type { ExceptionAct, ExceptionActs, ExceptionLine, ExceptionRow, ExceptionsActed } from "../../../contract/exceptions.schema.ts";
import { call, type Result } from "../../api.ts";
import { lineQuery, type QueueFilters } from "./query.ts";

/** Members that one reading answers at most. */
const PAGE = 200;

/** What an act is about. */
export interface Subject {
  /** All of them, as they were seen; at least one. */
  readonly rows: readonly ExceptionRow[];
  /** The object, or the place of a line with how many of it. */
  readonly what: string;
}

/** What a person can do with a row: one that ends by its cause is refused as long as it stands here, so ending it is not offered. */
export function actsOf(row: Pick<ExceptionRow, "actions" | "ends">): readonly ExceptionAction[] {
  return row.actions.filter((action) => action !== "resolve" || row.ends === "person");
}

/** An act that is offered, and of how many: of a line as far as its head tells, each member says for itself once it is done. */
export interface Offer {
  readonly action: ExceptionAction;
  readonly count: number;
}

/** What can be done with a line of several by whoever may decide. */
export function actsOfLine({ first, count, claimed }: Pick<ExceptionLine, "first" | "count" | "claimed">, decides: boolean): readonly Offer[] {
  if (!decides || first.status === "resolved") return [];
  const all = (action: ExceptionAction): Offer => ({ action, count });
  return [
    ...(claimed < count ? [{ action: "claim" as const, count: count - claimed }] : []),
    ...(claimed > 0 ? [{ action: "release" as const, count: claimed }] : []),
    all("assign"),
    ...(first.ends === "person" ? [all("resolve")] : []),
    all("mute"),
    ...(first.status === "muted" ? [all("unmute")] : []),
  ];
}

/** The first act that any of them takes, with those that take it; null: none does. */
export function takenBy(
  rows: readonly ExceptionRow[],
  wanted: readonly ExceptionAction[],
): { readonly action: ExceptionAction; readonly rows: readonly ExceptionRow[] } | null {
  for (const action of wanted) {
    const taking = rows.filter((row) => actsOf(row).includes(action));
    if (taking.length > 0) return { action, rows: taking };
  }
  return null;
}

/** Members of a line. `more`: there are others, which one call does not take along. */
export interface Members {
  readonly rows: readonly ExceptionRow[];
  readonly more: boolean;
}

/** The members of a line as the filters have them, the longest waiting first, {@link ACT_ON_MOST} at most. */
export async function membersOf(line: Pick<ExceptionLine, "first" | "at">, filters: QueueFilters): Promise<Result<Members>> {
  const { cursor: _page, ...rest } = lineQuery(filters);
  const rows: ExceptionRow[] = [];
  let cursor: string | null = "";
  while (cursor !== null && rows.length < ACT_ON_MOST) {
    const query: Record<string, string | number> = {
      ...rest,
      kind: line.first.kind,
      at: line.at ?? "",
      sort: "since",
      size: PAGE,
      ...(cursor === "" ? {} : { cursor }),
    };
    const answer = await call("GET /api/exceptions", { query });
    if (!answer.success) return answer;
    rows.push(...answer.data.items);
    cursor = answer.data.next_cursor;
  }
  return { success: true, data: { rows: rows.slice(0, ACT_ON_MOST), more: cursor !== null || rows.length > ACT_ON_MOST }, status: 200 };
}

/** What came of it, with the act that was asked for. */
export interface Acted extends ExceptionsActed {
  readonly did: ExceptionAct;
}

type One = { params: { id: string }; idempotencyKey: string };
const sendOne = ({ id, version }: ExceptionRow, act: ExceptionAct, idempotencyKey: string): Promise<Result<ExceptionRow>> => {
  const init: One = { params: { id }, idempotencyKey };
  switch (act.act) {
    case "claim":
      return call("POST /api/exceptions/:id/claim", { ...init, body: { version } });
    case "release":
      return call("POST /api/exceptions/:id/claim", { ...init, body: { version, release: true } });
    case "unmute":
      return call("POST /api/exceptions/:id/unmute", { ...init, body: { version } });
    case "assign":
      return call("POST /api/exceptions/:id/assign", { ...init, body: { version, user_id: act.user_id } });
    case "resolve":
      return call("POST /api/exceptions/:id/resolve", { ...init, body: { version, ...(act.note === undefined ? {} : { note: act.note }) } });
    case "mute":
      return call("POST /api/exceptions/:id/mute", {
        ...init,
        body: { version, until: act.until, ...(act.reason === undefined ? {} : { reason: act.reason }) },
      });
  }
};

/** Sends an act: of one exception its refusal is the answer, of several each has its own in it. */
export async function sendAct(rows: readonly ExceptionRow[], act: ExceptionAct, idempotencyKey: string): Promise<Result<Acted>> {
  const [only] = rows;
  if (only !== undefined && rows.length === 1) {
    const answer = await sendOne(only, act, idempotencyKey);
    if (!answer.success) return answer;
    const { id, status, version } = answer.data;
    return { ...answer, data: { did: act, done: 1, items: [{ id, status, version, error: null, claimed_by: null }] } };
  }
  const body: ExceptionActs = { ...act, items: rows.map(({ id, version }) => ({ id, version })) };
  const answer = await call("POST /api/exceptions/acts", { body, idempotencyKey });
  return answer.success ? { ...answer, data: { ...answer.data, did: act } } : answer;
}

/** The act that puts one back to where it stood; null: it cannot be. */
function wayBack(before: ExceptionRow, now: string, nowMs: number): ExceptionAct | null {
  if (before.status === "open") return now === "claimed" ? { act: "release" } : now === "muted" ? { act: "unmute" } : null;
  if (before.status === "claimed" && before.assignee !== null)
    return before.assignee.own && now !== "claimed" ? { act: "claim" } : { act: "assign", user_id: before.assignee.id };
  if (before.status !== "muted" || before.muted_until === null || Date.parse(before.muted_until) <= nowMs) return null;
  return { act: "mute", until: before.muted_until, ...(before.note === null ? {} : { reason: before.note }) };
}

/** What takes an act back, one call for each state that the exceptions had before; in the versions that the act left behind. */
export function waysBack(before: readonly ExceptionRow[], acted: Acted, nowMs: number): readonly ExceptionActs[] {
  const calls = new Map<string, ExceptionActs>();
  const seen = new Map(before.map((row) => [row.id, row]));
  for (const { id, status, version, error } of acted.items) {
    const row = seen.get(id);
    const act = row === undefined || error !== null || status === null ? null : wayBack(row, status, nowMs);
    if (act === null || version === null) continue;
    const key = JSON.stringify(act);
    calls.set(key, { ...act, items: [...(calls.get(key)?.items ?? []), { id, version }] });
  }
  return [...calls.values()];
}

/** Takes an act back. The first call that fails ends it; sent again under the same key, those before it are not done twice. */
export async function takeBack(calls: readonly ExceptionActs[], idempotencyKey: string): Promise<Result<ExceptionsActed>> {
  const whole: ExceptionsActed = { done: 0, items: [] };
  for (const [at, body] of calls.entries()) {
    const answer = await call("POST /api/exceptions/acts", { body, idempotencyKey: `${idempotencyKey}.${at}` });
    if (!answer.success) return answer;
    whole.done += answer.data.done;
    whole.items.push(...answer.data.items);
  }
  return { success: true, data: whole, status: 200 };
}
