/** The words of the documentation page in both languages. */
import type { WebhookType, WEBHOOKS } from "../../../contract/webhooks.ts";

export type DocsLocale = "zh" | "en";
interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}
export interface DocsWords {
  readonly lang: string;
  readonly title: string;
  readonly dashboardTitle: string;
  readonly other: string;
  readonly intro: readonly Section[];
  readonly webhooks: Section;
  /** When a notification of each type is sent. */
  readonly events: Readonly<Record<WebhookType, string>>;
  /** To whose address. */
  readonly sentTo: Readonly<Record<(typeof WEBHOOKS)[WebhookType]["to"], string>>;
  readonly errors: string;
  readonly calls: string;
  /** The types of notifications, as a chapter. */
  readonly types: string;
  readonly contents: string;
  /** What the link of a heading is called. */
  readonly here: string;
  readonly parameters: string;
  readonly body: string;
  /** Between the forms that a body may take. */
  readonly or: string;
  readonly answer: string;
  readonly columns: {
    readonly name: string;
    readonly type: string;
    readonly required: string;
    readonly note: string;
    readonly code: string;
    readonly status: string;
  };
  readonly yes: string;
  readonly machine: string;
  /** Summaries by `METHOD /path`; where one is missing the registry's own English stands. */
  readonly summaries: Readonly<Record<string, string>>;
}

