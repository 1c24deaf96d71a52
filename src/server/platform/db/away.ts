/** What a failed statement says about the database: whether it is worth coming again. */
import { READ_ONLY } from "./hosts/index.ts";

/** The PostgreSQL error code of a failed statement, if it is one. */
export function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

const AWAY = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"]);
const AWAY_WORDS = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

/**
 * True when the database could not answer now and may later: it is away or stopping (08, 57P), out of room (53), has ended a
 * transaction in which it heard nothing for too long (25P03), or others held what was needed for too long; or it takes no writes, as it is not the primary any more. Whether a commit that was under way came through is not known then.
 */
export function isAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === "string") return AWAY.has(code) || code === READ_ONLY || /^(08|53|57P0|25P03|40001|40P01|55P03|57014)/.test(sqlState(error) ?? "");
  return typeof message === "string" && AWAY_WORDS.test(message);
}
