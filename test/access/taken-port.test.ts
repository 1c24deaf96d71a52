/** A start that cannot listen says so in one sentence, and shows the password that it made: the next start makes no other. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { programOf } from "../support/parts/programs.ts";
import { testDatabase, type TestDatabase } from "../support/pg.ts";

let database: TestDatabase;
const holder = createServer();
beforeAll(async () => {
  database = await testDatabase();
  await new Promise<void>((done) => holder.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  holder.close();
  await database.drop();
});

it("names the port, and shows the first admin's password", async () => {
  const { port } = holder.address() as AddressInfo;
  const env = {
    PATH: process.env["PATH"],
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET_KEY: randomBytes(32).toString("base64"),
    PORT: String(port),
    LOG_LEVEL: "silent",
  };
  const main = await programOf("main");
  const ended = await new Promise<{ code: unknown; stdout: string; stderr: string }>((done) =>
    execFile(process.execPath, [main], { env, timeout: 60_000 }, (error, stdout, stderr) => done({ code: error?.code, stdout, stderr })),
  );
  expect(ended.code).toBe(1);
  expect(ended.stderr.trim()).toBe(`PORT ${port} is taken on 127.0.0.1: end what listens there, or set another PORT.`);
  expect(ended.stdout).toMatch(/^Sign in: {2}account admin {2}password \S{12,} {2}\(shown once\)$/m);
});
