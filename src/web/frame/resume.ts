/** Opening an emergency stop again: the question and the act. */
import type { SwitchRow } from "../../contract/switches.schema.ts";
import { call, randomId } from "../api.ts";
import type { text } from "../i18n/keys.ts";
import { invalidate } from "../query.ts";
import { confirm } from "../ui/confirm.ts";
import { notify, notifyError } from "../ui/notices.tsx";
import { switchWords } from "./switches.ts";

/** Asks, opens it and says what came of it. */
export async function resume(row: SwitchRow, t: typeof text): Promise<void> {
  const what = switchWords(row, t);
  // Payouts that have queued behind it leave as soon as it is open.
  const question = t(row.direction === "in" ? "switches.openQuestion" : "switches.openPayoutsQuestion", { what });
  if (!(await confirm({ text: question, action: t("switches.open") }))) return;
  const answer = await call("POST /api/switches/:id/open", { params: { id: row.id }, body: { version: row.version }, idempotencyKey: randomId() });
  if (answer.success || answer.error.status === 409) invalidate("GET /api/switches");
  if (answer.success) notify({ kind: "done", text: t("switches.done.open") });
  else notifyError(answer.error);
}
