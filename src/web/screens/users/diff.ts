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

/** Every field that differs, in the order in which the row names them; objects are opened up. */
export function diffOf(before: Part, after: Part): readonly FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((field): readonly FieldChange[] => {
    const [old, now] = [before?.[field], after?.[field]];
    if (isObject(old) || isObject(now)) {
      const inner = diffOf(isObject(old) ? old : null, isObject(now) ? now : null);
      return inner.map((change) => ({ ...change, field: `${field}.${change.field}` }));
    }
    return same(old, now) ? [] : [{ field, before: old, after: now }];
  });
}
