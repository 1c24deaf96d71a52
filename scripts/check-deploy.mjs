// npm run check-deploy: tries each file of deploy/ with the program that reads it; says "checked" or "not on this machine".
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { checkout, isMain, lastLines, runQuietly } from "./lib/common.mjs";
import { findPostgres } from "./lib/tools.mjs";

const deploy = join(checkout, "deploy");
const textOf = (name) => readFileSync(join(deploy, name), "utf8");
const MISSING = "not on this machine";

/** Places of the system's folders count, too: an ordinary user's PATH often lacks them. */
function find(program) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin", "/usr/local/sbin"].filter(Boolean);
  return folders.map((folder) => join(folder, program)).find(existsSync) ?? null;
}

/** Runs a program; null when all is well, else what it said. */
async function tried(file, args, options) {
  const { code, output } = await runQuietly(file, args, options);
  return code === 0 ? null : lastLines(output, 30);
}

/** A certificate for the configurations that name one. */
async function makeCertificate(folder) {
  const openssl = find("openssl");
  if (openssl === null) return "openssl is missing";
  mkdirSync(join(folder, "tls"));
  const [key, cert] = [join(folder, "tls/privkey.pem"), join(folder, "tls/fullchain.pem")];
  const made = await tried(openssl, [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    cert,
    "-days",
    "1",
    "-subj",
    "/CN=desk.example.com",
  ]);
  if (made === null) writeFileSync(join(folder, "tls/desk.example.com.pem"), readFileSync(cert, "utf8") + readFileSync(key, "utf8"));
  return made;
}

/** A copy of a file with places of this machine in it; answers its path. */
function copied(folder, name, ...changes) {
  const to = join(folder, name.split("/").at(-1));
  writeFileSync(
    to,
    changes.reduce((text, [from, into]) => text.replaceAll(from, into), textOf(name)),
  );
  return to;
}

async function nginx(folder) {
  const program = find("nginx");
  if (program === null) return MISSING;
  const bad = await makeCertificate(folder);
  if (bad !== null) return bad;
  const file = copied(
    folder,
    "proxy/nginx.conf",
    ["/etc/floatdesk/tls", join(folder, "tls")],
    ["/run/nginx.pid", join(folder, "pid")],
    ["/var/log/nginx", folder],
  );
  return tried(program, ["-t", "-p", folder, "-e", join(folder, "error.log"), "-c", file]);
}

async function haproxy(folder) {
  const program = find("haproxy");
  if (program === null) return MISSING;
  const bad = await makeCertificate(folder);
  if (bad !== null) return bad;
  return tried(program, ["-c", "-f", copied(folder, "proxy/haproxy.cfg", ["/etc/floatdesk/tls", join(folder, "tls")])]);
}

/** A port that is any number: the file is read, nothing listens. */
const AT_ANY = 65_000;

async function clusterProxy(folder) {
  const program = find("haproxy");
  if (program === null) return MISSING;
  const config = join(folder, "cluster.cfg");
  writeFileSync(config, textOf("cluster/haproxy.cfg").replaceAll(/\{\{\w+\}\}/g, String(AT_ANY)));
  return tried(program, ["-c", "-f", config]);
}

async function prometheus(folder) {
  const program = find("promtool");
  if (program === null) return MISSING;
  copied(folder, "prometheus/alerts.yml");
  writeFileSync(join(folder, "token"), "token");
  const config = copied(folder, "prometheus/prometheus.yml", ["/etc/prometheus/floatdesk.token", join(folder, "token")]);
  return (await tried(program, ["check", "rules", join(folder, "alerts.yml")])) ?? tried(program, ["check", "config", config]);
}

/** The exposure that `systemd-analyze security` finds, in tenths: 0 nothing is exposed, 100 everything. */
const MOST_EXPOSED = 20;

