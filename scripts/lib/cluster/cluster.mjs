// Three PostgreSQL nodes under Patroni, three etcd, HAProxy, two processes that answer calls and two workers, on one machine.
import { join } from "node:path";
import { checkout, readOrNull, runQuietly } from "../common.mjs";
import { Backups } from "./backups.mjs";
import { Doors } from "./doors.mjs";
import { Kept } from "./keeper.mjs";
import { account, ETCDS, NODES } from "./place.mjs";

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const bare = () => ({ PATH: process.env.PATH, LANG: "C.UTF-8", HOME: "/tmp" });

/** What is read of a good answer; null: there was none, or only its beginning came in time. */
async function good(url, read = () => true) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return answer.ok ? await read(answer) : null;
  } catch {
    return null;
  }
}

/** What Patroni says of its nodes; an empty list: nobody answers. @param ports `rest1` to `rest3` */
export async function membersOf(ports) {
  for (const number of [1, 2, 3]) {
    const answer = await good(`http://127.0.0.1:${ports[`rest${number}`]}/cluster`, (said) => said.json());
    if (answer !== null) return answer.members;
  }
  return [];
}

export class Cluster {
  kept = new Map();
  /** The ways to each node, and its own to etcd: doors[node][way]. Whatever is here not named goes straight: a node to itself, and who counts. */
  doors = {};
  #everyDoor = new Doors();

  /** @param place as openPlace made it */
  constructor(place, tools, say) {
    Object.assign(this, { place, tools, say });
    this.backups = new Backups(this);
    const { ports, folder } = place;
    const peers = ETCDS.map((name, index) => `${name}=http://127.0.0.1:${ports[`peer${index + 1}`]}`).join(",");
    ETCDS.forEach((name, index) => {
      const [client, peer] = [ports[name], ports[`peer${index + 1}`]].map((port) => `http://127.0.0.1:${port}`);
      const urls = ["--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer];
      // Version 2 holds Patroni's lock: deploy/cluster/patroni.yml.
      const more = ["--heartbeat-interval", "100", "--election-timeout", "1000", "--log-level", "warn", "--enable-v2"];
      this.#add(name, tools.etcd, ["--name", name, "--data-dir", join(folder, "etcd", name), ...urls, "--initial-cluster", peers, ...more], bare(), account);
    });
    NODES.forEach((name, index) => {
      this.doors[name] = this.#doorsOf(name, index + 1);
      this.#add(name, tools.patroni, [join(folder, "conf", `${name}.yml`)], bare(), account);
    });
    this.#add("haproxy", tools.haproxy, ["-W", "-f", join(folder, "conf", "haproxy.cfg")], bare(), account);
    for (const name of ["worker1", "worker2", "api1", "api2"])
      this.#add(name, process.execPath, ["--enable-source-maps", join(checkout, "dist", "server", "main.js")], this.#envOf(name), {});
  }

  /** Patroni tells the others the doors of its node as its addresses; so does the configuration of HAProxy and of the product. */
  #doorsOf(node, number) {
    const { ports } = this.place;
    const door = (way, ...targets) => this.#everyDoor.add(ports[`${way}${number}`], targets);
    const [database, rest] = [ports[node], ports[`rest${number}`]];
    return {
      etcd: door("door", ...ETCDS.map((etcd) => ports[etcd])),
      peers: door("peers", database),
      peersRest: door("peersRest", rest),
      proxy: door("proxy", database),
      proxyRest: door("proxyRest", rest),
      product: door("product", database),
    };
  }

