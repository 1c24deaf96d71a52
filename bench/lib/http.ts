/** A load generator that costs little itself: keep-alive sockets, prebuilt requests, answers cut by content-length. */
import { connect, type Socket } from "node:net";

/** One keep-alive connection, one request at a time. */
export class Connection {
  private socket: Socket | null = null;
  private buffer: Buffer = Buffer.alloc(0);
  private waiting: ((answer: { status: number; body: Buffer }) => void) | null = null;
  private failed: ((error: Error) => void) | null = null;

  constructor(
    private readonly port: number,
    private readonly host = "127.0.0.1",
  ) {}

  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const socket = connect({ port: this.port, host: this.host, noDelay: true }, resolve);
      socket.once("error", reject);
      socket.on("data", (part) => this.take(part));
      socket.on("close", () => this.failed?.(new Error("the connection was closed")));
      this.socket = socket;
    });
  }

  close(): void {
    this.socket?.destroy();
  }

  /** Sends a whole request and waits for its whole answer. */
  send(request: Buffer | string): Promise<{ status: number; body: Buffer }> {
    return new Promise((resolve, reject) => {
      this.waiting = resolve;
      this.failed = reject;
      this.socket?.write(request);
    });
  }

  private take(part: Buffer): void {
    this.buffer = this.buffer.length === 0 ? part : Buffer.concat([this.buffer, part]);
    const end = this.buffer.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = this.buffer.toString("latin1", 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.buffer.length < end + 4 + length) return;
    const body = this.buffer.subarray(end + 4, end + 4 + length);
    const status = Number(head.slice(9, 12));
    this.buffer = this.buffer.subarray(end + 4 + length);
    const done = this.waiting;
    this.waiting = null;
    this.failed = null;
    done?.({ status, body });
  }
}

/** Builds a JSON POST. */
export function post(path: string, token: string, body: unknown): string {
  const text = JSON.stringify(body);
  return `POST ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/**
 * Runs closed loops on many connections for a stretch of time.
 * @param make the next request of one connection, or null when it has none left
 * @returns answers by status and how long it really took, ms
 */
export async function load(
  port: number,
  connections: number,
  ms: number,
  make: (connection: number) => string | null,
): Promise<{ byStatus: Map<number, number>; tookMs: number; sample: string }> {
  const byStatus = new Map<number, number>();
  let sample = "";
  const pool = await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = new Connection(port);
      await connection.open();
      return connection;
    }),
  );
  const started = performance.now();
  const end = started + ms;
  await Promise.all(
    pool.map(async (connection, index) => {
      while (performance.now() < end) {
        const request = make(index);
        if (request === null) break;
        const { status, body } = await connection.send(request);
        byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
        if (status >= 300 && sample === "") sample = body.toString().slice(0, 300);
      }
    }),
  );
  const tookMs = performance.now() - started;
  for (const connection of pool) connection.close();
  return { byStatus, tookMs, sample };
}
