/**
 * The tree over lines: RFC 6962 with SHA-256. A leaf is the hash of 0x00 and its bytes, a node that of 0x01 and its two
 * children; where the leaves are no power of two, the left child holds the largest one below them. `verify/README.md` says
 * it for outsiders, `verify/verify.mjs` computes it on its own.
 */
import { createHash } from "node:crypto";

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);
/** The root of no leaves. */
export const EMPTY_ROOT: Buffer = createHash("sha256").digest();

/** Hash of a line. */
export function leafHash(line: string | Buffer): Buffer {
  return createHash("sha256").update(LEAF).update(line).digest();
}

/** Hash of a node over its two children. */
export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return createHash("sha256").update(NODE).update(left).update(right).digest();
}

/** The root of leaves that come one after the other; it keeps one hash for each level. */
export class RootStack {
  private readonly stack: Buffer[] = [];
  private size = 0;

  /** How many leaves have come. */
  get count(): number {
    return this.size;
  }

  add(leaf: Buffer): void {
    let hash = leaf;
    for (let rest = this.size; rest % 2 === 1; rest = Math.floor(rest / 2)) hash = nodeHash(this.stack.pop() as Buffer, hash); // a bit set is a hash kept
    this.stack.push(hash);
    this.size += 1;
  }

  root(): Buffer {
    return this.stack.length === 0 ? EMPTY_ROOT : this.stack.reduceRight((right, left) => nodeHash(left, right));
  }
}

/** One step from a leaf to the root: the other child, and on which side of the path it stands. */
export interface PathStep {
  readonly side: "left" | "right";
  readonly hash: Buffer;
}

/** The root of these leaves. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  const stack = new RootStack();
  for (const leaf of leaves) stack.add(leaf);
  return stack.root();
}

/** The way from one leaf to the root, from below. @param index from 0 */
export function pathOf(leaves: readonly Buffer[], index: number): PathStep[] {
  if (leaves.length <= 1) return [];
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return index < half
    ? [...pathOf(left, index), { side: "right", hash: rootOf(right) }]
    : [...pathOf(right, index - half), { side: "left", hash: rootOf(left) }];
}

/** The root that a leaf and its path come to. */
export function rootAlong(leaf: Buffer, path: readonly PathStep[]): Buffer {
  return path.reduce((hash, step) => (step.side === "left" ? nodeHash(step.hash, hash) : nodeHash(hash, step.hash)), leaf);
}
