/** The code that merchants copy from their settings works as it stands, against a product that listens; a language that is not here counts as skipped. */
import { execFile, spawnSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSample, SAMPLE_LANGUAGES, type SampleLanguage, verifySample } from "../../src/web/screens/settings/sample-code.ts";
import { TestProduct, type TestMerchant } from "../support/app.ts";
import { until } from "../support/parts/until.ts";

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
/** Asks whether a language is here, with what the samples need of it: PHP's curl is a package of its own. */
const ASKED = {
  curl: ["curl", "--version"],
  node: [process.execPath, "--version"],
  php: ["php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"],
  python: ["python3", "--version"],
} as const satisfies Record<SampleLanguage, readonly string[]>;
const isHere = (language: SampleLanguage): boolean => {
  const [program, ...args] = ASKED[language];
  return spawnSync(program, args).status === 0;
};

/** Runs a program; answers all that it said, however it ended. */
function said(language: SampleLanguage, code: string, input = ""): Promise<string> {
  const [program, args] = RUN[language];
  return new Promise((resolve) => {
    const env = { ...process.env, APP_SECRET: merchant.secret, WEBHOOK_SECRET: merchant.webhookSecret };
    const child = execFile(program, [...args, code.replace(/^<\?php\n/, "")], { env }, (_error, out, wrong) => resolve(out + wrong));
    child.stdin?.end(input);
  });
}

for (const [nth, language] of SAMPLE_LANGUAGES.entries())
  it.skipIf(!isHere(language))(`in ${language} a payment is created, and a refusal says its code`, async () => {
    const sample = createSample(language, base).replace("A-1001", `A-${language}`).replace("500.00", `50${nth}.00`);
    const answer = await said(language, sample);
    const order = await product.good<{ id: string; receiving_account: string }>("GET", `/v1/payments?merchant_order_id=A-${language}`, merchant.secret);
    for (const known of [order.id, order.receiving_account]) expect(answer).toContain(known);
    expect(await said(language, sample.replace(".00", ".01"))).toContain("duplicate_order_mismatch");
  });

/** What is printed behind each sample: the verdicts on the notifications that come on standard input, as JSON. */
const JUDGE = {
  node: `let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(JSON.parse(text).map(({ body, headers }) => isGenuine(body, headers))));`,
  php: `$verdicts = [];
foreach (json_decode(file_get_contents("php://stdin"), true) as ["body" => $body, "headers" => $headers]) {
    foreach ($headers as $name => $value) $_SERVER["HTTP_" . strtoupper(strtr($name, "-", "_"))] = $value;
    $verdicts[] = is_genuine($body);
}
echo json_encode($verdicts);`,
  python: `import json, sys
print(json.dumps([is_genuine(one["body"].encode(), one["headers"]) for one in json.load(sys.stdin)]))`,
} as const satisfies Record<Exclude<SampleLanguage, "curl">, string>;

describe("a notification of the product", () => {
  let cases = "";
  beforeAll(async () => {
    const made = await product.pay(merchant, { amount: "900.00", metadata: { note: "代收 é" } });
    await product.good("POST", `/v1/payments/${made.data.id}/cancel`, merchant.secret);
    await until(() => told.length > 0);
    cases = JSON.stringify([told[0], { ...told[0], body: `${told[0]?.body} ` }]);
  });

  for (const language of ["node", "php", "python"] as const)
    it.skipIf(!isHere(language))(`is told in ${language} from one that somebody changed`, async () => {
      expect(JSON.parse(await said(language, `${verifySample(language)}\n${JUDGE[language]}`, cases))).toEqual([true, false]);
    });
});
