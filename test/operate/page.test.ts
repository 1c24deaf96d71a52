/** The command blocks of docs/operate.md: those marked `test` are run in their order; each other is run by another test, or has a reason and valid syntax. */
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, inject, it } from "vitest";
import { freePort } from "../support/parts/ports.ts";
import { BLOCKS, blocksMarked } from "../support/operate/page.ts";
import { endProgram, programOf } from "../support/parts/programs.ts";
import { startOwnServer, type OwnServer } from "../support/own-server.ts";

const run = promisify(execFile);
/** A start that takes so long hangs: a busy machine takes ten times as long as a quiet one. Milliseconds. */
const HUNG_MS = 240_000;
const CHECKOUT = join(import.meta.dirname, "../..");
/** Who runs the blocks of each mark. */
const RUN_BY: Readonly<Record<string, string>> = {
  test: "page.test.ts",
  "test-stopped": "page.test.ts",
  services: "services.test.ts",
  upgrade: "services.test.ts",
  "upgrade-nginx": "services.test.ts",
  night: "instant.test.ts",
  instant: "instant.test.ts",
};
const folders = [inject("pg").toolsDir, "/usr/bin", "/usr/local/bin", ...(process.env["PATH"] ?? "").split(delimiter)].filter((folder) => folder !== null);
const psql = folders.map((folder) => join(folder, "psql")).find((file) => existsSync(file));

it("every block is run by the test of its mark, or says why none does", () => {
  for (const [mark, file] of Object.entries(RUN_BY)) {
    const test = readFileSync(join(import.meta.dirname, file), "utf8");
    // It takes what it runs from the page, and nothing else.
    expect([mark, blocksMarked(mark).length > 0, test.includes(`"${mark}"`) && test.includes("operate/page.ts")]).toEqual([mark, true, true]);
  }
  expect(BLOCKS.filter(({ mark }) => mark !== "" && RUN_BY[mark] === undefined)).toEqual([]);
  expect(BLOCKS.filter(({ mark, reason }) => (mark === "") !== (reason !== undefined))).toEqual([]);
  // That a test does something like it is no reason: then it can run the block.
  expect(BLOCKS.filter(({ reason = "" }) => /\btests?\b/.test(reason))).toEqual([]);
  for (const { text } of BLOCKS) expect([text, spawnSync("bash", ["-n"], { input: text, encoding: "utf8" }).stderr]).toEqual([text, ""]);
});

let server: OwnServer | null = null;
let product: ChildProcess | null = null;
async function stopProduct(): Promise<void> {
  const child = product;
  product = null;
  await endProgram(child);
}
afterAll(async () => {
  await stopProduct();
  await server?.remove();
});

/** Starts the product with the settings that the blocks so far have exported. */
async function startProduct(state: string, port: number): Promise<void> {
  const command = `. ${state}; exec ${process.execPath} ${await programOf("main")}`;
  const child = spawn("bash", ["-c", command], { cwd: CHECKOUT, env: { PATH: process.env["PATH"], PORT: String(port) }, stdio: ["ignore", "pipe", "pipe"] });
  product = child;
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (said += part.toString()));
  for (const giveUpAt = Date.now() + HUNG_MS; ; ) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`the product did not start:\n${said}`);
    if (said.includes("Sign in:")) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}

it.skipIf(psql === undefined)(
  "the blocks marked test, from an empty server to a moved database",
  async () => {
    server = await startOwnServer();
    const { folder, port, password } = server;
    const listens = await freePort();
    const state = join(folder, "state.sh");
    const here = (text: string): string =>
      text
        .replaceAll("@db.internal/", `@127.0.0.1:${port}/`)
        .replaceAll("127.0.0.1:3000", `127.0.0.1:${listens}`)
        .replaceAll(/\b(secret\.key|new\.key|backup-of-today)\b/g, (name) => join(folder, name));
    const env = {
      PATH: [psql?.replace(/\/psql$/, ""), process.env["PATH"]].join(delimiter),
      HOME: process.env["HOME"],
      // The administrator of PostgreSQL.
      PGHOST: "127.0.0.1",
      PGPORT: String(port),
      PGUSER: "postgres",
      PGPASSWORD: password,
      PGDATABASE: "postgres",
    };
    const outputs: string[] = [];
    for (const { mark, text } of blocksMarked("test", "test-stopped")) {
      if (/\bcurl\b/.test(text) && product === null) await startProduct(state, listens);
      if (mark === "test-stopped") await stopProduct();
      const script = `set -euo pipefail; [ ! -f ${state} ] || . ${state}; cd ${CHECKOUT}\n${here(text)}\nexport -p | grep -E ' (DATABASE_|SECRET_|MOVE_)' > ${state} || true`;
      const done = await run("bash", ["-c", script], { env }).catch((error: Error & { stdout: string; stderr: string }) => error);
      if (done instanceof Error) throw new Error(`this block failed:\n${text}\n${done.stdout}\n${done.stderr}`);
      outputs.push(done.stdout);
    }
    const all = outputs.join("\n");
    for (const said of [
      '"status":"ready"',
      "floatdesk_outbox_overdue_seconds",
      "Backup is complete",
      "Restored. Payouts are stopped",
      '"ok": true',
      "Every secret is under SECRET_KEY",
      "Moved: the same rows are in both",
    ])
      expect(all).toContain(said);
  },
  600_000,
);
