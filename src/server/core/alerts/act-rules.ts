/** What each act of people does to exceptions and when it is refused: the same for one exception and for a whole line. */
import { DAY_MS } from "../../../contract/time.ts";
import type { AuditAction, AuditFields } from "../../../contract/audit.ts";
import { EXCEPTION_INFO, type ExceptionKind, type ExceptionStatus, MUTE_MAX_DAYS } from "../../../contract/exceptions.ts";
import type { ExceptionAct } from "../../../contract/exceptions.schema.ts";
import type { EventOf } from "../../../contract/life-cycles.ts";
import { can } from "../../../contract/permissions.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { rowsOf } from "../../platform/lists/page.ts";
import { sql } from "../../platform/lists/sql.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { measureOf, standsSql } from "./detectors.ts";
import { staffFor } from "./people.ts";

/** An exception under its lock. */
export interface Locked {
  readonly id: bigint;
  readonly kind: ExceptionKind;
  readonly status: ExceptionStatus;
  readonly claimed_by: bigint | null;
  readonly claimed_account: string | null;
  readonly version: number;
}

/** What is written of an act, the same for each exception. */
interface Deed {
  readonly action: AuditAction;
  readonly event: EventOf<"alerts">;
  /** Assignments beside the status; its own values begin with $4. */
  readonly set: string;
  readonly values: readonly unknown[];
  readonly after: AuditFields;
}
export interface ActRules {
  readonly deed: Deed;
  /** What another person has taken is that person's; an admin may step in. */
  readonly own: boolean;
  /** Why this one does not take the act; null: it does. */
  readonly refuses: (row: Locked) => Refused | null;
}

const never = (): null => null;

export const claimedBy = (row: Locked): string | null => (row.status === "claimed" ? row.claimed_account : null);

/** `wrong_state` with the state, and with who has it where anybody does. */
function refusedAs(row: Locked): Refused {
  return new Refused("wrong_state", { details: { status: row.status, ...(row.status === "claimed" ? { claimed_by: row.claimed_account } : {}) } });
}

/** The end of a mute, ms. Refuses `validation_failed` */
function muteUntil(app: Pick<App, "now">, until: string): number | Refused {
  const [untilMs, nowMs] = [Date.parse(until), app.now()];
  if (!(untilMs > nowMs)) return refusedField("until", "too_small");
  return untilMs > nowMs + MUTE_MAX_DAYS * DAY_MS ? refusedField("until", "too_large") : untilMs;
}

/** Puts it aside until a moment, with a reason if there is one; then it comes back. */
function muteRules({ app }: UserCtx, { until, reason = null }: { until: string; reason?: string | null | undefined }): ActRules | Refused {
  const untilMs = muteUntil(app, until);
  if (untilMs instanceof Refused) return untilMs;
  return {
    deed: {
      action: "exception.mute",
      event: "mute",
      set: "muted_until = to_timestamp($4::float8 / 1000), note = $5, claimed_by = null, claimed_at = null",
      values: [untilMs, reason],
      after: { until: new Date(untilMs).toISOString(), reason },
    },
    own: true,
    refuses: never,
  };
}

/** Those whose cause is known to be gone. */
async function causeGone(app: App, tx: Tx, rows: readonly Locked[]): Promise<ReadonlySet<bigint>> {
  const found = await rowsOf<{ id: bigint; stands: boolean | null }>(
    tx,
    sql`select al.id, ${standsSql(app.offers.detectors, measureOf(app))} as stands from alerts al where al.id = any (${rows.map((row) => row.id)}::bigint[])`,
  );
  return new Set(found.flatMap(({ id, stands }) => (stands === false ? [id] : [])));
}

/**
 * Ends it. What ends by its cause can only be ended once that is gone (the sweep would have done it within seconds);
 * where a person decides, the note says why.
 */
async function resolveRules({ app, actor }: UserCtx, tx: Tx, noted: string, rows: readonly Locked[]): Promise<ActRules> {
  const byCause = rows.filter(({ kind }) => EXCEPTION_INFO[kind].ends === "cause");
  const gone = byCause.length === 0 ? new Set<bigint>() : await causeGone(app, tx, byCause);
  const note = noted === "" ? null : noted;
  return {
    deed: {
      action: "exception.resolve",
      event: "resolve",
      set: "resolved_by = $4, resolved_at = to_timestamp($5::float8 / 1000), note = $6",
      values: [actor.id, app.now(), note],
      after: { note },
    },
    own: true,
    refuses: ({ id, kind }) => {
      if (EXCEPTION_INFO[kind].ends === "cause") return gone.has(id) ? null : new Refused("cause_stands");
      return note === null ? refusedField("note", "required") : null;
    },
  };
}

const CLAIM = "claimed_by = $4, claimed_at = to_timestamp($5::float8 / 1000), muted_until = null";

/** Gives it to somebody, also out of a mute. Refuses `validation_failed` naming `user_id`: nobody, or somebody who may not decide */
async function assignRules({ app }: UserCtx, tx: Tx, publicId: string, rows: readonly Locked[]): Promise<ActRules | Refused> {
  const userId = app.publicIds.decode("user", publicId);
  let person: { readonly id: bigint; readonly account: string } | null = null;
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const found = userId === null ? undefined : (await staffFor(tx, kind)).find((one) => one.id === userId);
    if (found === undefined) return refusedField("user_id");
    if (!can(found, "exceptions.decide")) return refusedField("user_id", "not_allowed");
    person = found;
  }
  if (person === null) return refusedField("user_id");
  return {
    deed: { action: "exception.assign", event: "assign", set: CLAIM, values: [person.id, app.now()], after: { claimed_by: person.account } },
    own: true,
    refuses: never,
  };
}

/** Takes it; one person has it at a time. */
const claimRules = ({ app, actor }: UserCtx): ActRules => ({
  deed: { action: "exception.claim", event: "claim", set: CLAIM, values: [actor.id, app.now()], after: { claimed_by: actor.account } },
  own: false,
  refuses: (row) => (row.status === "claimed" ? refusedAs(row) : null),
});
/** Gives it back. */
const RELEASE: ActRules = {
  deed: { action: "exception.release", event: "release", set: "claimed_by = null, claimed_at = null", values: [], after: {} },
  own: true,
  refuses: (row) => (row.status === "claimed" ? null : refusedAs(row)),
};
/** Ends a mute before its time; it is not told outside anew. */
const UNMUTE: ActRules = {
  deed: { action: "exception.unmute", event: "unmute", set: "muted_until = null, note = null", values: [], after: {} },
  own: false,
  refuses: (row) => (row.status === "muted" ? null : refusedAs(row)),
};

/**
 * The rules of an act as it is asked for.
 * @param rows that it is asked for, under their locks; at least one
 * Refuses `validation_failed`: what is asked for cannot be, of whatever exception
 */
export async function rulesOf(ctx: UserCtx, tx: Tx, act: ExceptionAct, rows: readonly Locked[]): Promise<ActRules | Refused> {
  switch (act.act) {
    case "claim":
      return claimRules(ctx);
    case "release":
      return RELEASE;
    case "unmute":
      return UNMUTE;
    case "mute":
      return muteRules(ctx, act);
    case "resolve":
      return resolveRules(ctx, tx, act.note?.trim() ?? "", rows);
    case "assign":
      return assignRules(ctx, tx, act.user_id, rows);
  }
}
