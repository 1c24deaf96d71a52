// Kills one process of a cluster or cuts one part of its network after the other, at random, under load; then counts what was acknowledged against what is there.
import { join } from "node:path";
import { checkout, runQuietly } from "../common.mjs";
import { countAll } from "./count.mjs";
import { seeded } from "../random.mjs";
import { Draws, drawn, KINDS } from "./kinds.mjs";
import { Load } from "./load.mjs";

/** A call that takes longer, ms, is one that did not work, however it ended. */
const SLOW_MS = 1_000;
/** It works again when for so long, ms, every call was taken in time. */
const CALM_MS = 2_000;
const WHOLE_MS = 120_000;
/** Recovery at p99, ms. */
const MARK_MS = 10_000;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const isBad = (call) => !call.taken || call.ended - call.began > SLOW_MS;

/** From the kill until the last call had ended that was not taken in time, ms; 0: nobody noticed. */
export function recoveryOf(calls, killedAt) {
  const bad = calls.filter((call) => call.ended >= killedAt && isBad(call));
  return bad.length === 0 ? 0 : Math.max(...bad.map((call) => call.ended)) - killedAt;
}

/** Waits until calls are taken and everything runs. False: it did not within two minutes. */
async function untilWhole(cluster, load, killedAt) {
  for (const until = performance.now() + WHOLE_MS; performance.now() < until; await sleep(250)) {
    const now = performance.now();
    const recent = load.calls.filter((call) => call.ended > now - CALM_MS);
    if (now - killedAt < CALM_MS || recent.length === 0 || recent.some(isBad)) continue;
    if ((await cluster.missing()).length === 0) return true;
  }
  return false;
}

/** @throws Error when nobody leads for two minutes */
async function leaderOf(cluster) {
  for (const until = performance.now() + WHOLE_MS; performance.now() < until; await sleep(250)) {
    const leader = await cluster.leader();
    if (leader !== null) return leader;
  }
  throw new Error("No node leads.");
}

