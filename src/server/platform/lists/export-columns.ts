/** Columns of every export: headings in both languages, expressions over the list's own rows. */
import { PEOPLE_FIELDS } from "../../../contract/audit.ts";
import { column, ORDER_TAIL, staffColumn, type ExportColumn, type ExportSpec } from "./export.ts";
import { REF_LETTER_SQL } from "./refs.ts";

const id = (zh: string, en: string, letter: string, expression: string): ExportColumn => column("id", zh, en, `'${letter}' || ${expression}`);
const created = column("time", "创建时间", "Created", "time_of_id(u.id)");
const merchant = [id("商户号", "Merchant ID", "M", "u.merchant_id")];
const life = [column("boolean", "启用", "Enabled", "u.enabled")];

/** Payments. */
export const PAYMENT_EXPORT: ExportSpec = {
  file: { zh: "代收", en: "payments" },
  columns: [
    id("订单号", "Order ID", "P", "u.id"),
    ...merchant,
    { ...id("钱包号", "Wallet ID", "W", "u.wallet_id"), staff: true },
    column("text", "商户", "Merchant", "m.name"),
    column("text", "商户订单号", "Merchant order ID", "u.merchant_order_id"),
    column("code", "运营商", "Operator", "u.operator"),
    staffColumn("text", "钱包", "Wallet", "w.name"),
    column("phone", "收款账号", "Receiving account", "w.account"),
    column("amount", "金额", "Amount", "u.amount"),
    column("amount", "实收金额", "Received", "u.received_amount"),
    column("amount", "手续费", "Fee", "u.fee"),
    column("text", "TrxID", "TrxID", "u.trx_id"),
    column("phone", "客户", "Customer", "u.customer"),
    column("code", "状态", "Status", "u.status"),
    column("text", "原因", "Reason", "u.reason"),
    created,
    column("time", "过期时间", "Expires", "u.expires_at"),
    column("time", "支付时间", "Paid", "u.paid_at"),
    ...ORDER_TAIL,
  ],
};

/** Messages. */
export const SMS_EXPORT: ExportSpec = {
  file: { zh: "短信记录", en: "sms" },
  columns: [
    id("短信编号", "Message ID", "S", "u.id"),
    id("钱包号", "Wallet ID", "W", "u.wallet_id"),
    id("订单号", "Order ID", "P", "u.payment_id"),
    column("time", "接收时间", "Received", "u.received_at"),
    column("time", "运营商时间", "Operator time", "u.operator_time"),
    column("text", "钱包", "Wallet", "w.name"),
    column("text", "设备", "Device", "d.name"),
    column("code", "运营商", "Operator", "u.operator"),
    column("text", "发送方", "Sender", "u.sender"),
    column("code", "类型", "Kind", "u.kind"),
    column("code", "方向", "Direction", "u.direction"),
    column("amount", "金额", "Amount", "u.amount"),
    column("amount", "手续费", "Fee", "u.fee"),
    column("amount", "佣金", "Commission", "u.commission"),
    column("amount", "余额", "Balance", "u.balance"),
    column("text", "TrxID", "TrxID", "u.trx_id"),
    column("phone", "对方号码", "Counterparty", "u.counterparty"),
    column("phone", "附言", "Reference", "u.reference"),
    column("code", "匹配状态", "Match status", "u.match_status"),
    column("code", "余额连续性", "Balance continuity", "u.chain"),
    column("text", "说明", "Reasons", "array_to_string(u.reasons, ' ')"),
    column("phone", "原文", "Text", "u.text"),
  ],
};

/** Journals. */
export const JOURNAL_EXPORT: ExportSpec = {
  file: { zh: "商户流水", en: "journals" },
  columns: [
    id("流水号", "Journal ID", "J", "u.id"),
    ...merchant,
    column("id", "关联单号", "Reference ID", `${REF_LETTER_SQL("u.ref_type")} || u.ref_id`),
    column("text", "商户", "Merchant", "m.name"),
    column("code", "类型", "Kind", "u.kind"),
    column("code", "关联类型", "Reference type", "u.ref_type"),
    column("amount", "变动前余额", "Before", "u.before_balance"),
    column("amount", "金额", "Amount", "u.amount"),
    column("amount", "变动后余额", "After", "u.after_balance"),
    created,
    staffColumn("text", "备注", "Note", "u.note"),
  ],
};

/** Notifications. */
export const DELIVERY_EXPORT: ExportSpec = {
  file: { zh: "通知记录", en: "deliveries" },
  columns: [
    id("通知编号", "Delivery ID", "V", "u.id"),
    ...merchant,
    column("id", "关联单号", "Reference ID", `${REF_LETTER_SQL("u.object_type")} || u.object_id`),
    column("text", "商户", "Merchant", "m.name"),
    column("code", "事件", "Type", "u.type"),
    column("text", "地址", "Address", "u.url"),
    column("code", "状态", "Status", "u.status"),
    column("number", "次数", "Attempts", "jsonb_array_length(u.attempt_log)"),
    column("number", "最近返回码", "Last code", "(u.attempt_log -> -1 ->> 'code')::int"),
    column("time", "下次时间", "Next attempt", "u.next_at"),
    created,
  ],
};

/** Staff of the platform stay nameless to merchants, as in the list. */
const byStaff = "(u.actor_type = 'user' and x.merchant_id is null)";

