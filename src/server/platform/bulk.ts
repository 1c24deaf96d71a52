/** One action on several rows: each in its own transaction, each with its own result. */
import { Refusal } from "./refusal.ts";

export interface BulkItem {
  readonly id: string;
  readonly version: number;
}
export interface BulkResult {
  readonly id: string;
  readonly ok: boolean;
  readonly code: string | null;
  readonly version: number | null;
}

/** Runs the act on each item in order; an expected failure is the item's result, a bug ends the call. */
export async function eachItem(items: readonly BulkItem[], act: (item: BulkItem) => Promise<{ version: number }>): Promise<{ items: BulkResult[] }> {
  const results: BulkResult[] = [];
  for (const item of items) {
    try {
      const row = await act(item);
      results.push({ id: item.id, ok: true, code: null, version: row.version });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push({ id: item.id, ok: false, code: error.code, version: null });
    }
  }
  return { items: results };
}
