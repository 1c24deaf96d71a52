// Makes sure that the packages of package-lock.json are installed. Every npm script begins with this.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isBuilt } from "./lib/built.mjs";
import { checkout, fail, isMain, readOrNull } from "./lib/common.mjs";

const OLDEST = [20, 19];
const lockFile = join(checkout, "package-lock.json");
const modules = join(checkout, "node_modules");
const stampFile = join(modules, ".floatdesk-lock");

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    fail(`Floatdesk needs Node ${OLDEST.join(".")} or newer; this is ${process.versions.node} (https://nodejs.org).`);
  }
}

/**
 * Whether node_modules holds exactly what the lockfile names, by npm's own record of the last
 * installation: then somebody ran `npm ci` already and only our stamp is missing.
 * @param dev whether the development packages must be there, too
 */
function matchesLock(dev = true) {
  const record = readOrNull(join(modules, ".package-lock.json"));
  if (record === null) return false;
  const installed = JSON.parse(record).packages ?? {};
  for (const [path, wanted] of Object.entries(JSON.parse(readFileSync(lockFile, "utf8")).packages)) {
    if (path === "" || (!dev && (wanted.dev || wanted.link || !path.startsWith("node_modules/")))) continue;
    const there = installed[path];
    if (there === undefined && (wanted.optional || wanted.devOptional)) continue;
    if (there === undefined || there.version !== wanted.version || there.integrity !== wanted.integrity) return false;
  }
  return true;
}

/** npm as this process was started by it, else the one on PATH. */
function npmCommand() {
  const { npm_execpath: path } = process.env;
  if (path?.endsWith(".js") && existsSync(path)) return [process.execPath, [path]];
  return ["npm", []];
}

function explain(output) {
  const code = /\b(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E407|E40[13])\b/.exec(
    output,
  )?.[1];
  if (code)
    return `The npm registry could not be reached (${code}), and the packages of package-lock.json are not installed: connect this machine or set a reachable registry (npm config set registry ...), then run the same command again.`;
  if (/\bENOSPC\b/.test(output)) return "The disk is full: the packages need about 1 GB.";
  if (/\b(EACCES|EROFS|EPERM)\b/.test(output)) return `Packages cannot be installed, because ${checkout} or npm's cache is not writable for this user.`;
  return `The packages of package-lock.json could not be installed:\n${output.trim().split("\n").slice(-15).join("\n")}`;
}

// Build and test tools are development packages, and the embedded database is an optional one: both are
// needed whatever NODE_ENV or the user's npm settings say. No package's install script is needed, so
// none is run. npm's own patience, minutes a package, is too long without a network.
const FLAGS = [
  "--include=dev",
  "--include=optional",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--no-progress",
  "--loglevel=error",
  "--prefer-offline",
  "--fetch-retries=2",
  "--fetch-retry-mintimeout=1000",
  "--fetch-retry-maxtimeout=5000",
];

function npm(...command) {
  return new Promise((done) => {
    const [file, first] = npmCommand();
    const child = spawn(file, [...first, ...command, ...FLAGS], { cwd: checkout, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", (error) => done({ code: 127, output: `npm could not be run: ${error.message}` }));
    child.once("close", (code) => done({ code: code ?? 1, output }));
  });
}

/**
 * `npm ci`. Some npm versions refuse a lockfile that leaves out optional packages of other platforms,
 * as npm writes it when a registry does not have them; then the same versions are installed without
 * that comparison, and the lockfile is left as it is.
 */
async function install() {
  const result = await npm("ci");
  if (result.code === 0 || !/EUSAGE|in sync/.test(result.output)) return result;
  return npm("install", "--no-save");
}

/**
 * Whether this is a production installation: `npm ci --omit=dev` put the packages here, and server and web are built from
 * these sources. Such a one is used as it is; nothing is installed or built at a start.
 */
export function isProduction() {
  checkNode();
  if (existsSync(join(modules, "tsx", "package.json")) || !matchesLock(false)) return false;
  if (!isBuilt()) fail("The packages were installed with --omit=dev, and dist/ is not built from these sources: npm ci && npm run build && npm ci --omit=dev.");
  return true;
}

/** Checks Node, and installs the packages when they are missing or the lockfile changed. */
export async function ensureInstalled() {
  checkNode();
  const hash = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  if (readOrNull(stampFile)?.trim() === hash) return;
  if (!matchesLock()) {
    try {
      accessSync(checkout, constants.W_OK);
    } catch {
      fail(`Packages cannot be installed, because ${checkout} is not writable for this user.`);
    }
    const count = Object.keys(JSON.parse(readFileSync(lockFile, "utf8")).packages).length - 1;
    const startedAt = Date.now();
    const seconds = () => Math.round((Date.now() - startedAt) / 1000);
    console.log(`Installing up to ${count} packages (npm ci) ...`);
    const word = setInterval(() => console.log(`  still installing, ${seconds()} s`), 10_000);
    const { code, output } = await install();
    clearInterval(word);
    if (code !== 0) fail(explain(output));
    console.log(`  installed in ${seconds()} s`);
  }
  try {
    writeFileSync(stampFile, `${hash}\n`);
  } catch {
    // Installed by another user: the comparison above is made each time, which costs a few milliseconds.
  }
}

if (isMain(import.meta.url)) await ensureInstalled();
