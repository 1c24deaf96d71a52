// npm run cluster: the product on several database servers, all on this machine, until Ctrl-C (deploy/cluster/README.md).
// npm run cluster -- storm [--kills N] [--seed S] [--rate R] [--kind NAME]: kills one of its processes after the other under load, and counts.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Cluster } from "./lib/cluster/cluster.mjs";
import { KINDS } from "./lib/cluster/kinds.mjs";
import { findTools, openPlace } from "./lib/cluster/place.mjs";
import { storm } from "./lib/cluster/storm.mjs";
import { checkout, fail } from "./lib/common.mjs";
import { readFlags } from "./lib/flags.mjs";
import { buildApart, followNpm } from "./lib/product.mjs";
import { ensureInstalled } from "./setup.mjs";

const USAGE = "npm run cluster, or npm run cluster -- storm [--kills N] [--seed S] [--rate R] [--kind NAME]";

function asked() {
  const { values, positionals } = readFlags(
    USAGE,
    {
      kills: { type: "string", default: "20" },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      rate: { type: "string", default: "15" },
      kind: { type: "string" },
    },
    { positionals: ["storm"] },
  );
  const [kills, seed, rate] = [values.kills, values.seed, values.rate].map(Number);
  if (![kills, seed, rate].every((number) => Number.isSafeInteger(number) && number >= 0) || rate < 1)
    fail(`--kills and --seed take a whole number from 0, --rate one from 1.\n${USAGE}`);
  const kind = values.kind ?? null;
  if (kind !== null && !Object.hasOwn(KINDS, kind)) fail(`--kind takes one of: ${Object.keys(KINDS).join(", ")}.\n${USAGE}`);
  return { storms: positionals.includes("storm"), kills, seed, rate, kind };
}

/** The cluster's own folder: DATA_DIR as given, else "cluster" in the usual place. */
async function chooseFolder() {
  const { resolveDataDir } = await import(pathToFileURL(join(checkout, "dist", "server", "data-dir.js")).href);
  const { dataDir } = resolveDataDir(process.env, checkout);
  return process.env.DATA_DIR?.trim() ? dataDir : join(dataDir, "cluster");
}

const flags = asked();
const tools = findTools();
await ensureInstalled();
await buildApart();
const folder = await chooseFolder();
const cluster = new Cluster(await openPlace(folder, tools), tools, (what) => console.log(`  up: ${what}`));
let ending = null;
const end = (code) => {
  ending ??= cluster.stop().then(() => process.exit(code));
  return ending;
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void end(flags.storms ? 130 : 0));
followNpm();

try {
  console.log(`A cluster in ${folder}; its logs are in ${join(folder, "log")}.`);
  await cluster.up();
  const { ports, adminPassword } = cluster.place;
  console.log(`\nFloatdesk 收付台  ${cluster.web}  (account admin, password ${adminPassword})`);
  console.log(
    `primary through HAProxy 127.0.0.1:${ports.primaryPort}; nodes ${["node1", "node2", "node3"].map((node) => `127.0.0.1:${ports[node]}`).join(", ")}`,
  );
  console.log(`api 127.0.0.1:${ports.api1}, ${ports.api2}; workers ${ports.worker1}, ${ports.worker2}; etcd ${ports.etcd1}, ${ports.etcd2}, ${ports.etcd3}`);
  if (flags.storms) await end((await storm(cluster, flags)) ? 0 : 1);
  else console.log("Ctrl-C ends all of it.");
} catch (error) {
  if (ending === null) console.error(error instanceof Error ? error.message : String(error));
  await end(1);
}
