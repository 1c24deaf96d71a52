/** Runs once per vitest project: a database server, and for `browser` the built product with something in it. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { isRoot } from "../../src/server/platform/db/engine/account.ts";
import { type ClusterOptions, startCluster } from "../../src/server/platform/db/engine/embedded.ts";
import { ensureDatabase, withClient } from "../../src/server/platform/db/engine/provision.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { fill } from "../e2e/content.ts";
import { adminToken, deploymentOn, productOf, useProduct } from "../e2e/product.ts";
import { FILLED, onDatabase, TEMPLATE, type TestEngine } from "./pg.ts";

const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The database's account must reach the folder, and root's own TMPDIR is often private. */
function temporaryFolder(): string {
  const base = process.env.TEST_TMP ?? (isRoot() ? "/tmp" : tmpdir());
  return mkdtempSync(join(base, "floatdesk-test-"));
}

/** Only what tests rebuild in a second may be lost in a crash. Tests of durability start their own. */
const FAST = { fsync: "off", full_page_writes: "off", max_connections: "200", shared_buffers: "128MB" };

function serverBinaries(): NonNullable<ClusterOptions["binaries"]> | null {
  if (process.env.TEST_ENGINE !== "server") return null;
  const binDir = process.env.TEST_PG_BIN;
  if (binDir === undefined) throw new Error("TEST_ENGINE=server needs TEST_PG_BIN, the folder of initdb and postgres.");
  const version = execFileSync(join(binDir, "postgres"), ["--version"], { encoding: "utf8" });
  return { binDir, major: Number(/(\d+)/.exec(version)?.[1]) };
}

/** Vitest's entry; the returned function runs when the project is done. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = temporaryFolder();
  mkdirSync(join(checkout, ".cache"), { recursive: true });
  const programs = mkdtempSync(join(checkout, ".cache", "programs-"));
  project.provide("programs", programs);
  const binaries = serverBinaries();
  const handle = await startCluster({ dataDir, settings: FAST, ...(binaries === null ? {} : { binaries }) });
  const stop = async (): Promise<void> => {
    await handle.stop();
    for (const folder of [dataDir, programs]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const superUrl = handle.superUrl ?? "";
    await withClient(superUrl, (client) => ensureDatabase(client, TEMPLATE));
    await migrate(onDatabase(handle.ownerUrl, TEMPLATE));
    const engine: TestEngine = {
      engine: binaries === null ? "embedded" : "server",
      superUrl,
      ownerUrl: handle.ownerUrl,
      appUrl: handle.appUrl,
      major: Number.parseInt(handle.version, 10),
      toolsDir: binaries !== null && existsSync(join(binaries.binDir, "pg_dump")) ? binaries.binDir : null,
    };
    project.provide("pg", engine);
    if (project.name === "browser") await fillProduct(project, engine);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/**
 * Builds the product, and fills it once through its public interfaces. Each file of browser tests begins with a copy
 * (test/e2e/copy.ts): what one file does no other sees, in whatever order they run.
 */
async function fillProduct(project: TestProject, { superUrl, ownerUrl, appUrl }: TestEngine): Promise<void> {
  execFileSync(process.execPath, [join(checkout, "scripts", "build.mjs")], { stdio: "inherit" });
  await withClient(superUrl, (client) => ensureDatabase(client, FILLED));
  const deployment = deploymentOn({ ownerUrl: onDatabase(ownerUrl, FILLED), appUrl: onDatabase(appUrl, FILLED) });
  try {
    useProduct(productOf(await deployment.start()));
    project.provide("content", await fill(await adminToken()));
  } finally {
    await deployment.remove();
  }
  project.provide("chromium", process.env.CHROMIUM_PATH ?? "");
}
