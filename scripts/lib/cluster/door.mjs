// A node's way to etcd, which can be closed: a part of the network between the two, without rights over the machine's network.
import { connect, createServer } from "node:net";

export class Door {
  #sockets = new Set();
  #open = true;
  #turn = 0;

  /** @param targets ports of all etcds, tried one after the other */
  constructor(port, targets) {
    this.port = port;
    this.targets = targets;
    this.server = createServer((socket) => this.#pass(socket));
  }

  listen() {
    return new Promise((done, failed) => this.server.once("error", failed).listen(this.port, "127.0.0.1", done));
  }

  /** Nothing comes through any more, and what was under way gets no answer. */
  close() {
    this.#open = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  reopen() {
    this.#open = true;
  }

  end() {
    this.close();
    this.server.close();
  }

  #keep(socket) {
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  #pass(socket, tries = 0) {
    this.#keep(socket);
    if (!this.#open) {
      socket.destroy();
      return;
    }
    this.#turn += 1;
    const out = connect(this.targets[this.#turn % this.targets.length], "127.0.0.1");
    this.#keep(out);
    let reached = false;
    out.once("connect", () => {
      reached = true;
      socket.pipe(out).pipe(socket);
    });
    out.once("close", () => {
      // One etcd that is down is not the node's concern.
      if (!reached && tries < this.targets.length && !socket.destroyed) this.#pass(socket, tries + 1);
      else socket.destroy();
    });
    socket.once("close", () => out.destroy());
  }
}
