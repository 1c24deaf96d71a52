/** One-time codes: seeds and which time step a code belongs to. That a code works once is decided where it is stored. */
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { App } from "../../platform/context.ts";
import { sameBytes } from "../../platform/secrets.ts";

const PERIOD_MS = 30_000;
const DIGITS = 6;
const SEED_BYTES = 20;

const generator = (seed: Buffer, label: string): TOTP =>
  new TOTP({
    issuer: "Floatdesk",
    label,
    algorithm: "SHA1",
    digits: DIGITS,
    period: PERIOD_MS / 1000,
    secret: new Secret({ buffer: new Uint8Array(seed).buffer }),
  });

/** What a seed is bound to at rest. */
export const seedBinding = (userId: bigint): string => `totp:${userId}`;

/** A new seed, encrypted for its user. */
export function newSealedSeed(app: App, userId: bigint): Buffer {
  return app.secrets.seal(randomBytes(SEED_BYTES), seedBinding(userId));
}

/** The `otpauth://` address of a user's seed, for the QR code. */
export function totpUri(app: App, userId: bigint, account: string, sealedSeed: Buffer): string {
  return generator(app.secrets.open(sealedSeed, seedBinding(userId)), account).toString();
}

/** True for six ASCII digits: nothing else can be a code, and nothing else counts as a guess. */
export function isCode(unchecked: string): boolean {
  return /^[0-9]{6}$/.test(unchecked);
}

/** The time steps, within one of now, whose code this is; nearly always none or one. */
export function stepsOfCode(app: App, userId: bigint, sealedSeed: Buffer, code: string, nowMs: number): bigint[] {
  const totp = generator(app.secrets.open(sealedSeed, seedBinding(userId)), "");
  const step = Math.floor(nowMs / PERIOD_MS);
  return [step - 1, step, step + 1]
    .filter((candidate) => sameBytes(Buffer.from(totp.generate({ timestamp: candidate * PERIOD_MS })), Buffer.from(code)))
    .map(BigInt);
}
