import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeJson } from "./body.ts";
import { sendError } from "./errors.ts";

let fastify: FastifyInstance;
beforeAll(async () => {
  fastify = Fastify({ bodyLimit: 1000 });
  fastify.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  takeJson(fastify);
  fastify.post("/", (request) => ({ got: request.body }));
  await fastify.ready();
});
afterAll(() => fastify.close());

async function post(payload: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const answer = await fastify.inject({ method: "POST", url: "/", headers: { "content-type": "application/json", ...headers }, payload });
  const { got, error } = answer.json() as { got?: unknown; error?: { code: string; fields?: unknown } };
  return answer.statusCode === 200 ? got : [answer.statusCode, error?.code, ...(error?.fields === undefined ? [] : [error.fields])];
}
const JSON_BODY = '{"text":"café 收付台"}';
const READ = { text: "café 收付台" };

test.each([
  ["Latin-1", Buffer.from('{"sender":"bKash","text":"café"}', "latin1")],
  ["a sequence cut in the middle", Buffer.from('{"text":"收"}').subarray(0, 11)],
  ["an encoded surrogate", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ["an overlong zero", Buffer.from([0x22, 0xc0, 0x80, 0x22])],
])("bytes that are no UTF-8 are malformed, never mended: %s", async (_, bytes) => {
  expect(await post(bytes)).toEqual([400, "malformed"]);
});

test.each([
  { "content-type": "application/json; charset=latin1" },
  { "content-type": 'application/json;charset="UTF-16LE"' },
  { "content-type": "application/json; charset=" },
  { "content-type": "application/json; charset=utf-8; charset=latin1" },
  { "content-encoding": "gzip" },
  { "content-encoding": "br" },
  { "content-encoding": "identity, gzip" },
])("another character set or a packed body is not supported: %j", async (headers) => {
  expect(await post(JSON_BODY, headers)).toEqual([415, "unsupported_media_type"]);
});

test.each([
  {},
  { "content-type": "application/json; charset=utf-8" },
  { "content-type": 'Application/JSON ; charset="UTF-8"' },
  { "content-type": "application/json;charset=utf8" },
  { "content-type": "application/json; profile=x" },
  { "content-encoding": "identity" },
])("UTF-8 as it is meant is read: %j", async (headers) => {
  expect(await post(JSON_BODY, headers)).toEqual(READ);
});

test("nothing is an empty object; broken and oversized bodies keep their answers", async () => {
  expect(await post("")).toEqual({});
  expect(await post(" \n")).toEqual({});
  expect(await post('{"a":')).toEqual([400, "malformed"]);
  expect(await post(JSON.stringify("x".repeat(1000)))).toEqual([413, "too_large"]);
});

test.each([
  ['{"__proto__":{"x":1}}', "__proto__"],
  ['{"metadata":{"a":1,"__proto__":"x"}}', "metadata.__proto__"],
  [String.raw`{"metadata":{"\u005f_proto_\u005f":null}}`, "metadata.__proto__"],
  ['[{"sender":"x"},{"deep":[{"constructor":{"prototype":{"x":1}}}]}]', "1.deep.0.constructor"],
])("a name that would reach into the language is refused by its place: %s", async (json, place) => {
  expect(await post(json)).toEqual([422, "validation_failed", { [place]: "not_allowed" }]);
});

test("a forbidden name deeper than anything that we read is malformed", async () => {
  expect(await post(`${"[".repeat(200)}{"__proto__":1}${"]".repeat(200)}`)).toEqual([400, "malformed"]);
});

test("names that only look like it are read as any other", async () => {
  for (const json of ['{"proto":1,"__proto":2,"constructor":"x"}', '{"text":"\\"__proto__\\": 1"}', '{"constructor":{"name":"x"}}'])
    expect(await post(json)).toEqual(JSON.parse(json));
});
