/** A load generator that costs little itself: keep-alive sockets, prebuilt requests, answers cut by content-length. */
import { connect, type Socket } from "node:net";

const BUFFER_BYTES = 16_384;

/** One keep-alive connection, one request at a time. */
export class Connection {
  private socket: Socket | null = null;
  /** What has come of an answer that is not whole. */
  private rest = "";
  private answered: ((status: number, body: string, head: string) => void) | null = null;
  private failed: ((error: Error) => void) | null = null;

  constructor(
    private readonly port: number,
    private readonly host = "127.0.0.1",
  ) {}

  async open(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const onread = {
        buffer: Buffer.allocUnsafe(BUFFER_BYTES),
        callback: (bytes: number, buffer: Uint8Array) => this.take((buffer as Buffer).toString("latin1", 0, bytes)), // the buffer above
      };
      const socket = connect({ port: this.port, host: this.host, noDelay: true, onread }, resolve);
      socket.once("error", reject);
      socket.on("close", () => this.failed?.(new Error("the connection was closed")));
      this.socket = socket;
    });
  }

  close(): void {
    this.socket?.destroy();
  }

  /** Sends a whole request; `answered` hears its whole answer, its head last, `failed` that none will come. */
  ask(request: string, answered: (status: number, body: string, head: string) => void, failed: (error: Error) => void): void {
    if (this.socket === null || this.socket.destroyed) {
      failed(new Error("the connection was closed"));
      return;
    }
    this.answered = answered;
    this.failed = failed;
    this.socket.write(request);
  }

  /** As {@link ask}, for callers who wait. */
  send(request: string): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => this.ask(request, (status, body) => resolve({ status, body }), reject));
  }

  private take(part: string): boolean {
    const text = this.rest + part;
    this.rest = text;
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) return true;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
    const whole = end + 4 + length;
    if (text.length < whole) return true;
    this.rest = text.slice(whole);
    const { answered } = this;
    this.answered = null;
    this.failed = null;
    answered?.(Number(text.slice(9, 12)), text.slice(end + 4, whole), text.slice(0, end + 2));
    return true;
  }
}

/** Builds a GET. */
export function get(path: string, token: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n\r\n`;
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
  const run = (connection: Connection, index: number): Promise<void> =>
    new Promise((done, failed) => {
      const next = (): void => {
        const request = performance.now() < end ? make(index) : null;
        if (request === null) done();
        else connection.ask(request, answered, failed);
      };
      const answered = (status: number, body: string): void => {
        byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
        if (status >= 300 && sample === "") sample = body.slice(0, 300);
        next();
      };
      next();
    });
  await Promise.all(pool.map(run));
  const tookMs = performance.now() - started;
  for (const connection of pool) connection.close();
  return { byStatus, tookMs, sample };
}
