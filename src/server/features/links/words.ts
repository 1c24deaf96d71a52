/** The words of the page behind a redacted link. Those of statuses are the screens' own. */
import type { MerchantDisburseStatus } from "../../../contract/disburses.ts";
import type { LinkedKind } from "../../../contract/links.ts";
import type { Locale } from "../../../contract/locale.ts";
import type { PaymentStatus } from "../../../contract/payments.ts";
import type { WithdrawalStatus } from "../../../contract/withdrawal.ts";
import { CODE_WORDS } from "../../../contract/words/index.ts";
import type { Moment } from "./shown.ts";

interface Words {
  readonly app: string;
  readonly kind: Readonly<Record<LinkedKind, string>>;
  readonly status: {
    readonly payment: Record<PaymentStatus, string>;
    readonly disburse: Record<MerchantDisburseStatus, string>;
    readonly withdrawal: Record<WithdrawalStatus, string>;
  };
  readonly field: Readonly<Record<"id" | "operator" | "status" | "phone" | "amount", string>>;
  readonly moment: Readonly<Record<Moment, string>>;
  /** In the place of `created`, for a withdrawal. */
  readonly asked: string;
  readonly times: string;
  readonly zone: string;
  /** `{at}`: the moment in which it ends. */
  readonly note: string;
}

/** As the screens say it. */
const statuses = (locale: Locale): Words["status"] => {
  const { paymentStatus, disburseStatus, withdrawalStatus } = CODE_WORDS[locale];
  return { payment: paymentStatus, disburse: disburseStatus, withdrawal: withdrawalStatus };
};

export const WORDS: Readonly<Record<Locale, Words>> = {
  zh: {
    app: "收付台",
    kind: { payment: "代收", disburse: "代付", withdrawal: "提现" },
    status: statuses("zh"),
    field: { id: "编号", operator: "运营商", status: "状态", phone: "手机号（后三位）", amount: "金额" },
    moment: {
      created: "下单",
      review: "转入待审核",
      approved: "审核通过",
      sent: "已发出",
      completed: "完成",
      paid: "已付款",
      failed: "失败",
      rejected: "驳回",
      cancelled: "取消",
      expired: "超时过期",
      returned: "运营商退回",
      reversed: "冲正",
    },
    asked: "提交",
    times: "时间",
    zone: "北京时间（UTC+8）",
    note: "脱敏内容，为打开时的状态。链接于 {at} 失效。",
  },
  en: {
    app: "Floatdesk",
    kind: { payment: "Payment", disburse: "Payout", withdrawal: "Withdrawal" },
    status: statuses("en"),
    field: { id: "ID", operator: "Operator", status: "Status", phone: "Phone (last three digits)", amount: "Amount" },
    moment: {
      created: "Created",
      review: "Sent to review",
      approved: "Approved",
      sent: "Sent",
      completed: "Completed",
      paid: "Paid",
      failed: "Failed",
      rejected: "Rejected",
      cancelled: "Cancelled",
      expired: "Expired",
      returned: "Returned by the operator",
      reversed: "Reversed",
    },
    asked: "Requested",
    times: "Times",
    zone: "Beijing time (UTC+8)",
    note: "Redacted; as it stands when opened. The link ends at {at}.",
  },
};
