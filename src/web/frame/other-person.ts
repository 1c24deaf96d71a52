/** A tab that a sign-in in another tab has made somebody else's says so. */
import { text } from "../i18n/keys.ts";
import { currentSession, tellsOther } from "../session.tsx";
import { notify } from "../ui/notices.tsx";

/** Says whose the tab is now, once, where a reload has changed it. */
export function tellOther(): void {
  const session = currentSession();
  if (session.state !== "in" || !tellsOther()) return;
  notify({ kind: "ask", text: text("profile.otherTab.text", { account: session.profile.account }), detail: text("profile.otherTab.detail") });
}
