/** Expected failures: a code of the registry, as the value that a verb answers. */
import { ERRORS, type ErrorCode, type FieldErrors } from "../../contract/errors.ts";
import { Undone } from "./db/undone.ts";

export interface RefusalDetails {
  readonly fields?: FieldErrors | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Status where it differs from the registry's. */
  readonly status?: number | undefined;
}

/** An expected failure. A transaction that answers one is rolled back. */
export class Refused extends Undone implements RefusalDetails {
  readonly fields: FieldErrors | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    more: RefusalDetails = {},
  ) {
    super();
    this.fields = more.fields;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.status = more.status ?? ERRORS[code].status;
  }
}

/** One field of the input is refused. */
export const refusedField = (field: string, code: FieldErrors[string] = "invalid"): Refused => new Refused("validation_failed", { fields: { [field]: code } });

/** What a field names, as it was found: a missing object is that field's fault, not the address's. Everything else stands as it is. */
export const inField = <T>(field: string, found: T | Refused): T | Refused =>
  found instanceof Refused && found.code === "not_found" ? refusedField(field) : found;

export const isRefused = (answer: unknown): answer is Refused => answer instanceof Refused;

/**
 * A refusal on its way out of the inside of a verb. Known to this file alone: nobody else can catch it. Carries no stack, it
 * is not a bug.
 */
class Unwinding extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(ERRORS[refused.code].message);
    this.refused = refused;
    this.stack = refused.code;
  }
}

/**
 * Ends the verb from inside: whatever it has called is left at once, a transaction on the way is rolled back, and the verb's
 * edge answers the refusal as a value ({@link answerOfVerb}). For what stands too deep to hand a value up; where the caller
 * expects the refusal and does something about it, answer a {@link Refused}.
 */
export function refuse(code: ErrorCode, more: RefusalDetails = {}): never {
  throw new Unwinding(new Refused(code, more));
}

/** What was asked for, or the end of the verb as {@link refuse} ends it: for a call, deep inside, of what answers its refusals. */
export function orRefuse<T>(answer: T | Refused): T {
  if (answer instanceof Refused) throw new Unwinding(answer);
  return answer;
}

/** A refusal for a callback of the framework that takes errors only. */
export const asError = (refused: Refused): Error => new Unwinding(refused);

/** The refusal that an error of the framework's carries; null: it is another fault. */
export const refusedIn = (error: unknown): Refused | null => (error instanceof Unwinding ? error.refused : null);

/**
 * The edge of a verb: what it answers, its refusals among it. The one place where a refusal that unwinds becomes a value; what
 * else is thrown is a bug and goes on.
 */
export async function answerOfVerb<T>(verb: () => T | Promise<T>): Promise<T | Refused> {
  try {
    return await verb();
  } catch (error) {
    const refused = refusedIn(error);
    if (refused === null) throw error;
    return refused;
  }
}
