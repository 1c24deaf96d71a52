/**
 * Ids: 41 bits of ms since 2020-01-01 above 12 bits of a place within the ms (rule 25); and their public form. Every
 * process number owns some of the 4,096 places, the database the last 512 of them: there it gives entries that were
 * overtaken new ids (`entry_ids_again`). Why the shares differ: docs/decisions/0038.
 */
import { createHmac, randomBytes } from "node:crypto";
import { fromCrockford40, foldPublicId, ID_LETTERS, PUBLIC_ID_PATTERN, toCrockford40, type IdKind } from "../../../contract/ids.ts";
import { addDays, businessDay, BUSINESS_OFFSET_MS, isoInstant, DAY_MS } from "../../../contract/time.ts";
import { refuse } from "../refusal.ts";
import type { Db } from "./pool.ts";

const EPOCH_MS = 1_577_836_800_000;
/** Places of one ms. */
const PLACES = 4096;
/** What is permuted has two halves of 20 bits. */
const HALF = 0x100000;

/** How many processes may mint at once. */
export const PROCESS_NUMBERS = 1024;
/** From the first number of a share on: places of each number in every ms, and where they begin. The last share ends at 3,520. */
const SHARES = [
  { first: 0, each: 64, begins: 0 },
  { first: 32, each: 16, begins: 2048 },
  { first: 64, each: 1, begins: 2560 },
] as const;
/** The database's places begin here; `entry_id_in` says the same. */
export const DATABASE_PLACES = 3584;

/** The places of a process number: from `first` on, `count` of them. @param node 0 to {@link PROCESS_NUMBERS} - 1 */
export function placesOf(node: number): { readonly first: number; readonly count: number } {
  const share = SHARES.findLast((one) => node >= one.first);
  if (!share || node >= PROCESS_NUMBERS) throw new RangeError("no such process number");
  return { first: share.begins + (node - share.first) * share.each, count: share.each };
}

/** The process number that minted an id; null: the database gave it, or nobody did. */
export function nodeOf(id: bigint): number | null {
  const place = Number(id % BigInt(PLACES));
  const share = SHARES.findLast((one) => place >= one.begins) ?? SHARES[0];
  const node = share.first + Math.floor((place - share.begins) / share.each);
  return node < PROCESS_NUMBERS ? node : null;
}

/** Mints ids that never go back, whatever the clock does. */
export class IdMinter {
  private lastMs = 0;
  private sequence = 0;
  private suspended = false;
  private places: ReturnType<typeof placesOf>;

  constructor(
    private readonly now: () => number,
    node: number,
  ) {
    this.places = placesOf(node);
  }

  /** Continues under a process number that is held now, never below `floor`. */
  adopt(node: number, floor: bigint): void {
    this.places = placesOf(node);
    this.suspended = false;
    const floorMs = Number(floor >> 12n) + EPOCH_MS + 1;
    // Past the millisecond of the last id: in it the new places may lie below those that were given, or be another's.
    this.lastMs = Math.max(this.lastMs + 1, floorMs);
    this.sequence = 0;
  }

  /** No ids until a process number is held again: another process may hold this one. */
  suspend(): void {
    this.suspended = true;
  }

  /** The next id. @throws Refusal `not_ready` while no process number is held */
  next(): bigint {
    if (this.suspended) refuse("not_ready", { retryAfterSeconds: 1 });
    const now = Math.floor(this.now());
    if (now > this.lastMs) {
      this.lastMs = now;
      this.sequence = 0;
    } else {
      this.sequence += 1;
      if (this.sequence >= this.places.count) {
        this.lastMs += 1;
        this.sequence = 0;
      }
    }
    return BigInt((this.lastMs - EPOCH_MS) * PLACES + this.places.first + this.sequence);
  }

  /** Several ids, rising. */
  take(count: number): bigint[] {
    return Array.from({ length: count }, () => this.next());
  }
}

/** The instant an id was minted at, ms. Ids stay below 2^53, so that they are exact as numbers, which are quicker to take apart. */
export function idTime(id: bigint | number): number {
  return Math.floor(Number(id) / PLACES) + EPOCH_MS;
}

/** The instant an id was minted at, as JSON has it. */
export function idIso(id: bigint): string {
  return isoInstant(idTime(id));
}

/** The smallest id of an instant. */
export function idAt(ms: number): bigint {
  return BigInt(Math.floor(ms) - EPOCH_MS) << 12n;
}

/** The business day of an instant as public ids have it, `yymmdd`. */
export function publicDay(ms: number): string {
  const day = businessDay(ms);
  return `${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8, 10)}`;
}

