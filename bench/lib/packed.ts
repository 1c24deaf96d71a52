/** How much a file weighs on the wire. */
import { get } from "node:http";
import { PACKED_FROM_BYTES } from "../../src/server/platform/http/static.ts";

export type Encoding = "br" | "gzip";

/** Bytes of the body that a server sends to who takes this packing alone; small files go unpacked. @throws Error when it sends another one, or no file */
export function bytesOf(url: string, encoding: Encoding): Promise<number> {
  return new Promise((done, fail) => {
    get(url, { headers: { "accept-encoding": encoding } }, (answer) => {
      const sent = answer.headers["content-encoding"] ?? "none";
      let bytes = 0;
      answer.on("data", (part: Buffer) => (bytes += part.length));
      answer.on("error", fail);
      answer.on("end", () => {
        const isSmall = sent === "none" && bytes < PACKED_FROM_BYTES;
        if (answer.statusCode === 200 && (sent === encoding || isSmall)) done(bytes);
        else fail(new Error(`${url} was answered ${answer.statusCode}, packed as ${sent} instead of ${encoding}`));
      });
    }).on("error", fail);
  });
}
