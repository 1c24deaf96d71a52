/** Sign-in remembers the browser: it is given what it is known by the next time. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Answer } from "../../platform/answer.ts";
import type { App } from "../../platform/context.ts";
import { Undone } from "../../platform/db/undone.ts";
import { type Device, deviceOf } from "../../core/session/devices.ts";

/** Runs a sign-in; a browser whose sign-in was refused is given nothing. */
export async function remembering<T>(app: App, request: FastifyRequest, reply: FastifyReply, work: (device: Device) => Promise<Answer<T>>): Promise<Answer<T>> {
  const device = deviceOf(request.headers, request.protocol === "https" || app.env.publicUrl?.startsWith("https:") === true);
  const answer = await work(device);
  if (!(answer instanceof Undone)) reply.header("set-cookie", device.cookie);
  return answer;
}
