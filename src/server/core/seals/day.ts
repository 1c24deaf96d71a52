/** Reads the entries of a business day as lines and as a tree: account by account in the order of their ids, each by its numbers. */
import { to as copyTo } from "pg-copy-streams";
import { businessDayStart, addDays, type Day } from "../../../contract/time.ts";
import { leafHash, RootStack } from "../../../domain/seals/merkle.ts";
import { accountLine, entryLine, noteMark } from "../../../domain/seals/texts.ts";
import type { App } from "../../platform/context.ts";
import { idAt, idTime } from "../../platform/db/ids.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { refId } from "../../platform/lists/refs.ts";

export type SealParts = Pick<App, "publicIds">;

/** What one account did on a day, minor units. */
export interface AccountDay {
  readonly accountId: bigint;
  readonly entries: bigint;
  readonly firstSeq: bigint;
  readonly before: bigint;
  readonly after: bigint;
  readonly root: Buffer;
  readonly line: string;
}
/** What a day's entries come to. */
export interface DayEntries {
  readonly root: Buffer;
  readonly entries: bigint;
  readonly debits: bigint;
  readonly credits: bigint;
  readonly accounts: readonly AccountDay[];
}
export interface AccountInfo {
  readonly kind: string;
  readonly owner_id: bigint;
  readonly operator: string;
  readonly normal: number;
}

const LONGEST_MS = 30 * 60_000;
/** The connection's own sort: a day of a million entries stays in memory. */
const SORT_MEMORY = "128MB";
const OWNER_KIND: Readonly<Record<string, "wallet" | "merchant">> = { wallet: "wallet", unreported: "wallet", merchant: "merchant", hold: "merchant" };

/** First id of a day, and the first behind it. */
export function idsOf(day: Day): readonly [bigint, bigint] {
  return [idAt(businessDayStart(day)), idAt(businessDayStart(addDays(day, 1)))];
}

/** Whose an account is, as outsiders read it: a public id, or the number of the lane; `-` for the platform's own. */
function ownerOf(parts: SealParts, account: AccountInfo): string {
  const kind = OWNER_KIND[account.kind];
  if (kind !== undefined) return parts.publicIds.encode(kind, account.owner_id);
  return account.owner_id === 0n ? "-" : account.owner_id.toString();
}

/** The line of an account in a day's tree. */
export function accountLineOf(parts: SealParts, account: AccountInfo, day: Omit<AccountDay, "line" | "accountId">): string {
  return accountLine({
    kind: account.kind,
    owner: ownerOf(parts, account),
    operator: account.operator === "" ? "-" : account.operator,
    normal: account.normal,
    entries: day.entries.toString(),
    firstSeq: day.firstSeq.toString(),
    before: day.before.toString(),
    after: day.after.toString(),
    root: day.root.toString("hex"),
  });
}

const UNESCAPED: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** A cell of COPY's text format. */
export function unescapeCell(cell: string): string {
  return cell.replace(/\\(.)/g, (_all, escaped: string) => UNESCAPED[escaped] ?? escaped);
}

/** Complete lines of a stream of bytes, a batch for each piece that comes. @throws Error when the last one has no end */
export async function* lineBatches(stream: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(10);
    rest = bytes.subarray(end + 1);
    if (end >= 0) yield bytes.toString("utf8", 0, end).split("\n");
  }
  if (rest.length > 0) throw new Error("a line has no end");
}

/** Puts the entries of a day together as they come. */
export class DayTree {
  private readonly tops = new RootStack();
  private readonly done: AccountDay[] = [];
  private open: { id: string; tree: RootStack; firstSeq: string; before: string; after: string } | null = null;
  private entries = 0n;
  private debits = 0n;
  private credits = 0n;

  constructor(
    private readonly parts: SealParts,
    private readonly accounts: ReadonlyMap<string, AccountInfo>,
    private readonly salt: string,
  ) {}

