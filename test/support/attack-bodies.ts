/** Bodies that are wrong as a whole, whatever the route (rule 81). */
const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);
/** Bodies that are wrong as a whole: name, content type, bytes. */
export const BAD_BODIES: readonly (readonly [string, string, string | Buffer])[] = [
  ["empty", "application/json", ""],
  ["null", "application/json", "null"],
  ["a list", "application/json", "[]"],
  ["a list of null", "application/json", "[null]"],
  ["a number", "application/json", "1"],
  ["a text", "application/json", '"x"'],
  ["cut", "application/json", '{"a":'],
  ["trailing text", "application/json", '{"a":1} x'],
  ["two objects", "application/json", "{}{}"],
  ["single quotes", "application/json", "{'a':1}"],
  ["NaN", "application/json", '{"a":NaN}'],
  ["deep lists", "application/json", nested("[", "]", 10_000)],
  ["deep objects", "application/json", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ["a polluted prototype", "application/json", '{"__proto__":{"isAdmin":true}}'],
  ["a polluted constructor", "application/json", '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ["bytes that are no UTF-8", "application/json", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ["UTF-16", "application/json", Buffer.from('{"a":1}', "utf16le")],
  ["over 1 MiB", "application/json", JSON.stringify({ a: "x".repeat(1_048_576) })],
  ["plain text", "text/plain", '{"a":1}'],
  ["a form", "application/x-www-form-urlencoded", "a=1"],
  ["XML", "application/xml", "<a/>"],
  ["a multipart form", "multipart/form-data; boundary=x", "--x--"],
  ["no content type's name", "/", "{}"],
];
