/** A merchant's own figures, for its people: what the platform sees of all orders, of theirs alone. */
import type * as z from "zod";
import type { OwnFigures, ownQuery } from "../../../contract/statistics.schema.ts";
import type { App, UserCtx } from "../../platform/context.ts";
import { KeptAnswers } from "../../platform/kept.ts";
import { scopeOf } from "../../platform/lists/scope.ts";
import { Refused } from "../../platform/refusal.ts";
import { rangeOf } from "../reconciliation/index.ts";
import { keyOf, limitOf, readOrders } from "./orders.ts";
import { readBefore } from "./own-before.ts";
import { type OwnRange, readDays, readTaking } from "./own-sums.ts";

function read(app: App, range: OwnRange): Promise<OwnFigures> {
  const limitMs = limitOf(app);
  return app.db.bounded.use(async (ask) => {
    const atMs = app.now();
    const orders = await readOrders(ask, range, limitMs);
    const days = await readDays(ask, range, limitMs);
    const taking = await readTaking(ask, range, limitMs);
    return { at: new Date(atMs).toISOString(), ...orders, ...days, taking, before: await readBefore(ask, { range, totals: days.totals, atMs, limitMs }) };
  });
}

/** A merchant's people look at the same ranges, and a range is much to read. */
const FIGURES = new KeptAnswers<OwnFigures>(3000);

/** The figures of the merchant of the session, and of no other. Refuses validation_failed, forbidden */
export async function ownFigures({ app, actor }: UserCtx, query: z.infer<typeof ownQuery>): Promise<OwnFigures | Refused> {
  const scope = scopeOf(actor);
  if (!("merchantId" in scope)) return new Refused("forbidden");
  const asked = rangeOf(app, query);
  if (asked instanceof Refused) return asked;
  const range: OwnRange = { ...asked, merchantId: scope.merchantId };
  return FIGURES.of(app, keyOf(range), () => read(app, range));
}
