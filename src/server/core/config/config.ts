/** All parameters: seen by admin, finance and auditor, changed by admin. */
import type * as z from "zod";
import type { ConfigHistoryItem, configHistoryOut, configHistoryQuery, configAsked, ConfigOut } from "../../../contract/config.schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { Refused } from "../../platform/refusal.ts";
import { changeConfig } from "./change.ts";
import { ALL_DEFAULTS } from "./store.ts";

/** So many changes are answered at once. */
const HISTORY = 50;

function answer(app: App, version: number, values: Readonly<Record<string, unknown>>): ConfigOut {
  return {
    version,
    values: Object.fromEntries(Object.keys(ALL_DEFAULTS).map((key) => [key, values[key] ?? null])),
    defaults: { ...ALL_DEFAULTS },
    sandbox: app.config.sandbox,
  };
}

/** The parameters with their version. */
export async function getConfig(ctx: UserCtx): Promise<ConfigOut> {
  // Another process may have changed them within the last second: who edits wants the newest version.
  await ctx.app.config.reload();
  return answer(ctx.app, ctx.app.config.version, ctx.app.config.current);
}

/** What a change came to, as {@link changeConfig} answers it. */
type Came = Awaited<ReturnType<typeof changeConfig>>;

/**
 * Makes one version, or says why not. What a change depends on is read inside: the same call again, by its key, has the first one's answer
 * whatever stands now.
 */
export async function saveConfig(ctx: UserCtx, change: (tx: Tx) => Promise<Came | Refused>): Promise<Answer<ConfigOut>> {
  const done = await ctx.tx(async (tx) => {
    const result = await change(tx);
    if (result instanceof Refused || result instanceof Undone) return result;
    return answer(ctx.app, result.version, result.values);
  });
  await ctx.app.config.reload();
  return done;
}

/** Changes the given keys, also as a granted request for what would put them back. Refuses `conflict`, `validation_failed` */
export function patchConfig(ctx: UserCtx, body: z.output<typeof configAsked>): Promise<Answer<ConfigOut>> {
  const { version, reason, restored, ...given } = body;
  const action = restored === undefined ? "config.update" : "config.restore";
  return saveConfig(ctx, (tx) => changeConfig(ctx, tx, version as number, given, { action, reason, restored }));
}

/** Changes, newest first; with `more` where there are older ones. */
export async function configHistory(ctx: UserCtx, { key, before }: z.output<typeof configHistoryQuery>): Promise<z.output<typeof configHistoryOut>> {
  const rows = await ctx.app.db.rows<Omit<ConfigHistoryItem, "at"> & { at: Date }>(
    `select version, at, account, checker, reason, restored, schedule, (select s.ends from config_schedules s where s.id = schedule) as ended, changes from config_history
     where ($2::int is null or version < $2) and ($3::text is null or changes @> jsonb_build_array(jsonb_build_object('key', $3::text)))
     order by version desc limit $1 + 1`,
    [HISTORY, before ?? null, key ?? null],
  );
  return { items: rows.slice(0, HISTORY).map((row) => ({ ...row, at: row.at.toISOString() })), more: rows.length > HISTORY };
}
