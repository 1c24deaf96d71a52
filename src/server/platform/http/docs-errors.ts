/** What errors say to whoever writes a program, in Chinese; in English the answer's own message says it. */
import { ERRORS, type ErrorCode, PROGRAM_ERRORS, type ProgramError } from "../../../contract/errors.ts";
import type { DocsLocale } from "./docs-words.ts";

const ZH: Readonly<Record<ProgramError, string>> = {
  malformed: "请求无法读取，请检查路径和请求体",
  unauthorized: "缺少有效的凭证：请带上应用密钥或手机令牌",
  ip_not_allowed: "来源地址不在 IP 白名单内，请换用允许的地址，或请平台添加",
  merchant_disabled: "商户已停用，请联系平台",
  not_found: "未找到：编号不存在，或不属于您",
  method_not_allowed: "此地址不支持该方法",
  conflict: "对象已被更改，请重新读取后再试",
  wrong_state: "订单当前的状态不允许此操作",
  duplicate_order_mismatch: "已有同一 `merchant_order_id`、内容不同的订单；新订单请换用新的编号",
  idempotency_running: "带同一 `Idempotency-Key` 的第一次请求仍在处理，请稍后重发",
  already_answered: "该任务已报告过不同的结果",
  trx_used: "此 TrxID 已属于另一订单，请核对",
  too_large: "请求体过大，请减小",
  unsupported_media_type: "请以 UTF-8 发送 `application/json`，不要压缩",
  validation_failed: "部分字段有误，见 `error.fields`",
  idempotency_mismatch: "此 `Idempotency-Key` 已用于其他内容，另一请求请换用新的键",
  intake_closed: "暂停接收新订单，恢复后再试",
  no_wallet_available: "目前没有可以接收此订单的钱包，请稍后再试",
  amount_out_of_bounds: "金额超出允许范围，见 `error.details`",
  insufficient_balance: "余额不足，请减小金额，或补足后再试",
  merchant_below_zero: "商户余额为负，补足前停止代付",
  customer_is_wallet: "该号码是平台自己的钱包，请核对号码",
  trx_mismatch: "此 TrxID 的短信金额或钱包不同，请核对",
  too_many_trx: "此订单提交过的 TrxID 过多，或此 TrxID 提交给过多订单，请联系平台匹配",
  target_not_allowed: "地址须为公网 https，端口为 443，或 1024 以上且不属于其他协议",
  invalid_bind_code: "绑定码错误、已使用或已过期，请重新生成",
  rate_limited: "请求过于频繁，按 `Retry-After` 等待后再试",
  internal: "平台出错，请重试；仍失败时请提供 `request_id`",
  not_ready: "尚未就绪，请按 `Retry-After` 等待后再试",
};

/** The codes that a surface answers, each with its meaning. The dashboard's are told in English, as its calls are. */
export function errorsOf(locale: DocsLocale, dashboard: boolean): { readonly code: ErrorCode; readonly told: string }[] {
  if (dashboard) return (Object.keys(ERRORS) as ErrorCode[]).map((code) => ({ code, told: ERRORS[code].message })); // its own keys
  return PROGRAM_ERRORS.map((code) => ({ code, told: locale === "zh" ? ZH[code] : ERRORS[code].message }));
}
