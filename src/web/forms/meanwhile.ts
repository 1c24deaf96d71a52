/**
 * An act that was answered with 409: somebody else was faster. Every dialog that acts, with fields or without, loads the object
 * again, keeps what the person typed, and says who changed it to what.
 */
import { ID_LETTERS, type IdKind } from "../../contract/ids.ts";
import type { TimelineItem } from "../../contract/schema.ts";
import type { CallError } from "../api.ts";
import { formatDateTime } from "../i18n/format.ts";
import type { Area } from "../i18n/index.ts";
import type { MessageKey } from "../i18n/keys.ts";
import { named } from "../words/named.ts";
import type { CellTools } from "../cell-tools.ts";
import { actorWord, timelineWord } from "../words/timeline-words.ts";

const AREAS: Partial<Record<IdKind, Area>> = {
  payment: "payments",
  disburse: "disburses",
  withdrawal: "withdrawal",
  transfer: "transfers",
  sms: "sms",
  wallet: "wallets",
  merchant: "merchants",
  user: "users",
  manual: "manual",
  approval: "approvals",
};
/** What one act leaves: the person's own line may stand a moment before the machine's. */
const ONE_ACT_MS = 3000;

/** The version that a row carries; null where rows of its kind have none. */
export function versionOf(row: object | null): number | null {
  return row && "version" in row && typeof row.version === "number" ? row.version : null;
}

/** True when the object may be another one than the person decided on. While the first call still runs, nothing is known yet. */
export function isStale(error: CallError): boolean {
  return error.status === 409 && error.code !== "idempotency_running";
}

/** What is said of a refusal by a form that stands in its screen, which is read again by then. */
export function refusalKey(error: CallError): MessageKey {
  return error.code === "conflict" ? "list.form.changed" : `errors.code.${error.code}`;
}

/** True when it has changed since it was loaded; what carries no version counts as changed when the server says so. */
export function hasMoved(before: unknown, fresh: unknown, error: CallError): boolean {
  const version = (of: unknown): number | null => versionOf(typeof of === "object" ? of : null);
  const [was, is] = [version(before), version(fresh)];
  return was === null || is === null ? error.code === "conflict" || error.code === "wrong_state" : was !== is;
}

/** The newest thing that happened to it, told by whoever did it; null where the object has no timeline. */
export function lastChange(fresh: unknown): TimelineItem | null {
  const timeline = (fresh as { timeline?: unknown } | null)?.timeline;
  // Notifications tell what happened before them.
  const items = Array.isArray(timeline) ? (timeline as readonly TimelineItem[]).filter((item) => item.kind !== "notification") : [];
  const last = items.at(-1);
  if (last === undefined) return null;
  const since = Date.parse(last.at) - ONE_ACT_MS;
  return items.findLast((item) => Date.parse(item.at) >= since && item.actor?.account) ?? last;
}

function areaOf(fresh: unknown): Area | null {
  const id = (fresh as { id?: unknown } | null)?.id;
  const kind = typeof id === "string" ? Object.entries(ID_LETTERS).find(([, letter]) => id.startsWith(letter))?.[0] : undefined;
  return AREAS[kind as IdKind] ?? null;
}

/** The state that it is in now. */
function stateOf(area: Area, fresh: unknown): string | null {
  const { status, match_status: matchStatus } = fresh as { status?: unknown; match_status?: unknown };
  const code = typeof status === "string" ? status : matchStatus;
  return typeof code === "string" ? named(area, "status", code) : null;
}

interface Told {
  readonly who: string;
  readonly time: string;
  readonly what: string;
  readonly state: string;
}

function toldOf(fresh: unknown, tools: Pick<CellTools, "t">, present: string | undefined): Told | { readonly state: string | null } {
  const area = areaOf(fresh);
  const state = present ?? (area === null ? null : stateOf(area, fresh));
  const change = area === null ? null : lastChange(fresh);
  if (area === null || change === null) return { state };
  const what = timelineWord(area, change);
  return { who: actorWord(change.actor, tools), time: formatDateTime(change.at), what, state: state ?? what };
}

/**
 * Who changed it, when, how, and what it is now; without a timeline only what it is now.
 * @param present the state in the caller's own words, where it has better ones
 */
export function meanwhileWords(fresh: unknown, tools: Pick<CellTools, "t">, present?: string): string {
  const told = toldOf(fresh, tools, present);
  if ("who" in told) return tools.t("list.form.changedBy", { ...told });
  return told.state === null ? tools.t("list.form.changed") : tools.t("list.form.changedTo", { state: told.state });
}

/** The same where the act cannot be done any more. */
export function meanwhileEnds(fresh: unknown, tools: Pick<CellTools, "t">, present?: string): string {
  const told = toldOf(fresh, tools, present);
  return "who" in told ? tools.t("list.form.changedEnds", { ...told }) : tools.t("errors.code.wrong_state");
}
