/** A ZIP file as a stream: entries are deflated as they come, sizes follow each of them (data descriptors). */
import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** One file of the archive. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

const VERSION = 20;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1980-01-01 00:00, the first moment the format can say: archives of the same rows are the same bytes. */
const DATE = 0x0021;
const FASTEST = 1;

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATED, 8);
  head.writeUInt16LE(DATE, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor(entry: Written): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(entry.crc, 4);
  tail.writeUInt32LE(entry.packed, 8);
  tail.writeUInt32LE(entry.size, 12);
  return tail;
}

function directoryEntry(entry: Written): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt16LE(DEFLATED, 10);
  head.writeUInt16LE(DATE, 14);
  head.writeUInt32LE(entry.crc, 16);
  head.writeUInt32LE(entry.packed, 20);
  head.writeUInt32LE(entry.size, 24);
  head.writeUInt16LE(entry.name.length, 28);
  head.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([head, entry.name]);
}

function endOf(entries: readonly Written[], offset: number, size: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

async function* archive(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const { name: text, content } of entries) {
    const name = Buffer.from(text);
    const start = offset;
    let crc = 0;
    let size = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of content) {
        crc = crc32(chunk, crc);
        size += chunk.length;
        yield chunk;
      }
    };
    const head = localHeader(name);
    yield head;
    let packed = 0;
    // The deflated entry is at hand chunk by chunk; `for await` holds the source back.
    const source = Readable.from(counted());
    const deflate = createDeflateRaw({ level: FASTEST });
    source.on("error", (error) => deflate.destroy(error));
    for await (const chunk of source.pipe(deflate) as AsyncIterable<Buffer>) {
      packed += chunk.length;
      yield chunk;
    }
    const entry = { name, offset: start, crc, packed, size };
    written.push(entry);
    yield descriptor(entry);
    offset = start + head.length + packed + 16;
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOf(written, offset, directory.length);
}

/** The archive as a stream, under 4 GiB. Destroying it destroys what feeds it. */
export function zipStream(entries: readonly ZipEntry[]): Readable {
  return Readable.from(archive(entries), { objectMode: false, highWaterMark: 256 * 1024 });
}