async function systemd(folder) {
  const program = find("systemd-analyze");
  if (program === null) return MISSING;
  for (const unit of ["floatdesk-api@.service", "floatdesk-worker.service"]) {
    const file = copied(folder, `systemd/${unit}`, ["/usr/bin/node", process.execPath]);
    // It goes through the machine's own units too, whose faults are not ours; a line that it does not know is only a remark to it.
    const ours = (await runQuietly(program, ["verify", file])).output.split("\n").filter((line) => line.includes(unit));
    if (ours.length > 0) return ours.join("\n");
    const exposed = await tried(program, ["security", "--offline=yes", `--threshold=${MOST_EXPOSED}`, file]);
    if (exposed !== null) return exposed;
  }
  return null;
}

async function compose() {
  const env = { ...process.env, OWNER_PASSWORD: "o", APP_PASSWORD: "a", SUPERUSER_PASSWORD: "s", KEY: "k", TOKEN: "t" };
  const file = join(deploy, "container/compose.yaml");
  const docker = find("docker");
  const plugin = docker !== null && (await tried(docker, ["compose", "version"])) === null;
  const alone = find("docker-compose");
  if (!plugin && alone === null) return MISSING;
  const [program, first] = plugin ? [docker, ["compose"]] : [alone, []];
  return tried(program, [...first, "-f", file, "config", "--quiet"], { env });
}

/** What a Dockerfile takes from the checkout has to be there, and has to be let through to the build. */
async function dockerfile() {
  const taken = [...textOf("container/Dockerfile").matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) => names.split(" "));
  const passed = textOf("container/Dockerfile.dockerignore")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  const missing = taken.filter((name) => !existsSync(join(checkout, name)));
  const kept = taken.filter((name) => !passed.includes(name));
  return missing.length + kept.length === 0 ? null : `not there: ${missing.join(", ") || "–"}; kept from the build: ${kept.join(", ") || "–"}`;
}

/** `postgres -C` reads a whole configuration and ends; it answers even to root. */
async function postgresql(folder) {
  const found = await findPostgres({ install: false });
  if (found.length === 0) return MISSING;
  for (const { major, binDir } of found) {
    writeFileSync(join(folder, "postgresql.conf"), textOf("postgresql/floatdesk.conf") + textOf("postgresql/archive.conf"));
    const bad = await tried(join(binDir, "postgres"), ["-C", "archive_timeout", "-D", folder]);
    if (bad !== null) return `PostgreSQL ${major}: ${bad}`;
  }
  return null;
}

async function grafana() {
  const board = JSON.parse(textOf("grafana/floatdesk.json"));
  const ids = new Set(board.panels.map(({ id }) => id));
  const empty = board.panels.filter(({ targets }) => targets.length === 0);
  return ids.size === board.panels.length && empty.length === 0 ? null : "panels without a question, or with one number twice";
}

const CHECKS = [
  ["proxy/nginx.conf", "nginx -t", nginx],
  ["proxy/haproxy.cfg", "haproxy -c", haproxy],
  ["cluster/haproxy.cfg", "haproxy -c", clusterProxy],
  ["prometheus/", "promtool check rules, check config", prometheus],
  ["systemd/", "systemd-analyze verify, security", systemd],
  ["container/compose.yaml", "docker compose config", compose],
  ["container/Dockerfile", "what it copies is there", dockerfile],
  ["postgresql/*.conf", "postgres -C", postgresql],
  ["grafana/floatdesk.json", "read as JSON", grafana],
];

/** Tries everything. @returns for each file with what it was tried, and null (well), "not on this machine" or what is wrong */
export async function checkDeploy() {
  const results = [];
  for (const [file, tool, check] of CHECKS) {
    const folder = mkdtempSync(join(tmpdir(), "floatdesk-deploy-"));
    results.push({ file, tool, found: await check(folder) });
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

if (isMain(import.meta.url)) {
  const results = await checkDeploy();
  for (const { file, tool, found } of results) {
    const word = found === null ? "checked" : found === MISSING ? MISSING : `WRONG\n${found}`;
    console.log(`deploy/${file} (${tool}): ${word}`);
  }
  process.exitCode = results.some(({ found }) => found !== null && found !== MISSING) ? 1 : 0;
}
