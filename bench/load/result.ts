/** What a row of load says of itself: what must hold, and which marks were reached on this machine. */
import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import type { Told } from "../lib/open.ts";
import { percentile } from "../lib/report.ts";
import { type Machine, lookAtMachine } from "./machine.ts";

/** Decides like the plan: with ATTACK=full its sizes, else small ones that take a minute or two. */
export const full = process.env["ATTACK"] === "full";
export const sized = (few: number, all: number): number => (full ? all : few);

/** Below it others use so much of the machine that calls wait for them. */
const QUIET_SHARE = 0.5;

/** Rows of one figure each, in the order in which they were found. */
export class Result {
  readonly machine: Machine = lookAtMachine();
  private readonly broken: string[] = [];
  private readonly missed: string[] = [];
  /** Calls that were made. */
  calls = 0;

  constructor(readonly row: string) {
    console.log(
      `${row}: ${full ? "whole" : "short"} run, ${Math.round(this.machine.share * 100)} % of a core to be had, load average ${this.machine.loadAverage.toFixed(1)}`,
    );
  }

  /** What must hold however slow the machine is. */
  must(what: string, holds: boolean): void {
    console.log(`  ${holds ? "holds" : "DOES NOT HOLD"}: ${what}`);
    if (!holds) this.broken.push(what);
  }

  /** What must hold where at least half of a core is to be had; on a busier machine it is told. */
  quiet(what: string, holds: boolean): void {
    if (this.machine.share >= QUIET_SHARE) this.must(what, holds);
    else this.say(`${holds ? "holds" : "does not hold, and is not asked of so busy a machine"}: ${what}`);
  }

  /** A ratio of two figures of this run; it must hold. */
  ratio(what: string, value: number, most: number): void {
    this.must(`${what}: ${value.toFixed(2)}, at most ${most}`, value <= most);
  }

  /**
   * A figure with a mark that means a quiet machine: told, and held against the mark by what was to be had of a core.
   * @param unit `ms`, `s`: what takes longer the less of a core there is
   */
  mark(what: string, value: number, most: number, unit: "ms" | "s"): void {
    const reached = value <= most;
    const scaled = most / Math.max(0.05, this.machine.share);
    console.log(
      `  ${what}: ${value.toFixed(1)} ${unit}, mark ${most} ${unit} ${reached ? "reached" : `not reached; by this machine's ${scaled.toFixed(0)} ${unit} ${value <= scaled ? "reached" : "not reached"}`}`,
    );
    if (!reached) this.missed.push(what);
  }

  say(line: string): void {
    console.log(`  ${line}`);
  }

  /** One kind of calls in a line. @returns p99, ms */
  told(kind: string, told: Told): number {
    const [p50, p99] = [percentile(told.times, 0.5), percentile(told.times, 0.99)];
    this.calls += told.times.length + told.shed + told.faults;
    const wrong = told.faults === 0 ? "no errors" : [...told.wrong].map(([what, count]) => `${count} ${what}`).join(", ");
    this.say(
      `${kind}: ${told.times.length} done, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${told.shed} sent away, ${told.unsent === 0 ? "" : `${told.unsent} not sent, as nobody had a free connection, `}${wrong}`,
    );
    return p99;
  }

  /** Ends the row: its result for the trust suite, and the exit code. */
  end(): void {
    const held = this.broken.length === 0;
    const marks = this.missed.length === 0 ? "all marks reached" : `marks not reached: ${this.missed.join("; ")}`;
    console.log(
      `${this.row}: ${held ? "holds" : `DOES NOT HOLD: ${this.broken.join("; ")}`}; ${marks}; load average at the end ${(loadavg()[0] ?? 0).toFixed(1)}`,
    );
    const file = process.env["TRUST_RESULT"];
    if (file) writeFileSync(file, JSON.stringify({ done: this.calls, held, ...(held ? {} : { why: this.broken.join("; ") }) }));
    process.exitCode = held ? 0 : 1;
  }
}
