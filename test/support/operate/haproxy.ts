/** HAProxy as deploy/proxy/haproxy.cfg has it, with this machine's places: in front of the processes of a test or a bench. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

/** Where it is on this machine. */
export const HAPROXY = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy"].find((file) => existsSync(file));
const DEPLOY = join(import.meta.dirname, "../../..", "deploy");
const SHIPPED = join(DEPLOY, "proxy", "haproxy.cfg");
const OF_CLUSTER = join(DEPLOY, "cluster", "haproxy.cfg");

export interface Proxy {
  /** Where it takes calls: over TLS, but for the cluster's. */
  readonly port: number;
  /** How many of the servers it sends calls to at this moment. */
  up(): Promise<number>;
  /** What it said of its servers, a line each: which one it took out, and why. */
  said(): readonly string[];
  stop(): Promise<void>;
}

/** A certificate for this run. */
function certificate(folder: string): void {
  const [key, cert] = [join(folder, "privkey.pem"), join(folder, "fullchain.pem")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "1", "-subj", "/CN=bench"], {
    stdio: "ignore",
  });
  writeFileSync(join(folder, "desk.example.com.pem"), readFileSync(cert, "utf8") + readFileSync(key, "utf8"));
}

export interface Ports {
  readonly plain: number;
  readonly tls: number;
  readonly servers: readonly number[];
  /** Of the process that stands by while a version takes another one's place. */
  readonly next?: number;
}

/** The shipped file with the ports and folders of this run; nothing else of it is changed. */
function configuration(folder: string, socket: string, ports: Ports): string {
  const servers = ports.servers.map((port, index) => `server api${index + 1} 127.0.0.1:${port}`).join("\n  ");
  return readFileSync(SHIPPED, "utf8")
    .replace("log /dev/log local0", `stats socket ${socket}`)
    .replaceAll("/etc/floatdesk/tls", folder)
    .replaceAll("server api1 127.0.0.1:3000", servers)
    .replaceAll(/^ +server next 127\.0\.0\.1:3002( backup)?\n/gm, (_line, backup: string = "") =>
      ports.next === undefined ? "" : `  server next 127.0.0.1:${ports.next}${backup}\n`,
    )
    .replaceAll(/\bbind :80\b/g, `bind 127.0.0.1:${ports.plain}`)
    .replaceAll(/\bbind :443\b/g, `bind 127.0.0.1:${ports.tls}`);
}

/** What HAProxy says of its servers: one line of figures each. */
function stats(socket: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const line = connect(socket, () => line.end("show stat\n"));
    line.on("data", (part: Buffer) => (said += part.toString()));
    line.on("end", () => resolve(said));
    line.on("error", reject);
  });
}

/** Starts it. @param folder takes its files @throws Error when HAProxy is not installed or ends */
export async function startHaproxy(folder: string, ports: Ports): Promise<Proxy> {
  mkdirSync(folder, { recursive: true });
  certificate(folder);
  return run(folder, ports.tls, ports.servers.length, (socket) => configuration(folder, socket, ports));
}

/** Starts the cluster's, before two servers that answer calls; there are no databases. @throws as {@link startHaproxy} */
export function startClusterHaproxy(folder: string, ports: Readonly<Record<"webPort" | "primaryPort" | "api1" | "api2", number>>): Promise<Proxy> {
  const text = readFileSync(OF_CLUSTER, "utf8").replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => String((ports as Record<string, number>)[name] ?? 1));
  return run(folder, ports.webPort, 2, (socket) => text.replace("global\n", `global\n  stats socket ${socket}\n`));
}

async function run(folder: string, port: number, servers: number, textWith: (socket: string) => string): Promise<Proxy> {
  if (HAPROXY === undefined) throw new Error("HAProxy is not installed (Debian: apt-get install haproxy)");
  const [file, socket] = [join(folder, "haproxy.cfg"), join(folder, "stats")];
  writeFileSync(file, textWith(socket));
  const log = join(folder, "haproxy.log");
  const child: ChildProcess = spawn(HAPROXY, ["-db", "-f", file], { stdio: ["ignore", "ignore", openSync(log, "w")] });
  const proxy: Proxy = {
    port,
    up: async () => (await stats(socket)).split("\n").filter((line) => /^(?:calls|web),api\d+,/.test(line) && line.includes(",UP,")).length,
    said: () =>
      readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => / Server calls\/\w+ is /.test(line)),
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}:\n${readFileSync(log, "utf8")}`);
    if ((await proxy.up().catch(() => 0)) === servers) return proxy;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await proxy.stop();
  throw new Error(`HAProxy did not find the servers:\n${readFileSync(log, "utf8")}`);
}
