import * as z from "zod";
import { ACT_ON_MOST, ALERT_CHANNELS, COMMENT_MAX, EXCEPTION_ACTIONS, EXCEPTION_KINDS, EXCEPTION_SORTS, EXCEPTION_STATUSES, SEVERITIES } from "./exceptions.ts";
import { ROUTING_OUTCOMES } from "./payments.ts";
import { amountOut, amountOutOrNull, csvOf, instant, instantOrNull, listQuery, operator, publicId, reason, text, timelineItem, version } from "./schema.ts";

/** Something that could end the exception: an order for a message, a message for an order; best first. */
export const exceptionSuggestion = z.object({
  type: z.enum(["payment", "sms"]),
  id: publicId,
  title: z.string(),
  amount: amountOutOrNull,
  at: instant,
  score: z.int(),
  reasons: z.array(z.string()),
});
export const exceptionRow = z.object({
  id: publicId,
  kind: z.enum(EXCEPTION_KINDS),
  severity: z.enum(SEVERITIES),
  ends: z.enum(["cause", "person"]),
  status: z.enum(EXCEPTION_STATUSES),
  /** Since when it waits. */
  since: instant,
  /** Money at risk; null where there is none to name. */
  amount: amountOutOrNull,
  object: z.object({ type: z.string(), id: publicId.nullable(), name: z.string().nullable() }),
  merchant: z.object({ id: publicId, name: z.string() }).nullable(),
  wallet: z.object({ id: publicId, name: z.string() }).nullable(),
  /** How often it happened; null where it is not counted. */
  count: z.int().nullable(),
  last_at: instantOrNull,
  /** Of `no_wallet`: why each wallet did not take the last order. */
  wallets: z.array(z.object({ wallet_id: publicId, wallet_name: z.string(), result: z.enum(ROUTING_OUTCOMES) })),
  /** Of `device_sim_unknown`: what the phone forwarded without saying which card received it, newest first. */
  messages: z.array(z.object({ at: z.string(), sim: z.string().nullable(), sender: z.string().nullable(), text: z.string() })),
  assignee: z.object({ id: publicId, account: z.string(), own: z.boolean() }).nullable(),
  claimed_at: instantOrNull,
  muted_until: instantOrNull,
  resolved_at: instantOrNull,
  resolved_by: z.string().nullable(),
  /** Why it was muted, or how it ended. */
  note: z.string().nullable(),
  /** What could end it. Of a list: of its first rows, as far as they are found while the rows are read; of one exception all. */
  suggestions: z.array(exceptionSuggestion),
  version: z.int(),
  actions: z.array(z.enum(EXCEPTION_ACTIONS)),
});
export type ExceptionRow = z.infer<typeof exceptionRow>;
/** What somebody of the staff wrote about an exception; `mentions`: the accounts that it calls. */
export const exceptionComment = z.object({
  id: z.string(),
  at: instant,
  account: z.string(),
  own: z.boolean(),
  text: z.string(),
  mentions: z.array(z.string()),
});
export type ExceptionComment = z.infer<typeof exceptionComment>;
export const exceptionDetail = exceptionRow.extend({ timeline: z.array(timelineItem), comments: z.array(exceptionComment) });
export type ExceptionDetail = z.infer<typeof exceptionDetail>;
export const exceptionPage = z.object({
  items: z.array(exceptionRow),
  next_cursor: z.string().nullable(),
  prev_cursor: z.string().nullable(),
  total: z.object({ value: z.int(), exact: z.boolean() }),
  sums: z.object({ amount: amountOut }).nullable(),
  /** What is open by kind, whatever the filter says; claimed ones are counted, muted ones are not. */
  kinds: z.array(z.object({ kind: z.enum(EXCEPTION_KINDS), count: z.int(), amount: amountOut, oldest: instant })),
});
export type ExceptionPage = z.infer<typeof exceptionPage>;
/** Whose: my own, nobody's, those in whose comments I am called. */
export const EXCEPTION_WHOSE = ["me", "none", "mentioned"] as const;
const exceptionFilters = {
  kind: csvOf(EXCEPTION_KINDS),
  status: csvOf(EXCEPTION_STATUSES),
  severity: z.enum(SEVERITIES).optional(),
  assignee: z.enum(EXCEPTION_WHOSE).optional(),
  operator: operator.optional(),
  merchant_id: publicId.optional(),
  wallet_id: publicId.optional(),
};
export const exceptionQuery = z.strictObject({
  ...exceptionFilters,
  /** The members of one line: its wallet, or its merchant where it has no wallet. */
  at: publicId.optional(),
  sort: z.enum(EXCEPTION_SORTS).optional(),
  size: listQuery.shape.size,
  cursor: z.string().max(80).optional(),
});
export type ExceptionQuery = z.infer<typeof exceptionQuery>;

/** A line of the queue: exceptions of one kind at one wallet (or at one merchant, where there is no wallet). */
export const exceptionLine = z.object({
  /** The same while the line stands: kind and place. */
  key: z.string(),
  /** Wallet or merchant whose exceptions these are; null: the line is one exception. */
  at: publicId.nullable(),
  count: z.int(),
  /** How many of them somebody has. */
  claimed: z.int(),
  amount: amountOutOrNull,
  /** The one that waits longest. */
  first: exceptionRow,
});
export type ExceptionLine = z.infer<typeof exceptionLine>;
export const exceptionLinesQuery = z.strictObject({ ...exceptionFilters, size: listQuery.shape.size, cursor: z.string().max(80).optional() });
export type ExceptionLinesQuery = z.infer<typeof exceptionLinesQuery>;
export const exceptionLines = z.object({
  items: z.array(exceptionLine),
  next_cursor: z.string().nullable(),
  prev_cursor: z.string().nullable(),
  /** Lines, and exceptions on them. Not exact: of some kind only the longest waiting were looked through. */
  lines: z.int(),
  total: z.object({ value: z.int(), exact: z.boolean() }),
  sums: z.object({ amount: amountOut }).nullable(),
  kinds: exceptionPage.shape.kinds,
});
export type ExceptionLines = z.infer<typeof exceptionLines>;

