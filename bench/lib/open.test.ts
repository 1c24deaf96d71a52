import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, get } from "./http.ts";
import { OpenLoad } from "./open.ts";

let server: Server;
let port = 0;
/** Answers that the server keeps back. */
let held: ServerResponse[] = [];
const loads: OpenLoad[] = [];
beforeEach(async () => {
  held = [];
  server = createServer((request, answer) => {
    if (request.url === "/held") held.push(answer);
    else answer.end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  for (const load of loads.splice(0)) load.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const loadOf = (most: number): OpenLoad => {
  const load = new OpenLoad(port, most);
  loads.push(load);
  return load;
};
const call = (kind: string, path: string) => () => ({ kind, request: get(path, "t") });

it("counts what found no free connection among what was missed, and takes none from another load", async () => {
  const [merchants, staff] = [loadOf(2), loadOf(3)];
  let offered = 0;
  const running = merchants.run(1000, 0.005, () => {
    offered += 1;
    return call("order", "/held")();
  });
  await vi.waitFor(() => expect([offered, held.length]).toEqual([5, 2]), 60_000);
  const { told } = await staff.run(1000, 0.003, call("read", "/list"));
  expect(told.get("read")).toMatchObject({ unsent: 0, missed: 0 });
  expect(told.get("read")?.times).toHaveLength(3);
  for (const answer of held) answer.end("{}");
  const orders = (await running).told.get("order");
  expect(orders).toMatchObject({ faults: 0, shed: 0, unsent: 3, missed: 3 });
  expect(orders?.times).toHaveLength(2);
});

it("tells a call on a connection that the server has closed", async () => {
  const connection = new Connection(port);
  await connection.open();
  await connection.send(get("/list", "t"));
  server.closeAllConnections();
  await vi.waitFor(() => expect(connection.send(get("/list", "t"))).rejects.toThrow("the connection was closed"), 60_000);
});
