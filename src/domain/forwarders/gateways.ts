/** The JSON apps: android-sms-gateway, android_income_sms_gateway_webhook with its PipraPay fork, httpSMS. */
import { batteryOf, isObject, member, objectMember, simOf, stampMs, textMember, type UncheckedObject } from "./values.ts";
import { MAX_FORWARDED_TEXT, MAX_SENDER, type ForwardedMessage, type PhoneState, type Recognised, type Signature } from "./types.ts";

type Headers = Readonly<Record<string, string | undefined>>;

const base = { ok: true, messages: [], alive: true, ping: false, phone: null, signature: null, encrypted: false, reply: "plain", note: null } as const;

function noteOf(texts: readonly string[]): Recognised["note"] {
  if (texts.some((text) => text.length > MAX_FORWARDED_TEXT)) return "too_long";
  return texts.some((text) => text.trim() === "") ? "empty_text" : null;
}

const kept = (messages: readonly ForwardedMessage[]): ForwardedMessage[] =>
  messages.filter((message) => message.text !== "" && message.text.length <= MAX_FORWARDED_TEXT);

/** X-Signature with or without X-Timestamp: a hex HMAC over the raw body. */
function bodySignature(headers: Headers): Signature | null {
  const hex = headers["x-signature"]?.trim() ?? "";
  return hex === "" ? null : { kind: "body", timestamp: headers["x-timestamp"]?.trim() ?? null, hex };
}

/** True for an event of android-sms-gateway. */
export function looksLikeSmsGateway(body: UncheckedObject): boolean {
  return (
    typeof member(body, "event") === "string" &&
    (isObject(member(body, "payload")) || member(body, "webhookId") !== undefined || member(body, "deviceId") !== undefined)
  );
}

/** Reads an event of android-sms-gateway; `sms:batch:received` holds several messages. */
export function readSmsGateway(body: UncheckedObject, headers: Headers): Recognised {
  const event = (textMember(body, "event") ?? "").slice(0, 64);
  const payload = objectMember(body, "payload") ?? {};
  const id = textMember(body, "id");
  const batch = member(payload, "messages");
  const items = event === "sms:received" ? [payload] : event === "sms:batch:received" && Array.isArray(batch) ? batch.filter(isObject) : [];
  const messages = items.map((item, index): ForwardedMessage => {
    const own = items.length > 1 ? `${id}:${index}` : id;
    return {
      sender: (textMember(item, "sender", "phoneNumber") ?? "").slice(0, MAX_SENDER) || null,
      text: (textMember(item, "message") ?? "").trim(),
      sim: simOf(member(item, "simNumber")),
      sentAtMs: null,
      receivedAtMs: stampMs(member(item, "receivedAt")),
      externalId: id === null ? textMember(item, "messageId") : own,
    };
  });
  return {
    ...base,
    app: "android_sms_gateway",
    event,
    messages: kept(messages),
    ping: event === "system:ping",
    phone: health(payload),
    signature: bodySignature(headers),
    note: noteOf(messages.map((message) => message.text)),
  };
}

/** Battery and version from the health report of a ping. */
function health(payload: UncheckedObject): PhoneState | null {
  const report = objectMember(payload, "health");
  if (!report) return null;
  const level = objectMember(objectMember(report, "checks") ?? {}, "battery:level");
  return {
    battery: batteryOf(level ? member(level, "observedValue") : undefined),
    appVersion: textMember(report, "version")?.slice(0, 32) ?? null,
    model: null,
  };
}

/** True for a CloudEvent of httpSMS. */
export function looksLikeHttpSms(body: UncheckedObject, headers: Headers): boolean {
  return typeof member(body, "type") === "string" && (member(body, "specversion") !== undefined || headers["x-event-type"] !== undefined);
}

/** Reads a CloudEvent of httpSMS. */
export function readHttpSms(body: UncheckedObject, headers: Headers): Recognised {
  const event = (textMember(body, "type") ?? headers["x-event-type"] ?? "").slice(0, 64);
  const data = objectMember(body, "data") ?? {};
  const received = event === "message.phone.received";
  const encrypted = received && member(data, "encrypted") === true;
  const message: ForwardedMessage = {
    sender: (textMember(data, "contact") ?? "").slice(0, MAX_SENDER) || null,
    text: (textMember(data, "content") ?? "").trim(),
    sim: simOf(member(data, "sim")),
    sentAtMs: null,
    receivedAtMs: stampMs(member(data, "timestamp")) ?? stampMs(member(body, "time")),
    externalId: textMember(data, "message_id") ?? textMember(body, "id"),
  };
  const token = /^Bearer\s+(\S+)$/i.exec(headers["authorization"]?.trim() ?? "")?.[1];
  return {
    ...base,
    app: "httpsms",
    event,
    messages: received && !encrypted ? kept([message]) : [],
    // The relay tells of a silent phone in its own name.
    alive: event !== "phone.heartbeat.offline" && event !== "phone.heartbeat.missed",
    signature: token === undefined ? null : { kind: "jwt", token },
    encrypted,
    note: received && !encrypted ? noteOf([message.text]) : null,
  };
}

const PIPRAPAY_AGENT = /piprapay/i;

/** True when the request comes from the PipraPay fork. */
export function isPipraPay(headers: Headers, query: UncheckedObject): boolean {
  return PIPRAPAY_AGENT.test(headers["user-agent"] ?? "") || member(query, "webhook") !== undefined;
}

/** True for the shape of android_income_sms_gateway_webhook. */
export function looksLikeIncomeSms(body: UncheckedObject): boolean {
  return member(body, "sentStamp") !== undefined || member(body, "receivedStamp") !== undefined;
}

/** Reads `{from, text, sentStamp, receivedStamp, sim}`; the test button of the app sends the first two alone. */
export function readIncomeSms(body: UncheckedObject, headers: Headers, fork: boolean): Recognised {
  const text = (textMember(body, "text") ?? "").trim();
  const message: ForwardedMessage = {
    sender: (textMember(body, "from") ?? "").slice(0, MAX_SENDER) || null,
    text,
    sim: simOf(member(body, "sim")),
    sentAtMs: stampMs(member(body, "sentStamp")),
    receivedAtMs: stampMs(member(body, "receivedStamp")),
    externalId: null,
  };
  const version = textMember(body, "version");
  const battery = batteryOf(member(body, "battery"));
  return {
    ...base,
    app: "android_income_sms",
    event: "sms",
    messages: kept([message]),
    phone: version !== null || battery !== null ? { battery, appVersion: version?.slice(0, 32) ?? null, model: null } : null,
    signature: bodySignature(headers),
    reply: fork ? "piprapay" : "plain",
    note: noteOf([text]),
  };
}

/** The form that PipraPay posts when an address is added or removed and every 30 minutes after that. */
export function readPipraPayForm(fields: UncheckedObject): Recognised | null {
  const check = textMember(fields, "check");
  const status = textMember(fields, "connection_status");
  if (check === null && status === null) return null;
  const model = [textMember(fields, "d_brand"), textMember(fields, "d_model")].filter(Boolean).join(" ").slice(0, 64);
  return {
    ...base,
    app: "android_income_sms",
    event: (status ?? check ?? "").slice(0, 64),
    ping: check !== null,
    phone: { battery: null, appVersion: null, model: model || null },
    reply: "piprapay",
  };
}
