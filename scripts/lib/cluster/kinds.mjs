// What a storm does to a cluster: processes killed, and parts of the network cut.
import { CUTS } from "./door.mjs";
import { ETCDS, NODES } from "./place.mjs";

/**
 * How long a way is cut, ms, where another node can take over: longer than the lease (ttl 5 s), what finds a connection silent (5 s) and
 * what an election takes, so that the former primary or standby comes back to a cluster that has gone on without it.
 */
const LONG_MS = 15_000;
/**
 * Where nobody can take over, as the primary holds its lease all the while, nothing is taken until the cut is over: what is measured is
 * the cut itself and what comes after it. Longer than what finds a connection silent (5 s), and so short that the mark of 10 s still says
 * something of the rest.
 */
const SHORT_MS = 6_000;
/** After the first moment of a cut nothing is under way any more that came through before it, ms. */
const AFTER_MS = 500;
/** For so long, ms, a former primary that still takes writes can be reached again before its Patroni wakes up. */
const BESIDE_MS = 4_000;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const seconds = (ms) => `${ms / 1000} s`;

/** What is drawn for each kill. */
export class Draws {
  #bags = new Map();

  constructor(random) {
    this.random = random;
  }

  one(values) {
    return values[Math.floor(this.random() * values.length)];
  }

  /** Each value comes once before one comes again. @param name of the bag they are drawn from */
  turn(name, values) {
    const bag = this.#bags.get(name)?.length > 0 ? this.#bags.get(name) : [...values];
    this.#bags.set(name, bag);
    return bag.splice(Math.floor(this.random() * bag.length), 1)[0];
  }
}

/** @throws Error for a process that is not there: a kill of nothing would count as one that was survived */
export function kill(pid) {
  if (!Number.isInteger(pid)) throw new Error("There is no process to kill: the cluster was not whole.");
  process.kill(pid, "SIGKILL");
}

/** Cuts ways to a node for a while. @param name for who introduces itself by it alone @param meanwhile done while it is cut */
async function cut({ cluster, draws }, node, ways, { lasts, name = null, meanwhile = async () => undefined }) {
  const how = draws.turn("cut", CUTS);
  const doors = ways.map((way) => cluster.doors[node][way]);
  await Promise.all(doors.map((door) => door.close(how, name)));
  try {
    await Promise.all([sleep(lasts), meanwhile()]);
  } finally {
    await Promise.all(doors.map((door) => door.reopen()));
  }
  return `${how}, ${seconds(lasts)}`;
}

/**
 * A former primary that lives on, cut off from everything: whether it acknowledges a commit there, and whether the product works on it
 * once it can be reached again. Half of the times its Patroni stands still (SIGSTOP) until a while after that, so that it takes writes beside
 * the new primary; else its Patroni gives it up.
 */
async function cutOff({ cluster, draws, leader, wrong }) {
  const still = draws.turn("Patroni", [true, false]);
  const patroni = cluster.kept.get(leader);
  const port = cluster.place.ports[leader];
  if (still) patroni.kill("SIGSTOP");
  let since = null;
  try {
    const how = await cut({ cluster, draws }, leader, Object.keys(cluster.doors[leader]), {
      lasts: LONG_MS,
      meanwhile: async () => {
        await sleep(AFTER_MS);
        // Leaves nothing but a record in the log; its commit waits for a standby as any other.
        cluster.sqlAt(port, "select pg_logical_emit_message(true, 'storm', 'written to a primary that is cut off')").then(
          () => wrong.push(`${leader} acknowledged a commit while it was cut off`),
          () => undefined,
        );
        if (still) [[since]] = await cluster.sqlAt(port, "select now()");
      },
    });
    if (!still) return how;
    const work = `select application_name from pg_stat_activity where usename like 'floatdesk%' and application_name <> 'floatdesk-hosts' and backend_start > '${since}'`;
    for (const until = performance.now() + BESIDE_MS; performance.now() < until; await sleep(250))
      for (const [name] of await cluster.sqlAt(port, work)) wrong.push(`${name} works on ${leader}, which is not the primary any more`);
    const [[recovers]] = await cluster.sqlAt(port, "select pg_is_in_recovery()");
    if (recovers !== "f") wrong.push(`${leader} should have taken writes beside the new primary`);
    return `${how}, its Patroni stood still`;
  } finally {
    patroni.kill("SIGCONT");
  }
}