async function oneKill(cluster, load, kind, { draws, wrong }) {
  const leader = await leaderOf(cluster);
  // Where the load was calm, so that what is measured is this kill's.
  let killedAt = performance.now();
  const begins = () => {
    killedAt = performance.now();
  };
  const how = await KINDS[kind]({ cluster, leader, draws, wrong, begins });
  const whole = await untilWhole(cluster, load, killedAt);
  return {
    kind,
    how: how ?? "",
    whole,
    recoveryMs: Math.round(recoveryOf(load.calls, killedAt)),
    wholeMs: Math.round(performance.now() - killedAt),
    leader,
    now: await cluster.leader(),
  };
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
/** @param share 0 to 1 */
export function quantile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function table(kills) {
  const rows = [...Object.keys(KINDS), "all"].flatMap((kind) => {
    const values = kills.filter((one) => kind === "all" || one.kind === kind).map((one) => one.recoveryMs);
    return values.length === 0
      ? []
      : [[kind, String(values.length), seconds(quantile(values, 0.5)), seconds(quantile(values, 0.99)), seconds(Math.max(...values))]];
  });
  const lines = [["killed or cut", "times", "recovery p50", "p99", "max"], ...rows];
  const widths = lines[0].map((_head, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) => line.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join("  ")).join("\n");
}

async function verdict(cluster, load, { kills, seed, wrong: seen }) {
  const { kinds, completed, unmatched, money, sent, wallet } = await countAll(cluster, load);
  const proof = await runQuietly(process.execPath, [join(checkout, "dist", "server", "prove.js")], { env: cluster.commandEnv });
  const restored = await cluster.backups.tryRestore().catch((error) => String(error instanceof Error ? error.message : error));
  console.log(`\n${table(kills)}\n`);
  for (const [kind, { acknowledged, found, lost, doubled }] of Object.entries(kinds)) {
    console.log(`${kind.padEnd(9)} acknowledged ${acknowledged}, found ${found}, lost ${lost.length}, doubled ${doubled.length}`);
    for (const name of [...lost, ...doubled].slice(0, 5)) console.log(`  ${name}`);
  }
  const failed = load.calls.filter((call) => !call.taken).length;
  console.log(
    `money     the merchant has ${money.has ?? "given no answer"}, its orders and payouts make ${money.due} (minor units); ${completed} orders completed`,
  );
  console.log(
    `payouts   ${sent.completed} completed, ${sent.unknown} unknown and for a person, ${sent.open.length} neither; sent twice ${sent.sentTwice.length}, completed without being sent ${sent.neverSent.length}; ${load.payer.sends.size} attempts sent`,
  );
  for (const name of [...sent.sentTwice, ...sent.neverSent, ...sent.open, ...sent.strangers].slice(0, 5)) console.log(`  ${name}`);
  console.log(`wallet    the books have ${wallet.has} on the wallet that pays, the operator ${wallet.due} (minor units)`);
  console.log(`calls     ${load.calls.length}, of which ${failed} were not taken and sent again; ${load.skipped} rounds left out while nothing worked`);
  console.log(`ledger    ${proof.code === 0 ? "the integrity check agrees" : proof.output.trim().split("\n").slice(-3).join(" ")}`);
  console.log(`backup    ${restored ?? "restored beside the cluster with the whole log, it has the same books, and its integrity check agrees"}`);
  if (load.odd.length > 0) console.log(`odd       ${[...new Set(load.odd)].slice(0, 5).join("; ")}`);
  const down = kills.filter((one) => !one.whole).length;
  const p99 = quantile(
    kills.map((one) => one.recoveryMs),
    0.99,
  );
  const wrong = [
    ...new Set(seen),
    Object.values(kinds).some(({ lost, doubled }) => lost.length + doubled.length > 0) && "something was lost or doubled",
    (unmatched > 0 || completed !== kinds.messages.found) &&
      `${unmatched} messages are without their order, ${completed} orders are completed by ${kinds.messages.found}`,
    money.has !== money.due && "the merchant's money does not add up",
    sent.sentTwice.length > 0 && "a payout was sent twice",
    sent.neverSent.length > 0 && "a payout is completed that was never sent",
    sent.open.length > 0 && "a payout is neither completed nor unknown",
    sent.strangers.length > 0 && "something was sent that the books do not know",
    wallet.has !== wallet.due && "the paying wallet's money does not add up",
    restored !== null && "what was backed up does not restore to the same books",
    proof.code !== 0 && "the ledger check has findings",
    load.odd.length > 0 && "callers got answers that nobody should get",
    down > 0 && `${down} times it was not whole again within ${WHOLE_MS / 1000} s`,
    p99 > MARK_MS && `recovery at p99 is ${seconds(p99)}, more than ${seconds(MARK_MS)}`,
    (load.orders.size === 0 || load.payouts.size === 0 || load.payer.sends.size === 0) && "there was no load",
  ].filter(Boolean);
  console.log(
    wrong.length === 0 ? `\nNothing lost, nothing doubled in ${kills.length} kills; seed ${seed}.` : `\nNOT GOOD: ${wrong.join("; ")}. Seed ${seed}.`,
  );
  return wrong.length === 0;
}

/** @returns whether everything held */
export async function storm(cluster, { kills: count, seed, rate, kind = null }) {
  const random = seeded(seed);
  const load = new Load(cluster.web, Math.floor(Date.now() / 1000) % 10_000_000);
  await load.prepare(cluster.place.adminPassword);
  console.log(`\nStorm: ${count} kills, seed ${seed}, ${rate} orders a second, each paid by its message, every third followed by a payout.`);
  load.start(rate);
  const kinds = drawn(random, kind === null ? undefined : [kind]);
  const draws = new Draws(random);
  const [kills, wrong] = [[], []];
  await sleep(5_000);
  for (let number = 1; number <= count; number += 1) {
    await sleep(500 + random() * 2_000);
    const done = await oneKill(cluster, load, kinds.next().value, { draws, wrong });
    kills.push(done);
    const moved = done.now === done.leader ? "" : `, primary ${done.leader} → ${done.now}`;
    console.log(
      `${String(number).padStart(4)}  ${done.kind.padEnd(33)} recovered after ${seconds(done.recoveryMs)}, whole after ${done.whole ? seconds(done.wholeMs) : "–"}${moved}${done.how && ` (${done.how})`}`,
    );
  }
  await load.stop();
  return verdict(cluster, load, { kills, seed, wrong });
}
