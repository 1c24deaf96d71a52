/** Journals in the dashboard. */
import * as z from "zod";
import { journalIntegrity as journalIntegritySchema, journalQuery, journalRow } from "../../../contract/journals.schema.ts";
import { publicId } from "../../../contract/schema.ts";
import { read, type AnyRoute } from "../../platform/http/route.ts";
import { withId } from "../../platform/lists/page.ts";
import { listRoute, rowRoute } from "../../platform/lists/routes.ts";
import { journalIntegrity } from "./integrity.ts";
import { JOURNAL_LIST } from "./queries.ts";

export const journalsRoutes: AnyRoute[] = [
  listRoute(JOURNAL_LIST, {
    url: "/api/journals",
    summary: "Entries on merchants' accounts, newest first",
    permission: "journals.see",
    query: journalQuery,
    row: journalRow,
  }),
  read("journals.see", {
    url: "/api/journals/proof",
    summary: "Whether the chains of the accounts in view are unbroken and their sums agree",
    query: z.strictObject({ merchant_id: publicId.optional() }),
    data: journalIntegritySchema,
    handler: (ctx, { query }) =>
      query.merchant_id
        ? withId(ctx.app, "merchant", query.merchant_id, (id) => journalIntegrity(ctx.app, ctx.actor, id))
        : journalIntegrity(ctx.app, ctx.actor, null),
  }),
  rowRoute(JOURNAL_LIST, { url: "/api/journals", summary: "One entry on a merchant's account", permission: "journals.see", row: journalRow }),
];
