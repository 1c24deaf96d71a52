// All doors of a cluster, in a thread of their own: what passes through them does not wait for the load, nor the load for it.
import { Worker } from "node:worker_threads";

export class Doors {
  #plan = [];
  #worker = null;
  #asked = new Map();
  #number = 0;
  #failed = null;

  /** A door, which is there once {@link listen} has been waited for. @param targets ports of those behind it */
  add(port, targets) {
    const at = this.#plan.push({ port, targets }) - 1;
    return { close: (how, name) => this.#ask(at, "close", how, name), reopen: () => this.#ask(at, "reopen") };
  }

  async listen() {
    this.#worker = new Worker(new URL("./doors-thread.mjs", import.meta.url), { workerData: this.#plan });
    this.#worker.on("message", ({ number, wrong }) => {
      const { done, failed } = this.#asked.get(number);
      this.#asked.delete(number);
      if (wrong === undefined) done();
      else failed(new Error(wrong));
    });
    this.#worker.on("error", (error) => {
      this.#failed = error;
      for (const { failed } of this.#asked.values()) failed(error);
      this.#asked.clear();
    });
    await Promise.all(this.#plan.map((_door, at) => this.#ask(at, "listen")));
  }

  /** Ends everything that stands, and whatever comes. */
  async end() {
    await this.#worker?.terminate();
  }

  /** Answers when it is done. @throws Error as the door, or when its thread has ended */
  #ask(at, act, ...args) {
    return new Promise((done, failed) => {
      if (this.#failed !== null) return void failed(this.#failed);
      this.#number += 1;
      this.#asked.set(this.#number, { done, failed });
      this.#worker.postMessage({ number: this.#number, at, act, args });
    });
  }
}
