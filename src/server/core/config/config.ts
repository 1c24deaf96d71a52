/** All parameters: seen by admin, finance and auditor, changed by admin. */
import type * as z from "zod";
import type { ConfigHistoryItem, ConfigOut, configPatch } from "../../../contract/config.schema.ts";
import { Undone } from "../../platform/db/undone.ts";
import type { Answer } from "../../platform/answer.ts";
import type { UserCtx } from "../../platform/context.ts";
import type { App } from "../../platform/context.ts";
import { changeConfig } from "./change.ts";
import { ALL_DEFAULTS } from "./store.ts";

const HISTORY = 200;

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

/** Changes the given keys. Refuses `conflict`, `validation_failed` */
export async function patchConfig(ctx: UserCtx, body: z.output<typeof configPatch>): Promise<Answer<ConfigOut>> {
  const { version, ...given } = body;
  const done = await ctx.tx(async (tx) => {
    const result = await changeConfig(ctx, tx, version as number, given, "config.update");
    if (result instanceof Undone) return result;
    return answer(ctx.app, result.version, result.values);
  });
  await ctx.app.config.reload();
  return done;
}

/** The last changes, newest first. */
export async function configHistory(ctx: UserCtx): Promise<{ items: ConfigHistoryItem[] }> {
  const rows = await ctx.app.db.rows<{ version: number; at: Date; account: string | null; changes: ConfigHistoryItem["changes"] }>(
    "select version, at, account, changes from config_history order by version desc limit $1",
    [HISTORY],
  );
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
}
