// A way from one part of the cluster to another that can be cut: a part of the network between the two, without rights over the machine's network.
import { connect, createServer } from "node:net";

/**
 * How a way is cut. Refused: connections end at once, as where a machine is off and its network says so. Held: they stay open and
 * silent, and a new one is taken and answered nothing, as where a network swallows; nobody is told anything. When it is over, what was
 * held comes through late, its end too, or is lost: what stood between has forgotten the connections, and ends them.
 */
export const CUTS = ["refused", "held, then late", "held, then lost"];

/** Protocol 3.0, which a start packet of PostgreSQL asks for. Requests for TLS or GSSAPI come before it and are eight bytes long. */
const PROTOCOL = 196_608;
const REQUEST_BYTES = 8;

/** Who introduces itself in a start packet of PostgreSQL (application_name); null: it is none, or names nobody. */
export function nameIn(bytes) {
  if (bytes.length <= REQUEST_BYTES || bytes.readInt32BE(4) !== PROTOCOL) return null;
  const words = bytes.toString("utf8", REQUEST_BYTES, bytes.readInt32BE(0)).split("\0");
  const at = words.findIndex((word, index) => index % 2 === 0 && word === "application_name");
  return (at >= 0 && words[at + 1]) || null;
}

/** One direction of a connection: bytes, then the end, in their order. */
class Direction {
  #left = [];
  #ended = false;

  /** @param isHeld whether it stands still @param seen hears what comes before it goes on */
  constructor(from, to, isHeld, seen = () => undefined) {
    Object.assign(this, { from, to, isHeld });
    from.on("data", (bytes) => {
      this.#left.push(bytes);
      seen(bytes);
      this.flow();
    });
    const ended = () => {
      this.#ended = true;
      this.flow();
    };
    from.once("end", ended).once("close", ended);
    to.on("drain", () => this.flow());
  }

  /** Passes on what there is, unless it is held. */
  flow() {
    const { from, to } = this;
    if (this.isHeld()) return void from.pause();
    while (this.#left.length > 0 && !to.destroyed) if (!to.write(this.#left.shift())) return void from.pause();
    if (to.destroyed) from.destroy();
    else if (from.destroyed) to.destroySoon();
    else if (this.#ended) to.end();
    else from.resume();
  }
}

/** One connection through a door. */
class Passage {
  /** As it introduced itself; null: not yet, or not at all. */
  name = null;
  held = false;
  #out = null;
  #directions = [];
  #introduced = false;

  /** @param caller not read from yet @param to next: the port to try now; tries: how often; onName: may hold or end it; onEnd: both sides are closed */
  constructor(caller, to) {
    Object.assign(this, { caller, ...to });
    caller.on("error", () => undefined).once("close", () => this.#closed());
  }

  /** Whoever has given up is not forgotten while what it had sent is held. */
  #closed() {
    if (this.caller.destroyed && (this.#out === null || this.#out.destroyed)) this.onEnd(this);
  }

  open() {
    const out = connect({ port: this.next(), host: "127.0.0.1", allowHalfOpen: true });
    this.#out = out.on("error", () => undefined);
    this.tries -= 1;
    let reached = false;
    out.once("connect", () => {
      reached = true;
      const isHeld = () => this.held;
      this.#directions = [new Direction(this.caller, out, isHeld, (bytes) => this.#look(bytes)), new Direction(out, this.caller, isHeld)];
      for (const one of this.#directions) one.flow();
    });
    out.once("close", () => {
      if (reached || this.caller.destroyed) return;
      // One etcd that is down is not the node's concern.
      if (this.tries > 0) this.open();
      else this.caller.destroy();
    });
    out.once("close", () => this.#closed());
  }

  #look(bytes) {
    if (this.#introduced || bytes.length === REQUEST_BYTES) return;
    this.#introduced = true;
    this.name = nameIn(bytes);
    this.onName(this);
  }

  hold() {
    this.held = true;
    for (const one of this.#directions) one.flow();
  }

  release() {
    this.held = false;
    if (this.#out === null) this.open();
    for (const one of this.#directions) one.flow();
  }

  destroy() {
    this.caller.destroy();
    this.#out?.destroy();
  }
}

export class Door {
  #passages = new Set();
  /** How it is cut, and for whom; null: it is open. */
  #cut = null;
  #turn = 0;

  /** @param targets ports of those behind it, tried one after the other */
  constructor(port, targets) {
    this.port = port;
    this.targets = targets;
    this.server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => this.#pass(socket));
  }

  listen() {
    return new Promise((done, failed) => this.server.once("error", failed).listen(this.port, "127.0.0.1", done));
  }

  /**
   * Nothing comes through any more.
   * @param how one of CUTS
   * @param name only for who introduces itself to PostgreSQL by it; null: for everybody
   */
  close(how = "refused", name = null) {
    this.#cut = { how, name };
    for (const passage of this.#passages) this.#apply(passage);
  }

  reopen() {
    const cut = this.#cut;
    this.#cut = null;
    for (const passage of this.#passages) {
      if (!passage.held) continue;
      if (cut?.how === "held, then lost") passage.destroy();
      else passage.release();
    }
  }

  end() {
    this.close();
    this.server.close();
  }

  #apply(passage) {
    const cut = this.#cut;
    if (cut === null || (cut.name !== null && cut.name !== passage.name)) return;
    if (cut.how === "refused") passage.destroy();
    else passage.hold();
  }

  #pass(socket) {
    const next = () => this.targets[(this.#turn += 1) % this.targets.length];
    const passage = new Passage(socket, {
      next,
      tries: this.targets.length + 1,
      onName: (named) => this.#apply(named),
      onEnd: (ended) => this.#passages.delete(ended),
    });
    this.#passages.add(passage);
    this.#apply(passage);
    if (!passage.held && !socket.destroyed) passage.open();
  }
}
