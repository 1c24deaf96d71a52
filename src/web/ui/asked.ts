/** What is said when an act waits for a second approval (HTTP 202): not an error, nothing has changed. */
import { text } from "../i18n/keys.ts";
import { currentLocale } from "../i18n/locale.ts";
import { OPEN_KEY, pathTo } from "../paths.ts";
import { mayNow } from "../session.tsx";
import { notify } from "./notices.tsx";

function requestId(data: unknown): string | null {
  const approval = typeof data === "object" && data !== null && "approval" in data ? data.approval : null;
  const id = typeof approval === "object" && approval !== null && "id" in approval ? approval.id : null;
  return typeof id === "string" ? id : null;
}

/** Says so, with the way to the request in the inbox. @param data the answer's data: `{approval}` */
export function notifyAsked(data: unknown): void {
  const id = requestId(data);
  const link =
    id !== null && mayNow("approvals.see")
      ? { to: pathTo(currentLocale(), "manual", { tab: "approvals", [OPEN_KEY]: id }), text: text("approvals.open") }
      : null;
  notify({ kind: "ask", text: text("list.act.approvalAsked"), ...(link === null ? {} : { link }) });
}
