/** Notifications as a file. */
import { deliveryQuery } from "../../../contract/deliveries.schema.ts";
import { column, CREATED, type ExportSpec, idColumn, MERCHANT_ID, refColumn, codeColumn } from "../../platform/lists/export-columns.ts";
import { exportRoute } from "../../platform/lists/export-route.ts";
import { DELIVERY_LIST } from "./queries.ts";

const DELIVERY_EXPORT: ExportSpec = {
  file: { zh: "通知记录", en: "deliveries" },
  columns: [
    idColumn("通知编号", "Delivery ID", "delivery", "u.id", "id"),
    idColumn("webhook-id", "webhook-id", "webhook", "u.id", "webhook_id"),
    ...MERCHANT_ID,
    refColumn("关联单号", "Reference ID", "u.object_type", "u.object_id", "object"),
    column("text", "商户", "Merchant", "m.name", "merchant"),
    codeColumn("webhookType", "事件", "Type", "u.type", "type"),
    column("text", "地址", "Address", "u.url", "url"),
    codeColumn("deliveryStatus", "状态", "Status", "u.status", "status"),
    column("number", "次数", "Attempts", "jsonb_array_length(u.attempt_log)", "attempts"),
    column("number", "最近返回码", "Last code", "(u.attempt_log -> -1 ->> 'code')::int", "last_code"),
    column("time", "最近尝试", "Last attempt", "(u.attempt_log -> -1 ->> 'at')::timestamptz", "last_at"),
    column("time", "下次时间", "Next attempt", "u.next_at", "next_at"),
    CREATED,
  ],
};

export const deliveriesExport = exportRoute("/api/deliveries/export", "Notifications as a file", deliveryQuery, {
  list: DELIVERY_LIST,
  spec: DELIVERY_EXPORT,
  permission: "deliveries.see",
});
