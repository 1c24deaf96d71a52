/** The whole simulator against the whole product, and against a product that loses a message. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeDemoFile } from "../../src/server/demo.ts";
import { MERCHANTS } from "../../simulator/fleet.ts";
import { planOrders } from "../../simulator/plan.ts";
import { run } from "../../simulator/run.ts";
import { ADMIN, TestProduct } from "../support/app.ts";

let product: TestProduct;
let base: string;
let dataDir: string;
const proxies: Server[] = [];

beforeAll(async () => {
  product = await TestProduct.start();
  base = await product.product.http.listen({ port: 0, host: "127.0.0.1" });
  dataDir = mkdtempSync(join(tmpdir(), "floatdesk-demo-"));
  await writeDemoFile(product.product.app, dataDir, base, { account: ADMIN.account, password: ADMIN.password });
});
afterAll(async () => {
  for (const proxy of proxies) proxy.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const SEED = "7";

async function simulate(orders: number, through = base): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const flags = { seed: SEED, orders, speed: 20, exit: true, days: 0, help: false };
  const code = await run({ flags, base: through, dataDir, addresses: [base], print: (line) => lines.push(line), signal: new AbortController().signal });
  return { code, lines };
}
const demoFile = (): Record<string, unknown> => JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as Record<string, unknown>;

/** Who really pays in the next run of this demo: a text that prints such a number moves money, unlike one that is forged, promotes or tells of float. */
function payersOf(orders: number): string[] {
  const { runs } = demoFile()["simulator"] as { runs: number };
  return [...planOrders({ seed: SEED, run: runs, orders, merchants: MERCHANTS.length })]
    .filter(({ scenario }) => !scenario.startsWith("forged"))
    .flatMap(({ payer, stranger }) => [payer, stranger]);
}

const LOST = { id: null, result: "stored" };
interface Forwarded {
  readonly text: string;
  /** Which of its two cards received it; the phone with two is the only one of its wallets, so that nobody repeats what it says. */
  readonly sim?: string;
}
/** Messages that the native app forwards in one call: one, or several that had waited. */
function forwarded(url: string | undefined, body: string): Forwarded[] {
  if (url !== "/device/sms") return [];
  const said = JSON.parse(body) as Forwarded | Forwarded[];
  return Array.isArray(said) ? said : [said];
}

/** Stands before the product and answers for the first payment that the phone with two cards tells of, and for each copy of it, without passing it on. */
async function losing(payers: readonly string[]): Promise<string> {
  const isPayment = ({ text, sim }: Forwarded): boolean => sim !== undefined && payers.some((payer) => text.includes(payer));
  let lost: string | null = null;
  const proxy = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const whole = Buffer.concat(parts);
      const messages = forwarded(request.url, whole.toString());
      lost ??= messages.find(isPayment)?.text ?? null;
      const kept = messages.filter(({ text }) => text !== lost);
      const answerLost = (data: { items: unknown[] }): void => messages.forEach(({ text }, at) => void (text === lost && data.items.splice(at, 0, LOST)));
      if (messages.length > 0 && kept.length === 0) {
        const data = { items: [] };
        answerLost(data);
        return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ success: true, data }));
      }
      const body = kept.length === messages.length ? whole : Buffer.from(JSON.stringify(kept));
      const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
      // A phone that hangs up must hang up at the product too, or its next task is given to nobody.
      const gone = new AbortController();
      response.once("close", () => gone.abort());
      // Only texts come from the simulator's own client.
      fetch(base + request.url, {
        method: request.method ?? "GET",
        headers: headers as Record<string, string>,
        signal: gone.signal,
        ...(body.length > 0 ? { body } : {}),
      })
        .then(async (answer) => {
          const text = await answer.text();
          const told = kept.length === messages.length || answer.status !== 200 ? null : (JSON.parse(text) as { data: { items: unknown[] } });
          if (told !== null) answerLost(told.data);
          response
            .writeHead(answer.status, { "content-type": "application/json", ...(answer.headers.has("idempotency-hit") ? { "idempotency-hit": "true" } : {}) })
            .end(told === null ? text : JSON.stringify(told));
        })
        .catch(() => response.destroy());
    });
  });
  proxies.push(proxy);
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(proxy.address() as { port: number }).port}`;
}

describe("demo file", () => {
  it("is refused for a folder that the demo did not fill", async () => {
    const other = mkdtempSync(join(tmpdir(), "floatdesk-demo-"));
    await expect(writeDemoFile(product.product.app, other, base, null)).rejects.toThrow("were not made by the demo");
    rmSync(other, { recursive: true });
  });

  it("is its owner's alone, and every account in it signs in at once", async () => {
    chmodSync(dataDir, 0o755);
    expect(statSync(join(dataDir, "demo.json")).mode & 0o777).toBe(0o600);
    const { accounts } = demoFile() as { accounts: { account: string; password: string; user_type: string }[] };
    expect(accounts.map(({ user_type }) => user_type)).toEqual(["admin", "operator", "finance", "finance", "auditor"]);
    for (const { account, password, user_type } of accounts) {
      const signed = await product.good<{ token: string; user_type: string; must_change_password: boolean }>("POST", "/api/signin", null, {
        account,
        password,
      });
      expect([signed.user_type, signed.must_change_password]).toEqual([user_type, false]);
    }
  });

  it("keeps its accounts at a later start", async () => {
    const before = demoFile();
    await writeDemoFile(product.product.app, dataDir, base, null);
    expect(demoFile()).toEqual(before);
  });
});

describe("run", () => {
  it("agrees with the books", async () => {
    const { code, lines } = await simulate(60);
    expect([lines.filter((line) => line.startsWith("!")), lines.filter((line) => line.endsWith("  !")), lines.at(-1), code]).toEqual([[], [], "agree", 0]);
    expect(lines.some((line) => /^orders accepted +60 +60$/.test(line))).toBe(true);
    expect(statSync(join(dataDir, "demo.json")).mode & 0o777).toBe(0o600);
  });

  it("differs, with exit code 1, when a message was lost on the way", async () => {
    const { code, lines } = await simulate(30, await losing(payersOf(30)));
    expect([lines.at(-1), code]).toEqual(["differ", 1]);
    const differing = lines.filter((line) => line.endsWith("  !")).map((line) => line.split(/ {2,}/)[0] ?? "");
    expect(differing).toContain("messages stored");
    // Which wallet's books lack it is said by the wallet's own row.
    expect(differing.filter((name) => name.endsWith(": operator, books"))).toHaveLength(1);
  });

  it("agrees again when it is run again, on what it made before", async () => {
    const merchants = (demoFile()["simulator"] as { merchants: unknown }).merchants;
    const { code, lines } = await simulate(40);
    expect([lines.filter((line) => line.endsWith("  !")), lines.at(-1), code]).toEqual([[], "agree", 0]);
    expect((demoFile()["simulator"] as { merchants: unknown }).merchants).toEqual(merchants);
  });
});
