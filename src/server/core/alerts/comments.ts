/** What the staff have written to each other about an exception. */
import type { ExceptionComment } from "../../../contract/exceptions.schema.ts";
import type { App, UserActor } from "../../platform/context.ts";
import { idIso } from "../../platform/db/ids.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { phoneFor } from "../../platform/lists/mask.ts";

/** The latest that are shown. */
const MOST_COMMENTS = 200;

/** A comment as it is stored, with names. */
export interface CommentRaw {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly account: string;
  readonly text: string;
  readonly mentions: string[];
}

/** The comments on an exception, oldest first. */
export async function commentsOf(app: App, q: Queryable, alertId: bigint, viewer: UserActor): Promise<ExceptionComment[]> {
  const rows = await q.rows<CommentRaw>(
    `select c.id, c.user_id, u.account, c.text,
       array(select m.account from alert_mentions am join users m on m.id = am.user_id where am.comment_id = c.id order by lower(m.account)) as mentions
     from alert_comments c join users u on u.id = c.user_id where c.alert_id = $1 order by c.id desc limit ${MOST_COMMENTS}`,
    [alertId],
  );
  return rows.toReversed().map((row) => commentOf(row, viewer));
}

/** A comment as this viewer may read it. */
export function commentOf({ id, user_id, account, text, mentions }: CommentRaw, viewer: UserActor): ExceptionComment {
  return { id: String(id), at: idIso(id), account, own: user_id === viewer.id, text: phoneFor(viewer, text) ?? "", mentions };
}
