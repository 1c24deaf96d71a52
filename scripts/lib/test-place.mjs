// Where a run of tests works: a scratch folder of its own, an environment without a developer's settings, and no database left behind.
import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOrNull } from "./common.mjs";

/** Tests make their own databases; a developer's settings must not lead them to a real one. */
const NOT_PASSED_ON = ["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_REPLICA_URL", "DATA_DIR", "SECRET_KEY", "TEST_ENGINE", "TEST_PG_BIN"];

/** Databases that a killed run left in the scratch folder are stopped; no others are looked at. */
function stopLeftDatabases(scratch) {
  for (const name of readdirSync(scratch)) {
    const pgData = join(scratch, name, "pg", "data");
    const pid = Number.parseInt(readOrNull(join(pgData, "postmaster.pid")) ?? "", 10);
    if (!Number.isInteger(pid) || pid <= 1) continue;
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === pgData) process.kill(pid, "SIGINT");
    } catch {
      // Gone meanwhile, or a system without /proc.
    }
  }
}

/**
 * Makes the place.
 * @param {string} seed where all properties of the run begin: given again, they take the same way
 */
export function testPlace(seed) {
  const isRoot = process.geteuid?.() === 0;
  const scratch = mkdtempSync(join(isRoot ? "/tmp" : tmpdir(), "floatdesk-run-"));
  // The account of the databases passes through.
  if (isRoot) chmodSync(scratch, 0o711);
  const env = { ...process.env, CI: "true", TEST_TMP: scratch, TEST_SEED: seed, NODE_ENV: "test" };
  for (const name of NOT_PASSED_ON) delete env[name];
  return {
    scratch,
    env,
    stopLeftDatabases: () => stopLeftDatabases(scratch),
    remove() {
      stopLeftDatabases(scratch);
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
