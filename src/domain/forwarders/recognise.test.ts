import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recognise } from "./recognise.ts";
import { unwrapTemplate } from "./smsforwarder.ts";
import { bad, base, bytes, FORM_TYPE, good, json, JSON_TYPE } from "../../../test/support/forwarders.ts";

describe("what cannot be read is said so", () => {
  test.each([
    ["no body", "", "empty"],
    ["blanks", " \r\n ", "empty"],
    ["empty object", "{}", "empty"],
    ["cut JSON", '{"from":"bKash","text":"Cash In Tk 10', "broken"],
    ["a quote in the sender, which the app does not escape", '{"from":"A"B","text":"x"}', "broken"],
    ["an array", "[]", "broken"],
    ["a number", "7", "broken"],
    ["a template that lost its text", '{"from":"bKash"}', "incomplete"],
    ["stamps without a text", '{"from":"bKash","sentStamp":1769025241000}', "incomplete"],
  ])("%s", (_name, body, reason) => {
    expect(bad({ headers: JSON_TYPE, body: bytes(body) })).toBe(reason);
  });
  test("bytes that are no UTF-8, and a character cut in two", () => {
    expect(bad({ headers: JSON_TYPE, body: Uint8Array.of(0x7b, 0xff, 0x7d) })).toBe("encoding");
    expect(bad({ headers: JSON_TYPE, body: bytes('{"from":"bKash","text":"৳"').subarray(0, -2) })).toBe("encoding");
  });
  test("a form that ends within an escape, one without a text, a query without anything", () => {
    expect(bad({ headers: FORM_TYPE, body: bytes("from=bKash&content=Tk%2") })).toBe("encoding");
    expect(bad({ headers: FORM_TYPE, body: bytes("from=bKash&content=%E0%A7") })).toBe("encoding");
    expect(bad({ headers: FORM_TYPE, body: bytes("from=bKash") })).toBe("incomplete");
    expect(bad({ method: "GET" })).toBe("empty");
  });
});

describe("SmsForwarder", () => {
  const TEMPLATE = "bKash\nCash In Tk 1,500.00 from 01712345678\nBalance Tk 2,000.00.\nSIM2_nagad\nSubId：3\n2026-11-21 09:00:00\nphone-7";
  test("the default form: several lines around the message, a stamp, a cache-breaking query", () => {
    const body = new URLSearchParams({ from: "bKash", content: TEMPLATE, timestamp: "1795230000123" }).toString();
    const result = good({ headers: FORM_TYPE, query: "timeStamp=1795230000200", body: bytes(body) });
    expect(result).toMatchObject({ app: "smsforwarder", signature: null, alive: true, reply: "plain" });
    expect(result.messages).toEqual([
      {
        sender: "bKash",
        text: "Cash In Tk 1,500.00 from 01712345678\nBalance Tk 2,000.00.",
        sim: "sim2",
        sentAtMs: null,
        receivedAtMs: 1_795_230_000_123,
        externalId: null,
      },
    ]);
  });
  test("the recommended JSON template, also sent as text/plain", () => {
    const body =
      '{"from":"bKash","text":"Cash In Tk 10.00","card":"SIM1_bkash","device":"m","time":"2026-11-21 09:00:00","timestamp":"1795230000123","sign":"S%2FCYzdFyYsGRx598p%2FzcKByn29LYtJlulsKzcFXh78A%3D"}';
    for (const type of ["application/json; charset=utf-8", "text/plain"]) {
      const result = good({ headers: { "content-type": type }, body: bytes(body) });
      expect(result.messages).toEqual([
        { sender: "bKash", text: "Cash In Tk 10.00", sim: "sim1", sentAtMs: null, receivedAtMs: 1_795_230_000_123, externalId: null },
      ]);
      expect(result.signature).toEqual({ kind: "smsforwarder", timestamp: "1795230000123", sign: "S%2FCYzdFyYsGRx598p%2FzcKByn29LYtJlulsKzcFXh78A%3D" });
    }
  });
  test("GET: everything in the query", () => {
    const query = `${new URLSearchParams({ from: "NAGAD", content: "Money Received.\nAmount: Tk 5.00" }).toString()}&timestamp=1795230000123&sign=S%2FCYzdFyYsGRx598p%2FzcKByn29LYtJlulsKzcFXh78A%3D`;
    const result = good({ method: "GET", query });
    expect(result.messages[0]).toMatchObject({ sender: "NAGAD", text: "Money Received.\nAmount: Tk 5.00" });
    expect(result.signature).toMatchObject({ sign: "S/CYzdFyYsGRx598p/zcKByn29LYtJlulsKzcFXh78A=" });
  });
  test("an empty text is noise, not a broken request", () => {
    expect(good(json({ from: "bKash", text: " ", card: "" }))).toMatchObject({ messages: [], note: "empty_text" });
    expect(good(json({ from: "bKash", text: "x".repeat(4001) }))).toMatchObject({ messages: [], note: "too_long" });
  });
  test("characters that no database takes are mended", () => {
    expect(good({ headers: JSON_TYPE, body: bytes('{"from":"b\\u0000Kash","content":"a\\ud800b"}') }).messages[0]).toMatchObject({
      sender: "bKash",
      text: "a\ufffdb",
    });
  });
});

