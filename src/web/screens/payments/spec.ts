/** The payments list as data. */
import type { PaymentDetail, PaymentRow } from "../../../contract/payments.schema.ts";
import type { ListSpec } from "../../list/spec/index.ts";
import { mayNow } from "../../session.tsx";
import { paymentActions, paymentBulk } from "./actions.ts";
import { paymentColumns, paymentStatus, reasonOf } from "./columns.tsx";
import { paymentFilters } from "./filters.ts";

export const paymentsList: ListSpec<PaymentRow, PaymentDetail> = {
  name: "payments",
  title: "frame.screen.payments",
  endpoint: "GET /api/payments",
  columns: paymentColumns,
  filters: paymentFilters,
  searchHint: "payments.searchHint",
  empty: "payments.empty",
  card: { status: "status", amount: "amount", lines: ["reason", "merchant", "merchant_order_id", "trx_id", "customer", "created_at"] },
  actions: paymentActions,
  bulk: paymentBulk,
  amountOf: (row) => row.amount,
  drawer: {
    endpoint: "GET /api/payments/:id",
    status: paymentStatus,
    amount: (row) => row.amount,
    // Said to whoever can do something about it; others only learn that it is being looked at.
    waiting: (row, _detail, { t }) => {
      const decides = mayNow("payments.decide");
      if (row.status === "review" && !decides) return t("payments.waiting.others");
      const reason = reasonOf(row);
      if (row.status === "review") return reason === null ? t("payments.waiting.reviewPlain") : t("payments.waiting.review", { reason });
      if (decides && row.disputed_at !== null && row.reversed_at === null) return t("payments.waiting.disputed");
      const isUntold = row.notify.status === "failed" || row.notify.status === "stopped";
      return isUntold && mayNow("payments.notify") ? t("orders.waiting.notifyFailed") : null;
    },
    evidence: async (row, tools) => (await import("./evidence-file.ts")).savePaymentEvidence(row, tools),
    body: () => import("./drawer.tsx"),
  },
  live: "payments",
  exportable: true,
};
