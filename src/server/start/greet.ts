/** What a start says to who started it. */
import type { Env } from "../platform/env.ts";
import type { FirstAdmin } from "./orders.ts";

/** Writes a line to who started the server. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Where people find it. @param port the one that it listens on */
export function addressOf(env: Pick<Env, "publicUrl" | "host">, port: number): string {
  return env.publicUrl ?? `http://${env.host.includes(":") ? `[${env.host}]` : env.host}:${port}`;
}

/** The one time that a password is shown. */
export function sayFirstAdmin(admin: FirstAdmin): void {
  if (admin?.password) say(`Sign in:  account ${admin.account}  password ${admin.password}  (shown once)`);
  else if (admin) say(`Sign in:  account ${admin.account}  password from ADMIN_PASSWORD`);
}

/** Once for a start, however many processes it has. */
export function greet(env: Env, port: number, admin: FirstAdmin): void {
  say("");
  say(`Floatdesk 收付台  ${addressOf(env, port)}`);
  sayFirstAdmin(admin);
  if (env.webhookAllowPrivate) say("WEBHOOK_ALLOW_PRIVATE=1: notifications may go to private addresses. For development only.");
  if (env.sandbox) say("Sandbox: no real money.");
}
