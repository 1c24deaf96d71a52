/** The command line: `--seed 7 --orders 500 --speed 4 --exit`. */

/** What was asked for. */
export interface Flags {
  /** Same seed, same run. */
  readonly seed: string;
  /** Orders of a counted run; null: open-ended, until it is stopped. */
  readonly orders: number | null;
  /** Orders a second. */
  readonly speed: number;
  /** Ends after the comparison, with exit code 1 when it differs. */
  readonly exit: boolean;
  /** Days of history that a fresh folder gets before the server starts; 0: none. */
  readonly days: number;
  readonly help: boolean;
}

export const USAGE = `Floatdesk's simulator: merchants, payers and phones, through the public interfaces only.

  npm run demo                                    money trickles in until you stop it
  npm run demo -- --seed 7 --orders 500 --exit    a counted run, compared with the books

  --seed <text>     the same seed gives the same run (default 1)
  --orders <n>      so many orders, then a table of expected against booked
  --speed <n>       orders a second, 0.05 to 50 (default 0.5; 10 with --orders)
  --days <n>        days of history in a fresh folder, 0 to 60 (default 30; 0 with --orders)
  --exit            ends after the comparison; exit code 1 when it differs`;

/** A flag that makes no sense, as one sentence. */
export class FlagError extends Error {}

const VALUED = new Set(["--seed", "--orders", "--speed", "--days"]);
const MAX_ORDERS = 9_000;
const MAX_DAYS = 60;
const USUAL_DAYS = 30;

function valuesOf(args: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (let index = 0; index < args.length; index += 1) {
    const [name = "", ...rest] = (args[index] as string).split("=");
    if (name === "--exit" || name === "--help" || name === "-h") {
      if (rest.length > 0) throw new FlagError(`${name} takes no value.`);
      found.set(name === "-h" ? "--help" : name, "");
    } else if (VALUED.has(name)) {
      const value = rest.length > 0 ? rest.join("=") : args[(index += 1)];
      if (value === undefined || value === "" || value.startsWith("--")) throw new FlagError(`${name} needs a value.`);
      found.set(name, value);
    } else throw new FlagError(`Unknown flag ${args[index]}; --help lists them.`);
  }
  return found;
}

/** Reads the flags. @throws FlagError with one sentence */
export function readFlags(args: readonly string[]): Flags {
  const values = valuesOf(args);
  const ordersText = values.get("--orders");
  const orders = ordersText === undefined ? null : Number(ordersText);
  if (orders !== null && (!Number.isInteger(orders) || orders < 1 || orders > MAX_ORDERS))
    throw new FlagError(`--orders must be a whole number from 1 to ${MAX_ORDERS}.`);
  const speedText = values.get("--speed");
  const speed = speedText === undefined ? (orders === null ? 0.5 : 10) : Number(speedText);
  if (!Number.isFinite(speed) || speed < 0.05 || speed > 50) throw new FlagError("--speed must be a number from 0.05 to 50.");
  const seed = values.get("--seed") ?? "1";
  if (!/^[A-Za-z0-9_-]{1,20}$/.test(seed)) throw new FlagError("--seed must have 1 to 20 letters, digits, _ or -.");
  const daysText = values.get("--days");
  const days = daysText === undefined ? (orders === null ? USUAL_DAYS : 0) : Number(daysText);
  if (!Number.isInteger(days) || days < 0 || days > MAX_DAYS) throw new FlagError(`--days must be a whole number from 0 to ${MAX_DAYS}.`);
  return { seed, orders, speed, days, exit: values.has("--exit"), help: values.has("--help") };
}
