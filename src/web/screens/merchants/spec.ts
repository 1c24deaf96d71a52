/** The merchants list as data. */
import type { MerchantDetail, MerchantRow } from "../../../contract/merchants.schema.ts";
import { choiceOf, type ListSpec } from "../../list/spec/index.ts";
import { mayNow } from "../../session.tsx";
import { merchantActions } from "./actions.ts";
import { merchantColumns, merchantHead } from "./columns.tsx";

export const merchantsList: ListSpec<MerchantRow, MerchantDetail> = {
  name: "merchants",
  title: "frame.screen.merchants",
  endpoint: "GET /api/merchants",
  columns: merchantColumns,
  filters: [
    choiceOf("enabled", "words.field.enabled", ["true", "false"] as const, (value) => `merchants.enabledOf.${value}`),
    choiceOf("deleted", "merchants.column.deleted", ["only", "with"] as const, (value) => `merchants.deletedOf.${value}`),
  ],
  searchHint: "merchants.searchHint",
  empty: "merchants.empty",
  firstStep: { permission: "merchants.create", text: "merchants.firstStep" },
  card: { status: "state", amount: "balance", lines: ["name", "owner", "today_payments", "today_disburses", "webhook", "ip_whitelist"] },
  actions: merchantActions,
  drawer: {
    endpoint: "GET /api/merchants/:id",
    status: merchantHead,
    amount: (row) => row.balance,
    waiting: (row, _detail, { t }) => {
      if (row.webhook_health.failed_24h > 0)
        return t(mayNow("deliveries.resend") ? "merchants.waiting.failed" : "merchants.waiting.failedPlain", { n: row.webhook_health.failed_24h });
      return row.ip_whitelist.length === 0 && !row.deleted ? t("merchants.ip.warning") : null;
    },
    body: () => import("./drawer.tsx"),
  },
  live: "merchants",
  exportable: true,
};