const EN: DocsWords = {
  lang: "en",
  title: "Floatdesk API",
  dashboardTitle: "Floatdesk dashboard API",
  other: "中文",
  intro: [
    {
      title: "Authentication",
      lines: [
        "Merchants: <code>Authorization: Bearer sk_…</code>, the app secret that was shown once. Calls are taken from the addresses on your IP whitelist only; an empty list takes them from anywhere. Devices: their own token. A secret in an address is never read.",
        "A new app secret ends the old one at once. A new webhook secret (<code>whsec_…</code>) signs beside the old one for 24 hours.",
      ],
    },
    {
      title: "Answers",
      lines: [
        '<code>{ "success": true, "data": … }</code>, or <code>{ "success": false, "data": null, "error": { "code", "message", "fields", "details", "request_id" } }</code> with the HTTP status of the code. <code>fields</code> says which field is wrong and how, <code>details</code> what else there is to know: the bounds of an amount that is outside them, for example. Both may be missing.',
        'Amounts are decimal strings such as <code>"1250.00"</code>; a JSON number is refused, and so are signs, separators of thousands, leading zeros and more than 13 digits before the point. Times are ISO 8601 in UTC. Unknown body fields are refused.',
        "Beyond the calls a second that the platform allows you, the answer is 429 <code>rate_limited</code>; while the server has too much to do or its database does not answer, it is 503 <code>not_ready</code>. <code>Retry-After</code> says how many seconds to wait; then make the same call again.",
        "Lists come in pages: call again with <code>cursor</code> = <code>next_cursor</code> until it is null. An answer may hold few rows or none and say <code>searched_back_to</code>, the moment up to which it has searched; <code>next_cursor</code> goes on exactly there.",
      ],
    },
    {
      title: "Repeating a call",
      lines: [
        "<code>merchant_order_id</code> is unique: a new order answers 201, the same content again 200 with the same order as it is now, other content 409. Any POST of a merchant may also carry <code>Idempotency-Key</code>; key and body are remembered for 48 hours, and a repeated answer carries <code>Idempotency-Hit: true</code>. A refused call leaves nothing behind: repeated with the same key it is tried anew.",
      ],
    },
    {
      title: "Orders",
      lines: [
        "A payment that is <code>pending</code> waits for its money until <code>expires_at</code>. Send the payer to <code>payment_url</code>; where that is null, show him <code>pay_by</code>: he pays exactly <code>amount</code> to <code>account</code>, by that <code>function</code> of the operator's app. A TrxID that he tells you goes to <code>POST /v1/payments/{id}/trx</code>.",
        "Only <code>completed</code> says that the money is there and booked to you: <code>received_amount</code> less <code>fee</code>. These two, <code>trx_id</code> and <code>paid_at</code> are null until then. Where a person approved another amount, <code>received_amount</code> is not <code>amount</code>. <code>review</code>, <code>expired</code> and <code>cancelled</code> may still become <code>completed</code>; <code>rejected</code> stays.",
        "A payout's <code>amount</code> and <code>fee</code> are held at once. In <code>review</code> it waits for an approval, in <code>pending</code> and <code>approved</code> for a wallet; in <code>processing</code> it may have been paid already, so pay the customer in no other way before it is <code>failed</code>, <code>rejected</code> or <code>cancelled</code>. These and <code>completed</code> stay; what was taken back afterwards says <code>reversed_at</code> (payment) or <code>returned_at</code> (payout).",
      ],
    },
    {
      title: "Phones",
      lines: [
        "A bind code from the dashboard is exchanged once, at <code>POST /device/bind</code>, for the token that the phone's other calls carry: <code>Authorization: Bearer dt_…</code>. Where that answer was lost, have a new code made.",
        "<code>POST /device/sms</code> answers when all messages of the call are stored; where a field of one is refused, none is. Keep them until then and send them again otherwise: what had come already is <code>duplicate</code>. Give each its own <code>id</code> or <code>sent_at</code>: a text without either and without a TrxID counts as another message after ten minutes.",
        "<code>GET /device/tasks</code> gives each payout out once. Tell what became of it, even late: <code>failed</code> where it was certainly not paid, <code>unknown</code> where in doubt.",
        "SmsForwarder, android-sms-gateway, android_income_sms_gateway_webhook and httpSMS send in their own form to the address that the dashboard shows when the phone is bound. android-sms-gateway and httpSMS have to sign with the secret beside it, the others may, and have to from their first good signature on. 200 says that all of it was taken, repetitions and what concerns nobody too.",
      ],
    },
  ],
  webhooks: {
    title: "Notifications",
    lines: [
      "Sent to the order's <code>notify_url</code>, else to the merchant's present one (a repetition too, when it has changed), as Standard Webhooks: <code>webhook-id</code> (the same in every attempt: use it to drop repetitions), <code>webhook-timestamp</code>, <code>webhook-signature</code>. Signed text: <code>{webhook-id}.{webhook-timestamp}.{body}</code> over the raw body.",
      "<code>v1,</code> is HMAC-SHA256 with your <code>whsec_</code> secret (base64 after the prefix); <code>v1a,</code> is Ed25519 with the key at <code>GET /v1/webhook-key</code>. There may be several signatures, separated by blanks: one that fits is enough. Refuse timestamps older than five minutes.",
      "Answer 2xx within 15 seconds; where “Acknowledgement required” is set, the body must be <code>SUCCESS</code>, <code>success</code> or <code>ok</code> as well. Anything else is tried again after 5 s, 30 s, 2, 5, 15, 30 min, 1, 2, 4, 8 h, for 24 hours; <code>Retry-After</code> is obeyed, 410 stops, redirects are not followed. At least once, in order for each order.",
    ],
  },
  events: {
    "payment.completed": "The money of a payment arrived and is booked to you. It may follow `payment.expired`, `payment.review` or `payment.cancelled`.",
    "payment.review": "Something about a payment has to be decided by a person; nothing is booked yet.",
    "payment.expired": "The time to pay is over. Money that arrives late may still complete the payment.",
    "payment.rejected": "A person decided that the payment was not made.",
    "payment.cancelled": "You cancelled the payment before its money came.",
    "payment.reversed":
      "A completed payment was taken back; what it brought you, less its fee, is taken off your balance again. Its status stays `completed`, and `reversed_at` says when.",
    "disburse.completed": "A payout was paid.",
    "disburse.failed": "A payout could not be paid; amount and fee are available to you again.",
    "disburse.rejected": "A payout was refused by a person; amount and fee are available to you again.",
    "disburse.cancelled": "You cancelled a payout before it was sent; amount and fee are available to you again.",
    "disburse.returned":
      "The operator gave the money of a completed payout back; amount and fee are available to you again. Its status stays `completed`, and `returned_at` says when.",
    "withdrawal.paid": "Your withdrawal was paid.",
    "withdrawal.rejected": "Your withdrawal was refused; its amount is available to you again.",
    "test.ping": "A test, asked for in the dashboard. It is sent once.",
  },
  sentTo: { order: "Sent to the order's `notify_url`, else to yours.", merchant: "Sent to your `notify_url`." },
  errors: "Error codes",
  calls: "Calls",
  types: "Types of notifications",
  contents: "Contents",
  here: "Link to this part",
  parameters: "Parameters",
  body: "Body",
  or: "or",
  answer: "Data of the answer",
  columns: { name: "Name", type: "Type", required: "Required", note: "Note", code: "Code", status: "Status" },
  yes: "yes",
  machine: "OpenAPI 3.1 document",
  summaries: {},
};

