// node scripts/unwrap-woff.mjs <in.woff> <out.ttf>: the same font without WOFF's compression, so that nothing has to unpack it at run time.
import { readFileSync, writeFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

const [from, to] = process.argv.slice(2);
const woff = readFileSync(from);
if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error(`${from} is no WOFF file`);
const count = woff.readUInt16BE(12);
const tables = Array.from({ length: count }, (_unused, index) => {
  const at = 44 + index * 20;
  const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
  const bytes = woff.subarray(offset, offset + packed);
  return { tag: woff.subarray(at, at + 4), checksum: woff.readUInt32BE(at + 16), data: packed < length ? inflateSync(bytes) : bytes };
});

// The directory of an sfnt: its flavour, the number of tables, and how to search among them.
const power = 2 ** Math.floor(Math.log2(count));
const head = Buffer.alloc(12 + 16 * count);
woff.copy(head, 0, 4, 8);
for (const [at, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries()) head.writeUInt16BE(value, 4 + 2 * at);
const parts = [head];
let offset = head.length;
for (const [index, { tag, checksum, data }] of tables.entries()) {
  tag.copy(head, 12 + 16 * index);
  for (const [at, value] of [checksum, offset, data.length].entries()) head.writeUInt32BE(value, 16 + 16 * index + 4 * at);
  const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
  parts.push(data, padding);
  offset += data.length + padding.length;
}
writeFileSync(to, Buffer.concat(parts));
