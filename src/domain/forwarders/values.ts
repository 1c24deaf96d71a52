/** Reading single values of unchecked payloads; everything here is total: no input throws. */
import { zonedMs } from "../../contract/time.ts";
import type { Sim } from "./types.ts";

export type UncheckedObject = Readonly<Record<string, unknown>>;

/** True for a JSON object; arrays and null are none. */
export function isObject(value: unknown): value is UncheckedObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member; what the prototype has is not looked at. */
export function member(object: UncheckedObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A member that is an object. */
export function objectMember(object: UncheckedObject, name: string): UncheckedObject | null {
  const value = member(object, name);
  return isObject(value) ? value : null;
}

/** The first of several members that is a text or a number, as text without characters that cannot be stored. */
export function textMember(object: UncheckedObject, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = member(object, name);
    if (typeof value === "string") return storable(value);
    if (typeof value === "number" && Number.isFinite(value)) return String(value);
  }
  return null;
}

/** Drops NUL and mends lone surrogates: PostgreSQL can store neither, and no operator sends them. */
export function storable(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}

const SECONDS_FROM = 1e9;
const MS_FROM = 1e12;
const MS_BEFORE = 1e13;
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Reads a stamp as milliseconds: a number or digits in milliseconds or seconds, or ISO 8601 with a zone.
 * A wall clock without a zone is no instant and gives null.
 */
export function stampMs(unchecked: unknown): number | null {
  if (typeof unchecked === "number" || (typeof unchecked === "string" && /^\d{9,13}$/.test(unchecked.trim()))) {
    const value = Math.trunc(Number(unchecked));
    if (value >= MS_FROM / 10 && value < MS_BEFORE) return value;
    return value >= SECONDS_FROM / 10 && value < MS_FROM / 10 ? value * 1000 : null;
  }
  if (typeof unchecked !== "string" || !ZONED.test(unchecked.trim())) return null;
  const ms = zonedMs(unchecked.trim());
  // The year 0000 is an instant to us and none to the database: a phone would send such a message again for ever.
  return ms !== null && ms >= MS_FROM / 10 && ms < MS_BEFORE ? ms : null;
}

/** Reads the card: `sim1`, `SIM2_note`, `SIM 1`, 1, "2"; null for everything else (`undetected`, empty, 0). */
export function simOf(unchecked: unknown): Sim | null {
  if (unchecked === 1 || unchecked === 2) return `sim${unchecked}`;
  if (typeof unchecked !== "string") return null;
  const found = /^\s*(?:sim[\s_-]?)?([12])(?![0-9])/i.exec(unchecked);
  return found ? (found[1] === "1" ? "sim1" : "sim2") : null;
}

/** A charge level from 0 to 100; null for what is none. */
export function batteryOf(unchecked: unknown): number | null {
  const value = typeof unchecked === "string" && /^\d{1,3}%?$/.test(unchecked) ? Number.parseInt(unchecked, 10) : unchecked;
  return typeof value === "number" && value >= 0 && value <= 100 ? Math.round(value) : null;
}

/**
 * Reads `application/x-www-form-urlencoded`; of several equal names the last wins.
 * @returns null when an escape is cut or the bytes behind it are no UTF-8
 */
export function parseForm(text: string): Record<string, string> | null {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const part of text.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    try {
      const name = decodeURIComponent((at < 0 ? part : part.slice(0, at)).replaceAll("+", " "));
      fields[name] = at < 0 ? "" : decodeURIComponent(part.slice(at + 1).replaceAll("+", " "));
    } catch {
      return null;
    }
  }
  return { ...fields };
}
