import { execFileSync, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSample, SAMPLE_LANGUAGES, verifySample } from "./sample-code.ts";

const KEY = Buffer.from("0123456789abcdef0123456789abcdef");
const BODY = JSON.stringify({ type: "payment.completed", data: { note: "代收 é" } });
function headers(body: string, atSeconds = Math.floor(Date.now() / 1000)): Record<string, string> {
  const signed = createHmac("sha256", KEY).update(`E1.${atSeconds}.${body}`).digest("base64");
  return { "webhook-id": "E1", "webhook-timestamp": String(atSeconds), "webhook-signature": `v1,AAAA v1,${signed} v1a,xyz` };
}
const CASES = [
  [BODY, headers(BODY), true],
  [`${BODY} `, headers(BODY), false],
  [BODY, headers(BODY, Math.floor(Date.now() / 1000) - 301), false],
  [BODY, { ...headers(BODY), "webhook-signature": "v1a,xyz" }, false],
  // Anybody can send these: they are refused like the others, and end no program.
  [BODY, {}, false],
  [BODY, { "webhook-id": "E1", "webhook-timestamp": headers(BODY)["webhook-timestamp"] }, false],
  [BODY, { ...headers(BODY), "webhook-timestamp": "soon" }, false],
  [BODY, { ...headers(BODY), "webhook-signature": "v1,\u00e9 v1" }, false],
] as const;
const env = { ...process.env, WEBHOOK_SECRET: `whsec_${KEY.toString("base64")}` };
const has = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

describe("samples", () => {
  it("are there in every language, for the address that is asked for", () => {
    for (const language of SAMPLE_LANGUAGES) {
      expect(createSample(language, "https://pay.example")).toContain("https://pay.example/v1/payments");
      expect(verifySample(language) === null).toBe(language === "curl");
    }
  });

  it("in Node.js tell genuine notifications from others", () => {
    const program = `${verifySample("node")}\nconsole.log(JSON.stringify(${JSON.stringify(CASES)}.map(([body, headers]) => isGenuine(body, headers))));`;
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], { env, encoding: "utf8" });
    expect(JSON.parse(said)).toEqual(CASES.map((one) => one[2]));
  });

  it.skipIf(!has("python3"))("in Python tell genuine notifications from others", () => {
    const program = `${verifySample("python")}\nimport json, sys\nprint(json.dumps([is_genuine(b.encode(), h) for b, h, _ in json.load(sys.stdin)]))`;
    const said = execFileSync("python3", ["-c", program], { env, encoding: "utf8", input: JSON.stringify(CASES) });
    expect(JSON.parse(said)).toEqual(CASES.map((one) => one[2]));
  });

  it.skipIf(!has("php"))("in PHP tell genuine notifications from others", () => {
    const program = `${(verifySample("php") ?? "").replace("<?php\n", "")}
$verdicts = [];
foreach (json_decode(file_get_contents("php://stdin"), true) as [$body, $headers]) {
    $_SERVER = [];
    foreach ($headers as $name => $value) $_SERVER["HTTP_" . strtoupper(strtr($name, "-", "_"))] = $value;
    $verdicts[] = is_genuine($body);
}
echo json_encode($verdicts);`;
    // Warnings count: a stranger's request must not fill a merchant's log, or end its answer.
    const said = execFileSync("php", ["-d", "display_errors=1", "-d", "error_reporting=-1", "-r", program], {
      env,
      encoding: "utf8",
      input: JSON.stringify(CASES),
    });
    expect(JSON.parse(said)).toEqual(CASES.map((one) => one[2]));
  });
});
