/** How the one who asks lets an answer be packed. */

/** Something that answers are packed by. */
export type Packing = "br" | "gzip";

/** What an `Accept-Encoding` says of one name, `*` for those that it does not name: whether it is taken; undefined: nothing. */
function saidOf(header: string, name: string): boolean | undefined {
  for (const part of header.split(",")) {
    const [, asked = "", quality = "1"] = /^\s*([\w*-]+)\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part) ?? [];
    if (asked.toLowerCase() === name) return Number(quality) > 0;
  }
  return undefined;
}

/** True when the client says that it unpacks this: by its name, or by a `*` beside which it does not refuse it. */
export function takesEncoding(acceptEncoding: unknown, packing: Packing): boolean {
  const header = String(acceptEncoding ?? "");
  return saidOf(header, packing) ?? saidOf(header, "*") ?? false;
}
