/** Reads rows of the audit trail between two numbers, as lines and as a tree. */
import { createHash } from "node:crypto";
import { leafHash, RootStack } from "../../../domain/seals/merkle.ts";
import { auditLine } from "../../../domain/seals/texts.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { copied, lineBatches, unescapeCell } from "./day.ts";

/** Numbers of rows: behind `from`, up to `to`. */
export interface TrailSpan {
  readonly from: bigint;
  readonly to: bigint;
}
/** What a span of the trail comes to. */
export interface TrailRows {
  readonly root: Buffer;
  readonly rows: bigint;
  /** The trail's own hash, made anew from the one before the span. */
  readonly after: string;
}

/** The trail's own hash at a number; before the first row it is a byte of zero. */
export async function trailHash(tx: Tx, seq: bigint): Promise<string> {
  if (seq === 0n) return "00";
  const row = await tx.one<{ hash: Buffer }>("select hash from audit_seals where seq = $1", [seq]);
  if (!row) throw new Error(`the audit trail has no row ${seq}`);
  return row.hash.toString("hex");
}

/** Puts rows of the trail together as they come. */
export class TrailTree {
  private readonly tree = new RootStack();
  private hash: Buffer;

  constructor(before: string) {
    this.hash = Buffer.from(before, "hex");
  }

  /** Takes a row: its number and its text, as COPY writes them; answers its line. */
  take(row: string): string {
    const cut = row.indexOf("\t");
    const text = unescapeCell(row.slice(cut + 1));
    const line = auditLine(row.slice(0, cut), text);
    this.tree.add(leafHash(line));
    this.hash = createHash("sha256").update(this.hash).update(text).digest();
    return `${line}\n`;
  }

  result(): TrailRows {
    return { root: this.tree.root(), rows: BigInt(this.tree.count), after: this.hash.toString("hex") };
  }
}

/** The lines of a span in blocks; the tree is filled on the way. */
export async function* trailBlocks(tx: Tx, tree: TrailTree, { from, to }: TrailSpan): AsyncGenerator<string> {
  const sql = `select s.seq, audit_text(a) from audit_seals s join audit a on a.id = s.audit_id where s.seq > ${from} and s.seq <= ${to} order by s.seq`;
  for await (const rows of lineBatches(copied(tx, sql))) yield rows.map((row) => tree.take(row)).join("");
}

/** Reads a span. */
export async function readTrail(tx: Tx, span: TrailSpan): Promise<TrailRows> {
  const tree = new TrailTree(await trailHash(tx, span.from));
  for await (const _block of trailBlocks(tx, tree, span));
  return tree.result();
}