/** Longer than the pause between two rounds of Patroni (loop_wait 1 s): it has begun one, ms. */
const ROUND_MS = 1_500;

/**
 * The primary's machine stands still, as a virtual one does that is moved, and wakes up at the worst moment: its Patroni had read that it
 * leads and not renewed its lock yet, as its own database gave no answer. By then another node leads, and what that one acknowledged counts.
 */
async function standStill({ cluster, leader, begins }) {
  const patroni = cluster.kept.get(leader);
  const asked = (await cluster.sqlAt(cluster.place.ports[leader], "select pid from pg_stat_activity where application_name = 'Patroni'")).map(([pid]) =>
    Number(pid),
  );
  const database = cluster.processesOf(leader);
  if (asked.length === 0 || database.length === 0) throw new Error("There is no process to stop: the cluster was not whole.");
  try {
    tell(asked, "SIGSTOP");
    // Until here everything works.
    await sleep(ROUND_MS);
    begins();
    patroni.kill("SIGSTOP");
    tell(database, "SIGSTOP");
    await sleep(LONG_MS);
  } finally {
    tell([...asked, ...database], "SIGCONT");
    patroni.kill("SIGCONT");
  }
  return seconds(LONG_MS);
}

/** One that has ended meanwhile, as sessions of a database do, hears nothing. */
function tell(pids, signal) {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
}

/** What can happen, each with what it does and answers: what was drawn for it, in words. Where that needs something to be prepared, `begins` says when it is. All of them to a process or node that was chosen at random or leads. */
export const KINDS = {
  "database of the primary": async ({ cluster, leader }) => kill(cluster.postmaster(leader)),
  "database of a standby": async ({ cluster, leader, draws }) => kill(cluster.postmaster(draws.one(NODES.filter((node) => node !== leader)))),
  "Patroni of the primary": async ({ cluster, leader }) => void cluster.kept.get(leader).kill(),
  "whole node of the primary": async ({ cluster, leader }) => {
    cluster.kept.get(leader).kill();
    kill(cluster.postmaster(leader));
  },
  "machine of the primary stands still": standStill,
  "an etcd": async ({ cluster, draws }) => void cluster.kept.get(draws.one(ETCDS)).kill(),
  HAProxy: async ({ cluster }) => void cluster.kept.get("haproxy").kill(),
  "a process that answers calls": async ({ cluster, draws }) => void cluster.kept.get(draws.one(["api1", "api2"])).kill(),
  "a worker": async ({ cluster, draws }) => void cluster.kept.get(draws.one(["worker1", "worker2"])).kill(),
  "primary cannot see etcd": (of) => cut(of, of.leader, ["etcd"], { lasts: LONG_MS }),
  "primary cut off from its standbys": (of) => cut(of, of.leader, ["peers"], { lasts: SHORT_MS }),
  // That one alone: all nodes are told one address of the primary, and it is known by its name.
  "standby cut off from the primary": (of) => cut(of, of.leader, ["peers"], { lasts: LONG_MS, name: of.draws.one(NODES.filter((node) => node !== of.leader)) }),
  // HAProxy's checks of it do not come through either: a network does not tell one port of a node from the other.
  "primary cut off from its callers": (of) => cut(of, of.leader, ["proxy", "proxyRest", "product"], { lasts: SHORT_MS }),
  "primary cut off from everything": cutOff,
  // Of each pair one process goes through HAProxy and still works: whoever calls is sent there.
  "product cut off from one server": async (of) => {
    const role = of.draws.turn("server", ["the primary", "a standby"]);
    const node = role === "the primary" ? of.leader : of.draws.one(NODES.filter((one) => one !== of.leader));
    return `${role}, ${await cut(of, node, ["product"], { lasts: LONG_MS })}`;
  },
};

/** Every kind comes once before one comes again. @param kinds of these alone */
export function* drawn(random, kinds = Object.keys(KINDS)) {
  const draws = new Draws(random);
  for (;;) yield draws.turn("kind", kinds);
}
