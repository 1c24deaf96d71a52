/** The requests of every phone app, byte for byte as the apps send them (rule 86). Pure. */
import { createHmac } from "node:crypto";
import type { DeviceApp } from "../src/contract/wallets.ts";
import type { Sms } from "./bank.ts";

export type Sim = "sim1" | "sim2" | null;

/** A phone as it was bound. */
export interface Bound {
  readonly app: DeviceApp;
  readonly json: boolean;
  /** Native app: its token. */
  readonly token: string | null;
  /** The others: path of their address, and the secret they sign with. */
  readonly hookPath: string | null;
  readonly secret: string | null;
}

export interface PhoneRequest {
  readonly method: "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One message with the card that received it. */
export interface Forwarded {
  readonly sms: Sms;
  readonly sim: Sim;
}

const JSON_TYPE = { "content-type": "application/json" } as const;
const DHAKA_MS = 6 * 3_600_000;
/** Phone clock without a zone, as SmsForwarder writes it. */
const wallClock = (atMs: number): string => new Date(atMs + DHAKA_MS).toISOString().slice(0, 19).replace("T", " ");
/** With the phone's zone. */
const zoned = (atMs: number): string => `${new Date(atMs + DHAKA_MS).toISOString().slice(0, 23)}+06:00`;

function hook(phone: Bound): { path: string; secret: string } {
  if (phone.hookPath === null || phone.secret === null) throw new Error("this phone has no address");
  return { path: phone.hookPath, secret: phone.secret };
}

/** The native app: one message or an array, under a counter that rises. */
export function nativeMessages(phone: Bound, messages: readonly Forwarded[], counter: number): PhoneRequest {
  const items = messages.map(({ sms, sim }) => ({ sender: sms.sender, text: sms.text, received_at: sms.atMs, id: sms.uid, ...(sim === null ? {} : { sim }) }));
  return {
    method: "POST",
    path: "/device/sms",
    headers: { ...JSON_TYPE, authorization: `Bearer ${phone.token}`, "x-device-counter": String(counter) },
    body: JSON.stringify(items.length === 1 ? items[0] : items),
  };
}

/** SmsForwarder's own signature: over stamp and secret, not over the body. */
const forwarderSign = (secret: string, stamp: string): string =>
  encodeURIComponent(createHmac("sha256", secret).update(`${stamp}\n${secret}`).digest("base64"));
const card = (sim: Sim): string => (sim === null ? "SIM1_" : `${sim.toUpperCase()}_`);

function smsForwarder(phone: Bound, { sms, sim }: Forwarded, nowMs: number): PhoneRequest {
  const { path, secret } = hook(phone);
  const stamp = String(nowMs);
  const sign = forwarderSign(secret, stamp);
  if (phone.json) {
    const body = { from: sms.sender, text: sms.text, card: card(sim), device: "Demo phone", time: wallClock(sms.atMs), timestamp: stamp, sign };
    return { method: "POST", path, headers: JSON_TYPE, body: JSON.stringify(body) };
  }
  // The app's default template: sender, text, card, SubId, time, device.
  const content = [sms.sender, sms.text, card(sim), "SubId：1", wallClock(sms.atMs), "Demo phone"].join("\n");
  const form = new URLSearchParams({ from: sms.sender, content, timestamp: stamp, sign });
  return { method: "POST", path, headers: { "content-type": "application/x-www-form-urlencoded" }, body: form.toString() };
}

/** android-sms-gateway signs the body and a stamp of each try. */
function gatewayEvent(phone: Bound, event: string, id: string, payload: object, nowMs: number): PhoneRequest {
  const { path, secret } = hook(phone);
  const body = JSON.stringify({ id, webhookId: `demo-${event}`, event, deviceId: "demo-device", payload });
  const stamp = String(Math.floor(nowMs / 1000));
  return {
    method: "POST",
    path,
    headers: {
      ...JSON_TYPE,
      "x-timestamp": stamp,
      "x-signature": createHmac("sha256", secret)
        .update(body + stamp)
        .digest("hex"),
    },
    body,
  };
}

function smsGateway(phone: Bound, { sms, sim }: Forwarded, nowMs: number): PhoneRequest {
  const payload = {
    messageId: sms.uid,
    sender: sms.sender,
    recipient: null,
    simNumber: sim === "sim2" ? 2 : 1,
    phoneNumber: sms.sender,
    message: sms.text,
    receivedAt: zoned(sms.atMs),
  };
  return gatewayEvent(phone, "sms:received", `w-${sms.uid}`, payload, nowMs);
}

function incomeSms(phone: Bound, { sms, sim }: Forwarded): PhoneRequest {
  const body = { from: sms.sender, text: sms.text, sentStamp: sms.atMs, receivedStamp: sms.atMs + 400, sim: sim ?? "sim1" };
  return { method: "POST", path: hook(phone).path, headers: { ...JSON_TYPE, "user-agent": "SMS Forwarder App" }, body: JSON.stringify(body) };
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** httpSMS: a CloudEvent under a token that names the address. */
function httpSmsEvent(phone: Bound, base: string, type: string, id: string, data: object, nowMs: number): PhoneRequest {
  const { path, secret } = hook(phone);
  const seconds = Math.floor(nowMs / 1000);
  const claims = `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url({ iss: "api.httpsms.com", aud: [base + path], sub: "demo", iat: seconds, nbf: seconds - 600, exp: seconds + 600 })}`;
  const token = `${claims}.${createHmac("sha256", secret).update(claims).digest("base64url")}`;
  const body = JSON.stringify({ specversion: "1.0", id, source: "/v1/messages/receive", type, time: new Date(nowMs).toISOString(), data });
  return { method: "POST", path, headers: { ...JSON_TYPE, "x-event-type": type, authorization: `Bearer ${token}` }, body };
}

function httpSms(phone: Bound, { sms, sim }: Forwarded, base: string, nowMs: number): PhoneRequest {
  const data = {
    message_id: sms.uid,
    user_id: "demo",
    owner: "+8801700000000",
    encrypted: false,
    contact: sms.sender,
    timestamp: new Date(sms.atMs).toISOString(),
    content: sms.text,
    sim: (sim ?? "sim1").toUpperCase(),
  };
  return httpSmsEvent(phone, base, "message.phone.received", `e-${sms.uid}`, data, nowMs);
}

/**
 * The request that forwards one message.
 * @param base the product's address, which httpSMS names in its token
 * @param counter the native app's, ignored by the others
 */
export function forward(phone: Bound, message: Forwarded, base: string, nowMs: number, counter: number): PhoneRequest {
  switch (phone.app) {
    case "native":
      return nativeMessages(phone, [message], counter);
    case "smsforwarder":
      return smsForwarder(phone, message, nowMs);
    case "android_sms_gateway":
      return smsGateway(phone, message, nowMs);
    case "android_income_sms":
      return incomeSms(phone, message);
    case "httpsms":
      return httpSms(phone, message, base, nowMs);
  }
}

/** The app's sign of life; null: it has none. */
export function heartbeat(phone: Bound, base: string, nowMs: number, queue: number, battery: number): PhoneRequest | null {
  switch (phone.app) {
    case "native":
      return {
        method: "POST",
        path: "/device/heartbeat",
        headers: { ...JSON_TYPE, authorization: `Bearer ${phone.token}` },
        body: JSON.stringify({ battery, charging: false, net: "4g", app_version: "1.0-demo", queue_length: queue, device_time: new Date(nowMs).toISOString() }),
      };
    case "android_sms_gateway":
      return gatewayEvent(
        phone,
        "system:ping",
        `ping-${nowMs}`,
        { health: { status: "pass", version: "1.0-demo", checks: { "battery:level": { observedUnit: "percent", observedValue: battery } } } },
        nowMs,
      );
    case "httpsms":
      return httpSmsEvent(
        phone,
        base,
        "phone.heartbeat.online",
        `beat-${nowMs}`,
        { phone_id: "demo", owner: "+8801700000000", timestamp: new Date(nowMs).toISOString() },
        nowMs,
      );
    case "smsforwarder":
    case "android_income_sms":
      return null;
  }
}