function roundsOf(key: Buffer): number[] {
  const digest = createHmac("sha256", key).update("floatdesk public ids v1").digest();
  return Array.from({ length: 8 }, (_unused, round) => digest.readUInt32LE(round * 4));
}

/**
 * Public ids: a keyed permutation of what is left of an id within its day, so that neighbours do not look alike and
 * counts cannot be read off. It decodes without an index. Secrecy never depends on it: every fetch is scoped.
 */
export class PublicIds {
  /** What the key comes to: another thread makes the same ids of it. */
  readonly rounds: readonly number[];
  /** The same as whole numbers of 32 bits, which is how they are mixed. */
  private readonly mixed: Int32Array;
  /** Two halves of 20 bits: whole numbers in a place of their own, since an export asks for millions. */
  readonly end = new Int32Array(2);

  /** @param key the key, or the rounds of other ids of it */
  constructor(key: Buffer | readonly number[]) {
    this.rounds = Buffer.isBuffer(key) ? roundsOf(key) : key;
    this.mixed = Int32Array.from(this.rounds);
  }

  /** Writes an id of a kind, e.g. `P261121` and eight characters. */
  encode(kind: IdKind, id: bigint | number): string {
    this.endOf(Number(id));
    return `${ID_LETTERS[kind]}${publicDay(idTime(id))}${toCrockford40((this.end[0] as number) * HALF + (this.end[1] as number))}`;
  }

  /** Leaves in `end` what stands behind the day in the public form of an id. */
  endOf(id: number): void {
    const sinceEpoch = Math.floor(id / PLACES);
    const ms = sinceEpoch + EPOCH_MS + BUSINESS_OFFSET_MS;
    const inDay = ms - Math.floor(ms / DAY_MS) * DAY_MS;
    const value = inDay * PLACES + (id - sinceEpoch * PLACES);
    const high = Math.floor(value / HALF);
    let left = high | 0;
    let right = (value - high * HALF) | 0;
    for (let index = 0; index < 8; index += 1) {
      const next = left ^ this.round(right, index);
      left = right;
      right = next;
    }
    this.end[0] = left;
    this.end[1] = right;
  }

  /** As {@link encode}, null for null. */
  encodeOrNull(kind: IdKind, id: bigint | null | undefined): string | null {
    return id === null || id === undefined ? null : this.encode(kind, id);
  }

  /** Reads a public id of a kind; null when it is none. */
  decode(kind: IdKind, unchecked: string): bigint | null {
    const text = foldPublicId(unchecked);
    if (!PUBLIC_ID_PATTERN.test(text) || text[0] !== ID_LETTERS[kind]) return null;
    const day = `20${text.slice(1, 3)}-${text.slice(3, 5)}-${text.slice(5, 7)}`;
    const dayMs = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(dayMs) || addDays(day, 0) !== day) return null;
    const value = fromCrockford40(text.slice(7));
    if (value === null) return null;
    const rest = this.unpermute(value);
    const msInDay = Math.floor(rest / PLACES);
    if (msInDay >= DAY_MS) return null;
    const ms = dayMs + msInDay - BUSINESS_OFFSET_MS - EPOCH_MS;
    return ms < 0 ? null : (BigInt(ms) << 12n) | BigInt(rest % PLACES);
  }

  /** Which kind a public id is of, by its letter; null when it is no public id. */
  kindOf(unchecked: string): IdKind | null {
    const text = foldPublicId(unchecked);
    if (!PUBLIC_ID_PATTERN.test(text)) return null;
    const found = Object.entries(ID_LETTERS).find(([, letter]) => letter === text[0]);
    return (found?.[0] as IdKind | undefined) ?? null;
  }

  private round(half: number, index: number): number {
    let mixed = Math.imul(half ^ (this.mixed[index] as number), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) & 0xfffff;
  }

  private unpermute(value: number): number {
    let left = Math.floor(value / HALF);
    let right = value % HALF;
    for (let index = 7; index >= 0; index -= 1) [left, right] = [right ^ this.round(left, index), left];
    return left * HALF + right;
  }
}

/** Reads the key of the public ids, made once with the database and kept for ever. */
export async function loadPublicIds(db: Db): Promise<PublicIds> {
  await db.run("insert into meta (key, value) values ('public_id_key', to_jsonb($1::text)) on conflict (key) do nothing", [randomBytes(32).toString("base64")]);
  const row = await db.one<{ value: string }>("select value from meta where key = 'public_id_key'");
  return new PublicIds(Buffer.from(row?.value ?? "", "base64"));
}
