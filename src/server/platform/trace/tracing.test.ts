/** Traces: whose place is gone on with, and that nothing happens while nobody wants any. */
import { afterEach, expect, it } from "vitest";
import { Batcher } from "../batcher.ts";
import { readEnv } from "../env.ts";
import { beginSpan, currentSpan, inSpan, placeOf, startTracing, stopTracing, tracedStatement, within, type EndedSpan, type Span } from "./tracing.ts";

afterEach(() => stopTracing());
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

it.each([
  [`00-${TRACE}-${PARENT}-01`, true],
  [`00-${TRACE}-${PARENT}-03`, true],
  [`00-${TRACE}-${PARENT}-00`, false],
  [`00-${TRACE.toUpperCase()}-${PARENT}-01`, false],
  [`00-${"0".repeat(32)}-${PARENT}-01`, false],
  [`00-${TRACE}-${"0".repeat(16)}-01`, false],
  [`01-${TRACE}-${PARENT}-01`, false],
  [`00-${TRACE}-${PARENT}-01-more`, false],
  ["", false],
  [undefined, false],
])("%s is a place: %s", (header, isPlace) => {
  expect(placeOf(header)).toEqual(isPlace ? { traceId: TRACE, spanId: PARENT } : null);
});

it("does nothing until it is begun", async () => {
  expect(beginSpan({ name: "a", parent: null })).toBeNull();
  const answer = Promise.resolve(1);
  expect(tracedStatement("select 1", undefined, () => answer)).toBe(answer);
  expect(await inSpan({ name: "a", parent: null }, async (span) => span)).toBeNull();
  expect(currentSpan()).toBeNull();
});

it("names statements by what they do, and never with values", async () => {
  const ended: EndedSpan[] = [];
  startTracing((span) => ended.push(span));
  const root = beginSpan({ name: "request", parent: null }) as Span;
  await within(root, async () => {
    await tracedStatement("  select *\n from payments where customer = '01799887766'", undefined, async () => 1);
    await tracedStatement("insert into audit (a) values ('secret')", "audit_write", async () => 1);
    await tracedStatement("commit", undefined, () => Promise.reject(Object.assign(new Error("secret"), { code: "40001" }))).catch(() => undefined);
  });
  // Beside any span: nothing to be part of.
  await tracedStatement("select 1", undefined, async () => 1);
  expect(ended.map(({ name, hasFailed, parentId }) => [name, hasFailed, parentId])).toEqual([
    ["select payments", false, root.spanId],
    ["audit_write", false, root.spanId],
    ["commit", true, root.spanId],
  ]);
  expect(JSON.stringify(ended)).not.toMatch(/secret|01799887766/);
  expect(ended[2]?.attributes).toMatchObject({ "db.response.status_code": "40001" });
});

it("a batch belongs to its first caller and names the others", async () => {
  const ended: EndedSpan[] = [];
  startTracing((span) => ended.push(span));
  const batcher = new Batcher<number, number>({
    maxBatch: 10,
    work: (items) => tracedStatement("select work", undefined, async () => items.map((item) => item * 2)),
  });
  const callers = [1, 2, 3].map(() => beginSpan({ name: "request", parent: null }) as Span);
  expect(await Promise.all(callers.map((span, index) => within(span, () => batcher.submit(index))))).toEqual([0, 2, 4]);
  const batch = ended.find(({ name }) => name === "batch");
  expect(batch).toMatchObject({ traceId: callers[0]?.traceId, parentId: callers[0]?.spanId, attributes: { "floatdesk.batch.size": 3 } });
  expect(batch?.links.map(({ spanId }) => spanId)).toEqual(callers.slice(1).map(({ spanId }) => spanId));
  expect(ended.find(({ name }) => name === "select")).toMatchObject({ parentId: batch?.spanId });
});

it("reads where traces go, and refuses what it cannot read", () => {
  expect(readEnv({}).otelExporterOtlpEndpoint).toBeNull();
  expect(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/", OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20x, a=b" })).toMatchObject({
    otelExporterOtlpEndpoint: "http://collector:4318",
    otelExporterOtlpHeaders: { authorization: "Bearer x", a: "b" },
  });
  expect(() => readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector" })).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT/);
  expect(() => readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://c", OTEL_EXPORTER_OTLP_HEADERS: "nothing" })).toThrow(/OTEL_EXPORTER_OTLP_HEADERS/);
});
