/** Opening an emergency stop again: the question and the act. */
import type { SwitchRow } from "../../contract/switches.schema.ts";
import { call } from "../api.ts";
import { ActKey } from "../forms/act-key.ts";
import type { text } from "../i18n/keys.ts";
import { invalidate } from "../query.ts";
import { confirm } from "../ui/confirm.ts";
import { notify, notifyError } from "../ui/notices.tsx";
import { switchWords } from "./switches.ts";

/** Pressed again because no answer came, wherever that is, it is the same act. */
const act = new ActKey<string>();

/** Asks, opens it and says what came of it. */
export async function resume(row: SwitchRow, t: typeof text): Promise<void> {
  const what = switchWords(row, t);
  // Payouts that have queued behind it leave as soon as it is open.
  const question = t(row.direction === "in" ? "switches.openQuestion" : "switches.openPayoutsQuestion", { what });
  if (!(await confirm({ text: question, action: t("switches.open") }))) return;
  const { id, version } = row;
  const answer = await call("POST /api/switches/:id/open", { params: { id }, body: { version }, idempotencyKey: act.of(`${id} ${version}`) });
  act.heard(answer);
  invalidate("GET /api/switches");
  if (answer.success) notify({ kind: "done", text: t("switches.done.open") });
  else notifyError(answer.error);
}
