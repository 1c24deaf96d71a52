/** Writing a comment on an exception, and calling people in it. */
import { isExceptionKind, namedIn } from "../../../contract/exceptions.ts";
import type { ExceptionComment, ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { UNVERSIONED_CHANGE } from "../../../contract/events.ts";
import type { Answer } from "../../platform/answer.ts";
import { audit } from "../../platform/audit.ts";
import type { UserActor, UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { ANY_OBJECT } from "../../platform/events/view.ts";
import { Refused, refusedField } from "../../platform/refusal.ts";
import { commentOf } from "./comments.ts";
import { staffFor } from "./people.ts";
import { queueRow } from "./queue.ts";
import { queueMention } from "./sender.ts";

/** Those whom a text calls: of the staff, who may see the exception; not its author. */
async function calledIn(tx: Tx, row: ExceptionRow, text: string, author: UserActor): Promise<{ id: bigint; account: string }[]> {
  const names = namedIn(text);
  if (names.length === 0 || !isExceptionKind(row.kind)) return [];
  return (await staffFor(tx, row.kind, names)).filter((person) => person.id !== author.id);
}

/**
 * Writes a comment; whoever it calls finds it under "mentions" and, where alerts leave the dashboard, is called there too.
 * Refuses `not_found`, `validation_failed` without a text
 */
export function commentException(ctx: UserCtx, publicId: string, body: { text: string }): Promise<Answer<ExceptionComment>> {
  const { app, actor } = ctx;
  const text = body.text.trim();
  if (text === "") return Promise.resolve(refusedField("text", "required"));
  return ctx.tx(async (tx) => {
    const alertId = app.publicIds.decode("exception", publicId);
    const row = await queueRow(app, tx, alertId, actor);
    if (row instanceof Refused || alertId === null) return new Refused("not_found");
    const called = await calledIn(tx, row, text, actor);
    const id = app.ids.next();
    await tx.run("insert into alert_comments (id, alert_id, user_id, text) values ($1, $2, $3, $4)", [id, alertId, actor.id, text]);
    if (called.length > 0) {
      await tx.run("insert into alert_mentions (comment_id, alert_id, user_id) select $1, $2, unnest($3::bigint[])", [
        id,
        alertId,
        called.map((person) => person.id),
      ]);
      await queueMention(app, tx, row, { by: actor.account, called: called.map((person) => person.account), text });
    }
    const mentions = called.map((person) => person.account);
    await audit(ctx, tx, {
      action: "exception.comment",
      objectType: "exception",
      objectId: publicId,
      after: { kind: row.kind, text, ...(mentions.length === 0 ? {} : { to: mentions.join(", ") }) },
    });
    ctx.emit({ kind: "exceptions", objectId: alertId, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
    if (called.length > 0) ctx.emit({ kind: "home", objectId: ANY_OBJECT, version: UNVERSIONED_CHANGE, change: "changed", merchantId: null });
    return commentOf({ id, user_id: actor.id, account: actor.account, text, mentions }, actor);
  });
}
