import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BenchProduct } from "../product.ts";
import { measuredLists } from "./lists.ts";
import { ListsSide } from "./side.ts";

let server: Server;
let side: ListsSide;
beforeAll(async () => {
  server = createServer((request, answer) => {
    const said = (status: number, data: object): void => {
      const text = JSON.stringify({ data });
      answer.writeHead(status, { "content-length": Buffer.byteLength(text) }).end(text);
    };
    const url = request.url ?? "";
    if (url === "/api/signin") said(200, { token: "t" });
    else if (url.startsWith("/api/sms")) said(503, {});
    else if (url.includes("sort=")) said(422, {});
    else said(200, { items: [{ id: "P1" }] });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  // What a side asks of a product: where it listens, and a database that counts nothing.
  const product = { port, adminPassword: "x", engine: {}, stop: () => Promise.resolve() } as unknown as BenchProduct;
  side = await ListsSide.start({ product });
});
afterAll(async () => {
  await side.stop();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

it("takes no refusal for an answer, and names what was refused", async () => {
  await expect(side.ask("/api/sms?status=held")).rejects.toThrow("answered 503: /api/sms?status=held");
  expect(await side.ask("/api/payments")).toMatchObject({ status: 200, address: "/api/payments", databaseMs: null });
  const [sms, payments] = ["/api/sms", "/api/payments"].map((url) => measuredLists().filter((list) => list.url === url));
  await expect(side.sample(sms ?? [])).rejects.toThrow("answered 503");
  // An order that a list does not have is no failure.
  expect((await side.sample(payments ?? [])).get("/api/payments")).toEqual([{ id: "P1" }]);
});
