// How each file of deploy/ is tried: read, and given to the program that takes it, where this machine has that.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { stringify } from "yaml";
import { checkout, lastLines, runQuietly } from "./common.mjs";
import { boardRules, composeFile, dashboardFile, prometheusFiles } from "./deploy-files.mjs";
import { findPostgres } from "./tools.mjs";

const deploy = join(checkout, "deploy");
const textOf = (name) => readFileSync(join(deploy, name), "utf8");
/** What is said of a program that is not there. */
export const MISSING = "not on this machine";

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
  const board = join(folder, "dashboard.yml");
  writeFileSync(board, stringify(boardRules(JSON.parse(textOf("grafana/floatdesk.json")))));
  return (await tried(program, ["check", "rules", join(folder, "alerts.yml"), board])) ?? tried(program, ["check", "config", config]);
}

/** The exposure that `systemd-analyze security` finds, in tenths: 0 nothing is exposed, 100 everything. */
const MOST_EXPOSED = 20;

/** What the units name of a machine's own; beside them they are alone, so that every word said is of them. */
const TARGETS = ["sysinit", "basic", "shutdown", "multi-user", "network-online"];

async function systemd(folder) {
  const program = find("systemd-analyze");
  if (program === null) return MISSING;
  const units = ["floatdesk-api@.service", "floatdesk-worker.service"];
  for (const name of TARGETS) writeFileSync(join(folder, `${name}.target`), `[Unit]\nDescription=${name}\nDefaultDependencies=no\n`);
  for (const unit of units) {
    const file = copied(folder, `systemd/${unit}`, ["/usr/bin/node", process.execPath]);
    // What it does not know is only a remark to it, and leaves a protection away.
    const { code, output } = await runQuietly(program, ["verify", file], { env: { ...process.env, SYSTEMD_UNIT_PATH: folder } });
    if (code !== 0 || output.trim() !== "") return `${unit}: ended with ${code}\n${lastLines(output, 30)}`;
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

/** File, how it is tried, by what, and the Debian package that brings the program; null where none is needed. */
const CHECKS = [
  ["prometheus/", "read as YAML", async () => prometheusFiles(), null],
  ["container/compose.yaml", "read as YAML", async () => composeFile(), null],
  ["container/Dockerfile", "what it copies is there", dockerfile, null],
  ["grafana/floatdesk.json", "read as JSON", async () => dashboardFile(), null],
  ["proxy/nginx.conf", "nginx -t", nginx, "nginx"],
  ["proxy/haproxy.cfg", "haproxy -c", haproxy, "haproxy"],
  ["cluster/haproxy.cfg", "haproxy -c", clusterProxy, "haproxy"],
  ["prometheus/, grafana/", "promtool check rules, check config", prometheus, "prometheus"],
  ["systemd/", "systemd-analyze verify, security", systemd, "systemd"],
  ["container/compose.yaml", "docker compose config", compose, "docker-compose"],
  ["postgresql/*.conf", "postgres -C", postgresql, "postgresql"],
];

/** Runs one check; what it throws is what is wrong. */
const outcome = (check, folder) => check(folder).catch((error) => String(error.message ?? error));

/** Tries everything. @returns for each file with what it was tried, and null (well), "not on this machine" or what is wrong */
export async function checkDeploy() {
  const results = [];
  for (const [file, tool, check, debian] of CHECKS) {
    const folder = mkdtempSync(join(tmpdir(), "floatdesk-deploy-"));
    results.push({ file, tool, debian, found: await outcome(check, folder) });
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}