/** What moves on the lines without any change of an exception: who looks at which now, and where one is called. */
export const exceptionMarks = z.object({
  viewers: z.array(z.object({ id: publicId, key: z.string(), account: z.string() })),
  /** Unread only. */
  mentions: z.array(z.object({ id: publicId, key: z.string() })),
});
export type ExceptionMarks = z.infer<typeof exceptionMarks>;
/** `here: false` when one leaves. */
export const exceptionPresence = z.strictObject({ here: z.boolean() });
export const exceptionViewers = z.object({ people: z.array(z.string()) });
/** Who may see an exception, and who of them may be given it. */
export const exceptionPeople = z.object({ items: z.array(z.object({ id: publicId, account: z.string(), own: z.boolean(), decides: z.boolean() })) });
export type ExceptionPeople = z.infer<typeof exceptionPeople>;
export const exceptionAssign = z.strictObject({ version, user_id: publicId });
export const exceptionCommented = z.strictObject({ text: text(COMMENT_MAX) });
/** `release: true` gives it back. */
export const exceptionClaim = z.strictObject({ version, release: z.boolean().optional() });
/** A note is required where a person says that it is over. */
export const exceptionResolve = z.strictObject({ version, note: text(500).optional() });
export const exceptionMute = z.strictObject({ version, reason: reason.optional(), until: z.iso.datetime() });
/** Ends a mute before its time. */
export const exceptionUnmute = z.strictObject({ version });

/** Each with the version that was seen. */
const actedOn = z
  .array(z.strictObject({ id: publicId, version }))
  .min(1)
  .max(ACT_ON_MOST)
  .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, { params: { code: "invalid" } })
  .meta({ description: "each once" });
/** One act on many: each of them is done or refused by itself, under the rules of the act on one. */
export const exceptionActs = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("claim"), items: actedOn }),
  z.strictObject({ act: z.literal("release"), items: actedOn }),
  z.strictObject({ act: z.literal("unmute"), items: actedOn }),
  z.strictObject({ act: z.literal("assign"), items: actedOn, user_id: exceptionAssign.shape.user_id }),
  z.strictObject({ act: z.literal("resolve"), items: actedOn, note: exceptionResolve.shape.note }),
  z.strictObject({ act: z.literal("mute"), items: actedOn, reason: exceptionMute.shape.reason, until: exceptionMute.shape.until }),
]);
export type ExceptionActs = z.infer<typeof exceptionActs>;
type WithoutItems<T> = T extends unknown ? Omit<T, "items"> : never;
/** An act without what it is on. */
export type ExceptionAct = WithoutItems<ExceptionActs>;
/** What came of each, in the order in which they were asked for. */
export const exceptionsActed = z.object({
  done: z.int(),
  items: z.array(
    z.object({
      id: publicId,
      /** As it is now; of what was refused: as it stands, where it is seen. */
      status: z.enum(EXCEPTION_STATUSES).nullable(),
      version: z.int().nullable(),
      /** Code of the refusal; null: it is done. */
      error: z.string().nullable(),
      /** Who has it, where that is why it was refused. */
      claimed_by: z.string().nullable(),
    }),
  ),
});
export type ExceptionsActed = z.infer<typeof exceptionsActed>;

export const alertChannel = z.object({
  channel: z.enum(ALERT_CHANNELS),
  enabled: z.boolean(),
  /** Address of the webhook; null for Telegram. */
  url: z.string().nullable(),
  /** Of Telegram: the chat that is written to. */
  chat_id: z.string().nullable(),
  /** Of Telegram: address of its API; null: the public one. */
  api_base: z.string().nullable(),
  /** End of the token or secret, all that is ever shown again. */
  secret_last4: z.string().nullable(),
  /** Null: all kinds. */
  kinds: z.array(z.enum(EXCEPTION_KINDS)).nullable(),
  min_severity: z.enum(SEVERITIES),
  language: z.enum(["zh", "en"]),
  waiting: z.int(),
  last_at: instantOrNull,
  last_code: z.int().nullable(),
  last_error: z.string().nullable(),
  version: z.int(),
});
export type AlertChannelOut = z.infer<typeof alertChannel>;
export const alertChannels = z.object({ items: z.array(alertChannel) });
export const alertChannelParams = z.strictObject({ id: z.enum(ALERT_CHANNELS) });
export const alertChannelPatch = z.strictObject({
  version,
  enabled: z.boolean().optional(),
  url: z.string().max(500).nullable().optional(),
  chat_id: z
    .string()
    .regex(/^(-?\d{1,20}|@\w{4,32})$/)
    .nullable()
    .optional(),
  api_base: z.string().max(200).nullable().optional(),
  /** The bot's token, written only. */
  token: z
    .string()
    .regex(/^\d{3,20}:[\w-]{20,100}$/)
    .optional(),
  kinds: z.array(z.enum(EXCEPTION_KINDS)).max(EXCEPTION_KINDS.length).nullable().optional(),
  min_severity: z.enum(SEVERITIES).optional(),
  language: z.enum(["zh", "en"]).optional(),
});
export type AlertChannelPatch = z.infer<typeof alertChannelPatch>;
export const alertChannelSecret = z.object({ secret: z.string(), version: z.int() });
export const alertChannelTest = z.object({ code: z.int().nullable(), ms: z.int(), body_start: z.string().nullable(), error: z.string().nullable() });
