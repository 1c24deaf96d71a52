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

/**
 * How many rows matched: exact up to 10,000, then `{value: 10000, exact: false}` ("10,000+"). Not exact either where
 * counting took too long: then at least so many.
 */
export interface Total {
  readonly value: number;
  readonly exact: boolean;
  /** Set where counting took too long: the instant up to which rows were counted, in the list's order. */
  readonly searched_back_to?: string | undefined;
}
/** Sums over a part of the filtered rows: those up to an instant, in the list's order. */
export interface PartialSums {
  readonly values: Readonly<Record<string, string>>;
  readonly searched_back_to: string;
}
/**
 * A page of a list. Where its rows are rare and the search for them takes too long, it is answered with those found so
 * far, perhaps none, and says how far the search has come: `next_cursor` goes on exactly there.
 */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
  readonly prev_cursor: string | null;
  readonly total: Total;
  /** Set while the page is not full and the search for its rows is not over: the instant up to which it has come. */
  readonly searched_back_to?: string | null | undefined;
  /** Beside it: the cursor that goes on with the search. It is `next_cursor`, or `prev_cursor` of a page that was reached backwards. */
  readonly search_cursor?: string | null | undefined;
  /** Sums over all filtered rows as decimal strings; null when too many rows (narrow the filter), or when there was no time for all. */
  readonly sums?: Readonly<Record<string, string>> | null | undefined;
  /** Set where there was no time to add up all rows. */
  readonly partial_sums?: PartialSums | undefined;
  /** Set where rows were asked for without waiting: total and sums are not there yet, and are asked for by themselves (`only=figures`). */
  readonly figures_late?: true | undefined;
}

export const PAGE_SIZES = [10, 20, 50, 100, 200] as const;
export const DEFAULT_PAGE_SIZE = 20;
/** Counts are exact up to here (rule 29). */
export const COUNT_CAP = 10_000;
/** Sums are computed row by row up to here (rule 29). */
export const SUM_CAP = 100_000;
