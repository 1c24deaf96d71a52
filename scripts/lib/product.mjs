// Builds the product and runs it inside this process.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { checkout, fail, readOrNull, runToEnd } from "./common.mjs";

/** Brings dist/ up to date in a process of its own, whose memory is given back before the server starts. */
export async function buildApart() {
  const code = await runToEnd(process.execPath, [join(checkout, "scripts", "build.mjs")]);
  if (code !== 0) process.exit(code);
}

/** The parent of a process where that can be read (Linux), else null. */
function parentOf(pid) {
  const stat = readOrNull(`/proc/${pid}/stat`);
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/**
 * npm runs scripts through a shell that dies of a signal without passing it on, and a killed npm tells
 * nobody. When either goes, the server gets the signal that was meant for it and stops in its order.
 */
export function followNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  // Some shells replace themselves by the script: then npm is the parent, and its own parent is nobody to follow.
  const npm = grandparent !== null && readOrNull(`/proc/${grandparent}/comm`)?.startsWith("npm") ? grandparent : null;
  const watch = setInterval(() => {
    if (process.ppid === parent && (npm === null || parentOf(parent) === npm)) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 200);
  watch.unref();
}

/**
 * Starts dist/server/main.js in this very process: the signals and the exit code of `npm start` are
 * then the server's own, and there is no parent that could die and leave it behind.
 */
export async function startHere() {
  const main = join(checkout, "dist", "server", "main.js");
  if (!existsSync(main)) fail("There is no server to start: src/server/main.ts is missing.");
  process.setSourceMapsEnabled(true);
  process.argv[1] = main;
  followNpm();
  await import(pathToFileURL(main).href);
}
