/** Takes a one-time code: within one step of now, never again, never one older than the last (rule 37). */
import type { App } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { endingWith } from "../../platform/db/undone.ts";
import { Refused } from "../../platform/refusal.ts";
import { recoveryCodeOf, takeRecoveryCode } from "./recovery.ts";
import { codeLimit, guarded } from "./throttle.ts";
import { isCode, stepsOfCode } from "./totp.ts";

/** What a code was good for. */
export interface TakenCode {
  /** True: the first good code of a new seed, which switches the authenticator on. */
  readonly first: boolean;
  readonly version: number;
}

/**
 * Runs work that takes a code of a user, under the limit of guesses. What cannot be a code is refused and counts as none.
 * @param also recovery codes are taken, too: for work that asks {@link takeSecond}
 * @returns what the work answers, or `invalid_code`, `locked`
 */
export async function guardCode<T>(app: App, userId: bigint, unchecked: string, work: () => Promise<T>, also?: "recovery"): Promise<T | Refused> {
  if (!isCode(unchecked) && (also === undefined || recoveryCodeOf(unchecked) === null)) return new Refused("invalid_code");
  return guarded(app, [codeLimit(userId)], work);
}

/**
 * Checks and uses up a code inside the acting transaction; stands inside {@link guardCode}.
 * @returns what it was good for, or `invalid_code`, over which the transaction cannot commit
 */
export async function takeCode(app: App, tx: Tx, userId: bigint, unchecked: string): Promise<TakenCode | Refused> {
  const user = await tx.one<{ totp_seed: Buffer | null; totp_step: bigint; totp_pending: boolean; version: number }>(
    "select totp_seed, totp_step, totp_pending, version from users where id = $1 for no key update",
    [userId],
  );
  const wrong = (): Refused => endingWith(tx, new Refused("invalid_code"));
  if (!user?.totp_seed) return wrong();
  const step = stepsOfCode(app, userId, user.totp_seed, unchecked, app.now()).find((candidate) => candidate > user.totp_step);
  if (step === undefined) return wrong();
  const version = user.version + (user.totp_pending ? 1 : 0);
  const taken = await tx.run(
    "update users set totp_step = $2, on_totp = true, totp_pending = false, totp_due = false, version = $3 where id = $1 and totp_step < $2",
    [userId, step, version],
  );
  if (taken !== 1) return wrong();
  return { first: user.totp_pending, version };
}

/**
 * Checks and uses up what was typed where a code is asked for: one of the authenticator that is on, or a recovery code. Stands inside
 * {@link guardCode}. A seed that still waits proves nothing here: whoever holds a token can read it.
 * @returns which of both it was, or `invalid_code`, over which the transaction cannot commit
 */
export async function takeSecond(app: App, tx: Tx, userId: bigint, unchecked: string): Promise<"code" | "recovery" | Refused> {
  const recovery = recoveryCodeOf(unchecked);
  if (recovery !== null) return (await takeRecoveryCode(tx, userId, recovery)) ? "recovery" : endingWith(tx, new Refused("invalid_code"));
  const taken = await takeCode(app, tx, userId, unchecked);
  if (taken instanceof Refused) return taken;
  return taken.first ? endingWith(tx, new Refused("invalid_code")) : "code";
}
