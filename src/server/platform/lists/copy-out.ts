/**
 * The rows of a COPY where they lie in what the connection has read. `pg-copy-streams` hands each row through two lists of
 * pieces and copies it twice, which costs half a microsecond; an export has a million of them.
 */
import type { Connection, Submittable } from "pg";

/** Messages of the protocol, https://www.postgresql.org/docs/current/protocol-message-formats.html: a letter, four bytes of length. */
const ROW = 100;
const HEAD = 5;
/** What may stand between rows: that COPY begins, a notice, a notification, a setting. */
const BESIDE = new Set([..."HNAS"].map((letter) => letter.charCodeAt(0)));
/** So many pieces may wait to be read before the connection is asked to stop. */
const WAITING = 4;

/** A query for `Client.query`: `next` and `more` in turn until `more` says that there is none. */
export class CopyOut implements Submittable {
  /** The row under way stands in `bytes` from `start` up to `end`: always a whole one, since COPY sends each as a message of its own. */
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  private at = 0;
  private connection: Connection | null = null;
  private parse: ((bytes: Buffer) => void) | null = null;
  /** What was read behind `bytes`. */
  private waiting: Buffer[] = [];
  private isOver = false;
  private failure: Error | null = null;
  private wake: (() => void) | null = null;

  constructor(private readonly text: string) {}

  /** Takes the connection's bytes away from `pg` until the COPY ends, as `pg-copy-streams` does. */
  submit(connection: Connection): void {
    this.connection = connection;
    const { stream } = connection;
    const [parse, ...others] = stream.listeners("data") as ((bytes: Buffer) => void)[];
    if (!parse || others.length > 0) throw new Error("the connection is not read as expected");
    this.parse = parse;
    stream.off("data", parse);
    stream.on("data", this.hear);
    connection.query(this.text);
  }

  /** The next row, if it has come. */
  next(): boolean {
    const { bytes } = this;
    for (;;) {
      const at = this.at;
      if (at + HEAD > bytes.length || this.isOver) return false;
      const kind = bytes[at] as number;
      if (kind !== ROW && !BESIDE.has(kind)) {
        this.handBack();
        return false;
      }
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > bytes.length) return false;
      this.at = end;
      if (kind !== ROW) continue;
      this.start = at + HEAD;
      this.end = end;
      return true;
    }
  }

  /** Waits for more bytes when `next` has found no row; false: that were all. @throws what ended the COPY */
  async more(): Promise<boolean> {
    while (this.waiting.length === 0 && !this.isOver && this.failure === null) await new Promise<void>((done) => (this.wake = done));
    if (this.failure !== null) throw this.failure;
    if (this.isOver) return false;
    const rest = this.bytes.subarray(this.at);
    // A long row comes in many pieces, and is put together once.
    let missing = rest.length >= HEAD ? rest.readUInt32BE(1) + 1 - rest.length : 1;
    const pieces = [rest];
    while (missing > 0) {
      const piece = this.waiting.shift();
      if (piece === undefined) break;
      pieces.push(piece);
      missing -= piece.length;
    }
    this.bytes = rest.length === 0 && pieces.length === 2 ? (pieces[1] as Buffer) : Buffer.concat(pieces);
    this.at = 0;
    if (this.waiting.length < WAITING) this.connection?.stream.resume();
    return true;
  }

  private readonly hear = (bytes: Buffer): void => {
    this.waiting.push(bytes);
    if (this.waiting.length >= WAITING) this.connection?.stream.pause();
    this.rouse();
  };

  private rouse(): void {
    const { wake } = this;
    this.wake = null;
    wake?.();
  }

  /** Gives `pg` its connection again, and what it is to read: the end of the COPY, or what is wrong. */
  private handBack(): void {
    const { connection, parse } = this;
    if (!connection || !parse) return;
    this.parse = null;
    const rest = Buffer.concat([this.bytes.subarray(this.at), ...this.waiting]);
    this.at = this.bytes.length;
    this.waiting = [];
    connection.stream.off("data", this.hear);
    connection.stream.on("data", parse);
    parse(rest);
    connection.stream.resume();
  }

  /** `pg` has read what is wrong, or the connection has ended. */
  handleError(error: Error): void {
    this.failure ??= error;
    this.rouse();
  }

  handleReadyForQuery(): void {
    this.isOver = true;
    this.rouse();
  }

  handleCommandComplete(): void {}
  handleCopyOutResponse(): void {}
}
