/** Prints a bench's table and writes bench/results/<name>.json: ratios against the yardstick of the same run (rule 62). */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { CpuTimes } from "./cpu.ts";

/** One round: the work and the yardstick, measured one after the other. */
export interface Round {
  readonly value: number;
  readonly yardstick: number;
  /** Processor time of one piece of work by part, µs. */
  readonly cpu?: CpuTimes | null;
}

/**
 * Work and yardstick one after the other, with the one first that was second the last time: a machine that grows slower or
 * quicker favours neither.
 * @param round counted from anywhere
 */
export async function inTurn<T>(round: number, work: () => Promise<T>, yardstick: () => number | Promise<number>): Promise<{ done: T; measure: number }> {
  if (round % 2 === 0) {
    const measure = await yardstick();
    return { measure, done: await work() };
  }
  const done = await work();
  return { done, measure: await yardstick() };
}

/** Middle value. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Value below which a share of all lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

/** Writes the result file. */
export function save(name: string, result: Record<string, unknown>): void {
  const dir = join(import.meta.dirname, "..", "results");
  mkdirSync(dir, { recursive: true });
  const full = { name, ...result, commit: commit(), versions: { node: process.version, cores: cpus().length } };
  writeFileSync(join(dir, `${name}.json`), `${JSON.stringify(full, null, 2)}\n`);
}

function cpuText(cpu: CpuTimes | null | undefined): string {
  return cpu ? `${String(cpu.server).padStart(25)} ${String(cpu.database).padStart(8)} ${String(cpu.generator).padStart(9)}` : "";
}

/** Reports rounds of work against a yardstick, each in events a second. */
export function reportRounds(
  name: string,
  unit: string,
  yardstick: string,
  rounds: readonly Round[],
  reach: number,
  aim: number,
  extra: Record<string, unknown> = {},
): number {
  const ratios = rounds.map((round) => round.value / round.yardstick);
  const ratio = median(ratios);
  console.log(`\n${name}: ${unit} against ${yardstick}`);
  console.log("round      value  yardstick   ratio   µs of processor: server database generator");
  rounds.forEach((round, index) =>
    console.log(
      `${String(index + 1).padStart(5)} ${round.value.toFixed(0).padStart(10)} ${round.yardstick.toFixed(0).padStart(10)} ${(round.value / round.yardstick).toFixed(2).padStart(7)}${cpuText(round.cpu)}`,
    ),
  );
  console.log(
    `median ratio ${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}); reach ${reach}, aim ${aim}: ${ratio >= aim ? "aim met" : ratio >= reach ? "reached" : "not reached"}`,
  );
  save(name, { ratio, rounds, yardstick, unit, reach, aim, ...extra });
  return ratio;
}
