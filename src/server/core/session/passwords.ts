/** Passwords: argon2id, never more at once than the machine can spare, and nobody waits behind strangers; the rules of a good one. */
import { DAY_MS } from "../../../contract/time.ts";
import { hash } from "@node-rs/argon2";
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import type { FieldCode } from "../../../contract/errors.ts";
import { ONE_TIME_PASSWORD_DAYS } from "../../../contract/passwords.ts";
import { refuse, Refused } from "../../platform/refusal.ts";
import { COMMON_WORDS, isCommon } from "./common-passwords.ts";
import { verifyBehind } from "./verify-behind.ts";

const MIN_CHARACTERS = 8;
const MAX_BYTES = 1024;
/** Callers that may wait for their turn; beyond them a sign-in is refused instead of piling up work. */
const MAX_WAITING = 40;
const ONE_TIME_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** What one hash costs. */
export interface PasswordCost {
  readonly memoryKiB: number;
  readonly passes: number;
}
/** About a quarter of a second on a small server. */
const REAL_COST: PasswordCost = { memoryKiB: 65_536, passes: 3 };
let cost = REAL_COST;
let dummy: Promise<string> | null = null;

/** Lowers the cost of a hash in tests. @throws Error in production, where it must not be lowered */
export function setPasswordCost(lower: PasswordCost): void {
  if (process.env["NODE_ENV"] === "production") throw new Error("the cost of password hashes is fixed in production");
  cost = lower;
  dummy = null;
}

/** Who sends a password: somebody who holds a session or calls from where the account has signed in before; or anybody at all. */
export type Sender = "known" | "anybody";

// One core stays with everybody else: a flood of sign-ins must not slow the rest down.
const LANES = Math.min(2, Math.max(1, availableParallelism() - 1));
let busy = 0;
/** Who waits for a turn, first come, first served; strangers come after all who are known, so that a flood of them keeps none of those out. */
const waiting: Readonly<Record<Sender, (() => void)[]>> = { known: [], anybody: [] };

/** @throws Refusal `rate_limited` when too many of these senders wait already */
async function inTurn<T>(sender: Sender, work: () => Promise<T>): Promise<T> {
  if (busy >= LANES) {
    if (waiting[sender].length >= MAX_WAITING) refuse("rate_limited", { retryAfterSeconds: 5 });
    await new Promise<void>((go) => waiting[sender].push(go));
  } else {
    busy += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.anybody.shift();
    if (next) next();
    else busy -= 1;
  }
}

/** One form for what different keyboards send for the same letters. */
const normalised = (password: string): string => password.normalize("NFKC");
/** True when one opens what the other opens. */
export const isSamePassword = (left: string, right: string): boolean => normalised(left) === normalised(right);
const make = (password: string): Promise<string> => hash(normalised(password), { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 });

/** Hashes a password that has passed {@link passwordProblem}. */
export function hashPassword(password: string): Promise<string> {
  return inTurn("known", () => make(password));
}

/**
 * Checks a password. Without a stored hash (an unknown account) a dummy is checked, so that both take the same time.
 * @throws Refusal `rate_limited` when too many wait already
 */
export async function verifyPassword(stored: string | null, password: string, sender: Sender): Promise<boolean> {
  dummy ??= inTurn("known", () => make("no account has this password")).catch((error: unknown) => {
    dummy = null;
    throw error;
  });
  const nobody = await dummy;
  const fits = Buffer.byteLength(password) <= MAX_BYTES;
  const [expected, given] = [stored ?? nobody, normalised(fits ? password : password.slice(0, MIN_CHARACTERS))];
  const same = await inTurn(sender, () => verifyBehind(expected, given));
  return same && fits && stored !== null;
}

/** A password for one use, easy to read aloud: 4 groups of 4, about 79 bits. */
export function oneTimePassword(): string {
  const group = (): string => Array.from({ length: 4 }, () => ONE_TIME_ALPHABET[randomInt(ONE_TIME_ALPHABET.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

/** Until when a one-time password of now opens a sign-in. */
export const oneTimeUntil = (nowMs: number): Date => new Date(nowMs + ONE_TIME_PASSWORD_DAYS * DAY_MS);

/** True for `aaaaaaaa`, `12345678`, `hgfedcba`, `67890123`: one step between all neighbours, of digits around the ten too. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const around = /^\d+$/.test(text);
  return [-1, 0, 1].some((step) =>
    codes.slice(1).every((code, index) => [step, ...(around ? [step - 10, step + 10] : [])].includes(code - (codes[index] ?? 0))),
  );
}

/** True for `abcabcabc` and `20202020`: nothing but one piece of up to five characters again and again. */
const isRepeated = (text: string): boolean => /^(.{1,5})\1+$/u.test(text);

/** What is wrong with a new password, as a field code; null: nothing. */
export function passwordProblem(password: string, account: string): FieldCode | null {
  if ([...password].length < MIN_CHARACTERS) return "too_short";
  if (Buffer.byteLength(password) > MAX_BYTES) return "too_long";
  if (!password.isWellFormed()) return "invalid";
  const folded = normalised(password).toLowerCase().trim();
  const name = account.toLowerCase();
  // A known word with digits and signs behind it is as good as the word.
  const word = folded.replace(/[\d\s!@#$%^&*()._+=?-]+$/, "");
  const leet = word
    .replaceAll("0", "o")
    .replaceAll("1", "i")
    .replaceAll("3", "e")
    .replaceAll("@", "a")
    .replaceAll("4", "a")
    .replaceAll("$", "s")
    .replaceAll("5", "s");
  const known = isCommon(folded) || [word, leet].some((base) => COMMON_WORDS.has(base) || base === name);
  if (known || isRun(folded) || isRepeated(folded) || new Set(folded).size < 3 || folded === name || folded === [...name].reverse().join(""))
    return "not_allowed";
  return null;
}

/** Why a new password is too weak, under the name of its field; null: it is not. */
export function weakPassword(field: string, password: string, account: string): Refused | null {
  const problem = passwordProblem(password, account);
  return problem && new Refused("weak_password", { fields: { [field]: problem } });
}
