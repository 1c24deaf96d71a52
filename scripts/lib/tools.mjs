// Finds, and as root installs, what tests use but the product does not bring: Chromium and PostgreSQL.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { runQuietly } from "./common.mjs";

const isRoot = process.geteuid?.() === 0;

function runs(file, args = ["--version"]) {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return null;
  }
  const { status, stdout } = spawnSync(file, args, { encoding: "utf8", timeout: 20_000 });
  return status === 0 ? stdout.trim() : null;
}

function listing(folder) {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

const pathFolders = () => (process.env.PATH ?? "").split(delimiter).filter(Boolean);

let updated = false;

/** Installs Debian packages; answers whether that worked. */
async function aptInstall(packages) {
  if (!isRoot || !existsSync("/usr/bin/apt-get")) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (!updated) await runQuietly("apt-get", ["update", "-q"], { env });
  updated = true;
  const { code, output } = await runQuietly("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...packages], { env });
  if (code !== 0) console.log(`  apt-get install ${packages.join(" ")} failed: ${output.trim().split("\n").at(-1)}`);
  return code === 0;
}

/** The browser without its windows: the same engine, and what Playwright runs by itself. A page costs half of the processor's time (docs/decisions/0074). */
const SHELL = { names: ["chromium-headless-shell", "chrome-headless-shell"], folder: /chromium_headless_shell-\d+$/ };
const WHOLE = { names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"], folder: /chromium-\d+$/ };
/** Where Playwright's own downloads have their program. */
const DOWNLOADED = [
  "chrome-headless-shell-linux64/chrome-headless-shell",
  "chrome-linux/headless_shell",
  "chrome-linux64/chrome",
  "chrome-linux/chrome",
  "chrome-mac/headless_shell",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
];

function searchChromium({ names, folder }) {
  const caches = [process.env.PLAYWRIGHT_BROWSERS_PATH, join(homedir(), ".cache/ms-playwright"), join(homedir(), "Library/Caches/ms-playwright")];
  const playwright = caches
    .filter(Boolean)
    .flatMap(listing)
    .filter((one) => folder.test(one))
    .sort()
    .reverse()
    .flatMap((one) => DOWNLOADED.map((program) => join(one, program)));
  const candidates = [
    ...names.map((name) => join("/usr/bin", name)),
    ...pathFolders().flatMap((one) => names.map((name) => join(one, name))),
    ...(folder === WHOLE.folder ? ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"] : []),
    ...playwright,
  ];
  return candidates.find((file) => runs(file) !== null) ?? null;
}

/** Path of a Chromium, the one without windows before a whole one, installed first where that is possible; null when there is none. */
export async function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (runs(asked) !== null) return asked;
    console.log(`CHROMIUM_PATH=${asked} cannot be run; looking elsewhere.`);
  }
  const shell = searchChromium(SHELL);
  if (shell !== null) return shell;
  const whole = searchChromium(WHOLE);
  if (whole !== null) {
    console.log("A page of the browser tests costs half with a headless shell (Debian: apt-get install chromium-headless-shell).");
    return whole;
  }
  if (isRoot) console.log("Installing Chromium (apt-get) ...");
  if (await aptInstall(["chromium-headless-shell", "fonts-noto-cjk"])) return searchChromium(SHELL);
  return (await aptInstall(["chromium", "fonts-noto-cjk"])) ? searchChromium(WHOLE) : null;
}

function searchPostgres() {
  const configured = runs(join("/usr/bin", "pg_config"), ["--bindir"]);
  const folders = [
    configured,
    ...["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"]
      .flatMap(listing)
      .filter((folder) => /\d+$/.test(folder))
      .map((folder) => join(folder, "bin")),
    ...listing("/usr")
      .filter((folder) => /pgsql-\d+$/.test(folder))
      .map((folder) => join(folder, "bin")),
    "/usr/local/pgsql/bin",
    ...pathFolders(),
  ];
  const byMajor = new Map();
  for (const folder of folders.filter(Boolean)) {
    if (!existsSync(join(folder, "initdb"))) continue;
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(runs(join(folder, "postgres")) ?? "")?.[1]);
    if (Number.isInteger(major) && !byMajor.has(major)) byMajor.set(major, folder);
  }
  return byMajor;
}

/** Debian's package would make and start a cluster of its own, which nobody asked for. */
async function installPostgres() {
  if (!(await aptInstall(["postgresql-common"]))) return;
  const file = "/etc/postgresql-common/createcluster.conf";
  if (existsSync(file)) {
    const text = readFileSync(file, "utf8").replace(/^\s*#?\s*create_main_cluster\s*=.*$/m, "create_main_cluster = false");
    writeFileSync(file, text);
  }
  await aptInstall(["postgresql"]);
}

/** The PostgreSQL programs to test with: the newest from 15 to 18, and 15 where it is there, too. Installed first where there are none. */
export async function findPostgres({ install = true } = {}) {
  const usable = (found) => [...found.keys()].filter((major) => major >= 15 && major <= 18).sort((a, b) => b - a);
  let found = searchPostgres();
  if (usable(found).length === 0 && isRoot && install) {
    console.log("Installing PostgreSQL (apt-get) ...");
    await installPostgres();
    found = searchPostgres();
  }
  const majors = usable(found);
  const chosen = majors.filter((major, index) => index === 0 || major === 15);
  return chosen.map((major) => ({ major, binDir: found.get(major) }));
}

/** What tests need of the environment to use this machine's newest PostgreSQL; without one, the embedded one. */
export async function engineEnv() {
  const [server] = await findPostgres();
  return server === undefined ? { TEST_ENGINE: "embedded" } : { TEST_ENGINE: "server", TEST_PG_BIN: server.binDir };
}
