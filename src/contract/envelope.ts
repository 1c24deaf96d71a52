/** The wrapper of every answer and the shape of every list, once for all resources. */
import type { ErrorCode, FieldErrors } from "./errors.ts";

export interface Success<T> {
  readonly success: true;
  readonly data: T;
  /** Only with status 202: `approval_required`, and `data` is `{approval}`. */
  readonly code?: ErrorCode;
}
export interface Failure {
  readonly success: false;
  readonly data: null;
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly fields?: FieldErrors;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly request_id?: string;
  };
}
export type Envelope<T> = Success<T> | Failure;

/** How many rows matched: exact up to 10,000, then `{value: 10000, exact: false}` ("10,000+"). */
export interface Total {
  readonly value: number;
  readonly exact: boolean;
}
export interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
  readonly prev_cursor: string | null;
  readonly total: Total;
  /** Sums over all filtered rows as decimal strings; null when too many rows (narrow the filter). */
  readonly sums?: Readonly<Record<string, string>> | null;
}

export const PAGE_SIZES = [10, 20, 50, 100, 200] as const;
export const DEFAULT_PAGE_SIZE = 20;
/** Counts are exact up to here (rule 29). */
export const COUNT_CAP = 10_000;
/** Sums are computed row by row up to here (rule 29). */
export const SUM_CAP = 100_000;
