/** Times as the operators write them; their clock is Asia/Dhaka, which has no daylight saving. */

const DHAKA_MS = 6 * 3_600_000;
const iso = (atMs: number): string => new Date(atMs + DHAKA_MS).toISOString();

/** `2026-11-21T10:11:12:345 GMT+0600`: a colon before the milliseconds, as bKash has it. */
export function bkashTime(atMs: number): string {
  return `${iso(atMs).slice(0, 19)}:${iso(atMs).slice(20, 23)} GMT+0600`;
}

/** `20261121101112`, as Nagad signs it. */
export function nagadTime(atMs: number): string {
  return iso(atMs).slice(0, 19).replace(/\D/g, "");
}

/** Reads {@link nagadTime}; null for anything else. */
export function readNagadTime(text: string): number | null {
  const found = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (!found) return null;
  const [, year, month, day, hour, minute, second] = found;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+06:00`);
  return Number.isNaN(at) ? null : at;
}

/** `2026-11-21 10:11:12.0`, as Nagad's payment verification has it. */
export function nagadSpaced(atMs: number): string {
  return `${iso(atMs).slice(0, 10)} ${iso(atMs).slice(11, 19)}.0`;
}
