import type { LocalCode } from "../../api.ts";
import type { ErrorCode, FieldCode } from "../../../contract/errors.ts";

/** What to say, and what to do next, for each code that a call can answer. */
const code = {
  malformed: "请求无法读取，请重新加载页面后再试",
  unauthorized: "请先登录",
  forbidden: "当前账号无权执行此操作",
  ip_not_allowed: "当前网络地址不在允许名单内",
  merchant_disabled: "商户已停用",
  same_person: "需由另一人审核，不能审核自己提交的申请",
  recheck_required: "请先验证密码",
  totp_setup_required: "请先设置身份验证器",
  password_change_required: "请先修改一次性密码",
  not_found: "未找到",
  conflict: "内容已被他人更改，请重新加载后再试",
  wrong_state: "当前状态下不能执行此操作，请重新加载查看最新状态",
  duplicate_order_mismatch: "商户订单号已存在，但内容不同",
  idempotency_running: "同一请求仍在处理中，请稍候",
  already_exists: "该值已被使用",
  trx_used: "此 TrxID 已用于其他订单",
  still_in_use: "仍有余额、冻结或未完成的订单，请先处理",
  last_admin: "至少保留一名启用的管理员",
  too_large: "内容过大",
  unsupported_media_type: "内容格式不受支持",
  validation_failed: "部分字段有误，请检查后再提交",
  idempotency_mismatch: "请求标识已用于其他内容，请重新提交",
  invalid_credentials: "账号或密码不正确",
  invalid_code: "验证码不正确",
  totp_required: "请输入身份验证器中的验证码",
  weak_password: "密码太短或太常见，请换一个更长的密码",
  intake_closed: "目前暂停接单",
  no_wallet_available: "目前没有可用的钱包",
  amount_out_of_bounds: "金额超出允许范围",
  insufficient_balance: "余额不足",
  customer_is_wallet: "客户号码是平台自己的钱包",
  trx_mismatch: "此 TrxID 的短信金额或钱包不一致",
  too_many_trx: "此订单提交的 TrxID 次数过多",
  invalid_bind_code: "绑定码错误、已使用或已过期",
  target_not_allowed: "地址必须是公网 https 地址",
  rate_limited: "请求过于频繁，请稍后再试",
  locked: "失败次数过多，请稍后再试",
  internal: "服务器出错，请重试；若仍失败，请提供请求编号",
  not_ready: "服务尚未就绪，请稍后再试",
  method_not_allowed: "不支持此操作",
  offline: "无法连接服务器，请检查网络后重试",
  bad_answer: "服务器返回异常，请稍后再试",
} satisfies Record<ErrorCode | LocalCode, string>;

/** What is wrong with one field. */
const field = {
  required: "必填",
  invalid: "格式不正确",
  too_long: "过长",
  too_short: "过短",
  too_small: "数值过小",
  too_large: "数值过大",
  unknown_field: "未知字段",
  not_allowed: "不允许的值",
  taken: "已被使用",
  mismatch: "不一致",
} satisfies Record<FieldCode, string>;

export const errors = {
  code,
  field,
  requestId: "请求编号",
  loadFailed: "加载失败",
};
