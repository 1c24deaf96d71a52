/** One action on several rows: each in its own transaction, each with its own result. */
import { StoredAnswer, type Answer } from "./answer.ts";
import { Undone } from "./db/undone.ts";
import { answerOfVerb } from "./refusal.ts";

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
export async function eachItem(items: readonly BulkItem[], act: (item: BulkItem) => Promise<Answer<{ version: number }>>): Promise<{ items: BulkResult[] }> {
  const results: BulkResult[] = [];
  for (const item of items) {
    const answer = await answerOfVerb(() => act(item));
    // Its routes take no key (`keyless`).
    if (answer instanceof StoredAnswer) throw new Error("an item of a bulk call has no stored answer");
    if (answer instanceof Undone) results.push({ id: item.id, ok: false, code: answer.code, version: null });
    else results.push({ id: item.id, ok: true, code: null, version: answer.version });
  }
  return { items: results };
}