/** As merchants' people may read it (`withoutPeople` of audit.ts). */
const withoutPeople = (side: string): string => `(${side}${PEOPLE_FIELDS.map((name) => ` - '${name}'`).join("")})::text`;

/** The audit trail. */
export const AUDIT_EXPORT: ExportSpec = {
  file: { zh: "操作记录", en: "audit" },
  columns: [
    id("记录编号", "Record ID", "L", "u.id"),
    column("time", "时间", "Time", "u.at"),
    staffColumn("code", "身份", "Actor type", "u.actor_type"),
    staffColumn("text", "账号", "Account", "u.account"),
    staffColumn("text", "IP", "IP", "u.ip"),
    { ...column("text", "账号", "Account", `case when ${byStaff} then 'staff' else u.account end`), merchants: true },
    { ...column("text", "IP", "IP", `case when ${byStaff} then null else u.ip end`), merchants: true },
    column("code", "操作", "Action", "u.action"),
    column("code", "对象类型", "Object type", "u.object_type"),
    column("text", "对象编号", "Object ID", "u.object_id"),
    staffColumn("text", "变更前", "Before", "u.before::text"),
    staffColumn("text", "变更后", "After", "u.after::text"),
    { ...column("text", "变更前", "Before", withoutPeople("u.before")), merchants: true },
    { ...column("text", "变更后", "After", withoutPeople("u.after")), merchants: true },
    column("code", "校验值", "Hash", "encode(s.hash, 'hex')"),
  ],
};

const fee = (side: "payment" | "disburse", zh: string, en: string): ExportColumn[] => [
  column("number", `${zh}费率（基点）`, `${en} rate (bps)`, `u.${side}_rate_bps`),
  column("amount", `${zh}固定费`, `${en} fixed fee`, `u.${side}_fixed`),
];
const account = (kind: string, owner: string): string => `(select a.balance from accounts a where a.kind = '${kind}' and a.owner_id = ${owner})`;

/** Merchants. */
export const MERCHANT_EXPORT: ExportSpec = {
  file: { zh: "商户", en: "merchants" },
  columns: [
    id("商户号", "Merchant ID", "M", "u.id"),
    column("text", "名称", "Name", "u.name"),
    column("text", "负责人", "Owner", "u.owner"),
    column("amount", "余额", "Balance", account("merchant", "u.id")),
    column("amount", "冻结", "Held", account("hold", "u.id")),
    ...fee("payment", "代收", "Payment"),
    ...fee("disburse", "代付", "Disburse"),
    column("text", "IP 白名单", "IP allow list", "array_to_string(u.ip_whitelist, ' ')"),
    column("text", "通知地址", "Notification URL", "u.notify_url"),
    column("text", "App ID", "App ID", "u.app_id"),
    column("boolean", "代收开放", "Payments open", "u.payments_open"),
    column("boolean", "代付开放", "Payouts open", "u.disburses_open"),
    ...life,
    column("boolean", "已删除", "Deleted", "u.deleted"),
    created,
  ],
};

const limit = (name: string, zh: string, en: string): ExportColumn => column("amount", zh, en, `u.${name}`);

/** Wallets. */
export const WALLET_EXPORT: ExportSpec = {
  file: { zh: "钱包", en: "wallets" },
  columns: [
    id("钱包号", "Wallet ID", "W", "u.id"),
    column("text", "名称", "Name", "u.name"),
    column("text", "备注名", "Note name", "u.note_name"),
    column("code", "运营商", "Operator", "u.operator"),
    column("code", "钱包类型", "Wallet type", "u.wallet_type"),
    column("code", "接口类型", "API type", "u.api_type"),
    column("text", "账号", "Account", "u.account"),
    column("amount", "余额", "Balance", "a.balance"),
    column("amount", "冻结", "Frozen", "u.frozen_balance"),
    column("amount", "实际余额", "Real balance", "c.real_balance"),
    column("time", "实际余额时间", "Real balance at", "c.real_balance_at"),
    limit("min_amount", "单笔最小", "Min amount"),
    limit("max_amount", "单笔最大", "Max amount"),
    limit("daily_max", "日限额", "Daily max"),
    limit("month_max", "月限额", "Month max"),
    column("number", "日笔数", "Daily count max", "u.daily_count_max"),
    column("number", "月笔数", "Month count max", "u.month_count_max"),
    column("number", "冷却秒数", "Cool interval", "u.cool_interval"),
    column("boolean", "代收", "Collects", "u.collect"),
    column("boolean", "代付", "Pays out", "u.payout"),
    ...life,
    column("boolean", "已删除", "Deleted", "(u.deleted_at is not null)"),
    created,
  ],
};

/** Users. */
export const USER_EXPORT: ExportSpec = {
  file: { zh: "用户", en: "users" },
  columns: [
    id("用户号", "User ID", "U", "u.id"),
    ...merchant,
    column("text", "账号", "Account", "u.account"),
    column("text", "邮箱", "Email", "u.email"),
    column("code", "类型", "Type", "u.user_type"),
    column("text", "商户", "Merchant", "m.name"),
    column("boolean", "验证器", "Authenticator", "u.on_totp"),
    column("time", "最近登录", "Last sign-in", "u.last_sign_in_at"),
    ...life,
    column("boolean", "已删除", "Deleted", "u.deleted"),
    created,
  ],
};
