/** Reading notifications: the dashboard's log and the merchants' own. */
import {
  deliveryDetail as deliveryDetailSchema,
  deliveryQuery,
  deliveryRow,
  merchantDeliveries,
  merchantDeliveriesQuery,
} from "../../../contract/deliveries.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { withId } from "../../platform/lists/page.ts";
import { Refused } from "../../platform/refusal.ts";
import { listRoute } from "../../platform/lists/routes.ts";
import { DELIVERY_LIST } from "./queries.ts";
import { deliveriesOfOrder, deliveryDetail } from "./reads.ts";

export const deliveriesReadRoutes: AnyRoute[] = [
  listRoute(DELIVERY_LIST, {
    url: "/api/deliveries",
    summary: "Notifications to merchants, newest first",
    permission: "deliveries.see",
    query: deliveryQuery,
    row: deliveryRow,
  }),
  read("deliveries.see", {
    url: "/api/deliveries/:id",
    summary: "One notification with its body and attempts",
    params: idParams,
    data: deliveryDetailSchema,
    handler: (ctx, { params }) => withId(ctx.app, "delivery", params.id, (id) => deliveryDetail(ctx.app, ctx.app.db, id, ctx.actor)),
  }),
  route({
    method: "GET",
    url: "/v1/deliveries",
    access: { kind: "merchant" },
    summary: "Notifications sent for one order or withdrawal, newest first",
    query: merchantDeliveriesQuery,
    data: merchantDeliveries,
    audit: null,
    handler: async (ctx, { query }) => {
      const found = await deliveriesOfOrder(ctx.app, query, ctx.actor);
      if (found instanceof Refused) return found;
      const { items, next_cursor, searched_back_to } = found;
      return {
        items: items.map(({ merchant_name: _name, ...row }) => row),
        next_cursor,
        ...(searched_back_to === undefined ? {} : { searched_back_to }),
      };
    },
  }),
];
