/** What is stopped already where somebody is about to stop it, and taking several switches back. */
import type { SwitchRow, SwitchTarget } from "../../contract/switches.schema.ts";
import { call, type Result } from "../api.ts";

/** The switch that stops all of a target now; of several the one that lasts longest. One that stops more than it counts too. */
export function stoppedBy(target: SwitchTarget, engaged: readonly SwitchRow[]): SwitchRow | null {
  const covers = (row: SwitchRow): boolean => {
    if (row.direction !== target.direction) return false;
    const ofOperator = row.operator === null || row.operator === target.operator;
    switch (row.scope) {
      case "platform":
        return true;
      case "operator":
        return ofOperator;
      case "merchant":
        return target.merchant_id !== undefined && row.merchant?.id === target.merchant_id && ofOperator;
      case "wallet":
        return target.wallet_id !== undefined && row.wallet?.id === target.wallet_id;
    }
  };
  const lasts = (row: SwitchRow): number => (row.reopen_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.reopen_at));
  return engaged.filter(covers).reduce<SwitchRow | null>((longest, row) => (longest === null || lasts(row) > lasts(longest) ? row : longest), null);
}

/**
 * Opens switches again, one after the other, each under a key of its own: after a lost answer it goes on where it ended.
 * @returns the first refusal (the others stay engaged, and are listed), or the last answer
 */
export async function openAll(rows: readonly SwitchRow[], key: string): Promise<Result<unknown>> {
  let answer: Result<unknown> = { success: true, status: 200, data: null };
  for (const { id, version } of rows) {
    answer = await call("POST /api/switches/:id/open", { params: { id }, body: { version }, idempotencyKey: `${key}-${id}` });
    if (!answer.success) return answer;
  }
  return answer;
}
