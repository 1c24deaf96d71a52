/** What an act changed, field by field, out of an audit row. Pure. */
type Part = Readonly<Record<string, unknown>> | null;

export interface FieldChange {
  /** `payment_fee.rate_bps`: a part of a field is named under it. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value);
/** Absent and null say the same. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What an act did comes first, the count of changes last: stored rows have no order of their own. */
const rank = (field: string): number => (field === "status" || field === "match_status" ? 0 : field === "version" ? 2 : 1);

/** Every field that differs: states, then the others in the order in which the row names them; objects are opened up. */
export function diffOf(before: Part, after: Part): readonly FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort((left, right) => rank(left) - rank(right));
  return names.flatMap((field): readonly FieldChange[] => {
    const [old, now] = [before?.[field], after?.[field]];
    if (isObject(old) || isObject(now)) {
      const inner = diffOf(isObject(old) ? old : null, isObject(now) ? now : null);
      return inner.map((change) => ({ ...change, field: `${field}.${change.field}` }));
    }
    return same(old, now) ? [] : [{ field, before: old, after: now }];
  });
}
