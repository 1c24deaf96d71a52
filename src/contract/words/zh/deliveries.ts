/** Notifications. */
import type { NotifyStatus } from "../../payments.ts";
import type { WebhookWords } from "../../webhooks.ts";

/** Statuses of notifications. */
export const deliveryStatus = { none: "无地址", waiting: "待发送", delivered: "已送达", failed: "失败", stopped: "已停止" } satisfies Record<
  NotifyStatus,
  string
>;

/** Types of notifications. */
export const webhookType = {
  payment: { completed: "代收完成", review: "代收待审核", expired: "代收过期", rejected: "代收驳回", cancelled: "代收取消", reversed: "代收冲正" },
  disburse: { completed: "代付完成", failed: "代付失败", rejected: "代付驳回", cancelled: "代付取消", returned: "代付退回" },
  withdrawal: { paid: "提现已付款", rejected: "提现驳回" },
} satisfies WebhookWords;
