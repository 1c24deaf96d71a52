/** What an alert says outside the dashboard: what it is, about what, how much; never a secret nor a whole phone number. */
import { CODE_WORDS } from "../../../contract/words/index.ts";
import { kindsFrom, SEVERITIES } from "../../../contract/exceptions.ts";
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import type { App } from "../../platform/context.ts";
import { toJson } from "../../platform/db/pool.ts";
import { maskPhones } from "../../platform/lists/mask.ts";
import type { ChannelRaw } from "./channels.ts";

/** Lines of one message; what is beyond is a number. */
const LINES = 15;
const MOST_TEXT = 3500;
/** So much of a comment is told outside. */
const MENTION_TEXT = 500;

/** Exceptions that a channel wants, the most urgent first. */
export function wantedBy(channel: Pick<ChannelRaw, "kinds" | "min_severity">, rows: readonly ExceptionRow[]): ExceptionRow[] {
  const least = new Set<string>(kindsFrom(channel.min_severity));
  return rows
    .filter((row) => least.has(row.kind) && (channel.kinds === null || channel.kinds.includes(row.kind)))
    .sort((left, right) => SEVERITIES.indexOf(right.severity) - SEVERITIES.indexOf(left.severity));
}

const nameOf = (row: ExceptionRow): string | null => (row.object.name === null ? null : maskPhones(row.object.name));
/** A screen of the dashboard; null: nobody said where it is. */
const screenUrl = (app: Pick<App, "env">, language: "zh" | "en", path: string): string | null =>
  app.env.publicUrl === null ? null : `${app.env.publicUrl}${language === "en" ? "/en" : ""}${path}`;
/** The queue, or one exception in it. */
const queueUrl = (app: Pick<App, "env">, language: "zh" | "en", open?: string): string | null =>
  screenUrl(app, language, `/queue${open === undefined ? "" : `?open=${open}`}`);

/** The webhook's body: generic JSON, as signed. */
function webhookBody(app: App, rows: readonly ExceptionRow[], channel: ChannelRaw, nowMs: number): string {
  return toJson({
    type: "alert",
    timestamp: new Date(nowMs).toISOString(),
    data: {
      total: rows.length,
      currency: app.config.current.currency,
      url: queueUrl(app, channel.language),
      items: rows.slice(0, LINES).map((row) => ({
        id: row.id,
        kind: row.kind,
        severity: row.severity,
        text: CODE_WORDS[channel.language].exceptionKind[row.kind],
        object: { type: row.object.type, id: row.object.id, name: nameOf(row) },
        merchant: row.merchant && maskPhones(row.merchant.name),
        amount: row.amount,
        since: row.since,
      })),
    },
  });
}

function line(app: App, row: ExceptionRow, language: "zh" | "en"): string {
  const facts = [
    nameOf(row),
    row.object.id,
    row.amount === null ? null : `${row.amount} ${app.config.current.currency}`,
    row.merchant && maskPhones(row.merchant.name),
  ];
  const told = [...new Set(facts.filter((fact) => fact !== null && fact !== ""))].join(" · ");
  const mark = language === "zh" ? `【${CODE_WORDS.zh.severity[row.severity]}】` : `[${CODE_WORDS.en.severity[row.severity]}] `;
  return `${mark}${CODE_WORDS[language].exceptionKind[row.kind]}${told === "" ? "" : `\n  ${told}`}`;
}

/** Plain text for Telegram: no markup, so nothing in a name can be one. */
function telegramBody(app: App, rows: readonly ExceptionRow[], channel: ChannelRaw): string {
  const { language } = channel;
  const more = rows.length - LINES;
  const url = queueUrl(app, language);
  const lines = [
    ...rows.slice(0, LINES).map((row) => line(app, row, language)),
    ...(more > 0 ? [language === "zh" ? `另有 ${more} 项` : `and ${more} more`] : []),
    ...(url === null ? [] : [url]),
  ];
  return toJson({ chat_id: channel.chat_id, text: lines.join("\n").slice(0, MOST_TEXT), disable_web_page_preview: true });
}

/** One message for all of them. */
export function bodyFor(app: App, channel: ChannelRaw, rows: readonly ExceptionRow[], nowMs: number): string {
  return channel.channel === "webhook" ? webhookBody(app, rows, channel, nowMs) : telegramBody(app, rows, channel);
}

/** Somebody called others in a comment on an exception. */
export interface Mention {
  readonly by: string;
  readonly called: readonly string[];
  readonly text: string;
}

/** What is said outside of a comment that calls people: whom, about what, and its beginning; phone numbers in part only. */
export function mentionBodyFor(app: App, channel: ChannelRaw, row: ExceptionRow, { by, called, text }: Mention, nowMs: number): string {
  const { language } = channel;
  const url = queueUrl(app, language, row.id);
  const words = maskPhones(text).slice(0, MENTION_TEXT);
  if (channel.channel === "webhook")
    return toJson({
      type: "alert.mention",
      timestamp: new Date(nowMs).toISOString(),
      data: { id: row.id, kind: row.kind, text: CODE_WORDS[language].exceptionKind[row.kind], by, mentions: called, comment: words, url },
    });
  const names = called.map((name) => `@${name}`).join(" ");
  const head = language === "zh" ? `${names} ${by} 在异常台提到了你` : `${names} ${by} mentioned you in the exception queue`;
  return toJson({
    chat_id: channel.chat_id,
    text: [head, line(app, row, language), words, ...(url === null ? [] : [url])].join("\n").slice(0, MOST_TEXT),
    disable_web_page_preview: true,
  });
}

/** Something that is no exception: a scheduled export has its file, or has none. */
export interface Note {
  readonly type: "export.ready" | "export.failed";
  /** What the person called it. */
  readonly name: string;
  /** Where it is to be seen, without language. */
  readonly path: string;
}
const NOTES = {
  zh: { "export.ready": "定时导出已就绪", "export.failed": "定时导出未完成" },
  en: { "export.ready": "Scheduled export is ready", "export.failed": "Scheduled export failed" },
} as const satisfies Record<"zh" | "en", Record<Note["type"], string>>;

/** What is said outside of it: its name and where it is to be seen; phone numbers in part only. */
export function noteBodyFor(app: App, channel: ChannelRaw, { type, name, path }: Note, nowMs: number): string {
  const { language } = channel;
  const url = screenUrl(app, language, path);
  const text = NOTES[language][type];
  const shown = maskPhones(name);
  if (channel.channel === "webhook") return toJson({ type, timestamp: new Date(nowMs).toISOString(), data: { name: shown, text, url } });
  const line = language === "zh" ? `${text}：${shown}` : `${text}: ${shown}`;
  return toJson({ chat_id: channel.chat_id, text: [line, ...(url === null ? [] : [url])].join("\n").slice(0, MOST_TEXT), disable_web_page_preview: true });
}

/** A message that only says that the channel works. */
export function testBodyFor(app: App, channel: ChannelRaw, nowMs: number): string {
  if (channel.channel === "webhook") return toJson({ type: "alert.test", timestamp: new Date(nowMs).toISOString(), data: {} });
  const text = channel.language === "zh" ? "收付台：提醒渠道测试成功" : "Floatdesk: this alert channel works";
  return toJson({ chat_id: channel.chat_id, text, disable_web_page_preview: true });
}

/** Where Telegram's API is, unless the channel names another place. */
export const TELEGRAM_API = "https://api.telegram.org";
