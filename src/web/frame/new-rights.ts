/** What the person may do can change while the page stands open: menus, acts and what was read follow at once. */
import type { Profile } from "../../contract/session.schema.ts";
import { call } from "../api.ts";
import { text } from "../i18n/keys.ts";
import { queryClient } from "../query.ts";
import { changeProfile, currentSession } from "../session.tsx";
import { notify } from "../ui/notices.tsx";

const RIGHTS = ["user_type", "role", "merchant_id", "permissions"] as const satisfies readonly (keyof Profile)[];

/** What decides what the person sees, as one text. */
const rightsText = (profile: Profile): string => JSON.stringify(RIGHTS.map((key) => profile[key]));

/** Asks who one is now. Where that differs, everything that was read under the rights before is forgotten and read again. */
export async function takeNewRights(): Promise<void> {
  const answer = await call("GET /api/user", { background: true, silent401: true });
  const session = currentSession();
  if (!answer.success || session.state !== "in" || session.profile.id !== answer.data.id) return;
  if (rightsText(answer.data) === rightsText(session.profile)) return;
  const { user_type, role, merchant_id, merchant, permissions } = answer.data;
  changeProfile({ user_type, role, merchant_id, merchant, permissions });
  queryClient.removeQueries({ type: "inactive" });
  void queryClient.resetQueries();
  notify({ kind: "ask", text: text("roles.changed") });
}
