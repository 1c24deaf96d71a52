/** The product's log: JSON, one line each. */
import { pino, type Logger } from "pino";

const REDACTED = ["req.headers.authorization", "req.headers.cookie", "headers.authorization", "*.password", "*.token", "*.secret"];

/** The logger: an allow list of fields is kept by logging fields, never whole objects; credentials are redacted besides. */
export function makeLogger(level: string): Logger {
  return pino({ level, redact: { paths: REDACTED, censor: "***" }, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
