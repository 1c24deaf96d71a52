/** Several PostgreSQL processes of a test's own: a primary and streaming standbys, killed and promoted as the test wants it. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { type Account, chooseAccount, commandAs, giveTreeTo } from "../../src/server/platform/db/engine/account.ts";
import { provision, restrictDatabase, withClient } from "../../src/server/platform/db/engine/provision.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { freePort } from "./parts/ports.ts";
import { ownFolder } from "./own-server.ts";

const DEBIAN = "/usr/lib/postgresql";

/** Folder of initdb, pg_basebackup and pg_ctl; null: this machine has none, as the embedded engine brings no pg_basebackup. */
export function replicaTools(): string | null {
  const { toolsDir } = inject("pg");
  const installed = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((major) => join(DEBIAN, major, "bin")) : [];
  return [toolsDir, ...installed].find((folder) => folder !== null && existsSync(join(folder, "pg_basebackup"))) ?? null;
}

const PASSWORD = "secret-of-the-roles";
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  wal_level: "replica",
  max_connections: "100",
  hot_standby: "on",
  wal_keep_size: "256MB",
  shared_buffers: "32MB",
  // A standby that was promoted is followed within a moment.
  wal_retrieve_retry_interval: "200ms",
  wal_receiver_timeout: "5s",
};

/** One of the servers. */
export class Node {
  constructor(
    readonly name: string,
    readonly port: number,
    private readonly folder: string,
    private readonly bin: string,
    private readonly account: Account,
  ) {}

  get place(): string {
    return `127.0.0.1:${this.port}`;
  }

  private get data(): string {
    return join(this.folder, this.name);
  }

  tool(name: string, ...args: string[]): void {
    const command = commandAs(this.account, join(this.bin, name), args);
    // Into a file: the server would hold a pipe open.
    execFileSync(command.file, command.args, { ...command.options, cwd: "/", stdio: "ignore" } as object);
  }

  make(): void {
    const password = join(this.folder, "password");
    writeFileSync(password, PASSWORD);
    giveTreeTo(this.account, password);
    this.tool("initdb", "-D", this.data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", password, "--locale=C.UTF-8", "-E", "UTF8", "--no-sync");
    const settings = Object.entries(SETTINGS).map(([name, value]) => `${name} = '${value}'`);
    writeFileSync(join(this.data, "postgresql.conf"), `${settings.join("\n")}\n`);
    const anybody = "all all 127.0.0.1/32 scram-sha-256\n";
    writeFileSync(join(this.data, "pg_hba.conf"), `host ${anybody}host replication ${anybody.replace("all ", "")}`);
  }

  copyOf(primary: Node): void {
    this.tool("pg_basebackup", "-D", this.data, "-d", primary.conninfo("backup"), "-c", "fast", "-X", "stream", "--no-sync");
    writeFileSync(join(this.data, "standby.signal"), "");
    writeFileSync(join(this.data, "postgresql.auto.conf"), `primary_conninfo = '${primary.conninfo(this.name)}'\n`);
    giveTreeTo(this.account, this.data);
  }

  conninfo(by: string): string {
    return `host=127.0.0.1 port=${this.port} user=postgres password=${PASSWORD} application_name=${by}`;
  }

  async start(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        this.tool("pg_ctl", "start", "-w", "-D", this.data, "-o", `-p ${this.port}`, "-l", join(this.folder, `${this.name}.log`));
        return;
      } catch (error) {
        // Processes of a server that was killed need a moment to notice.
        if (tries === 50) throw error;
        await new Promise((done) => setTimeout(done, 200));
      }
    }
  }

  /** As if the machine had failed. */
  kill(): void {
    process.kill(this.pid(), "SIGKILL");
  }

  /** It lives and answers nothing: postmaster and all of its processes. @param signal SIGSTOP or SIGCONT */
  freeze(signal: "SIGSTOP" | "SIGCONT"): void {
    const children = readFileSync(`/proc/${this.pid()}/task/${this.pid()}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
    for (const pid of [this.pid(), ...children]) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself between the look and the call.
      }
    }
  }

  promote(): void {
    this.tool("pg_ctl", "promote", "-w", "-D", this.data);
  }

  async follow(primary: Node): Promise<void> {
    await this.asSuper(`alter system set primary_conninfo = '${primary.conninfo(this.name)}'`, "select pg_reload_conf()");
  }

  async asSuper(...statements: string[]): Promise<Record<string, unknown>[]> {
    return withClient(this.url("postgres", "postgres"), async (client) => {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
      return rows;
    });
  }

  url(role: string, database = "floatdesk"): string {
    return `postgres://${role}:${PASSWORD}@${this.place}/${database}`;
  }

  stop(): void {
    if (!existsSync(join(this.data, "postmaster.pid"))) return;
    try {
      process.kill(this.pid(), "SIGQUIT");
    } catch {
      // It was killed before.
    }
  }

  private pid(): number {
    return Number(readFileSync(join(this.data, "postmaster.pid"), "utf8").split("\n")[0]);
  }
}

/** A primary and its standbys, with the product's roles and schema. */
export class Replicas {
  private constructor(
    readonly nodes: readonly Node[],
    private readonly folder: string,
  ) {}

  /** @param tools {@link replicaTools} */
  static async start(tools: string, count: number): Promise<Replicas> {
    const folder = ownFolder();
    const account = chooseAccount(folder);
    const data = join(folder, "nodes");
    mkdirSync(data);
    giveTreeTo(account, data);
    const nodes: Node[] = [];
    for (let at = 1; at <= count; at += 1) nodes.push(new Node(`node${at}`, await freePort(), data, tools, account));
    const made = new Replicas(nodes, folder);
    const [primary, ...standbys] = nodes as [Node, ...Node[]];
    try {
      primary.make();
      giveTreeTo(account, data);
      await primary.start();
      await provision(primary.url("postgres", "postgres"), { floatdesk_owner: PASSWORD, floatdesk_app: PASSWORD });
      await withClient(primary.url("postgres", "postgres"), (client) => restrictDatabase(client, "floatdesk"));
      await migrate(primary.url("floatdesk_owner"));
      for (const standby of standbys) {
        standby.copyOf(primary);
        await standby.start();
      }
    } catch (error) {
      made.remove();
      throw error;
    }
    return made;
  }

  /** The address of all of them, in the order given. */
  url(role: string, nodes: readonly Node[] = this.nodes): string {
    return `postgres://${role}:${PASSWORD}@${nodes.map((node) => node.place).join(",")}/floatdesk?target_session_attrs=read-write`;
  }

  remove(): void {
    for (const node of this.nodes) node.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
