/** Which unread messages a rule that is on reads now. They are read again by the act on many (`sms.parse`), each through the way that every message goes. */
import { BULK_MAX } from "../../../../contract/bulk.ts";
import type { SmsRuleUnread } from "../../../../contract/sms-rules.schema.ts";
import { fitsOwn, ownRules } from "../../../../domain/messages/index.ts";
import { ownRuleOf } from "../../../core/posting/in-force.ts";
import type { UserCtx } from "../../../platform/context.ts";
import { Refused } from "../../../platform/refusal.ts";
import { walkUnread } from "../unread.ts";
import { ruleById } from "./store.ts";

/** Unread messages of the rule's operator that it reads, newest first. Refuses `not_found`, `wrong_state` for a rule that is not on */
export async function unreadOfRule({ app }: UserCtx, publicId: string): Promise<SmsRuleUnread | Refused> {
  const raw = await ruleById(app.db, app.publicIds.decode("rule", publicId));
  if (raw instanceof Refused) return raw;
  if (raw.status !== "on") return new Refused("wrong_state", { details: { status: raw.status } });
  const own = ownRules([ownRuleOf(app, raw)]);
  const items: { id: string; version: number }[] = [];
  const { looked, more } = await walkUnread(
    app,
    raw.operator,
    ({ id, text, version }) => {
      if (fitsOwn(own, text)) items.push({ id: app.publicIds.encode("sms", id), version });
    },
    BULK_MAX,
  );
  return { looked, more, items };
}
