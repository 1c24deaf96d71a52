/** The product behind nginx and HAProxy as deploy/proxy/ has them, with this machine's places: TLS, streams, whose address it is. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ADMIN, TestProduct, type TestWallet } from "../support/app.ts";
import { until } from "../support/parts/until.ts";
import { freePort } from "../support/parts/ports.ts";
import { configured, programOfProxy, type ProxyName } from "../support/operate/configured.ts";
import { endProgram } from "../support/parts/programs.ts";

let product: TestProduct;
let wallet: TestWallet;
let behind: number;
let folder: string;
let proxy: ChildProcess | null = null;
/** What the proxy wrote where it was started; HAProxy's log is there, too. */
let said = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "floatdesk-proxy-"));
  product = await TestProduct.start({ TRUST_PROXY: "127.0.0.1" });
  wallet = await product.wallet();
  await product.product.http.listen({ port: 0, host: "127.0.0.1" });
  behind = (product.product.http.server.address() as { port: number }).port;
});
afterEach(async () => {
  const child = proxy;
  proxy = null;
  await endProgram(child);
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the configuration with this machine's places, and starts the proxy. @returns its TLS port */
async function start(name: ProxyName, program: string): Promise<number> {
  const [plain, tls] = [await freePort(), await freePort()];
  const { args } = configured(name, join(folder, name), { plain, tls }, (text) => text.replaceAll("127.0.0.1:3000", `127.0.0.1:${behind}`));
  said = "";
  proxy = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [proxy.stdout, proxy.stderr]) stream?.on("data", (part: Buffer) => (said += part.toString()));
  await until(async () => {
    if (proxy?.exitCode !== null) throw new Error(`${name} ended:\n${said}`);
    return (await ask(tls, "/readyz").catch(() => ({ status: 0 }))).status === 200;
  });
  return tls;
}

interface Got {
  readonly status: number;
  readonly text: string;
}
/** One call through the proxy. @param enough the answer is let go when it holds this: a stream does not end */
function ask(port: number, path: string, options: { method?: string; headers?: Record<string, string>; body?: string; enough?: string } = {}): Promise<Got> {
  return new Promise((done, fail) => {
    const { method = "GET", headers = {}, body, enough } = options;
    const sent = request({ host: "127.0.0.1", port, path, method, headers, rejectUnauthorized: false, agent: false }, (answer) => {
      let text = "";
      answer.on("data", (part: Buffer) => {
        text += part.toString();
        if (enough !== undefined && text.includes(enough)) {
          done({ status: answer.statusCode ?? 0, text });
          sent.destroy();
        }
      });
      answer.on("end", () => done({ status: answer.statusCode ?? 0, text }));
      answer.on("error", () => undefined);
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

const PROGRAMS = (["nginx", "haproxy"] as const).map((name) => ({ name, program: programOfProxy(name) }));

describe.each(PROGRAMS)("behind $name", ({ name, program }) => {
  it.skipIf(program === undefined)("calls, streams and waiting phones pass, figures do not, and nobody says himself where he calls from", async () => {
    const port = await start(name, program ?? "");
    // Whoever has the address of a redacted link opens it, and who has that of a phone speaks for it: no log has one. Of other calls it does.
    expect((await ask(port, "/share/wren-of-the-token")).status).toBe(404);
    expect((await ask(port, "/device/hooks/wren-of-the-token", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" })).status).toBe(
      401,
    );
    expect((await ask(port, "/api/session?robin")).status).not.toBe(200);
    const log = (): string => said + (name === "nginx" ? readFileSync(join(folder, name, "access.log"), "utf8") : "");
    await until(() => Promise.resolve(log().includes("robin")));
    expect(log()).not.toContain("wren-of-the-token");
    const json = { "content-type": "application/json" };
    // What the client writes itself is not believed.
    const signed = await ask(port, "/api/signin", { method: "POST", headers: { ...json, "x-forwarded-for": "6.6.6.6" }, body: JSON.stringify(ADMIN) });
    expect(signed.status).toBe(200);
    const { token } = (JSON.parse(signed.text) as { data: { token: string } }).data;
    const sessions = await product.product.app.db.rows<{ ip: string }>("select ip::text as ip from sessions order by id desc limit 1");
    expect(sessions).toMatchObject([{ ip: expect.stringMatching(/^127\.0\.0\.1/) }]);
    // A change is on the stream while it is open: nothing holds it back.
    const stream = ask(port, "/api/events", { headers: { authorization: `Bearer ${token}` }, enough: '"kind":"merchants"' });
    await until(async () => /^floatdesk_event_streams 1$/m.test((await product.product.http.inject({ url: "/metrics" })).body));
    await product.merchant();
    expect((await stream).status).toBe(200);
    // A phone that waits gets its answer, not the proxy's.
    const waited = await ask(port, "/device/tasks?wait=3", { headers: { authorization: `Bearer ${wallet.token}` } });
    expect(waited.status).toBe(200);
    expect((await ask(port, "/metrics")).status).toBe(404);
    // A body that is too large is the product's to refuse, in its own words.
    const large = await ask(port, "/device/sms", {
      method: "POST",
      headers: { ...json, authorization: `Bearer ${wallet.token}` },
      body: JSON.stringify({ sender: "bKash", text: "x".repeat(1_200_000) }),
    });
    expect([large.status, JSON.parse(large.text)]).toMatchObject([413, { success: false }]);
  });
});
