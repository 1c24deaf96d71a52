/** How a read begins whose statements must agree. */

/**
 * Said first in a transaction that only reads: all its statements see one state. Entries are locked against a month that leaves
 * (docs/decisions/0056) before that state is fixed: a partition that goes is gone for older snapshots, too, and what is said of
 * archived months is not.
 */
export const SNAPSHOT = "set transaction isolation level repeatable read read only; lock table entries in access share mode";
