/** Orders and withdrawals. */
import type { DisburseStatus } from "../../disburses.ts";
import type { NotifyStatus, PaymentStatus } from "../../payments.ts";
import type { WithdrawalStatus } from "../../withdrawal.ts";

/** Statuses of payments. */
export const paymentStatus = {
  pending: "待支付",
  completed: "已完成",
  review: "待审核",
  expired: "已过期",
  rejected: "已驳回",
  cancelled: "已取消",
} satisfies Record<PaymentStatus, string>;

/** What became of an order's notification. */
export const notifyStatus = { none: "无需通知", waiting: "待通知", delivered: "已通知", failed: "通知失败", stopped: "已停止" } satisfies Record<
  NotifyStatus,
  string
>;

/** Why a payment stands as it does. */
export const paymentReason = {
  amount_differs: "到账金额与订单金额不同",
  other_wallet: "到账钱包与订单钱包不同",
  payer_differs: "付款号码与客户号码不同",
  several_orders: "有多个订单同时符合",
  too_late: "到账过晚",
  unknown_reference: "附言不对应任何订单",
  amount_only: "只有金额相符",
  no_order: "没有相符的订单",
  chain_break: "余额不连续",
  expired: "超时未支付",
  cancelled: "商户已取消",
  trx_elsewhere: "提交的 TrxID 属于另一订单",
};

/** Statuses of payouts. */
export const disburseStatus = {
  pending: "待出款",
  review: "待审核",
  approved: "已通过",
  processing: "出款中",
  completed: "已完成",
  attempt_failed: "出款失败，待处理",
  unknown: "结果未知",
  failed: "失败",
  rejected: "已驳回",
  cancelled: "已取消",
} satisfies Record<DisburseStatus, string>;

/** Why a payout, or an attempt of it, stands as it does. */
export const disburseReason = {
  above_threshold: "金额超过审核额度",
  no_wallet: "没有可用的钱包",
  auto_failed: "超时未处理，自动失败",
  closed: "已暂停出款",
  cancelled: "商户已取消",
  returned: "运营商退回",
  unexplained_debit: "有原因不明的支出",
  discrepancy: "余额断点",
  reversal: "运营商撤回了收款",
  books_differ: "账面与运营商余额不符",
  completed: "已出款",
  corrected_by_hand: "人工更正 TrxID",
  completed_by_hand: "人工完成",
  accepted: "已受理",
  rejected: "已拒绝",
  unknown: "无明确答复",
  pending: "处理中",
  failed: "失败",
  not_found: "查无此笔",
  unavailable: "无法查询",
  not_supported: "不支持查询",
  conflict: "答复互相矛盾",
  timeout: "超时未答复",
  no_answer: "一直没有结果",
  error: "连接出错",
  lost: "答复丢失",
  slept: "等待过久",
  bad_answer: "答复无法识别",
  unreadable: "答复无法识别",
  unclear: "答复不明确",
  answer_differs: "答复与请求不符",
  bad_signature: "签名不符",
  no_credentials: "缺少运营商凭证",
  no_token: "无法取得访问令牌",
  token_busy: "访问令牌正在更新",
  token_limit: "令牌请求过多",
  not_https: "地址不是 https",
  private: "地址不允许访问",
  unresolvable: "域名无法解析",
  unreachable: "无法连接",
  refused: "连接被拒绝",
  reset: "连接中断",
  tls: "TLS 证书或加密出错",
  too_large: "答复过大",
  too_slow: "准备时间过长，未发出",
  fail: "运营商报告失败",
  no_payout_rail: "没有出款方式",
  no_payout_device: "没有代付手机",
  never_handed: "从未交给手机",
  not_taken: "没有手机领取",
  withdrawn: "已撤回",
  sent_before: "之前已发出",
  by_hand: "人工确认",
  message: "有出款短信",
  no_message: "没有出款短信",
  phone_failed: "手机报告失败",
  phone_failed_late: "手机逾期报告失败",
  phone_unsure: "手机无法确定",
  says_paid: "手机报告已出款",
  waits_for_proof: "手机报告已出款，等待短信证实",
  no_proof: "没有短信证实",
  proof_differs: "短信与手机的报告不符",
  phone_silent: "手机没有答复",
  phone_trx_used: "手机报告的 TrxID 已用于其他订单",
  phone_differs: "手机的答复有矛盾",
  other_trx: "TrxID 不同",
  superseded: "之后已有新的尝试",
  final: "订单已结束",
  paid: "已出款",
  amount_differs: "金额不同",
  other_wallet: "钱包不同",
  payee_differs: "短信里的收款号码不同",
  trx_used: "TrxID 已用于其他订单",
  came_back: "运营商已退回这笔款",
  invalid_trx: "TrxID 无效",
};

/** Statuses of withdrawals. */
export const withdrawalStatus = { pending: "待审核", approved: "待付款", paid: "已付款", rejected: "已驳回" } satisfies Record<WithdrawalStatus, string>;
