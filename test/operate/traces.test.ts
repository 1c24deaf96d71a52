/** Traces as a collector gets them: from a request to its statements, on to notifications, and never at the cost of an answer. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { TestProduct, type TestMerchant } from "../support/app.ts";

interface Sent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: string } }[];
}
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

let collector: Server;
let receiver: Server;
let product: TestProduct;
let merchant: TestMerchant;
let port: number;
const spans: Sent[] = [];
const told: IncomingHttpHeaders[] = [];
let raw = "";
let auth: unknown;
/** Whether the collector leaves calls without an answer. */
let isStuck = false;

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
};
beforeAll(async () => {
  collector = createServer(async (request, answer) => {
    let text = "";
    for await (const part of request) text += String(part);
    if (isStuck) return;
    raw += text;
    auth = request.headers.authorization;
    expect(request.url).toBe("/v1/traces");
    const { resourceSpans } = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    answer.end("{}");
  });
  receiver = createServer((request, answer) => {
    told.push(request.headers);
    request.resume().on("end", () => answer.end("ok"));
  });
  const [collects, receives] = [await listening(collector), await listening(receiver)];
  product = await TestProduct.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collects}`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector",
    TRUST_PROXY: "127.0.0.1",
  });
  await product.product.http.listen({ port: 0, host: "127.0.0.1" });
  port = (product.product.http.server.address() as AddressInfo).port;
  merchant = await product.merchant({ notify_url: `http://127.0.0.1:${receives}/told` });
  await product.wallet();
});
afterAll(async () => {
  isStuck = false;
  await product.stop();
  for (const server of [collector, receiver]) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

const attribute = (span: Sent | undefined, key: string): string | undefined => {
  const value = span?.attributes.find((each) => each.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
const order = (id: string, amount: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/v1/payments`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${merchant.secret}`, ...headers },
    body: JSON.stringify({ merchant_order_id: id, amount, operator: "bkash", metadata: { note: "metadata-of-a-merchant" } }),
  });
const found = async (wanted: (span: Sent) => boolean): Promise<Sent> => {
  await vi.waitFor(() => expect(spans.some(wanted)).toBe(true), 60_000);
  return spans.find(wanted) as Sent;
};

it("goes on with a proxy's trace, through the batch, to the statements", async () => {
  const answer = await order("traced-1", "500.00", { traceparent: `00-${TRACE}-${PARENT}-01` });
  expect(answer.status).toBe(201);
  const request = await found(({ traceId, kind }) => traceId === TRACE && kind === 2);
  expect(request).toMatchObject({ name: "POST /v1/payments", parentSpanId: PARENT });
  expect([attribute(request, "http.route"), attribute(request, "http.response.status_code"), attribute(request, "floatdesk.request_id")]).toEqual([
    "/v1/payments",
    "201",
    answer.headers.get("x-request-id"),
  ]);
  const batch = await found(({ traceId, name }) => traceId === TRACE && name === "batch");
  expect(batch.parentSpanId).toBe(request.spanId);
  const statement = await found(({ traceId, name }) => traceId === TRACE && name.startsWith("acceptance_"));
  expect(statement).toMatchObject({ kind: 3, parentSpanId: batch.spanId });
  expect(attribute(statement, "db.system.name")).toBe("postgresql");
  for (const { startTimeUnixNano, endTimeUnixNano } of [request, batch, statement]) {
    expect(startTimeUnixNano).toMatch(/^\d{19}$/);
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  }
  expect(BigInt(statement.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request.startTimeUnixNano));
  expect(auth).toBe("Bearer of-the-collector");
  // Names and times: nothing of what was sent, and nothing of what was answered.
  for (const kept of ["traced-1", "500.00", "metadata-of-a-merchant", merchant.secret, product.admin, "127.0.0.1"]) expect(raw).not.toContain(kept);
});

it("a request of nobody's trace begins one, and statements after the body was read belong to it", async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/merchants`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${product.admin}` },
    body: JSON.stringify({ name: "Traced" }),
  });
  expect(answer.status).toBe(201);
  const id = answer.headers.get("x-request-id");
  const request = await found((span) => attribute(span, "floatdesk.request_id") === id);
  expect(request.parentSpanId).toBeUndefined();
  await found(({ parentSpanId, name }) => parentSpanId === request.spanId && name === "insert merchants");
});

it("tells merchants by which trace it notified them", async () => {
  const made = await order("traced-2", "600.00");
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  await product.good("POST", `/v1/payments/${id}/cancel`, merchant.secret, {});
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0), 60_000);
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(String(told[0]?.["traceparent"])) ?? [];
  const sent = await found((span) => span.spanId === spanId);
  expect(sent).toMatchObject({ traceId, name: "notify payment.cancelled", kind: 3 });
  expect(attribute(sent, "http.response.status_code")).toBe("200");
});

it("a collector that is stuck costs no answer: what it does not take is dropped and counted", async () => {
  isStuck = true;
  const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => fetch(`http://127.0.0.1:${port}/v1/payments/none${index}`)));
  for (const answer of answers) expect(answer.status).toBe(401);
  await vi.waitFor(
    async () => {
      const page = (await product.product.http.inject({ url: "/metrics", remoteAddress: "127.0.0.1" })).body;
      expect(Number(/^floatdesk_trace_spans_total\{result="dropped"\} (\d+)$/m.exec(page)?.[1] ?? 0)).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 500 },
  );
});
