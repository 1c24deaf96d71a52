/** What operators' pages send payers to. */
import * as z from "zod";
import { Refused } from "../../platform/refusal.ts";
import { HANDLED, route, type AnyRoute } from "../../platform/http/route.ts";
import { callbackPage } from "./callback-page.ts";
import { takeCallback, type CallbackResult } from "./callback.ts";

const STATUS: Readonly<Record<CallbackResult, number>> = { paid: 200, checking: 200, not_paid: 200, unknown: 404 };
/** Operators add what they like; only short printable texts are looked at. */
const query = z.record(z.string().max(100), z.unknown());
const text = (value: unknown): string | undefined => (typeof value === "string" && /^[\x20-\x7e]{1,200}$/.test(value) ? value : undefined);

export const operatorsRoutes: AnyRoute[] = [
  route({
    method: "GET",
    url: "/operators/:operator/callback/:id",
    access: { kind: "public" },
    summary: "Where a payer's browser comes back from the operator's page",
    params: z.strictObject({ operator: z.string().max(20), id: z.string().max(40) }),
    query,
    data: z.null(),
    audit: null,
    raw: true,
    handler: async (ctx, { params, query: unchecked, reply }) => {
      const given = Object.fromEntries(Object.entries(unchecked).map(([name, value]) => [name, text(value)]));
      const result = await takeCallback(ctx.app, { operator: params.operator, publicId: params.id, query: given, ip: ctx.ip });
      if (result instanceof Refused) return result;
      await reply.code(STATUS[result]).header("cache-control", "no-store").type("text/html; charset=utf-8").send(callbackPage(result));
      return HANDLED;
    },
  }),
];
