/** Where a file goes while it is made: into the database in pieces, as long as it is still whoever makes it who writes. */
import { Writable } from "node:stream";
import { EXPORT_FILE_BYTES } from "../../../contract/exports.ts";
import type { Db } from "../../platform/db/pool.ts";

/** Bytes of a piece: whoever downloads holds one in memory. */
export const PIECE_BYTES = 1024 * 1024;

/** The file has more bytes than one may have. */
export class TooLarge extends Error {
  constructor() {
    super("the file is too large");
  }
}
/** Somebody else makes it by now, or nobody wants it any more. */
export class NotOurs extends Error {
  constructor() {
    super("the file is another's by now");
  }
}

/** A file under way: its number, and under which beginning it is written. */
export interface Making {
  readonly id: number;
  readonly attempts: number;
}

/** Puts a piece where whoever writes is still the one who makes the file, and keeps it his for a while longer. */
const PUT = `with mine as (update export_files set byte_count = byte_count + $4, lease_at = $5 where id = $1 and attempts = $2 and status = 'running' and deleted_at is null returning id)
  insert into export_pieces (file_id, number, bytes) select id, $3, $6 from mine`;

/** Takes a file's bytes. What it is given may be overwritten once `write` has called back. */
export class Pieces extends Writable {
  private readonly held: Buffer[] = [];
  private length = 0;
  private number = 0;
  private total = 0;

  /**
   * @param leaseAt until when the file stays his who writes
   * @param onPiece after each piece
   */
  constructor(
    private readonly db: Pick<Db, "run">,
    private readonly making: Making,
    private readonly leaseAt: () => Date,
    private readonly onPiece: () => void,
    private readonly most = EXPORT_FILE_BYTES,
  ) {
    super();
  }

  /** All bytes so far. */
  get bytes(): number {
    return this.total;
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.total += chunk.length;
    if (this.total > this.most) return done(new TooLarge());
    this.held.push(Buffer.from(chunk));
    this.length += chunk.length;
    if (this.length < PIECE_BYTES) return done();
    this.put().then(() => done(), done);
  }

  override _final(done: (error?: Error) => void): void {
    (this.length === 0 ? Promise.resolve() : this.put()).then(() => done(), done);
  }

  private async put(): Promise<void> {
    const bytes = Buffer.concat(this.held);
    this.held.length = 0;
    this.length = 0;
    const { id, attempts } = this.making;
    const written = await this.db.run(PUT, [id, attempts, this.number, bytes.length, this.leaseAt(), bytes], "export_piece_put");
    if (written === 0) throw new NotOurs();
    this.number += 1;
    this.onPiece();
  }
}
