/** Rows of the database out of the lines of a day's files: nothing is kept of a row but what an outsider verifies. */
import { leafHash, RootStack } from "../../../domain/seals/merkle.ts";
import { fieldOf } from "../../../domain/seals/texts.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { refKind } from "../../platform/lists/refs.ts";
import type { StoredSeal } from "../seals/check.ts";
import { accountLineOf, type AccountInfo, type SealParts } from "../seals/day.ts";
import { linesOf } from "./file.ts";

/** In the order of {@link entryRow}. */
export const ENTRY_COLUMNS = "id, account_id, seq, txn_id, kind, amount, normal, before_balance, after_balance, ref_type, ref_id, merchant_id, note";

/** An account as the line behind its entries names it. */
export interface NamedAccount extends AccountInfo {
  readonly id: bigint;
}

const NO_DAY = { entries: 0n, firstSeq: 0n, before: 0n, after: 0n, root: Buffer.alloc(0) };
/** Kind, owner and operator of an account's line. */
const nameOf = (line: string): string => line.split(",").slice(1, 4).join(",");

/** All accounts by the names that their lines bear. */
export async function namedAccounts(q: Queryable, parts: SealParts): Promise<ReadonlyMap<string, NamedAccount>> {
  const rows = await q.rows<NamedAccount>("select id, kind, owner_id, operator, normal from accounts");
  return new Map(rows.map((row) => [nameOf(accountLineOf(parts, row, NO_DAY)), row]));
}

const fileTitle = (kind: "entries" | "audit", day: string): string => `floatdesk ${kind} v1 ${day}`;
/** The leaf of an entry's line: its note stands behind it. */
const leafOf = (line: string): string => (line.includes("\t") ? line.slice(0, line.indexOf("\t")) : line);

/**
 * Holds a day's entries against its seal, line by line.
 * @returns names of its accounts in the order of the file
 * @throws Error with what does not fit
 */
export async function verifyEntries(path: string, seal: StoredSeal): Promise<string[]> {
  const [top, names] = [new RootStack(), [] as string[]];
  let tree = new RootStack();
  let count = 0n;
  for await (const lines of linesOf(path, fileTitle("entries", seal.day)))
    for (const line of lines) {
      if (line.startsWith("e,")) {
        tree.add(leafHash(leafOf(line)));
        count += 1n;
        continue;
      }
      if (line.split(",").at(-1) !== tree.root().toString("hex")) throw new Error(`entries of ${nameOf(line)} are not the sealed ones`);
      top.add(leafHash(line));
      names.push(nameOf(line));
      tree = new RootStack();
    }
  if (tree.count > 0 || count !== seal.entries || top.root().toString("hex") !== fieldOf(seal.head, "entries"))
    throw new Error("its entries are not the sealed ones");
  return names;
}

/** Holds a day's audit rows against its seal. @throws Error with what does not fit */
export async function verifyAudit(path: string, seal: StoredSeal): Promise<void> {
  const tree = new RootStack();
  for await (const lines of linesOf(path, fileTitle("audit", seal.day))) for (const line of lines) tree.add(leafHash(line));
  if (tree.root().toString("hex") !== fieldOf(seal.head, "audit")) throw new Error("its audit rows are not the sealed ones");
}

const ESCAPES: Readonly<Record<string, string>> = { "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v", "\\": "\\\\" };

/** A text as COPY has it. */
const cell = (text: string): string => text.replace(/[\b\f\n\r\t\v\\]/g, (found) => ESCAPES[found] ?? found);

/** An entry as COPY has it. @throws Error when an id in it is none of ours */
function entryRow(parts: SealParts, line: string, account: NamedAccount): string {
  const [, seq = "", , id = "", txn = "", kind = "", refType = "", ref = "", amount = "", before = "", after = ""] = leafOf(line).split(",");
  const { publicIds } = parts;
  const ids = [publicIds.decode("journal", id), publicIds.decode("transaction", txn), publicIds.decode(refKind(refType) ?? "transaction", ref)];
  if (ids.includes(null)) throw new Error(`entry ${id} is not of this database`);
  const tab = line.indexOf("\t");
  const note = tab < 0 ? "\\N" : cell(JSON.parse(line.slice(tab + 1)) as string);
  const merchant = account.kind === "merchant" ? account.owner_id : "\\N";
  return `${[ids[0], account.id, seq, ids[1], kind, amount, account.normal, before, after, refType, ids[2], merchant, note].join("\t")}\n`;
}

/** Rows of a day's entries for COPY, in the order of the file. @param names as {@link verifyEntries} answers them */
export async function* entryRows(
  path: string,
  seal: StoredSeal,
  names: readonly string[],
  parts: SealParts,
  accounts: ReadonlyMap<string, NamedAccount>,
): AsyncGenerator<string> {
  let at = 0;
  for await (const lines of linesOf(path, fileTitle("entries", seal.day))) {
    let block = "";
    for (const line of lines) {
      if (!line.startsWith("e,")) {
        at += 1;
        continue;
      }
      const account = accounts.get(names[at] ?? "");
      if (!account) throw new Error(`there is no account ${names[at]}`);
      block += entryRow(parts, line, account);
    }
    yield block;
  }
}

/** Texts of a day's audit rows for COPY; `audit_row` makes rows of them. */
export async function* auditTexts(path: string, seal: StoredSeal): AsyncGenerator<string> {
  for await (const lines of linesOf(path, fileTitle("audit", seal.day))) yield lines.map((line) => `${cell(line.slice(line.indexOf(",", 2) + 1))}\n`).join("");
}
