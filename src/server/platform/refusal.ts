/** Expected failures: a code of the registry, thrown so that a transaction can never be committed over one. */
import type { Tx } from "./db/pool.ts";
import { ERRORS, type ErrorCode, type FieldErrors } from "../../contract/errors.ts";

export interface RefusalDetails {
  readonly fields?: FieldErrors;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** Status where it differs from the registry's, e.g. 202 of an approval. */
  readonly status?: number;
}

/** An expected failure on its way to the answer. Carries no stack: it is not a bug. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly extra: RefusalDetails = {},
  ) {
    super(ERRORS[code].message);
    this.stack = `${code}`;
  }
}

/** Ends the verb with an error of the registry; inside a transaction nothing of it remains. */
export function refuse(code: ErrorCode, extra: RefusalDetails = {}): never {
  throw new Refusal(code, extra);
}

/** Refuses one field of the input. */
export function refuseField(field: string, code: FieldErrors[string] = "invalid"): never {
  return refuse("validation_failed", { fields: { [field]: code } });
}

/**
 * A refusal that leaves something behind: the verb's own work is rolled back, then `Ctx.tx` runs `keep` in a transaction
 * of its own. What it answers becomes `data`, sent with the code's status as a success (202 `approval_required`).
 */
export class Deferral extends Refusal {
  /** The answer's data, once kept. */
  data: unknown = null;

  constructor(
    code: ErrorCode,
    readonly keep: (tx: Tx) => Promise<unknown>,
  ) {
    super(code);
  }
}
