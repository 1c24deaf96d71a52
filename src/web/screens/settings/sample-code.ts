/** Code that a merchant copies: creating a payment and verifying a notification, without any library where that is possible. Pure. */

export const SAMPLE_LANGUAGES = ["curl", "node", "php", "python"] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];
/** Their own names, the same for everybody. */
export const LANGUAGE_NAMES = { curl: "curl", node: "Node.js", php: "PHP", python: "Python" } as const satisfies Record<SampleLanguage, string>;

const curl = (base: string): string => `curl ${base}/v1/payments \\
  -H "Authorization: Bearer $APP_SECRET" \\
  -H "Content-Type: application/json" \\
  -d '{"merchant_order_id":"A-1001","amount":"500.00","operator":"bkash","customer":"01712345678"}'`;

const node = (base: string): string => `const response = await fetch("${base}/v1/payments", {
  method: "POST",
  headers: { authorization: \`Bearer \${process.env.APP_SECRET}\`, "content-type": "application/json" },
  body: JSON.stringify({ merchant_order_id: "A-1001", amount: "500.00", operator: "bkash", customer: "01712345678" }),
});
const { success, data, error } = await response.json();
if (!success) throw new Error(error.code);
console.log(data.id, data.receiving_account, data.expires_at);`;

const php = (base: string): string => `<?php
$request = curl_init("${base}/v1/payments");
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_POST => true,
    CURLOPT_HTTPHEADER => ["Authorization: Bearer " . getenv("APP_SECRET"), "Content-Type: application/json"],
    CURLOPT_POSTFIELDS => json_encode(["merchant_order_id" => "A-1001", "amount" => "500.00", "operator" => "bkash", "customer" => "01712345678"]),
]);
$answer = json_decode(curl_exec($request), true);
if (!$answer["success"]) throw new Exception($answer["error"]["code"]);
echo $answer["data"]["id"], " ", $answer["data"]["receiving_account"];`;

const python = (base: string): string => `import json, os, urllib.error, urllib.request

body = {"merchant_order_id": "A-1001", "amount": "500.00", "operator": "bkash", "customer": "01712345678"}
request = urllib.request.Request(
    "${base}/v1/payments",
    data=json.dumps(body).encode(),
    headers={"Authorization": "Bearer " + os.environ["APP_SECRET"], "Content-Type": "application/json"},
)
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as refused:  # it has an answer, too
    response = refused
answer = json.load(response)
if not answer["success"]:
    raise SystemExit(answer["error"]["code"])
order = answer["data"]
print(order["id"], order["receiving_account"], order["expires_at"])`;

const CREATE = { curl, node, php, python } as const satisfies Record<SampleLanguage, (base: string) => string>;

/** How a payment is created. @param base address of the API */
export function createSample(language: SampleLanguage, base: string): string {
  return CREATE[language](base);
}

const VERIFY = {
  node: `import { createHmac, timingSafeEqual } from "node:crypto";

// body: the raw body as text, before any JSON parsing; headers: names in lower case
export function isGenuine(body, headers) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const key = Buffer.from(process.env.WEBHOOK_SECRET.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return signatures.split(" ").some((part) => {
    const [version, signature] = part.split(",");
    const given = Buffer.from(signature ?? "", "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
  php: `<?php
// $body: file_get_contents("php://input"), before any JSON parsing
function is_genuine(string $body): bool {
    $id = $_SERVER["HTTP_WEBHOOK_ID"] ?? "";
    $timestamp = $_SERVER["HTTP_WEBHOOK_TIMESTAMP"] ?? "";
    if (abs(time() - (int) $timestamp) > 300) return false;
    $key = base64_decode(str_replace("whsec_", "", getenv("WEBHOOK_SECRET")));
    $expected = base64_encode(hash_hmac("sha256", "$id.$timestamp.$body", $key, true));
    foreach (explode(" ", $_SERVER["HTTP_WEBHOOK_SIGNATURE"] ?? "") as $part) {
        [$version, $signature] = array_pad(explode(",", $part, 2), 2, "");
        if ($version === "v1" && hash_equals($expected, $signature)) return true;
    }
    return false;
}`,
  python: `import base64, hashlib, hmac, os, time

# body: the raw bytes, before any JSON parsing; headers: names in lower case
def is_genuine(body: bytes, headers: dict) -> bool:
    id, timestamp, signatures = (headers.get("webhook-" + name, "") for name in ("id", "timestamp", "signature"))
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(os.environ["WEBHOOK_SECRET"].replace("whsec_", ""))
    expected = base64.b64encode(hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest())
    parts = [part.partition(",") for part in signatures.split(" ")]
    return any(version == "v1" and hmac.compare_digest(expected, signature.encode()) for version, _, signature in parts)`,
} as const satisfies Record<Exclude<SampleLanguage, "curl">, string>;

/** How a notification is verified; null for a language that cannot receive one. */
export function verifySample(language: SampleLanguage): string | null {
  return language === "curl" ? null : VERIFY[language];
}
