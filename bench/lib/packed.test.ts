import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bytesOf } from "./packed.ts";

const TEXT = Buffer.from("some text that repeats itself ".repeat(400));
const server = createServer((request, answer) => {
  const asked = String(request.headers["accept-encoding"]);
  if (request.url === "/stubborn") return void answer.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync(TEXT));
  if (request.url === "/small") return void answer.end("a few words");
  if (request.url === "/plain") return void answer.end(TEXT);
  answer.writeHead(200, { "content-encoding": asked }).end(asked === "br" ? brotliCompressSync(TEXT) : gzipSync(TEXT));
});
let base = "";
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

it("counts what is sent, packed as it was asked for", async () => {
  expect(await bytesOf(`${base}/`, "br")).toBe(brotliCompressSync(TEXT).length);
  expect(await bytesOf(`${base}/`, "gzip")).toBe(gzipSync(TEXT).length);
});

it("counts a small file as it is sent, unpacked", async () => {
  expect(await bytesOf(`${base}/small`, "br")).toBe(11);
});

it("gives no figure of one packing the name of another", async () => {
  await expect(bytesOf(`${base}/stubborn`, "gzip")).rejects.toThrow(/packed as br instead of gzip/);
  await expect(bytesOf(`${base}/plain`, "br")).rejects.toThrow(/packed as none/);
});
