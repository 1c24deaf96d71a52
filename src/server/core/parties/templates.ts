/** What is pasted into each phone app, ready to use. */
import type { DeviceApp } from "../../../contract/wallets.ts";
import type { Env } from "../../platform/env.ts";

/** The outside address of this server, without a slash at the end. */
export function publicBase(env: Pick<Env, "publicUrl" | "host" | "port">): string {
  const host = env.host === "0.0.0.0" || env.host === "::" ? "127.0.0.1" : env.host;
  return env.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${env.port}`;
}

/** Path of a hook address. */
export const hookPath = (token: string): string => `/device/hooks/${token}`;

/** Text of the QR that the native app scans: where to call, and with which code. */
export function bindQr(base: string, code: string): string {
  return `floatdesk:${base}?code=${code}`;
}

type HookApp = Exclude<DeviceApp, "native">;
const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Body template or registration of an app, to be pasted as it stands. */
const TEMPLATES = {
  // Body of a Webhook sender, method POST; the secret goes into the sender's field of that name.
  smsforwarder: () =>
    '{"from":"[from]","text":"[org_content]","card":"[card_slot]","device":"[device_mark]","time":"[receive_time]","timestamp":"[timestamp]","sign":"[sign]"}',
  // Two registrations (POST /webhooks of the app's own API); the secret is the app's signing key.
  android_sms_gateway: (url) =>
    [json({ id: "floatdesk-sms", url, event: "sms:received" }), json({ id: "floatdesk-ping", url, event: "system:ping" })].join("\n"),
  // JSON template of a forwarding rule; sender `*`, chunked mode on.
  android_income_sms: () => '{\n  "from":"%from%",\n  "text":"%text%",\n  "sentStamp":%sentStamp%,\n  "receivedStamp":%receivedStamp%,\n  "sim":"%sim%"\n}',
  httpsms: (url, secret) => json({ url, signing_key: secret, events: ["message.phone.received", "phone.heartbeat.online", "phone.heartbeat.offline"] }),
} as const satisfies Record<HookApp, (url: string, secret: string) => string>;

/** What the person pastes into the app. */
export function hookTemplate(app: HookApp, url: string, secret: string): string {
  return TEMPLATES[app](url, secret);
}
