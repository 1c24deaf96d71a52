/** The table "Last figures" of bench/README.md, made from the result files: a bench that writes one has its rows. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One claim of a bench. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** The middle of the rounds. */
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  readonly rounds?: number;
  /** What it is a ratio to, or is held against. */
  readonly yardstick?: string;
  /** To be reached, and to be aimed at; in the figure's unit. */
  readonly mark?: number;
  readonly aim?: number;
  readonly better: "more" | "less";
}

/** A result file, as far as every bench writes the same. */
export interface Result {
  readonly name: string;
  readonly figures: readonly Figure[];
  readonly commit: string;
  readonly at: string;
  /** Of the machine, of a minute: before the bench did anything, and at its end. Older results lack it. */
  readonly load_average?: { readonly before: number; readonly after: number };
  readonly versions: { readonly node: string; readonly postgres: string | null; readonly cores: number };
}

const BENCH = join(import.meta.dirname, "..");
const BEGIN = "<!-- Last figures: written by npm run bench -- readme, from results/. -->";
const END = "<!-- End of the last figures. -->";

/** A number as it is read: three digits that count, thousands set apart. */
export function shown(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return rounded.toLocaleString("en", { maximumFractionDigits: 10 });
}

/** Whether a figure keeps its mark and its aim. */
export function reached(figure: Figure): "aim met" | "reached" | "not reached" | "–" {
  const keeps = (bound: number | undefined): boolean => bound !== undefined && (figure.better === "more" ? figure.value >= bound : figure.value <= bound);
  if (figure.mark === undefined && figure.aim === undefined) return "–";
  if (keeps(figure.aim)) return "aim met";
  return keeps(figure.mark) ? "reached" : "not reached";
}

const spread = ({ low, high, rounds }: Figure): string =>
  low === undefined || high === undefined ? "–" : `${shown(low)} to ${shown(high)}${rounds === undefined ? "" : `, ${rounds} rounds`}`;
const bound = (figure: Figure, value: number | undefined): string => (value === undefined ? "–" : `${figure.better === "more" ? "≥" : "≤"} ${shown(value)}`);

/** A figure in one line, as a run prints it. */
export function figureLine(figure: Figure): string {
  const against = figure.yardstick === undefined ? "" : ` against ${figure.yardstick}`;
  return `${figure.name}${against}: ${shown(figure.value)} ${figure.unit} (${spread(figure)}); mark ${bound(figure, figure.mark)}, aim ${bound(figure, figure.aim)}: ${reached(figure)}`;
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** The rows of one result, one for each figure. */
function rowsOf(result: Result): string[] {
  const { node, postgres, cores } = result.versions;
  const load = result.load_average === undefined ? "" : `, load ${result.load_average.before} before`;
  const ran = `${result.at.slice(0, 10)}, ${result.commit}, Node ${node.replace(/^v/, "")}, ${postgres === null ? "" : `PostgreSQL ${postgres.split(" ")[0]}, `}${cores} cores${load}`;
  return result.figures.map((figure) => {
    const cells = [
      `\`${result.name}\``,
      figure.name,
      `${shown(figure.value)} ${figure.unit}`,
      spread(figure),
      figure.yardstick ?? "–",
      bound(figure, figure.mark),
      bound(figure, figure.aim),
      reached(figure),
      ran,
    ];
    return `| ${cells.map(cell).join(" | ")} |`;
  });
}

/** The table of all results, by name. */
export function tableOf(results: readonly Result[]): string {
  const sorted = [...results].sort((left, right) => (left.name < right.name ? -1 : 1));
  return ["| bench | what | figure | spread | yardstick | mark | aim | | run |", "|---|---|---|---|---|---|---|---|---|", ...sorted.flatMap(rowsOf)].join("\n");
}

/** What a bench saved without saying figures: the ratio of its rounds, else its own numbers, without a mark. */
function figuresOf(result: Readonly<Record<string, unknown>>): Figure[] {
  const { ratio, rounds, unit, yardstick, reach, aim } = result;
  if (typeof ratio !== "number" || !Array.isArray(rounds))
    return Object.entries(result).flatMap(([name, value]) =>
      typeof value === "number" ? [{ name: name.replaceAll("_", " "), unit: "", value, better: "more" as const }] : [],
    );
  const ratios = (rounds as { value: number; yardstick: number }[]).map((round) => round.value / round.yardstick);
  const figure = {
    name: String(unit ?? "ratio"),
    unit: "times",
    value: ratio,
    low: Math.min(...ratios),
    high: Math.max(...ratios),
    rounds: ratios.length,
    better: "more" as const,
  };
  return [
    {
      ...figure,
      ...(yardstick === undefined ? {} : { yardstick: String(yardstick) }),
      ...(typeof reach === "number" ? { mark: reach } : {}),
      ...(typeof aim === "number" ? { aim } : {}),
    },
  ];
}

/** Every result file. @throws Error that names the file and what it lacks */
export function readResults(folder = join(BENCH, "results")): Result[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const result = JSON.parse(readFileSync(join(folder, file), "utf8")) as Partial<Result>;
      for (const part of ["name", "commit", "at", "versions"] as const) if (result[part] === undefined) throw new Error(`results/${file} has no ${part}`);
      return { ...(result as Result), figures: result.figures ?? figuresOf(result) };
    });
}

/** The text with its table between the marks replaced. @throws Error when a mark is missing */
export function withTable(text: string, table: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error("bench/README.md lacks the marks around the table of last figures");
  return `${text.slice(0, from)}${BEGIN}\n${table}\n${text.slice(to)}`;
}

/** Writes the table into bench/README.md. */
export function writeReadme(): void {
  const file = join(BENCH, "README.md");
  writeFileSync(file, withTable(readFileSync(file, "utf8"), tableOf(readResults())));
}
