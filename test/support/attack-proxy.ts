/** A wire to the database that can be cut at any statement: before it arrives, or after it was done and before its answer. */
import { connect, createServer, type Server, type Socket } from "node:net";

const STARTUP_BYTES = 8;
const HEAD_BYTES = 5;
/** Statements of the product's own clocks; they come at any moment and belong to no call. */
const NOT_COUNTED = new Set(["config_reload", "live_events_write"]);

export interface Cut {
  /** Which statement since it was armed, from 1. */
  readonly at: number;
  readonly when: "before" | "after";
}

/** Listens on loopback and passes everything on. */
export class DatabaseWire {
  private readonly sockets = new Set<Socket>();
  private cut: Cut | null = null;
  private seen = 0;
  /** A cut that is decided on and waits for the answer that it keeps back. */
  private underWay: Promise<void> = Promise.resolve();
  /** Happens at the moment of the cut, before anybody can notice it. */
  onCut: () => void = () => undefined;
  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  /** Opens a wire to the database of an address. */
  static async open(url: string): Promise<DatabaseWire> {
    const server = createServer();
    const wire = new DatabaseWire(server, new URL(url));
    server.on("connection", (socket) => wire.take(socket));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return wire;
  }

  /** The address through the wire. */
  get url(): string {
    const through = new URL(this.target);
    const address = this.server.address();
    through.port = String(typeof address === "object" && address !== null ? address.port : 0);
    through.hostname = "127.0.0.1";
    return through.href;
  }

  /** From now on statements are counted, and the wire is cut at one of them, once. */
  arm(cut: Cut): void {
    this.cut = cut;
    this.seen = 0;
  }

  /**
   * Ends the counting. The cut may be in a statement that the call did not wait for, so that its answer is still to come: whoever went on before it
   * would be cut, or killed, in the middle of what comes next.
   * @returns true when the wire has been cut
   */
  async disarm(): Promise<boolean> {
    const fired = this.cut === null;
    this.cut = null;
    await this.underWay;
    return fired;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((done) => this.server.close(() => done()));
  }

  private take(client: Socket): void {
    const upstream = connect({ host: this.target.hostname, port: Number(this.target.port), noDelay: true });
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.on("error", end).on("close", () => {
        this.sockets.delete(socket);
        end();
      });
    }
    /** Set when the answer to the statement under way must not come through: ends the wait for it. */
    let kept: (() => void) | null = null;
    client.on("close", () => kept?.());
    const ready = new ReadyForQuery();
    const read = new Messages((name) => {
      if (this.cut === null || NOT_COUNTED.has(name)) return "pass";
      this.seen += 1;
      if (this.seen !== this.cut.at) return "pass";
      const { when } = this.cut;
      this.cut = null;
      return when === "before" ? "drop" : "swallow";
    });
    client.on("data", (bytes: Buffer) => {
      for (const { message, verdict } of read.push(bytes)) {
        if (verdict === "drop") {
          this.onCut();
          return end();
        }
        if (verdict === "swallow") this.underWay = new Promise((done) => (kept = done));
        upstream.write(message);
      }
    });
    upstream.on("data", (bytes: Buffer) => {
      if (kept === null) client.write(bytes);
      else if (ready.isEndOf(bytes)) {
        this.onCut();
        end();
      }
    });
  }
}

/** The database is done when it says that it is ready for the next statement: Z, five bytes long, a status. It can come in two parts. */
class ReadyForQuery {
  private tail = Buffer.alloc(0);

  /** @param bytes what came next */
  isEndOf(bytes: Buffer): boolean {
    this.tail = Buffer.concat([this.tail, bytes]).subarray(-6);
    return this.tail.length === 6 && this.tail.readUInt8(0) === 0x5a && this.tail.readUInt32BE(1) === 5;
  }
}

type Verdict = "pass" | "drop" | "swallow";

/** Takes the client's stream apart; the verdict is asked at the end of each statement (Query, or Sync after Parse and Bind). */
class Messages {
  private rest = Buffer.alloc(0);
  private started = false;
  private name = "";

  constructor(private readonly judge: (name: string) => Verdict) {}

  push(bytes: Buffer): { message: Buffer; verdict: Verdict }[] {
    this.rest = Buffer.concat([this.rest, bytes]);
    const found: { message: Buffer; verdict: Verdict }[] = [];
    for (let message = this.next(); message !== null; message = this.next()) found.push({ message, verdict: this.verdictOf(message) });
    return found;
  }

  private next(): Buffer | null {
    const head = this.started ? HEAD_BYTES : STARTUP_BYTES;
    if (this.rest.length < head) return null;
    const length = this.started ? this.rest.readUInt32BE(1) + 1 : this.rest.readUInt32BE(0);
    if (this.rest.length < length) return null;
    const message = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    return message;
  }

  private verdictOf(message: Buffer): Verdict {
    if (!this.started) {
      this.started = true;
      return "pass";
    }
    const type = String.fromCharCode(message.readUInt8(0));
    // Bind: portal, then the statement's name, both ended by zero.
    if (type === "B") this.name = message.subarray(HEAD_BYTES).toString("latin1").split("\0")[1] ?? "";
    if (type !== "Q" && type !== "S") return "pass";
    const { name } = this;
    this.name = "";
    return this.judge(name);
  }
}
