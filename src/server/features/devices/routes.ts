/** The native app's calls. Hook addresses of other apps: `hooks.ts`. */
import {
  deviceBind,
  deviceBound,
  deviceSms,
  deviceSmsHeaders,
  deviceSmsOut,
  deviceTaskAnswer,
  deviceTaskAnswered,
  deviceTaskOut,
  deviceTaskQuery,
  heartbeat,
  heartbeatOut,
} from "../../../contract/devices.schema.ts";
import { idParams } from "../../../contract/schema.ts";
import { route, type AnyRoute } from "../../platform/http/route.ts";
import { exchangeCode } from "./exchange.ts";
import { takeHeartbeat } from "./heartbeat.ts";
import { takeMessages } from "./sms.ts";
import { answerTask } from "./task-answer.ts";
import { takeTask } from "./tasks.ts";

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
  headers: deviceSmsHeaders,
  body: deviceSms,
  data: deviceSmsOut,
  audit: null,
  busy: true,
  handler: (ctx, { body, request }) => takeMessages(ctx, Array.isArray(body) ? body : [body], !Array.isArray(body), request.headers["x-device-counter"]),
});

const nextTask = route({
  method: "GET",
  url: "/device/tasks",
  access: { kind: "device" },
  summary: "The next payout for this phone to make, or null; waits up to `wait` seconds. A task is given out once: answer it, always",
  query: deviceTaskQuery,
  data: deviceTaskOut,
  audit: null,
  handler: (ctx, { query, reply }) => takeTask(ctx, query.wait ?? 0, reply.raw),
});

const taskAnswer = route({
  method: "POST",
  url: "/device/tasks/:id",
  access: { kind: "device" },
  summary: "Tell what became of a task; repeating the same answer is harmless, another one afterwards is refused (already_answered)",
  params: idParams,
  body: deviceTaskAnswer,
  data: deviceTaskAnswered,
  audit: null,
  handler: (ctx, { params, body }) => answerTask(ctx, params.id, body),
});

/** Everything under `/device` that goes through the registry. */
export const devicesRoutes: AnyRoute[] = [bind, beat, messages, nextTask, taskAnswer];
