// Where a run of tests works: a scratch folder of its own, an environment without a developer's settings, and no database left behind.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statfsSync, writeFileSync } from "node:fs";
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

/** Memory as a file system, as Linux has it. */
const IN_MEMORY = "/dev/shm";
/** A run was seen to hold less than 1 GB at any moment; the rest is for the processes of the run. Bytes. */
const LEAST_ROOM = 4 * 2 ** 30;
const LEAST_MEMORY = 8 * 2 ** 30;

/** Whether a program that stands there runs: the embedded database's do. */
function runsPrograms(folder) {
  const program = join(folder, "tried");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/** What a run that was killed left in memory goes, with its databases: the folder names the process. */
function removeLeftPlaces() {
  for (const name of readdirSync(IN_MEMORY)) {
    const maker = /^floatdesk-run-(\d+)-/.exec(name)?.[1];
    if (maker === undefined || existsSync(`/proc/${maker}`)) continue;
    try {
      stopLeftDatabases(join(IN_MEMORY, name));
      rmSync(join(IN_MEMORY, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    } catch {
      // Somebody else's: they may take it away.
    }
  }
}

/**
 * Databases of tests in memory, where there is plenty: hundreds of them are made and dropped, each of a thousand files, and
 * on a disk that is a third of what the database costs the processor. Null where it cannot be.
 */
function memoryPlace() {
  if (!existsSync(IN_MEMORY)) return null;
  removeLeftPlaces();
  if ((process.availableMemory?.() ?? 0) < LEAST_MEMORY) return null; // Node 20.13 and later tell
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize < LEAST_ROOM) return null;
  const place = mkdtempSync(join(IN_MEMORY, `floatdesk-run-${process.pid}-`));
  if (runsPrograms(place)) return place;
  rmSync(place, { recursive: true });
  return null;
}

/**
 * Makes the place.
 * @param {string} seed where all properties of the run begin: given again, they take the same way
 */
export function testPlace(seed) {
  const isRoot = process.geteuid?.() === 0;
  const scratch = memoryPlace() ?? mkdtempSync(join(isRoot ? "/tmp" : tmpdir(), "floatdesk-run-"));
  // The account of the databases passes through.
  if (isRoot) chmodSync(scratch, 0o711);
  // Each run of vitest is given the same sources to make modules of.
  const env = { ...process.env, CI: "true", TEST_TMP: scratch, TEST_MODULES: join(scratch, "modules"), TEST_SEED: seed, NODE_ENV: "test" };
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