  #add(name, file, args, env, as) {
    this.kept.set(name, new Kept(name, { file, args, env, account: as, log: join(this.place.folder, "log", `${name}.log`) }));
  }

  /** One of each pair goes through HAProxy, the other one finds the primary by itself: both ways are used. */
  #envOf(name) {
    const { ports } = this.place;
    const hosts = name.endsWith("1") ? `127.0.0.1:${ports.primaryPort}` : NODES.map((_node, index) => `127.0.0.1:${ports[`product${index + 1}`]}`).join(",");
    return { ...this.envAt(hosts), PORT: String(ports[name]), ROLE: name.startsWith("api") ? "api" : "worker" };
  }

  /** Environment of the product on these database servers. */
  envAt(hosts) {
    const { folder } = this.place;
    const url = (role, password) => `postgres://floatdesk_${role}:${password}@${hosts}/floatdesk?target_session_attrs=read-write`;
    return {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      API_PROCESSES: "1",
      POOL_MAX: "8",
      DATA_DIR: folder,
      DATABASE_URL: url("app", this.place.appPassword),
      DATABASE_OWNER_URL: url("owner", this.place.ownerPassword),
      SECRET_KEY: this.place.secretKey,
      ADMIN_PASSWORD: this.place.adminPassword,
      TRUST_PROXY: "127.0.0.1",
      DRAIN_SECONDS: "2",
      LOG_LEVEL: "warn",
    };
  }

  get web() {
    return `http://127.0.0.1:${this.place.ports.webPort}`;
  }

  /** Environment of the product's commands: all three hosts. */
  get commandEnv() {
    return this.#envOf("worker2");
  }

  /** Starts everything, in the order in which one needs the other, and waits until all of it works. */
  async up() {
    for (const name of ETCDS) this.kept.get(name).start();
    await this.#everyDoor.listen();
    this.say("etcd");
    // The first one makes the database, the others copy it.
    for (const name of NODES) this.kept.get(name).start();
    await this.#until("three PostgreSQL nodes", async () => (await this.databaseState()) === "whole", 180_000);
    this.kept.get("haproxy").start();
    await this.#makeRoles();
    this.say("PostgreSQL with a synchronous standby");
    await this.backups.first();
    this.say("the log's archive, and a base backup");
    this.kept.get("worker1").start();
    await this.#until("the first worker", () => this.#ready("worker1"), 120_000);
    for (const name of ["worker2", "api1", "api2"]) this.kept.get(name).start();
    await this.#until("everything", async () => (await this.missing()).length === 0, 120_000);
  }

  async #until(what, holds, limitMs) {
    for (const until = Date.now() + limitMs; !(await holds()); await sleep(300))
      if (Date.now() > until) throw new Error(`${what} did not come up within ${limitMs / 1000} s: see ${join(this.place.folder, "log")}.`);
  }

  async #ready(name) {
    return (await good(`http://127.0.0.1:${this.place.ports[name]}/readyz`)) !== null;
  }

  /** "whole": a leader and two synchronous standbys, all up to date. Anything else says what is missing. */
  async databaseState() {
    const members = await membersOf(this.place.ports);
    const leader = members.find(({ role, state }) => role === "leader" && state === "running");
    if (!leader) return "no leader";
    if (members.length < NODES.length) return "a node is missing";
    const standbys = members.filter((member) => member !== leader);
    if (!standbys.every(({ state, timeline }) => ["running", "streaming"].includes(state) && timeline === leader.timeline)) return "a standby is behind";
    return standbys.every(({ role }) => role === "sync_standby") ? "whole" : "a standby is not waited for";
  }

  async leader() {
    const members = await membersOf(this.place.ports);
    return members.find(({ role, state }) => role === "leader" && state === "running")?.name ?? null;
  }

  /** What does not work now. */
  async missing() {
    const state = await this.databaseState();
    const wrong = state === "whole" ? [] : [state];
    for (const name of ["api1", "api2", "worker1", "worker2"]) if (!(await this.#ready(name))) wrong.push(name);
    for (const name of ETCDS) if ((await good(`http://127.0.0.1:${this.place.ports[name]}/health`)) === null) wrong.push(name);
    if ((await good(`${this.web}/readyz`)) === null) wrong.push("haproxy");
    return wrong;
  }

  /** The server process of a node's PostgreSQL; null: none. */
  postmaster(node) {
    const first = readOrNull(join(this.place.folder, "nodes", node, "data", "postmaster.pid"))?.split("\n")[0];
    const pid = Number(first);
    return pid > 0 && readOrNull(`/proc/${pid}/cmdline`)?.includes(join(this.place.folder, "nodes", node)) ? pid : null;
  }

  /** The server process of a node's PostgreSQL and its children. */
  processesOf(node) {
    const pid = this.postmaster(node);
    return pid === null ? [] : [pid, ...(readOrNull(`/proc/${pid}/task/${pid}/children`) ?? "").split(" ").filter(Boolean).map(Number)];
  }

  /** Rows of a statement on the primary, as PostgreSQL's superuser: the database's own word, beside the product. */
  async sql(text, database = "floatdesk") {
    return this.sqlAt(this.place.ports[await this.leader()], text, database);
  }

  /** As {@link sql}, on the server behind a port. */
  async sqlAt(port, text, database = "floatdesk") {
    const address = `postgres://postgres:${this.place.superPassword}@127.0.0.1:${port}/${database}`;
    const { code, output } = await runQuietly(join(this.tools.bin, "psql"), ["-XAtq", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", text, address]);
    if (code !== 0) throw new Error(output.trim());
    return output
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split("\t"));
  }

  async #makeRoles() {
    const there = await this.sql("select 1 from pg_database where datname = 'floatdesk'", "postgres");
    if (there.length > 0) return;
    const { ports, superPassword, ownerPassword, appPassword } = this.place;
    const address = `postgres://postgres:${superPassword}@127.0.0.1:${ports[await this.leader()]}/postgres`;
    const given = ["-v", `owner_password=${ownerPassword}`, "-v", `app_password=${appPassword}`];
    const roles = join(checkout, "deploy", "postgresql", "roles.sql");
    const { code, output } = await runQuietly(join(this.tools.bin, "psql"), ["-Xq", "-v", "ON_ERROR_STOP=1", ...given, "-f", roles, address]);
    if (code !== 0) throw new Error(output.trim());
  }

  /** Ends everything that was started, the databases after the product, and nothing else. */
  async stop() {
    const end = (...names) => Promise.all(names.map((name) => this.kept.get(name).stop()));
    await end("api1", "api2", "worker1", "worker2");
    await end("haproxy", ...NODES);
    for (const node of NODES) {
      // Left alone by a Patroni that was killed just now.
      const pid = this.postmaster(node);
      if (pid !== null) process.kill(pid, "SIGINT");
    }
    for (let tries = 0; tries < 100 && NODES.some((node) => this.postmaster(node) !== null); tries += 1) await sleep(200);
    await this.#everyDoor.end();
    await end(...ETCDS);
  }
}
