/** Reads the environment, wires, listens; nothing else does. */
import { makeLogger, startProduct, type Product } from "./app.ts";
import { resolveEngine, type ResolvedEngine } from "./platform/db/engine/index.ts";
import { migrate, pendingMigrations } from "./platform/db/migrate.ts";
import { ensureReachable } from "./platform/db/reach.ts";
import { writeDemoFile } from "./demo.ts";
import { readEnv, type Env } from "./platform/env.ts";
import { ensureFirstAdmin } from "./features/users/first-admin.ts";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function bringSchemaUpToDate(engine: Pick<ResolvedEngine, "kind" | "appUrl" | "ownerUrl">): Promise<void> {
  if (engine.kind === "server") {
    await ensureReachable("DATABASE_URL", engine.appUrl);
    if (engine.ownerUrl) await ensureReachable("DATABASE_OWNER_URL", engine.ownerUrl);
  }
  if (engine.ownerUrl) {
    // The grants go to whoever DATABASE_URL signs in as.
    await migrate(engine.ownerUrl, { log: say, appRole: decodeURIComponent(new URL(engine.appUrl).username) || "floatdesk_app" });
    return;
  }
  const pending = await pendingMigrations(engine.appUrl);
  if (pending.length > 0)
    throw new Error(
      `The database schema is behind (${pending.length} files, next db/${pending[0]}); set DATABASE_OWNER_URL to the owner's connection so that it can be migrated.`,
    );
}

type FirstAdmin = Awaited<ReturnType<typeof ensureFirstAdmin>>;

function sayFirstAdmin(admin: FirstAdmin): void {
  if (admin?.password) say(`Sign in:  account ${admin.account}  password ${admin.password}  (shown once)`);
  else if (admin) say(`Sign in:  account ${admin.account}  password from ADMIN_PASSWORD`);
}

function greet(env: Env, address: string, admin: FirstAdmin): void {
  say("");
  say(`Floatdesk 收付台  ${address}`);
  sayFirstAdmin(admin);
  if (env.webhookAllowPrivate) say("WEBHOOK_ALLOW_PRIVATE=1: notifications may go to private addresses. For development only.");
  if (env.sandbox) say("Sandbox: no real money.");
}

/** @throws Error with one sentence that names the setting */
async function listen(product: Product, env: Env): Promise<void> {
  try {
    await product.http.listen({ port: env.port, host: env.host });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EADDRINUSE") throw new Error(`PORT ${env.port} is taken on ${env.host}: end what listens there, or set another PORT.`, { cause: error });
    if (code === "EACCES") throw new Error(`PORT ${env.port} may not be opened by this account: set a PORT from 1024 on.`, { cause: error });
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new Error(`HOST ${env.host} is no address of this machine: set another HOST.`, { cause: error });
    throw error;
  }
}

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const engine = await resolveEngine(process.env);
  await bringSchemaUpToDate(engine);
  const log = makeLogger(env.logLevel === "info" && process.stdout.isTTY ? "warn" : env.logLevel);
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const deadline = setTimeout(() => process.exit(code || 1), 20_000);
    deadline.unref();
    await product.stop().catch((error: unknown) => log.error({ err: error }, "stopping"));
    await engine.stop();
    process.exit(code);
  };
  const product = await startProduct({
    env,
    appUrl: engine.appUrl,
    secretKey: engine.secretKey,
    secretKeyAlso: engine.secretKeyAlso,
    log,
    // An embedded database that was killed is started again; at another address this process could not reach it.
    reviveDatabase: async () => {
      if (stopping || (await engine.revive())) return;
      log.fatal("the database came back at another address");
      void stop(1);
    },
  });
  process.once("SIGINT", () => void stop(0));
  process.once("SIGTERM", () => void stop(0));
  // Before it listens: whoever finds the server ready can sign in.
  const admin = await ensureFirstAdmin(product.app);
  await listen(product, env).catch((error: unknown) => {
    // The password is shown once, and the next start makes no other: a start that fails shows it, too.
    sayFirstAdmin(admin);
    throw error;
  });
  const { port } = product.http.server.address() as { port: number };
  const address = env.publicUrl ?? `http://${env.host.includes(":") ? `[${env.host}]` : env.host}:${port}`;
  if (env.floatdeskDemo) await writeDemoFile(product.app, engine.dataDir, address, admin);
  greet(env, address, admin);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env["LOG_LEVEL"] === "debug" && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
