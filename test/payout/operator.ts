/** An operator for processes that are killed: it counts what it is asked to pay, by reference, and answers over HTTP. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export class CountingOperator {
  readonly paid = new Map<string, number>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const reference = new URL(request.url ?? "/", "http://x").searchParams.get("reference") ?? "";
      this.paid.set(reference, (this.paid.get(reference) ?? 0) + 1);
      response.end(JSON.stringify({ trxId: `OP${reference.slice(-14)}` }));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
