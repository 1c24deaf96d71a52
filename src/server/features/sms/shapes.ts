/** What no rule reads, by its wording. */
import type { Operator } from "../../../contract/operators.ts";
import { SHAPE_SENDERS_MAX, SHAPES_MAX } from "../../../contract/sms-shapes.ts";
import type { SmsShape, SmsShapes } from "../../../contract/sms-shapes.schema.ts";
import { mentionsCode, proposalOf, shapeKey, shapeOf, withoutCodes, type ShapePart } from "../../../domain/messages/index.ts";
import type { UserCtx } from "../../platform/context.ts";
import { messageFor, phoneFor } from "../../platform/lists/mask.ts";
import { walkUnread, type Unread } from "./unread.ts";

interface Group {
  readonly parts: readonly ShapePart[];
  readonly newest: Unread;
  count: number;
  oldest: Date;
  readonly senders: Map<string, number>;
}

/** Wordings that one walk tells apart; messages of further ones are counted together. */
const GROUPS_MAX = 2_000;

/** A shape without what varied in the example. */
const blank = (parts: readonly ShapePart[]): SmsShape["parts"] => parts.map(({ mark, text }) => ({ mark, text: mark === null ? text : "" }));

function shapeRow({ app, actor }: UserCtx, { parts, newest, count, oldest, senders }: Group): SmsShape {
  return {
    operator: newest.operator,
    parts: blank(parts),
    count,
    first_at: oldest.toISOString(),
    last_at: newest.received_at.toISOString(),
    senders: [...senders]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, SHAPE_SENDERS_MAX)
      .map(([sender]) => phoneFor(actor, sender) ?? ""),
    example: { id: app.publicIds.encode("sms", newest.id), text: messageFor(actor, withoutCodes(newest.text)) ?? "" },
    proposal: mentionsCode(newest.text) && !parts.some(({ mark }) => mark === "id") ? null : proposalOf(newest.text),
  };
}

/** Unread messages grouped by operator and wording, the most frequent first; as far as the walk went. */
export async function listShapes(ctx: UserCtx, operator: Operator | null): Promise<SmsShapes> {
  const groups = new Map<string, Group>();
  let apart = 0;
  const walked = await walkUnread(ctx.app, operator, (one) => {
    const parts = shapeOf(one.text);
    const key = `${one.operator ?? ""} ${shapeKey(parts)}`;
    let group = groups.get(key);
    if (group === undefined) {
      if (groups.size >= GROUPS_MAX) {
        apart += 1;
        return;
      }
      groups.set(key, (group = { parts, newest: one, count: 0, oldest: one.received_at, senders: new Map() }));
    }
    group.count += 1;
    group.oldest = one.received_at;
    if (one.sender !== null) group.senders.set(one.sender, (group.senders.get(one.sender) ?? 0) + 1);
  });
  const sorted = [...groups.values()].toSorted((one, other) => other.count - one.count || Number(other.newest.id - one.newest.id));
  return {
    items: sorted.slice(0, SHAPES_MAX).map((group) => shapeRow(ctx, group)),
    looked: walked.looked,
    others: apart + sorted.slice(SHAPES_MAX).reduce((sum, { count }) => sum + count, 0),
    until: walked.until?.toISOString() ?? null,
    more: walked.more,
  };
}