describe("the template of several lines", () => {
  test("without a card name, without a device mark, without the sender beside it", () => {
    expect(unwrapTemplate("bKash\ntext\n\nSubId：0\n2026-11-21 09:00:00", "bKash")).toEqual({ sender: "bKash", text: "text", sim: null });
    expect(unwrapTemplate("bKash\ntext\nSIM1_x\n2026-11-21 09:00:00\nmark", null)).toEqual({ sender: "bKash", text: "text", sim: "sim1" });
    expect(unwrapTemplate("bKash\ntext\nSIM1_x", null)).toEqual({ sender: "bKash", text: "text", sim: "sim1" });
  });
  test("a tail that a stranger wrote into the text stays text", () => {
    const forged = "line\nSIM2_x\nSubId：2\n2026-01-01 00:00:00\nx";
    expect(unwrapTemplate(`017\n${forged}\nSIM1_a\nSubId：1\n2026-11-21 09:00:00\nmark`, "017")).toEqual({ sender: "017", text: forged, sim: "sim1" });
  });
  test("another first line or no tail: the text is plain", () => {
    expect(unwrapTemplate("Hello\ntext\nSubId：0\n2026-11-21 09:00:00", "bKash")).toBeNull();
    expect(unwrapTemplate("bKash\na\nb\nc", "bKash")).toBeNull();
  });
  test("property: any text comes out as it went in, trimmed", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }).filter((text) => text.trim() !== "" && !text.includes("\r")),
        fc.constantFrom("SIM1_a", "SIM2", ""),
        (text, card) => {
          expect(unwrapTemplate(`bKash\n${text}\n${card}\nSubId：1\n2026-11-21 09:00:00\nmark`, "bKash")?.text).toBe(text.trim());
        },
      ),
    );
  });
});

describe("hostile input", () => {
  const poison = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom(
      '{"__proto__":{"text":"x"}}',
      '{"constructor":{"text":"x"}}',
      '{"event":"sms:received","payload":null,"deviceId":1}',
      '{"type":"a","specversion":1,"data":[]}',
    ),
  );
  test("property: no request throws, and no message is empty, endless or unstorable", () => {
    fc.assert(
      fc.property(
        poison,
        fc.string(),
        fc.constantFrom("GET", "POST", "PUT"),
        fc.constantFrom("", "application/json", "text/plain", "application/x-www-form-urlencoded"),
        (body, query, method, type) => {
          const result = recognise({ method, query, headers: { "content-type": type }, body: bytes(body), boundApp: "httpsms" });
          for (const message of result.ok ? result.messages : []) {
            expect(message.text.trim().length).toBeGreaterThan(0);
            expect(message.text.length).toBeLessThanOrEqual(4000);
            expect(message.text.includes("\u0000") || !message.text.isWellFormed()).toBe(false);
            expect((message.sender ?? "x").length).toBeLessThanOrEqual(64);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
  test("property: raw bytes never throw", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => void recognise({ ...base, body })),
      { numRuns: 300 },
    );
  });
  test("what the prototype has is no field", () => {
    expect(good({ headers: JSON_TYPE, body: bytes('{"__proto__":{"text":"x","from":"bKash"}}') }).messages).toEqual([]);
  });
  test("nesting ten thousand deep is read or refused, not a crash", () => {
    expect(bad({ headers: JSON_TYPE, body: bytes("[".repeat(10_000)) })).toBe("broken");
    expect(good({ headers: JSON_TYPE, body: bytes(`{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`) }).note).toBe("unknown_shape");
  });
});
