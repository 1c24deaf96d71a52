/** Routes that every list has, made from its spec. */
import type * as z from "zod";
import { idParams, page } from "../../../contract/schema.ts";
import type { Permission } from "../../../contract/permissions.ts";
import { read, type AnyRoute } from "../http/route.ts";
import { Refused } from "../refusal.ts";
import { listPage, loadRow, withId } from "./page.ts";
import type { BaseQuery, ListSpec } from "./spec.ts";

/** Where a list is served, to whom, and its schemas. */
export interface ListRoute<Q, Row> {
  readonly url: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly query: z.ZodType<Q>;
  readonly row: z.ZodType<Row, Row>;
}

/** `GET {url}`: one page of the list inside the caller's scope. */
export function listRoute<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(spec: ListSpec<Q, Raw, Row>, at: ListRoute<Q, Row>): AnyRoute {
  return read(at.permission, {
    url: at.url,
    summary: at.summary,
    query: at.query,
    data: page(at.row),
    handler: async (ctx, { query }) => {
      const found = await listPage(ctx.app, spec, query, ctx.actor);
      if (found instanceof Refused) return found;
      return { ...found, items: [...found.items], ...(found.sums === undefined ? {} : { sums: found.sums && { ...found.sums } }) };
    },
  });
}

/** `GET {url}/:id`: one row inside the caller's scope, where the list already shows all there is to an object. */
export function rowRoute<Q extends BaseQuery, Raw extends { readonly id: bigint }, Row>(
  spec: ListSpec<Q, Raw, Row>,
  at: Omit<ListRoute<Q, Row>, "query">,
): AnyRoute {
  return read(at.permission, {
    url: `${at.url}/:id`,
    summary: at.summary,
    params: idParams,
    data: at.row,
    handler: (ctx, { params }) => withId(ctx.app, spec.kind, params.id, (id) => loadRow(ctx.app, ctx.app.db, spec, id, ctx.actor)),
  });
}