const ZH: DocsWords = {
  lang: "zh-CN",
  title: "收付台接口文档",
  dashboardTitle: "收付台后台接口文档",
  other: "English",
  intro: [
    {
      title: "认证",
      lines: [
        "商户：<code>Authorization: Bearer sk_…</code>，即只显示一次的应用密钥；只接受 IP 白名单内的地址，白名单为空时不限制。手机使用各自的令牌。写在网址里的密钥一律不读取。",
        "更换应用密钥后，旧密钥立即失效；更换签名密钥（<code>whsec_…</code>）后，24 小时内新旧密钥同时签名。",
      ],
    },
    {
      title: "返回格式",
      lines: [
        '成功：<code>{ "success": true, "data": … }</code>；失败：<code>{ "success": false, "data": null, "error": { "code", "message", "fields", "details", "request_id" } }</code>，HTTP 状态码与错误码对应。<code>fields</code> 说明哪个字段有误、有何错误，<code>details</code> 给出其他信息，例如金额超限时的上下限；两者都可能没有。',
        '金额一律是十进制字符串，如 <code>"1250.00"</code>，不接受 JSON 数字、正负号、千位分隔符、前导零，小数点前最多 13 位。时间为 ISO 8601（UTC）。请求体中的未知字段会被拒绝。',
        "超过平台允许的每秒请求数时返回 429 <code>rate_limited</code>；服务器过于繁忙或数据库无应答时返回 503 <code>not_ready</code>。<code>Retry-After</code> 为需等待的秒数，之后请重发同一请求。",
        "列表分页返回：用 <code>cursor</code> = <code>next_cursor</code> 继续调用，直到它为 null。一次返回可能只有几条甚至没有记录，并带有 <code>searched_back_to</code>（已搜索到的时间点）；<code>next_cursor</code> 正是从该处继续。",
      ],
    },
    {
      title: "重复请求",
      lines: [
        "<code>merchant_order_id</code> 唯一：新订单返回 201；内容相同返回 200 和同一订单的当前状态，内容不同返回 409。商户的任何 POST 也可带 <code>Idempotency-Key</code>，键与请求体保留 48 小时，重复的返回带 <code>Idempotency-Hit: true</code>。被拒绝的请求不留记录，用同一个键会重新执行。",
      ],
    },
    {
      title: "订单",
      lines: [
        "<code>pending</code> 的代收订单在 <code>expires_at</code> 之前等待付款。请把付款人引到 <code>payment_url</code>；它为 null 时，请向付款人显示 <code>pay_by</code>：用运营商应用的该项功能（<code>function</code>）向 <code>account</code> 支付，金额恰好为 <code>amount</code>。付款人告知的交易号请提交到 <code>POST /v1/payments/{id}/trx</code>。",
        "只有 <code>completed</code> 表示款项已到并已入账，入账金额为 <code>received_amount</code> 减 <code>fee</code>。在此之前，这两项以及 <code>trx_id</code>、<code>paid_at</code> 均为 null。人工按其他金额通过时，<code>received_amount</code> 与 <code>amount</code> 不同。<code>review</code>、<code>expired</code>、<code>cancelled</code> 仍可能变为 <code>completed</code>；<code>rejected</code> 不再改变。",
        "代付订单的 <code>amount</code> 与 <code>fee</code> 在创建时即冻结。<code>review</code> 时等待复核，<code>pending</code>、<code>approved</code> 时等待钱包；<code>processing</code> 时可能已经付出，在变为 <code>failed</code>、<code>rejected</code> 或 <code>cancelled</code> 之前，请勿用其他方式向客户付款。这三种状态与 <code>completed</code> 不再改变；事后被收回的，见 <code>reversed_at</code>（代收）或 <code>returned_at</code>（代付）。",
      ],
    },
    {
      title: "手机",
      lines: [
        "后台生成的绑定码通过 <code>POST /device/bind</code> 换取令牌，只能用一次；手机的其他请求都带上它：<code>Authorization: Bearer dt_…</code>。若没收到返回，请在后台重新生成绑定码。",
        "<code>POST /device/sms</code> 在该请求的短信全部保存后才返回；其中有字段被拒绝时一条也不保存。收到成功返回前请保留短信并重发，已收到过的会返回 <code>duplicate</code>。请为每条短信带上各自的 <code>id</code> 或 <code>sent_at</code>：两者都没有且文中没有交易号的，十分钟后再发会被当作另一条短信。",
        "<code>GET /device/tasks</code> 每笔代付只下发一次。结果务必回报，晚了也要报：确定没有付出才报 <code>failed</code>，不确定报 <code>unknown</code>。",
        "SmsForwarder、android-sms-gateway、android_income_sms_gateway_webhook 和 httpSMS 按各自的格式发往绑定时后台显示的地址。android-sms-gateway 和 httpSMS 必须用旁边的密钥签名；其余两种可以不签名，但一旦签名通过，之后就必须签名。返回 200 表示已全部收下，重复的和无关的短信也一样。",
      ],
    },
  ],
  webhooks: {
    title: "通知",
    lines: [
      "发往订单的 <code>notify_url</code>，没有则发往商户当前的通知地址（更改后，重试也发往新地址），遵循 Standard Webhooks：<code>webhook-id</code>（每次重试都相同，请用它去重）、<code>webhook-timestamp</code>、<code>webhook-signature</code>。签名原文为 <code>{webhook-id}.{webhook-timestamp}.{body}</code>，body 为原始字节。",
      "<code>v1,</code> 是用您的 <code>whsec_</code> 密钥（前缀之后为 base64）计算的 HMAC-SHA256；<code>v1a,</code> 是 Ed25519，公钥见 <code>GET /v1/webhook-key</code>。可能有多个签名，以空格分隔，其中一个相符即可。时间戳超过五分钟请拒绝。",
      "请在 15 秒内返回 2xx；若设置了“需应答内容”，响应体还须为 <code>SUCCESS</code>、<code>success</code> 或 <code>ok</code>。否则依次在 5 秒、30 秒、2、5、15、30 分钟、1、2、4、8 小时后重试，共 24 小时；遵守 <code>Retry-After</code>，410 停止，不跟随跳转。至少送达一次，同一订单按顺序送达。",
    ],
  },
  events: {
    "payment.completed": "代收订单已到账并入账。可能在 `payment.expired`、`payment.review` 或 `payment.cancelled` 之后发出。",
    "payment.review": "代收订单需要人工审核，尚未入账。",
    "payment.expired": "代收订单已过支付时限；之后到账的款项仍可能使订单完成。",
    "payment.rejected": "人工审核认定代收订单未付款。",
    "payment.cancelled": "您在到账之前取消了代收订单。",
    "payment.reversed": "已完成的代收订单被冲正，到账金额扣除手续费后从您的余额中扣回。订单状态仍为 `completed`，冲正时间见 `reversed_at`。",
    "disburse.completed": "代付订单已出款。",
    "disburse.failed": "代付订单未能出款，金额与手续费已退回您的可用余额。",
    "disburse.rejected": "代付订单被人工驳回，金额与手续费已退回您的可用余额。",
    "disburse.cancelled": "您在出款之前取消了代付订单，金额与手续费已退回您的可用余额。",
    "disburse.returned": "运营商退回了已完成代付订单的款项，金额与手续费已退回您的可用余额。订单状态仍为 `completed`，退回时间见 `returned_at`。",
    "withdrawal.paid": "您的提现已付款。",
    "withdrawal.rejected": "您的提现被驳回，金额已退回您的可用余额。",
    "test.ping": "在后台发起的测试，只发送一次。",
  },
  sentTo: { order: "发往订单的 `notify_url`，没有则发往您的通知地址。", merchant: "发往您的通知地址。" },
  errors: "错误码",
  calls: "接口",
  types: "通知类型",
  contents: "目录",
  here: "本节链接",
  parameters: "参数",
  body: "请求体",
  or: "或",
  answer: "返回的 data",
  columns: { name: "名称", type: "类型", required: "必填", note: "说明", code: "错误码", status: "状态码" },
  yes: "是",
  machine: "OpenAPI 3.1 文档",
  summaries: {
    "POST /v1/payments": "创建代收订单",
    "GET /v1/payments": "按商户订单号查询代收订单",
    "GET /v1/payments/{id}": "查询代收订单",
    "POST /v1/payments/{id}/trx": "提交付款人的交易号",
    "POST /v1/payments/{id}/cancel": "取消待支付的代收订单",
    "POST /v1/disburses": "创建代付订单",
    "GET /v1/disburses": "按商户订单号查询代付订单",
    "GET /v1/disburses/{id}": "查询代付订单",
    "POST /v1/disburses/{id}/cancel": "取消尚未出款的代付订单",
    "GET /v1/balance": "查询余额",
    "GET /v1/deliveries": "查询一个订单或一笔提现的通知记录",
    "POST /v1/deliveries/{id}/resend": "重发一条通知",
    "GET /v1/webhook-key": "验证 v1a 签名的公钥",
    "GET /v1/seal-keys": "核验封账签名的公钥，最早的在前",
    "POST /device/bind": "用绑定码绑定手机",
    "POST /device/heartbeat": "手机心跳",
    "POST /device/sms": "上报短信",
    "GET /device/tasks": "领取下一个代付任务（长轮询）",
    "POST /device/tasks/{id}": "回报代付任务的结果",
    "GET /device/hooks": "短信转发应用的接收地址",
    "POST /device/hooks": "短信转发应用的接收地址",
    "PUT /device/hooks": "短信转发应用的接收地址",
    "PATCH /device/hooks": "短信转发应用的接收地址",
    "GET /device/hooks/{token}": "短信转发应用的接收地址",
    "PUT /device/hooks/{token}": "短信转发应用的接收地址",
    "PATCH /device/hooks/{token}": "短信转发应用的接收地址",
    "POST /device/hooks/{token}": "短信转发应用的接收地址",
  },
};

export const DOCS_WORDS: Readonly<Record<DocsLocale, DocsWords>> = { zh: ZH, en: EN };
