// Base backups and the log's archive of a cluster by pgBackRest, and the proof that they restore: to a server of their own, beside it.
import { spawn } from "node:child_process";
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkout, runQuietly } from "../common.mjs";
import { account, own } from "./place.mjs";

const STANZA = "--stanza=floatdesk";
/** How long a piece of the log may take to the archive, and the restored server to its end, ms. */
const PATIENCE_MS = 120_000;
const SETTLES_MS = 2_000;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** What is compared: every entry of the ledger up to one, and every order, payout and message. */
const BOOKS = (last) => `select (select count(*) from entries where id <= ${last}), (select coalesce(sum(amount), 0) from entries where id <= ${last}),
  (select count(*) from payments where id <= ${last}), (select count(*) from disburses where id <= ${last}), (select count(*) from sms where id <= ${last})`;

export class Backups {
  /** @param cluster its databases run */
  constructor(cluster) {
    this.cluster = cluster;
    const { folder } = cluster.place;
    this.config = join(folder, "conf", "pgbackrest.conf");
    this.restored = join(folder, "restored");
  }

  async #pgbackrest(config, ...args) {
    const env = { PATH: process.env.PATH, LANG: "C.UTF-8", HOME: "/tmp", PGPASSWORD: this.cluster.place.superPassword };
    const { code, output } = await runQuietly(this.cluster.tools.pgbackrest, [`--config=${config}`, STANZA, ...args], { cwd: "/", env, ...account });
    if (code !== 0) throw new Error(`pgbackrest ${args[0]}: ${output.trim()}`);
    return output;
  }

  /** The first backup, where there is none. */
  async first() {
    await this.#pgbackrest(this.config, "stanza-create");
    const [{ backup }] = JSON.parse(await this.#pgbackrest(this.config, "--output=json", "info"));
    if (backup.length === 0) await this.#pgbackrest(this.config, "--type=full", "--backup-standby", "backup");
  }

  /** Has the log up to now archived. @returns the newest id that is in it for certain */
  async #archived() {
    const { cluster } = this;
    const [[last]] = await cluster.sql("select id_at(now()) - 1");
    // What had its id by then has ended by now.
    await sleep(SETTLES_MS);
    const [[piece]] = await cluster.sql("select pg_walfile_name(pg_switch_wal())");
    for (const until = Date.now() + PATIENCE_MS; ; await sleep(500)) {
      const [[archived]] = await cluster.sql("select coalesce(last_archived_wal, '') from pg_stat_archiver");
      if (archived >= piece) return last;
      if (Date.now() > until) throw new Error(`${piece} was not archived within ${PATIENCE_MS / 1000} s; the last one is ${archived || "none"}.`);
    }
  }

  /**
   * Restores the newest backup and the whole log beside the cluster, and holds its books against the cluster's.
   * @returns what is wrong; null: they are the same, and the ledger check agrees
   */
  async tryRestore() {
    const { cluster } = this;
    const { place, tools } = cluster;
    const last = await this.#archived();
    const [books] = await cluster.sql(BOOKS(last));
    rmSync(this.restored, { recursive: true, force: true });
    own(this.restored);
    const data = join(this.restored, "data");
    own(data);
    await this.#pgbackrest(join(place.folder, "conf", "pgbackrest-node1.conf"), `--pg1-path=${data}`, "--archive-mode=off", "restore");
    const port = place.ports.restored;
    // As Patroni has written them its settings are of a node: this server is nobody's standby, and waits for none.
    const given = {
      port,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      primary_conninfo: "",
      primary_slot_name: "",
      synchronous_standby_names: "",
    };
    const args = ["-D", data, ...Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
    const log = openSync(join(place.folder, "log", "restored.log"), "a", 0o600);
    const server = spawn(join(tools.bin, "postgres"), args, {
      cwd: "/",
      env: { PATH: process.env.PATH, LANG: "C.UTF-8" },
      ...account,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    const ended = new Promise((done) => server.once("exit", done).once("error", done));
    try {
      for (const until = Date.now() + PATIENCE_MS; !(await this.#isOpen(port)); await sleep(500)) {
        if (server.exitCode !== null || Date.now() > until) return `the restored server did not come up: see ${join(place.folder, "log", "restored.log")}`;
      }
      const [found] = await cluster.sqlAt(port, BOOKS(last));
      if (found.join() !== books.join())
        return `the cluster has ${books.join(", ")} (entries, their sum, payments, payouts, messages), what was restored ${found.join(", ")}`;
      const proof = await runQuietly(process.execPath, [join(checkout, "dist", "server", "prove.js")], { env: cluster.envAt(`127.0.0.1:${port}`) });
      return proof.code === 0 ? null : `the ledger check of what was restored: ${proof.output.trim().split("\n").slice(-3).join(" ")}`;
    } finally {
      server.kill("SIGINT");
      await ended;
      rmSync(this.restored, { recursive: true, force: true });
    }
  }

  async #isOpen(port) {
    try {
      return (await this.cluster.sqlAt(port, "select pg_is_in_recovery()"))[0]?.[0] === "f";
    } catch {
      return false;
    }
  }
}
