/** Scheduled changes as they are stored and answered. */
import type * as z from "zod";
import type { ConfigScheduleItem, configSchedules } from "../../../../contract/config.schema.ts";
import type { ScheduleStatus } from "../../../../contract/config.ts";
import type { UserCtx } from "../../../platform/context.ts";
import type { Queryable } from "../../../platform/db/pool.ts";
import type { Values } from "../judge.ts";
import { asWritten } from "../store.ts";

export interface Stored {
  readonly id: number;
  readonly version: number;
  readonly status: ScheduleStatus;
  readonly due_at: Date;
  readonly changes: ConfigScheduleItem["changes"];
  readonly reason: string | null;
  readonly maker: bigint;
  readonly maker_account: string;
  readonly checker: bigint | null;
  readonly checker_account: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly problem: ConfigScheduleItem["problem"];
  readonly applied_version: number | null;
  /** Who took it away by hand. */
  readonly cancelled_by: bigint | null;
  /** The change whose end this is. */
  readonly ends: number | null;
  /** When its own end is due, where the statement asks for it. */
  readonly until_at?: Date | null;
  /** When it would have ended, where the statement asks for it. */
  readonly would_end_at?: Date | null;
}

/** What is over stays in view: so many. */
const ENDED = 20;

/** When the change `s` ends by itself: its end is there, and nobody has taken that away. */
const UNTIL = "(select e.due_at from config_schedules e where e.ends = s.id and e.status in ('waiting', 'applied')) as until_at";

/** When the change `s`, held or refused, would have ended: its end went with it; one that a person took away before does not count. */
const WOULD_END = `(select e.due_at from config_schedules e
  where e.ends = s.id and s.status in ('held', 'refused') and e.status = 'cancelled' and e.cancelled_by is null) as would_end_at`;

/** As it is answered. */
export function scheduleOut(row: Stored): ConfigScheduleItem {
  const { id, version, status, reason, problem, applied_version, ends } = row;
  const [before, after] = [sideOf(row, "before"), sideOf(row, "after")];
  return {
    id,
    version,
    status,
    at: row.due_at.toISOString(),
    changes: row.changes.map(({ key }) => ({ key, before: before[key] ?? null, after: after[key] ?? null })),
    reason,
    maker: row.maker_account,
    checker: row.checker_account,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    problem,
    until: row.until_at?.toISOString() ?? null,
    would_end: row.would_end_at?.toISOString() ?? null,
    ends,
    applied_version,
  };
}

/** What a change would make of the values, by key; with "before" what it expects to stand. */
export const sideOf = ({ changes }: Pick<Stored, "changes">, side: "before" | "after"): Values =>
  asWritten(Object.fromEntries(changes.map((change) => [change.key, change[side]])));

/**
 * The values that are expected to stand at a moment: those of now, with what waits before it.
 * @param except one that does not count: it is replaced
 */
export async function expectedAt(q: Queryable, now: Values, at: Date, except: number | null): Promise<Values> {
  const before = await q.rows<Stored>(
    "select * from config_schedules where status = 'waiting' and due_at <= $1 and id is distinct from $2 order by due_at, id",
    [at, except],
  );
  return before.reduce<Values>((values, plan) => ({ ...values, ...sideOf(plan, "after") }), now);
}

/** What waits or needs a person, the next one first; then the last that are over. */
export async function listSchedules(ctx: UserCtx): Promise<z.output<typeof configSchedules>> {
  const rows = await ctx.app.db.rows<Stored>(
    `(select s.*, ${UNTIL}, ${WOULD_END} from config_schedules s where status in ('waiting', 'held', 'refused') order by due_at, id)
     union all (select s.*, ${UNTIL}, ${WOULD_END} from config_schedules s where status in ('applied', 'cancelled') order by ended_at desc, id desc limit ${ENDED})`,
  );
  return { items: rows.map(scheduleOut) };
}
