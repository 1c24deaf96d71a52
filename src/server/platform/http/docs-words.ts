/** The words of the documentation page in both languages. */

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
  readonly errors: string;
  readonly calls: string;
  readonly parameters: string;
  readonly body: string;
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
        "Merchants: <code>Authorization: Bearer sk_…</code>, the app secret that was shown once. Calls are taken from the addresses on your allow list only. Devices: their own token. A secret in an address is never read.",
      ],
    },
    {
      title: "Answers",
      lines: [
        '<code>{ "success": true, "data": … }</code>, or <code>{ "success": false, "data": null, "error": { "code", "message", "fields", "request_id" } }</code> with the HTTP status of the code.',
        'Amounts are decimal strings such as <code>"1250.00"</code>; a JSON number is refused. Times are ISO 8601 in UTC. Unknown body fields are refused.',
      ],
    },
    {
      title: "Repeating a call",
      lines: [
        "<code>merchant_order_id</code> is unique: the same content again answers the same order, other content 409. Any POST may also carry <code>Idempotency-Key</code>; key and body are remembered for 48 hours, and a repeated answer carries <code>Idempotency-Hit: true</code>.",
      ],
    },
  ],
  webhooks: {
    title: "Notifications",
    lines: [
      "Sent to the order's <code>notify_url</code>, else the merchant's, as Standard Webhooks: <code>webhook-id</code> (the same in every attempt: use it to drop repetitions), <code>webhook-timestamp</code>, <code>webhook-signature</code>. Signed text: <code>{webhook-id}.{webhook-timestamp}.{body}</code> over the raw body.",
      "<code>v1,</code> is HMAC-SHA256 with your <code>whsec_</code> secret (base64 after the prefix); <code>v1a,</code> is Ed25519 with the key at <code>GET /v1/webhook-key</code>. There may be several signatures, separated by blanks: one that fits is enough. Refuse timestamps older than five minutes.",
      "Answer 2xx within 15 seconds. Anything else is tried again after 5 s, 30 s, 2, 5, 15, 30 min, 1, 2, 4, 8 h, for 24 hours; <code>Retry-After</code> is obeyed, 410 stops, redirects are not followed. At least once, in order for each order.",
    ],
  },
  errors: "Error codes",
  calls: "Calls",
  parameters: "Parameters",
  body: "Body",
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
        "商户：<code>Authorization: Bearer sk_…</code>，即只显示一次的应用密钥；只接受 IP 白名单内的地址。设备使用各自的令牌。写在网址里的密钥一律不读取。",
      ],
    },
    {
      title: "返回格式",
      lines: [
        '成功：<code>{ "success": true, "data": … }</code>；失败：<code>{ "success": false, "data": null, "error": { "code", "message", "fields", "request_id" } }</code>，HTTP 状态码与错误码对应。',
        '金额一律是十进制字符串，如 <code>"1250.00"</code>，不接受 JSON 数字。时间为 ISO 8601（UTC）。请求体中的未知字段会被拒绝。',
      ],
    },
    {
      title: "重复请求",
      lines: [
        "<code>merchant_order_id</code> 唯一：内容相同返回同一订单，内容不同返回 409。任何 POST 也可带 <code>Idempotency-Key</code>，键与请求体保留 48 小时，重复的返回带 <code>Idempotency-Hit: true</code>。",
      ],
    },
  ],
  webhooks: {
    title: "通知",
    lines: [
      "发往订单的 <code>notify_url</code>，没有则发往商户的通知地址，遵循 Standard Webhooks：<code>webhook-id</code>（每次重试都相同，请用它去重）、<code>webhook-timestamp</code>、<code>webhook-signature</code>。签名原文为 <code>{webhook-id}.{webhook-timestamp}.{body}</code>，body 为原始字节。",
      "<code>v1,</code> 是用您的 <code>whsec_</code> 密钥（前缀之后为 base64）计算的 HMAC-SHA256；<code>v1a,</code> 是 Ed25519，公钥见 <code>GET /v1/webhook-key</code>。可能有多个签名，以空格分隔，其中一个相符即可。时间戳超过五分钟请拒绝。",
      "请在 15 秒内返回 2xx。否则依次在 5 秒、30 秒、2、5、15、30 分钟、1、2、4、8 小时后重试，共 24 小时；遵守 <code>Retry-After</code>，410 停止，不跟随跳转。至少送达一次，同一订单按顺序送达。",
    ],
  },
  errors: "错误码",
  calls: "接口",
  parameters: "参数",
  body: "请求体",
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
    "POST /v1/disburses/{id}/cancel": "取消尚未付出的代付订单",
    "GET /v1/balance": "查询余额",
    "GET /v1/deliveries": "查询一个订单的通知记录",
    "POST /v1/deliveries/{id}/resend": "重发一条通知",
    "GET /v1/webhook-key": "验证 v1a 签名的公钥",
    "POST /device/bind": "用绑定码绑定设备",
    "POST /device/heartbeat": "设备心跳",
    "POST /device/sms": "上报短信",
    "GET /device/tasks": "领取下一个代付任务（长轮询）",
    "POST /device/tasks/{id}": "回报代付任务的结果",
    "GET /device/hooks": "现有转发应用的回调地址",
    "POST /device/hooks": "现有转发应用的回调地址",
    "PUT /device/hooks": "现有转发应用的回调地址",
    "PATCH /device/hooks": "现有转发应用的回调地址",
    "GET /device/hooks/{token}": "现有转发应用的回调地址",
    "PUT /device/hooks/{token}": "现有转发应用的回调地址",
    "PATCH /device/hooks/{token}": "现有转发应用的回调地址",
    "POST /device/hooks/{token}": "现有转发应用的回调地址",
  },
};

export const DOCS_WORDS: Readonly<Record<DocsLocale, DocsWords>> = { zh: ZH, en: EN };