  /**
   * Takes a row of {@link COLUMNS}.
   * @returns its lines as a file has them: the account before it, where one has ended, and the entry
   */
  take(row: string): string {
    const [account = "", seq = "", id = "", txn = "", kind = "", refType = "", ref = "", amount = "", before = "", after = "", cell = ""] = row.split("\t");
    const ended = this.open !== null && this.open.id !== account ? this.endAccount() : "";
    this.open ??= { id: account, tree: new RootStack(), firstSeq: seq, before, after };
    const { publicIds } = this.parts;
    const own = BigInt(id);
    const publicId = publicIds.encode("journal", own);
    const note = cell === "\\N" ? null : unescapeCell(cell);
    const line = entryLine({
      seq,
      at: idTime(own),
      id: publicId,
      txn: publicIds.encode("transaction", Number(txn)),
      kind,
      refType,
      refId: refId(this.parts, refType, BigInt(ref)),
      amount,
      before,
      after,
      note: note === null ? "" : noteMark(this.salt, publicId, note),
    });
    this.open.tree.add(leafHash(line));
    this.open.after = after;
    this.count(BigInt(amount) * BigInt(this.infoOf(account).normal));
    return `${ended}${line}${note === null ? "" : `\t${JSON.stringify(note)}`}\n`;
  }

  /** The line of the last account. */
  endAccount(): string {
    const { open } = this;
    if (open === null) return "";
    this.open = null;
    const root = open.tree.root();
    const day = { entries: BigInt(open.tree.count), firstSeq: BigInt(open.firstSeq), before: BigInt(open.before), after: BigInt(open.after), root };
    const line = accountLineOf(this.parts, this.infoOf(open.id), day);
    this.tops.add(leafHash(line));
    this.done.push({ accountId: BigInt(open.id), ...day, line });
    return `${line}\n`;
  }

  /** What it came to, once the last account has ended. */
  result(): DayEntries {
    return { root: this.tops.root(), entries: this.entries, debits: this.debits, credits: this.credits, accounts: this.done };
  }

  private count(signed: bigint): void {
    this.entries += 1n;
    if (signed > 0n) this.debits += signed;
    else this.credits -= signed;
  }

  private infoOf(id: string): AccountInfo {
    const info = this.accounts.get(id);
    if (!info) throw new Error(`account ${id} of an entry does not exist`);
    return info;
  }
}

const COLUMNS = "account_id, seq, id, txn_id, kind, ref_type, ref_id, amount, before_balance, after_balance, note";

/** Allows a transaction to read a whole day. */
export async function allowLong(tx: Tx): Promise<void> {
  await tx.run(`set local statement_timeout = ${LONGEST_MS}`);
  await tx.run(`set local idle_in_transaction_session_timeout = ${LONGEST_MS}`);
  await tx.run(`set local work_mem = '${SORT_MEMORY}'`);
}

/** Rows of a COPY as they come from the connection of the transaction. */
export function copied(tx: Tx, sql: string): AsyncIterable<Buffer> {
  return tx.client.query(copyTo(`copy (${sql}) to stdout`, { highWaterMark: 256 * 1024 })) as AsyncIterable<Buffer>;
}

/** The day's file in blocks, from the accounts' first entry to the last account; the tree is filled on the way. */
export async function* dayBlocks(tx: Tx, tree: DayTree, day: Day): AsyncGenerator<string> {
  const [from, before] = idsOf(day);
  for await (const rows of lineBatches(copied(tx, `select ${COLUMNS} from entries where id >= ${from} and id < ${before} order by account_id, seq`)))
    yield rows.map((row) => tree.take(row)).join("");
  yield tree.endAccount();
}

/** A tree for the entries of a day. */
export async function newDayTree(tx: Tx, parts: SealParts, salt: string): Promise<DayTree> {
  const rows = await tx.rows<AccountInfo & { id: bigint }>("select id, kind, owner_id, operator, normal from accounts");
  return new DayTree(parts, new Map(rows.map((row) => [row.id.toString(), row])), salt);
}

/** Reads the whole day. */
export async function readDay(tx: Tx, parts: SealParts, day: Day, salt: string): Promise<DayEntries> {
  await allowLong(tx);
  const tree = await newDayTree(tx, parts, salt);
  for await (const _block of dayBlocks(tx, tree, day));
  return tree.result();
}
