/** A server that is told to stop waits for the calls under way, not for those who only hold a connection. */
import { once } from "node:events";
import { Agent, get, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { taskHubOf } from "../../src/server/features/devices/task-hub.ts";
import { TestProduct, type TestWallet } from "../support/app.ts";
import { until } from "../support/parts/until.ts";

/** Whoever waits for a connection that asks nothing waits for the grace of calls under way, twenty seconds; this is no measure of speed. */
const AT_MOST_MS = 15_000;

let product: TestProduct;
let wallet: TestWallet;
let port: number;
const agents: Agent[] = [];
beforeEach(async () => {
  product = await TestProduct.start();
  wallet = await product.wallet();
  await product.product.http.listen({ port: 0, host: "127.0.0.1" });
  port = (product.product.http.server.address() as { port: number }).port;
});
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});

const keptAlive = (): Agent => {
  const agent = new Agent({ keepAlive: true });
  agents.push(agent);
  return agent;
};
/** The head of an answer, once it is here; the body is left to the test. */
const asked = (path: string, token: string, agent: Agent): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    get({ port, path, agent, headers: { authorization: `Bearer ${token}` } }, done).on("error", fail);
  });
/** The whole answer. */
const answered = async (answer: Promise<IncomingMessage>): Promise<{ status: number | undefined; text: string }> => {
  const message = await answer;
  let text = "";
  for await (const part of message) text += String(part);
  return { status: message.statusCode, text };
};
/** The server has heard of it: a connection or a call. */
const heard = (what: "connection" | "request"): Promise<unknown> => once(product.product.http.server, what);
const areWaiting = (phones: number): Promise<void> => until(() => taskHubOf(product.product.app).size === phones);
const poll = (agent: Agent): ReturnType<typeof answered> => answered(asked("/device/tasks?wait=25", wallet.token, agent));

/** What open connections there are when the server is told to stop; answers what has to be true of them afterwards. */
const CASES: Readonly<Record<string, () => Promise<() => Promise<void> | void>>> = {
  "nobody is there": async () => () => undefined,
  "clients keep their connections": async () => {
    for (let count = 0; count < 5; count += 1) await answered(asked("/healthz", "", keptAlive()));
    return () => undefined;
  },
  "a connection has never asked anything": async () => {
    const came = heard("connection");
    connect(port, "127.0.0.1").on("error", () => undefined);
    await came;
    return () => undefined;
  },
  "event streams are open": async () => {
    const streams = await Promise.all([1, 2, 3].map(() => asked("/api/events", product.admin, keptAlive())));
    const read = streams.map(async (stream) => {
      for await (const part of stream) expect(String(part)).not.toBe("");
    });
    return async () => void (await Promise.all(read));
  },
  "an event stream is not read": async () => {
    (await asked("/api/events", product.admin, keptAlive())).pause();
    return () => undefined;
  },
  "phones wait for payouts": async () => {
    const waiting = [1, 2, 3].map(() => poll(keptAlive()));
    await areWaiting(3);
    return async () => expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  },
  "a phone asks again as soon as it is answered": async () => {
    const agent = keptAlive();
    let on = true;
    const loop = (async () => {
      while (on) await poll(agent).catch(() => (on = false));
    })();
    await areWaiting(1);
    return () => loop;
  },
  "a call is under way, and its connection stays for the next": async () => {
    const body = JSON.stringify({ sender: "bKash", text: "hello" });
    const came = heard("request");
    const answer = new Promise<IncomingMessage>((done, fail) => {
      const sent = request(
        {
          port,
          method: "POST",
          path: "/device/sms",
          agent: keptAlive(),
          headers: { authorization: `Bearer ${wallet.token}`, "content-type": "application/json", "content-length": body.length },
        },
        done,
      );
      sent.on("error", fail);
      sent.write(body.slice(0, 5));
      setTimeout(() => sent.end(body.slice(5)), 500);
    });
    await came;
    return async () => expect((await answered(answer)).status).toBe(200);
  },
};

describe("stops at once while", () => {
  it.each(Object.keys(CASES))("%s", async (name) => {
    const after = await CASES[name]?.();
    const from = performance.now();
    await product.product.stop();
    const took = performance.now() - from;
    await after?.();
    await product.dropDatabase();
    expect(took).toBeLessThan(AT_MOST_MS);
  });
});
