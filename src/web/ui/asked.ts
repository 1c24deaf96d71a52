/** What is said when an act waits for a second approval (HTTP 202): not an error, nothing has changed. */
import type { ApprovalRow } from "../../contract/approvals.schema.ts";
import { text } from "../i18n/keys.ts";
import { currentLocale } from "../i18n/locale.ts";
import { OPEN_KEY, pathTo } from "../paths.ts";
import { currentSession, mayNow } from "../session.tsx";
import { doneWith } from "../words/named.ts";
import { notify } from "./notices.tsx";

type Request = Pick<ApprovalRow, "id" | "object" | "amount">;

function requestOf(data: unknown): Request | null {
  const approval = typeof data === "object" && data !== null && "approval" in data ? data.approval : null;
  return typeof approval === "object" && approval !== null && "id" in approval && typeof approval.id === "string" ? (approval as Request) : null; // the answer of a 202
}

/** Says so, with the request, what it is about and how much, and the way to it in the inbox. @param data the answer's data: `{approval}` */
export function notifyAsked(data: unknown): void {
  const request = requestOf(data);
  const session = currentSession();
  const link =
    request !== null && mayNow("approvals.see")
      ? { to: pathTo(currentLocale(), "manual", { tab: "approvals", [OPEN_KEY]: request.id }), text: text("approvals.open") }
      : null;
  const detail = request === null || session.state !== "in" ? null : doneWith(request, session.profile);
  notify({ kind: "ask", text: text("list.act.approvalAsked"), ...(detail === null ? {} : { detail }), ...(link === null ? {} : { link }) });
}
