import fc from "fast-check";
import * as z from "zod";
import { describe, expect, it } from "vitest";
import { deviceSmsOut } from "../../../contract/devices.schema.ts";
import { merchantPayment, metadataOut as metadata } from "../../../contract/payments.schema.ts";
import { compileWriter } from "./compiled.ts";

/** What every other route does with its answer. */
const asElsewhere = (schema: z.ZodType, value: unknown): string => JSON.stringify(z.encode(schema, value as never));

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom('"', "\\", "\u2028", "\ud800", "收付台", "\n".repeat(60), `${"x".repeat(50)}"`),
);
const orNull = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(of, { nil: null });

describe("compileWriter", () => {
  const schema = z.object({ success: z.literal(true), data: merchantPayment });
  const write = compileWriter(schema);

  it("writes a merchant's payment as every other answer is written", () => {
    const payment = fc.record({
      id: fc.constant("P261121XY12AB34"),
      merchant_order_id: text,
      operator: fc.constantFrom("bkash", "nagad"),
      amount: fc.constant("1250.00"),
      received_amount: orNull(fc.constant("0.01")),
      fee: orNull(fc.constant("0.00")),
      trx_id: orNull(text),
      customer: orNull(text),
      user_id: orNull(text),
      status: fc.constantFrom("pending", "completed", "review"),
      receiving_account: orNull(text),
      wallet_type: orNull(fc.constantFrom("personal", "agent", "merchant")),
      payment_url: orNull(text),
      pay_by: orNull(fc.record({ account: text, amount: fc.constant("9.90"), function: fc.constantFrom("send_money", "cash_out", "payment") })),
      created_at: fc.constant("2026-11-21T10:00:00.000Z"),
      expires_at: fc.constant("2026-11-21T10:30:00.000Z"),
      paid_at: orNull(fc.constant("2026-11-21T10:10:00.000Z")),
      reversed_at: orNull(fc.constant("2026-11-21T10:10:00.000Z")),
      // What came in as JSON, which has no undefined.
      metadata: orNull(fc.dictionary(text, fc.jsonValue())),
    });
    fc.assert(
      fc.property(payment, (data) => {
        const answer = { success: true, data };
        expect(JSON.parse(write(answer))).toEqual(JSON.parse(asElsewhere(schema, answer)));
      }),
    );
  });

  it("writes names of metadata that mean something to the language as every other answer does", () => {
    const shown = z.object({ metadata });
    for (const text of ['{"__proto__":"x"}', '{"__proto__":{"y":1},"z":2}', '{"constructor":"x","toString":null,"":1,"10":true}']) {
      const stored = { metadata: JSON.parse(text) as Record<string, unknown> };
      expect(JSON.parse(compileWriter(shown)(stored))).toStrictEqual(stored);
      expect(JSON.parse(asElsewhere(shown, stored))).toStrictEqual(stored);
    }
  });

  it("gives the same text, fields in the schema's order", () => {
    const order = z.object({ a: z.string(), b: z.number().nullable(), c: z.record(z.string(), z.unknown()).nullable(), d: z.boolean() });
    const value = { d: false, c: { x: [1, { y: null }], z: "收" }, b: 1.5, a: 'q"' };
    expect(compileWriter(order)(value)).toBe('{"a":"q\\"","b":1.5,"c":{"x":[1,{"y":null}],"z":"收"},"d":false}');
    expect(compileWriter(order)({ ...value, b: null, c: null })).toBe('{"a":"q\\"","b":null,"c":null,"d":false}');
  });

  it("writes what a phone is answered", () => {
    const items = [
      { id: "S261121XY12AB34", result: "stored" },
      { id: null, result: "duplicate" },
    ];
    const write = compileWriter(z.object({ success: z.literal(true), data: deviceSmsOut }));
    expect(write({ success: true, data: { items } })).toBe(JSON.stringify({ success: true, data: { items } }));
  });

  it("lets nothing out that the schema does not name", () => {
    const shown = z.object({ id: z.string(), by: z.object({ name: z.string() }).nullable() });
    const write = compileWriter(shown);
    expect(write({ id: "1", secret: "s", by: { name: "n", password_hash: "h" } })).toBe('{"id":"1","by":{"name":"n"}}');
  });

  it("refuses a value without a field that the schema names", () => {
    expect(() => compileWriter(z.object({ id: z.string() }))({})).toThrow(/id/);
  });
});
