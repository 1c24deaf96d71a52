import { createServer } from "node:net";
import { expect, it } from "vitest";
import { boundConnections, connectionsOf } from "./connections.ts";

const limits = (open: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${open}               1048576              files\n`;

it("callers leave the server the files that it needs itself", () => {
  expect([limits("20000"), limits("1024"), limits("unlimited"), ""].map(connectionsOf)).toEqual([19_000, 512, null, null]);
});

it.runIf(process.platform === "linux")("a server is bounded by what the system allows", () => {
  const server = createServer();
  boundConnections(server);
  expect(server.maxConnections).toBeGreaterThan(100);
});
