/** Prints a bench's table and writes bench/results/<name>.json: ratios against the yardstick of the same run (rule 62). */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import type { CpuTimes } from "./cpu.ts";
import { figureLine, writeReadme, type Figure } from "./readme.ts";

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

const load = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;
/** Programs that wanted a core in the minute before this one did anything. */
const loadBefore = load();
let postgres: string | null = null;

/** Says which PostgreSQL this run measures: part of every result. */
export function ranOn(version: string): void {
  postgres = version;
}

/** Writes the result file. */
export function save(name: string, result: Record<string, unknown>): void {
  const dir = join(import.meta.dirname, "..", "results");
  mkdirSync(dir, { recursive: true });
  const ran = { commit: commit(), at: new Date().toISOString(), load_average: { before: loadBefore, after: load() } };
  const full = { name, ...result, ...ran, versions: { node: process.version, postgres, cores: cpus().length } };
  writeFileSync(join(dir, `${name}.json`), `${JSON.stringify(full, null, 2)}\n`);
  writeReadme();
}

/** Middle value of some rounds, with its spread. */
export function spreadOf(values: readonly number[]): { value: number; low: number; high: number; rounds: number } {
  return { value: median(values), low: Math.min(...values), high: Math.max(...values), rounds: values.length };
}

/** Prints a bench's figures and writes its result file. `extra`: what else it found. */
export function reportFigures(name: string, figures: readonly Figure[], extra: Record<string, unknown> = {}): void {
  console.log(`\n${name}`);
  for (const figure of figures) console.log(`  ${figureLine(figure)}`);
  save(name, { figures, ...extra });
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
  const figures: Figure[] = [{ name: unit, unit: "times", ...spreadOf(ratios), yardstick, mark: reach, aim, better: "more" }];
  save(name, { figures, ratio, rounds, yardstick, unit, reach, aim, ...extra });
  return ratio;
}
