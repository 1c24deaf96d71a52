// The folder of a cluster on this machine: its ports, passwords and configuration, made once and kept.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { checkout, fail, readOrNull } from "../common.mjs";

/** PostgreSQL does not run as root: then everything but the product runs as nobody. */
const NOBODY = 65534;
export const account = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Longest path of a socket, characters (sun_path of Linux). */
const SOCKET_MAX = 107;
export const NODES = ["node1", "node2", "node3"];
export const ETCDS = ["etcd1", "etcd2", "etcd3"];

const PROGRAMS = { patroni: "patroni", etcd: "etcd-server", etcdctl: "etcd-client", haproxy: "haproxy", pgbackrest: "pgbackrest" };
const FOLDERS = ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", ...(process.env.PATH ?? "").split(":")];

function programOf(name) {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Folder of the newest PostgreSQL of this machine that has everything, from 15 on; null: none. */
function postgresBin() {
  const base = "/usr/lib/postgresql";
  const majors = existsSync(base) ? readdirSync(base).map(Number) : [];
  const fit = majors.filter((major) => major >= 15 && existsSync(join(base, String(major), "bin", "pg_rewind"))).sort((a, b) => b - a);
  return fit.length > 0 ? join(base, String(fit[0]), "bin") : null;
}

/** The programs that a cluster is made of; ends with a sentence that names the packages of those that are missing. */
export function findTools() {
  const found = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, programOf(name)]));
  const bin = postgresBin();
  const missing = Object.entries(PROGRAMS).flatMap(([name, pack]) => (found[name] === null ? [pack] : []));
  if (bin === null) missing.push("postgresql-15");
  if (missing.length > 0)
    fail(
      `A cluster needs programs that this machine has not: apt-get install --no-install-recommends ${missing.join(" ")} (Debian 12), then stop the services that they start.`,
    );
  return { ...found, bin };
}

/** Below the ports that a system gives to whoever calls out: who is killed has to find its own free when it starts again. */
const [FIRST_PORT, PORTS] = [12_000, 20_000];

/** Whether somebody listens there. */
export function isTaken(port) {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    const end = (taken) => {
      socket.destroy();
      done(taken);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}

const secret = () => randomBytes(18).toString("base64url");

async function newState() {
  const names = [
    ...NODES,
    ...["rest", "door", "peers", "peersRest", "proxy", "proxyRest", "product"].flatMap((way) => [1, 2, 3].map((number) => `${way}${number}`)),
    ...ETCDS,
    "peer1",
    "peer2",
    "peer3",
    "primaryPort",
    "webPort",
    "api1",
    "api2",
    "worker1",
    "worker2",
    "restored",
  ];
  const ports = new Map();
  for (let port = FIRST_PORT + ((process.pid * 100) % PORTS); ports.size < names.length; port += 1)
    if (!(await isTaken(port))) ports.set(names[ports.size], port);
  const passwords = Object.fromEntries(
    ["superPassword", "replicationPassword", "rewindPassword", "ownerPassword", "appPassword", "adminPassword"].map((name) => [name, secret()]),
  );
  return { ports: Object.fromEntries(ports), ...passwords, secretKey: randomBytes(32).toString("base64") };
}

/** Makes a folder that the account may enter and write into. */
export function own(path) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
  return path;
}

/** Fills the names of a template in. @throws Error for a name that nobody knows */
export function filled(template, values) {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name) => {
    if (values[name] === undefined) throw new Error(`the template names ${name}, which is not known`);
    return String(values[name]);
  });
}

/** The lines of a configuration that names nodes. @param nodes folder and port of each */
export const nodeLines = (nodes) =>
  nodes
    .flatMap(({ folder, port }, at) => [
      `pg${at + 1}-path=${folder}/data`,
      `pg${at + 1}-port=${port}`,
      `pg${at + 1}-socket-path=${folder}`,
      `pg${at + 1}-user=postgres`,
    ])
    .join("\n");

function writeFor(path, text) {
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, 0o600);
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
}

/** Makes the folder, or finds it as it was left, and writes the configuration anew. */
export async function openPlace(folder, tools) {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  if (account.uid !== undefined) {
    chmodSync(folder, 0o711);
    const reach = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...account, cwd: "/", stdio: "ignore" });
    if (reach.status !== 0)
      fail(`PostgreSQL does not run as root, and another account cannot enter ${folder}: choose a DATA_DIR outside private folders (${dirname(folder)}).`);
  }
  const file = join(folder, "cluster.json");
  const known = readOrNull(file);
  const [made, left] = [await newState(), known === null ? {} : JSON.parse(known)];
  // A folder of an earlier version has no port for what came since.
  const state = { ...made, ...left, ports: { ...made.ports, ...left.ports } };
  const text = JSON.stringify(state, null, 2);
  if (text !== known) writeFileSync(file, text, { mode: 0o600 });
  for (const [name, port] of Object.entries(state.ports))
    if (await isTaken(port))
      fail(`Port ${port} (${name}) of this cluster is taken: end what is left of an earlier run in ${folder}, or choose another DATA_DIR.`);
  for (const name of ["log", "nodes", ...NODES.map((node) => `nodes/${node}`), "etcd", "conf", "backups", "backups/lock", "backups/spool"])
    own(join(folder, name));
  const template = (name) => readFileSync(join(checkout, "deploy", "cluster", name), "utf8");
  NODES.forEach((name, index) => {
    const number = index + 1;
    const values = {
      ...state,
      name,
      folder: join(folder, "nodes"),
      bin: tools.bin,
      pgbackrest: tools.pgbackrest,
      conf: join(folder, "conf"),
      port: state.ports[name],
      rest: state.ports[`rest${number}`],
      door: state.ports[`door${number}`],
      peers: state.ports[`peers${number}`],
      peersRest: state.ports[`peersRest${number}`],
    };
    writeFor(join(folder, "conf", `${name}.yml`), filled(template("patroni.yml"), values));
  });
  const nodes = NODES.map((name) => ({ folder: join(folder, "nodes", name), port: state.ports[name] }));
  const longest = `${nodes[0].folder}/.s.PGSQL.65535`.length;
  if (longest > SOCKET_MAX) fail(`${folder} is ${longest - SOCKET_MAX} characters too long for PostgreSQL's sockets: choose a shorter DATA_DIR.`);
  const backups = (of) => filled(template("pgbackrest.conf"), { folder, nodes: nodeLines(of) });
  writeFor(join(folder, "conf", "pgbackrest.conf"), backups(nodes));
  NODES.forEach((name, at) => writeFor(join(folder, "conf", `pgbackrest-${name}.conf`), backups(nodes.slice(at, at + 1))));
  writeFor(join(folder, "conf", "haproxy.cfg"), filled(template("haproxy.cfg"), state.ports));
  return { folder, ...state };
}
