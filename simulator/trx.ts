/** Transaction ids as the operators mint them (rule 71). */
import type { Random } from "./random.ts";

const BASE36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DAYS = "123456789ABCDEFGHIJKLMNOPQRSTUV";
/** The operators' clock is Asia/Dhaka, which has no daylight saving. */
const DHAKA_MS = 6 * 3_600_000;

/** Year, month and day as bKash writes them into the first three characters of an id. */
export function bkashDay(atMs: number): string {
  const local = new Date(atMs + DHAKA_MS);
  const year = local.getUTCFullYear();
  const first = year <= 2022 ? String(year - 2013) : String.fromCharCode(65 + year - 2023);
  return `${first}${String.fromCharCode(65 + local.getUTCMonth())}${DAYS[local.getUTCDate() - 1]}`;
}

/** Two ids whose instants are known: the counter runs about 125 a second. */
const NAGAD_FROM = { value: Number.parseInt("75GFFXCN", 36), atMs: Date.parse("2026-06-01T14:55:00+06:00") };
const NAGAD_TO = { value: Number.parseInt("75NA7YH3", 36), atMs: Date.parse("2026-07-09T20:53:00+06:00") };
const NAGAD_PER_MS = (NAGAD_TO.value - NAGAD_FROM.value) / (NAGAD_TO.atMs - NAGAD_FROM.atMs);

const REMEMBERED = 100_000;

/** Mints ids; none twice. */
export class TrxIds {
  private readonly minted = new Set<string>();
  private lastNagad = 0;

  constructor(private readonly random: Random) {}

  /** Ten characters, the first three the day. */
  bkash(atMs: number): string {
    for (;;) {
      const id = bkashDay(atMs) + this.random.text(7, BASE36);
      if (this.minted.has(id)) continue;
      // An open-ended run forgets: 36^7 ids a day make a second one of the same unlikely enough.
      if (this.minted.size >= REMEMBERED) this.minted.clear();
      this.minted.add(id);
      return id;
    }
  }

  /** Eight characters that rise with time. */
  nagad(atMs: number): string {
    const byTime = Math.floor(NAGAD_TO.value + (atMs - NAGAD_TO.atMs) * NAGAD_PER_MS);
    this.lastNagad = Math.max(byTime, this.lastNagad + 1) + this.random.int(0, 3);
    return this.lastNagad.toString(36).toUpperCase().padStart(8, "0");
  }

  /** An id of the operator. */
  of(operator: "bkash" | "nagad", atMs: number): string {
    return operator === "bkash" ? this.bkash(atMs) : this.nagad(atMs);
  }
}

/** `21/11/2026 14:05`, the operators' clock. */
export function printedTime(atMs: number): string {
  const iso = new Date(atMs + DHAKA_MS).toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 16)}`;
}
