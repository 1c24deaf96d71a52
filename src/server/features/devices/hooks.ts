/** `POST|GET|PUT|PATCH /device/hooks/{token}`: existing phone apps, unchanged. Takes raw bytes, since signatures are made over them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../platform/context.ts";
import { sendRefused } from "../../platform/http/errors.ts";
import { clientIp } from "../../platform/http/ip.ts";
import type { HttpParts } from "../../platform/http/server.ts";
import { refuse, Refused } from "../../platform/refusal.ts";
import { credentialKey } from "../../platform/secrets.ts";
import { admitDevice } from "./admit.ts";
import { directoryOf, type DeviceRecord } from "../../core/devices/directory.ts";
import { takeHook } from "./hook.ts";

/** What a hook token looks like: 128 random bits. */
const HOOK_TOKEN = /^[A-Za-z0-9_-]{22}$/;
const METHODS = ["GET", "POST", "PUT", "PATCH"];
const admitted = new WeakMap<FastifyRequest, DeviceRecord>();

/** The token stands in the path, or in `?webhook=` as PipraPay has it. It is never logged. */
function tokenOf(request: FastifyRequest): string {
  const { token } = request.params as { token?: unknown };
  const unchecked = token ?? (request.query as { webhook?: unknown }).webhook;
  return typeof unchecked === "string" && HOOK_TOKEN.test(unchecked) ? unchecked : refuse("unauthorized");
}

function headersOf(request: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

/** Words of PipraPay beside our own, so that both kinds of app read success. */
const PIPRAPAY_WORDS = { status: "true", message: "Device Connected" } as const;

async function answerHook(app: App, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const record = admitted.get(request) ?? refuse("unauthorized");
  const at = request.url.indexOf("?");
  const answer = await takeHook(app, {
    record,
    request: {
      method: request.method,
      query: at < 0 ? "" : request.url.slice(at + 1),
      headers: headersOf(request),
      body: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
    },
    path: at < 0 ? request.url : request.url.slice(0, at),
    ip: clientIp(request.raw, app.env.trustProxy),
    requestId: request.id,
    secret: () => (record.signingSecret === null ? null : app.secrets.open(record.signingSecret, `device-signing:${record.id}`).toString("utf8")),
  });
  if (answer instanceof Refused) return sendRefused(answer, request, reply);
  reply.header("cache-control", "no-store");
  return { success: true, data: answer.data, ...(answer.reply === "piprapay" ? PIPRAPAY_WORDS : {}) };
}

/** Registers the hook addresses in a scope of their own: no JSON parser, no schema, unknown fields welcome. */
export async function devicesHookPlugin(fastify: FastifyInstance, parts: HttpParts): Promise<void> {
  const { app } = parts;
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const url of ["/device/hooks/:token", "/device/hooks"]) {
      scope.route({
        method: METHODS,
        url,
        exposeHeadRoute: false,
        schema: { summary: "Forwarded messages of SmsForwarder, android-sms-gateway, android_income_sms, httpSMS" },
        // Who calls is known before anything of the body is read.
        onRequest: async (request) => {
          const record = admitDevice(app, await directoryOf(app).byHook(credentialKey(tokenOf(request))), clientIp(request.raw, app.env.trustProxy));
          admitted.set(request, record);
          request.actor = { type: "device", deviceId: record.id };
        },
        handler: (request, reply) => answerHook(app, request, reply),
      });
    }
  });
}
