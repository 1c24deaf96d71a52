/**
 * The log: a line of JSON each. What may stand in it is listed here by name; anything else that somebody hands over is left out, so
 * that no header, body, query or row gets in by the way. Of errors only what tells where and what broke, never the values.
 */
import { pino, type DestinationStream, type Logger } from "pino";

/** Everything that a line may say beside its level, its time and its sentence. */
const ALLOWED: ReadonlySet<string> = new Set(
  [
    // Of a request: the pattern of its route, never its address.
    "requestId method route status ms actor ip code",
    "err reason job node findings on used key",
    // What it was about, by its id.
    "batch line position id payment disburse reference answer wallet merchant sms delivery day list file",
    // Of the deployment: which process and how it ended, which database server.
    "process how in_ms primary replica",
  ].flatMap((names) => names.split(" ")),
);

function allowed(fields: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (ALLOWED.has(name)) kept[name] = value;
  return kept;
}

/** An error as the log shows it. */
interface ShownError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly at: readonly string[];
  readonly table?: string;
  readonly constraint?: string;
  readonly cause?: ShownError;
}

const MESSAGE_SHOWN = 300;
const FRAMES_SHOWN = 12;
const CAUSES_SHOWN = 3;
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value.slice(0, MESSAGE_SHOWN) : null);

/**
 * The sentence of an error. Quoted parts are values of whoever called, but for names that the database gave; of what PostgreSQL says
 * of data (class 22) and what a parser says of its input, only the beginning is certain to hold none.
 */
function sentenceOf(error: Error, code: string | null): string {
  if (code !== null && /^2[23][0-9A-Z]{3}$/.test(code)) return error.message.replace(/"[^"]*"/g, '"…"').replace(/: .*$/s, ": …");
  return error instanceof SyntaxError ? error.message.replace(/[,:]? *["'].*$/s, " …") : error.message;
}

/** What the log keeps of an error: no field of it that is not named here (a database's `detail` holds rows, a parser's `input` all). */
export function shownError(error: unknown, depth = 0): ShownError {
  if (!(error instanceof Error)) return { type: typeof error, message: typeof error === "string" ? error.slice(0, MESSAGE_SHOWN) : "", at: [] };
  const { code: rawCode, table, constraint, cause } = error as { code?: unknown; table?: unknown; constraint?: unknown; cause?: unknown };
  const code = text(rawCode);
  const [tableName, constraintName] = [text(table), text(constraint)];
  return {
    type: error.name,
    message: sentenceOf(error, code).slice(0, MESSAGE_SHOWN),
    ...(code === null ? {} : { code }),
    ...(tableName === null ? {} : { table: tableName }),
    ...(constraintName === null ? {} : { constraint: constraintName }),
    // The first lines of a stack are the message once more.
    at: (error.stack ?? "")
      .split("\n")
      .filter((line) => /^ {4}at /.test(line))
      .slice(0, FRAMES_SHOWN)
      .map((line) => line.slice(7)),
    ...(cause !== undefined && cause !== null && depth < CAUSES_SHOWN ? { cause: shownError(cause, depth + 1) } : {}),
  };
}

/** What may wait to be written at the most, bytes: a line is written when it is logged, so something waits only while its disk is full. */
const WAITING_BYTES = 1024 * 1024;

/** The logger of a process. @param to where its lines go; standard output unless given */
export function makeLogger(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: allowed, level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => shownError(error) },
  };
  if (to) return pino(options, to);
  const output = pino.destination({ fd: 1, sync: true, maxLength: WAITING_BYTES });
  const logger = pino(options, output);
  // A log that cannot be written is no reason to stop: what waits is tried again with the next line, and what is lost is counted.
  let lost = 0;
  output.on("error", () => undefined);
  output.on("drop", () => (lost += 1));
  output.on("write", () => {
    if (lost === 0) return;
    const count = lost;
    lost = 0;
    setImmediate(() => logger.warn(`${count} lines of the log could not be written and are lost`));
  });
  return logger;
}
