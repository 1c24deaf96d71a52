/** The native app's calls. Hook addresses of other apps: `hooks.ts`. */
import { deviceBind, deviceBound, deviceSms, deviceSmsOut, heartbeat, heartbeatOut } from "../../contract/devices.schema.ts";
import { route, type AnyRoute } from "../http/route.ts";
import { exchangeCode } from "./exchange.ts";
import { takeHeartbeat } from "./heartbeat.ts";
import { readCounter, takeMessages } from "./sms.ts";

const bind = route({
  method: "POST",
  url: "/device/bind",
  access: { kind: "public" },
  summary: "Exchange a one-time bind code for a device token",
  body: deviceBind,
  data: deviceBound,
  audit: "devices.bind",
  secret: true,
  handler: (ctx, { body }) => exchangeCode(ctx, body),
});

const beat = route({
  method: "POST",
  url: "/device/heartbeat",
  access: { kind: "device" },
  summary: "Report the phone's state and, if known, the wallet's balance",
  body: heartbeat,
  data: heartbeatOut,
  audit: null,
  handler: (ctx, { body }) => takeHeartbeat(ctx, body),
});

const messages = route({
  method: "POST",
  url: "/device/sms",
  access: { kind: "device" },
  summary: "Report messages, one or up to 500; answered when all are stored",
  body: deviceSms,
  data: deviceSmsOut,
  audit: null,
  handler: (ctx, { body, request }) =>
    takeMessages(ctx, Array.isArray(body) ? body : [body], !Array.isArray(body), readCounter(request.headers["x-device-counter"])),
});

/** Everything under `/device` that goes through the registry. */
export const devicesRoutes: AnyRoute[] = [bind, beat, messages];
