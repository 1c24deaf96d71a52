import { constants, createPublicKey, generateKeyPairSync, publicEncrypt, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aesOpen, aesSeal, BadAnswer, checkSignature, objectOf, rsaOpen, rsaSeal, rsaSign } from "./crypto.ts";

const pair = generateKeyPairSync("rsa", { modulusLength: 1024 });
const other = generateKeyPairSync("rsa", { modulusLength: 1024 });
const BYTES = 128;

/** A block as it is, without any padding of ours. */
function raw(block: Buffer): string {
  return publicEncrypt({ key: createPublicKey(pair.privateKey), padding: constants.RSA_NO_PADDING }, block).toString("base64");
}
function block(head: readonly number[], pad: number, rest: Buffer): Buffer {
  const made = Buffer.concat([Buffer.from(head), Buffer.alloc(pad, 7), Buffer.from([0]), rest]);
  return Buffer.concat([made, Buffer.alloc(Math.max(0, BYTES - made.length), 1)]).subarray(0, BYTES);
}

describe("RSA with PKCS#1 v1.5", () => {
  it("opens what was sealed, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30, unit: "grapheme" }), (text) => {
        fc.pre(Buffer.byteLength(text) <= BYTES - 11);
        expect(rsaOpen(pair.privateKey, rsaSeal(pair.publicKey, text))).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ["a first byte that is not zero", () => raw(block([1, 2], 20, Buffer.from("x")))],
    ["another block type", () => raw(block([0, 1], 20, Buffer.from("x")))],
    ["seven bytes of padding", () => raw(block([0, 2], 7, Buffer.from("x")))],
    ["no end of the padding", () => raw(Buffer.concat([Buffer.from([0, 2]), Buffer.alloc(BYTES - 2, 9)]))],
    ["another one's key", () => rsaSeal(other.publicKey, "x")],
    ["no base64", () => "***"],
    ["nothing", () => undefined],
    ["random bytes", () => randomBytes(BYTES).toString("base64")],
  ])("gives one error for %s", (_name, make) => {
    let thrown: unknown = null;
    try {
      rsaOpen(pair.privateKey, make());
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(BadAnswer);
    expect((thrown as Error).message).toBe(new BadAnswer().message);
  });

  it("takes eight bytes of padding", () => {
    expect(rsaOpen(pair.privateKey, raw(block([0, 2], 8, Buffer.from("text"))))).toMatch(/^text/);
  });

  it("refuses what somebody else signed, or another text", () => {
    const good = rsaSign(pair.privateKey, "text");
    expect(() => checkSignature(pair.publicKey, "text", good)).not.toThrow();
    for (const [key, text, signature] of [
      [pair.publicKey, "text ", good],
      [other.publicKey, "text", good],
      [pair.publicKey, "text", ""],
      [pair.publicKey, "text", undefined],
    ] as const)
      expect(() => checkSignature(key, text, signature)).toThrow(BadAnswer);
  });
});

describe("the session's cipher", () => {
  const session = { key: Buffer.alloc(16, 1), iv: Buffer.alloc(16, 2) };
  it("opens its own text and nothing else", () => {
    expect(aesOpen(session, aesSeal(session, '{"a":"ü"}'))).toBe('{"a":"ü"}');
    expect(() => aesOpen(session, "AAAA")).toThrow(BadAnswer);
    expect(() => aesOpen({ ...session, key: Buffer.alloc(16, 3) }, aesSeal(session, "x".repeat(40)))).toThrow(BadAnswer);
  });
  it("reads objects only", () => {
    expect(objectOf('{"a":1}')).toEqual({ a: 1 });
    for (const text of ["[]", "null", "1", "x", ""]) expect(() => objectOf(text)).toThrow(BadAnswer);
  });
});
