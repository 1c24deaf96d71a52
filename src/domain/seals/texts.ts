/**
 * Texts of a day seal, byte for byte: what is hashed and signed. UTF-8, every line ended by LF. `verify/README.md` says the
 * same for outsiders; a change here is a new version of the format.
 */
import { createHmac } from "node:crypto";

/** First words of each text. */
export const HEAD_TITLE = "floatdesk day seal v1";
export const SUMMARY_TITLE = "floatdesk day summary v1";
export const ARCHIVE_TITLE = "floatdesk archive v1";
export const KEY_TITLE = "floatdesk seal key v1";
/** What the first day names as the hash of the one before. */
export const NOTHING_BEFORE = "0".repeat(64);

/** What is signed: hashes and no figure, so that a merchant may have it. Hashes as 64 hexadecimal characters. */
export interface SealHead {
  readonly day: string;
  readonly previous: string;
  readonly entries: string;
  readonly audit: string;
  readonly summary: string;
  readonly key: string;
}

/** The figures of a day, for the platform's own eyes; the head holds their hash. */
export interface SealSummary {
  readonly day: string;
  readonly currency: string;
  readonly entries: number;
  readonly accounts: number;
  /** Minor units. */
  readonly debits: bigint;
  readonly credits: bigint;
  readonly auditRows: number;
  /** Numbers of the first and of the last row of the audit trail; the last of the day before where there is none. */
  readonly auditFirst: number;
  readonly auditLast: number;
  /** The trail's own hash before the first and after the last row. */
  readonly auditBefore: string;
  readonly auditAfter: string;
  /** Random; keeps the hashes of the summary and of notes from being guessed. */
  readonly salt: string;
}

/** An entry as it stands in a leaf. Amounts in minor units, ids public. */
export interface EntryLine {
  readonly seq: string;
  /** ms since 1970. */
  readonly at: number;
  readonly id: string;
  readonly txn: string;
  readonly kind: string;
  readonly refType: string;
  readonly refId: string;
  readonly amount: string;
  readonly before: string;
  readonly after: string;
  /** See {@link noteMark}; empty without a note. */
  readonly note: string;
}

/** An account's day as it stands in a leaf of the day's tree. */
export interface AccountLine {
  readonly kind: string;
  readonly owner: string;
  readonly operator: string;
  readonly normal: number;
  readonly entries: string;
  readonly firstSeq: string;
  readonly before: string;
  readonly after: string;
  readonly root: string;
}

const lines = (title: string, fields: readonly (readonly [string, string | number | bigint])[]): string =>
  `${title}\n${fields.map(([name, value]) => `${name} ${value}\n`).join("")}`;

export function headText(head: SealHead): string {
  return lines(HEAD_TITLE, [
    ["day", head.day],
    ["previous", head.previous],
    ["entries", head.entries],
    ["audit", head.audit],
    ["summary", head.summary],
    ["key", head.key],
  ]);
}

export function summaryText(summary: SealSummary): string {
  return lines(SUMMARY_TITLE, [
    ["day", summary.day],
    ["currency", summary.currency],
    ["entries", summary.entries],
    ["accounts", summary.accounts],
    ["debits", summary.debits],
    ["credits", summary.credits],
    ["audit_rows", summary.auditRows],
    ["audit_first", summary.auditFirst],
    ["audit_last", summary.auditLast],
    ["audit_before", summary.auditBefore],
    ["audit_after", summary.auditAfter],
    ["salt", summary.salt],
  ]);
}

/** What a key signs of the one that follows it. @param publicKey raw, base64 */
export function keyText(id: string, publicKey: string, previous: string): string {
  return lines(KEY_TITLE, [
    ["key", id],
    ["public", publicKey],
    ["previous", previous],
  ]);
}

/** A month that stands in files. */
export interface ArchiveHead {
  readonly month: string;
  /** First and last sealed day. */
  readonly first: string;
  readonly last: string;
  /** Root over {@link sealLine} of each of its days. */
  readonly root: string;
  readonly entries: bigint;
  readonly auditRows: bigint;
  /** When the files were written, and whose hands wrote them. */
  readonly at: string;
  readonly by: string;
  readonly key: string;
  /** Name, lines behind the first, SHA-256 of the file as it is. */
  readonly files: readonly ArchivedFile[];
}
export type ArchivedFile = readonly [name: string, lines: number, sha256: string];

/** A sealed day as it stands in the root of its month. */
export const sealLine = (day: string, hash: string): string => `${day} ${hash}`;

export function archiveText(head: ArchiveHead): string {
  return lines(ARCHIVE_TITLE, [
    ["month", head.month],
    ["first", head.first],
    ["last", head.last],
    ["root", head.root],
    ["entries", head.entries],
    ["audit_rows", head.auditRows],
    ["at", head.at],
    ["by", head.by.replace(/[^\x20-\x7e]/g, "?")],
    ["key", head.key],
    ["files", JSON.stringify(head.files)],
  ]);
}

/** The value of a field of such a text. @throws Error when the text has none */
export function fieldOf(text: string, name: string): string {
  const found = text.split("\n").find((line) => line.startsWith(`${name} `));
  if (found === undefined) throw new Error(`the text of a seal has no ${name}`);
  return found.slice(name.length + 1);
}

export function entryLine(entry: EntryLine): string {
  return `e,${entry.seq},${entry.at},${entry.id},${entry.txn},${entry.kind},${entry.refType},${entry.refId},${entry.amount},${entry.before},${entry.after},${entry.note}`;
}

export function accountLine(account: AccountLine): string {
  const { kind, owner, operator, normal, entries, firstSeq, before, after, root } = account;
  return `a,${kind},${owner},${operator},${normal},${entries},${firstSeq},${before},${after},${root}`;
}

/** Stands for a note in the leaf: 32 characters that only who has the day's salt can compare. */
export function noteMark(salt: string, entryId: string, note: string): string {
  return createHmac("sha256", Buffer.from(salt, "hex")).update(`${entryId}\n${note}`).digest("hex").slice(0, 32);
}

/** A row of the audit trail as it stands in a leaf: its number, and the text that the trail's own hash is over. */
export function auditLine(seq: string, text: string): string {
  return `r,${seq},${text}`;
}
