/** The code that merchants copy from their settings works as it stands, against a product that listens. */
import { execFile, spawnSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSample, type SampleLanguage, verifySample } from "../../src/web/screens/settings/sample-code.ts";
import { TestProduct, type TestMerchant } from "../support/app.ts";

let product: TestProduct;
let merchant: TestMerchant;
let hook: Server;
let base: string;
const told: { body: string; headers: object }[] = [];

beforeAll(async () => {
  hook = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      told.push({ body, headers: request.headers });
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  product = await TestProduct.start();
  base = await product.product.http.listen({ port: 0, host: "127.0.0.1" });
  await product.wallet();
  merchant = await product.merchant({ notify_url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/` }); // a TCP server's address is never a path
});
afterAll(async () => {
  await product.stop();
  hook.close();
});

/** How a program in each language is begun from its text. */
const RUN = {
  curl: ["sh", ["-c"]],
  node: [process.execPath, ["--input-type=module", "-e"]],
  php: ["php", ["-r"]],
  python: ["python3", ["-c"]],
} as const satisfies Record<SampleLanguage, readonly [string, readonly string[]]>;
const ASKED = { curl: "curl", node: process.execPath, php: "php", python: "python3" } as const satisfies Record<SampleLanguage, string>;
const here = (Object.keys(RUN) as SampleLanguage[]).filter((language) => spawnSync(ASKED[language], ["--version"]).status === 0); // its own keys

/** Runs a program; answers all that it said, however it ended. */
function said(language: SampleLanguage, code: string, input = ""): Promise<string> {
  const [program, args] = RUN[language];
  return new Promise((resolve) => {
    const env = { ...process.env, APP_SECRET: merchant.secret, WEBHOOK_SECRET: merchant.webhookSecret };
    const child = execFile(program, [...args, code.replace(/^<\?php\n/, "")], { env }, (_error, out, wrong) => resolve(out + wrong));
    child.stdin?.end(input);
  });
}

it.each(here)("in %s a payment is created, and a refusal says its code", async (language) => {
  const sample = createSample(language, base)
    .replace("A-1001", `A-${language}`)
    .replace("500.00", `50${here.indexOf(language)}.00`);
  const answer = await said(language, sample);
  const order = await product.good<{ id: string; receiving_account: string }>("GET", `/v1/payments?merchant_order_id=A-${language}`, merchant.secret);
  for (const known of [order.id, order.receiving_account]) expect(answer).toContain(known);
  expect(await said(language, sample.replace(".00", ".01"))).toContain("duplicate_order_mismatch");
});

it("tells a notification of the product from one that somebody changed", async () => {
  const made = await product.pay(merchant, { amount: "900.00", metadata: { note: "代收 é" } });
  await product.good("POST", `/v1/payments/${made.data.id}/cancel`, merchant.secret);
  await expect.poll(() => told.length, { timeout: 60_000 }).toBe(1);
  const cases = [told[0], { ...told[0], body: `${told[0]?.body} ` }];
  const node = `${verifySample("node")}\nconsole.log(JSON.stringify(${JSON.stringify(cases)}.map(({ body, headers }) => isGenuine(body, headers))));`;
  expect(JSON.parse(await said("node", node))).toEqual([true, false]);
  if (!here.includes("python")) return;
  const python = `${verifySample("python")}\nimport json, sys\nprint(json.dumps([is_genuine(one["body"].encode(), one["headers"]) for one in json.load(sys.stdin)]))`;
  expect(JSON.parse(await said("python", python, JSON.stringify(cases)))).toEqual([true, false]);
});
