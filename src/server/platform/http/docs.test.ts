import { spawn } from "node:child_process";
import { once } from "node:events";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import * as z from "zod";
import { deviceSms, deviceTaskAnswer } from "../../../contract/devices.schema.ts";
import { disburseCreate } from "../../../contract/disburses.schema.ts";
import { MERCHANT_DISBURSE_STATUSES } from "../../../contract/disburses.ts";
import { ERRORS, PROGRAM_ERRORS } from "../../../contract/errors.ts";
import { OPERATOR_INFO, OPERATORS } from "../../../contract/operators.ts";
import { paymentCreate } from "../../../contract/payments.schema.ts";
import { PAYMENT_STATUSES } from "../../../contract/payments.ts";
import { WEBHOOK_TYPES } from "../../../contract/webhooks.ts";
import { documentOf, type JsonObject } from "./docs-openapi.ts";
import { docsPage } from "./docs-page.ts";
import { SAMPLE } from "./docs-sample.ts";
import { DOCS_WORDS } from "./docs-words.ts";
import { failure } from "./errors.ts";

const document = documentOf({ paths: { "/v1/balance": { get: { summary: "Balance", responses: {} } } } }, () => true, "API", null);

it("the document has one webhook for each type, with its own body", () => {
  expect(Object.keys(document["webhooks"] ?? {})).toEqual(WEBHOOK_TYPES);
  for (const type of WEBHOOK_TYPES)
    expect(document).toHaveProperty(["webhooks", type, "post", "requestBody", "content", "application/json", "schema", "properties", "type"], {
      type: "string",
      const: type,
    });
});

it.each(["en", "zh"] as const)("the page in %s says of each type when it is sent, and what is in it", (locale) => {
  const page = docsPage(document, locale, { json: "/docs/openapi.json", other: "?lang=en" }, false);
  for (const type of WEBHOOK_TYPES) {
    const at = page.indexOf(`<h3 id="${type}">`);
    const said = page.slice(at, page.indexOf("</details>", at));
    expect(said).toContain(DOCS_WORDS[locale].events[type].split("`")[0]);
    expect(said).toContain(`<code>data.${type === "test.ping" ? "merchant_id" : "status"}</code>`);
    expect(said).toContain(`&quot;${type}&quot;`);
    expect(said).not.toContain("`");
  }
  expect(docsPage(document, locale, { json: "", other: "" }, true)).not.toContain("test.ping");
});

it.each([
  ["payments", paymentCreate],
  ["disburses", disburseCreate],
])("a new order under /v1/%s says what metadata, customer and notify_url may be, in the document and on the page", (name, schema) => {
  const body = { content: { "application/json": { schema: z.toJSONSchema(schema, { io: "input" }) } } };
  const made = documentOf({ paths: { [`/v1/${name}`]: { post: { requestBody: body, responses: {} } } } } as unknown as JsonObject, () => true, "API", null);
  const properties = ["paths", `/v1/${name}`, "post", "requestBody", "content", "application/json", "schema", "properties"];
  expect(made).toHaveProperty([...properties, "metadata"], expect.objectContaining({ maxProperties: 20 }));
  expect(made).toHaveProperty([...properties, "metadata", "propertyNames"], expect.objectContaining({ maxLength: 64 }));
  expect(made).toHaveProperty(
    [...properties, "metadata", "additionalProperties", "anyOf"],
    expect.arrayContaining([{ type: "string", minLength: 0, maxLength: 500 }]),
  );
  expect(made).toHaveProperty([...properties, "notify_url"], expect.objectContaining({ maxLength: 500, description: ERRORS.target_not_allowed.message }));
  const page = docsPage(made, "en", { json: "", other: "" }, false);
  for (const one of OPERATORS) {
    expect(made).toHaveProperty([...properties, "customer", "description"], expect.stringContaining(OPERATOR_INFO[one].accountPattern.source));
    expect(page).toContain(OPERATOR_INFO[one].accountPattern.source);
  }
  for (const said of ["maxProperties 20", ERRORS.target_not_allowed.message, "names of up to 64 characters"]) expect(page).toContain(said);
});

it.each([
  [
    "sms",
    deviceSms,
    [
      "<code>sender</code>",
      "<code>text</code>",
      "<code>[]</code>",
      "maxItems 500",
      "<code>[].sender</code>",
      "<code>[].text</code>",
      "milliseconds or seconds since 1970",
    ],
  ],
  [
    "tasks/{id}",
    deviceTaskAnswer,
    ["&quot;sent&quot;", "<code>trx_id</code>", "&quot;failed&quot;", "<code>reason</code>", "&quot;unknown&quot;", "certainly not paid"],
  ],
])("the page says what is in a body of several forms, as that of /device/%s is", (name, schema, parts) => {
  const body = { content: { "application/json": { schema: z.toJSONSchema(schema, { io: "input" }) } } };
  const parameters = [{ in: "query", name: "wait", description: "as `wait`" }];
  const post = { summary: "up to `wait` seconds", parameters, requestBody: body, responses: {} };
  const made = documentOf({ paths: { [`/device/${name}`]: { post } } } as unknown as JsonObject, () => true, "API", null);
  const said = docsPage(made, "en", { json: "", other: "" }, false).split('<h3 id="post-device')[1]?.split("<h2>")[0];
  for (const part of parts) expect(said).toContain(part);
  expect(said).not.toContain("`");
});

it("the page says what is in an object that may be null, and what a value is that may be", () => {
  const page = docsPage(document, "en", { json: "", other: "" }, false);
  const at = page.indexOf('<h3 id="payment.completed">');
  const said = page.slice(at, page.indexOf("</details>", at));
  const row = (name: string): string => said.slice(said.indexOf(`<code>${name}</code>`)).split("</tr>")[0] ?? "";
  for (const name of ["account", "amount", "function"]) expect(said).toContain(`<code>data.pay_by.${name}</code>`);
  expect(row("data.fee")).toContain("decimal string");
});

it.each(["en", "zh"] as const)("the page in %s names everything that an error may hold, and how a new order is told from a known one", (locale) => {
  const page = docsPage(document, locale, { json: "", other: "" }, false);
  const { error } = failure("amount_out_of_bounds", "id", { fields: { amount: "too_small" }, details: { min: "1.00" } });
  for (const name of Object.keys(error)) expect(page).toContain(`"${name}"`);
  for (const status of ["201", "200"]) expect(page).toMatch(new RegExp(`merchant_order_id</code>[^<]*${status}`));
});

it("the sample runs as it is printed: it takes what is signed, and nothing else", async () => {
  const webhook = new Webhook(`whsec_${Buffer.alloc(32, 7).toString("base64")}`);
  const program = SAMPLE.replace(".listen(8080)", '.listen(0, "127.0.0.1", function () { console.log(this.address().port); })');
  const env = { ...process.env, WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}` };
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const ended = once(child, "exit").then(() => "it ended");
    const said = (): Promise<string> => Promise.race([once(child.stdout, "data").then(([part]) => String(part).trim()), ended]);
    const port = await said();
    expect(port).toMatch(/^\d+$/);
    const body = JSON.stringify({ type: "payment.completed", data: { id: "P1", status: "completed" } });
    const now = new Date();
    const headers = { "webhook-id": "E1", "webhook-timestamp": String(Math.floor(now.getTime() / 1000)), "webhook-signature": webhook.sign("E1", now, body) };
    const send = (text: string) => fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: text });
    expect((await send(`${body} `)).status).toBe(401);
    const [line, taken] = await Promise.all([said(), send(body)]);
    expect([taken.status, await taken.text(), line]).toEqual([200, "ok", "payment.completed P1 completed"]);
  } finally {
    child.kill();
  }
});

it.each(["zh", "en"] as const)("the page in %s says what each status asks of a merchant, and when what is null is filled", (locale) => {
  const said = docsPage(document, locale, { json: "", other: "" }, false)
    .split("<h2>")
    .find((part) => part.startsWith(locale === "zh" ? "订单" : "Orders"));
  const filled = ["received_amount", "fee", "trx_id", "paid_at", "pay_by", "payment_url", "reversed_at", "returned_at"];
  for (const word of [...PAYMENT_STATUSES, ...MERCHANT_DISBURSE_STATUSES, ...filled]) expect(said).toContain(`<code>${word}</code>`);
});

it.each([false, true])("the list of contents leads to every part of the page, and each address to one place (dashboard: %s)", (dashboard) => {
  const calls = { "/v1/payments/{id}": { get: { responses: {} } }, "/v1/payments": { get: { responses: {} }, post: { responses: {} } } };
  const made = documentOf({ paths: calls } as unknown as JsonObject, () => true, "API", null);
  const page = docsPage(made, "zh", { json: "", other: "" }, dashboard);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const [, contents = ""] = /<nav[^>]*>(.*?)<\/nav>/s.exec(page) ?? [];
  expect([...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)).toEqual(ids);
  for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
});

it.each(["zh", "en"] as const)("the page in %s tells of the errors that a program meets, and of no others, in its language", (locale) => {
  const table = (dashboard: boolean): string => docsPage(document, locale, { json: "", other: "" }, dashboard).split('<section id="errors">')[1] ?? "";
  expect([...table(false).matchAll(/<tr><td><code>(\w+)<\/code>/g)].map(([, code]) => code)).toEqual(PROGRAM_ERRORS);
  for (const [, told] of table(false).matchAll(/<\/td><td>\d+<\/td><td>(.*?)<\/td>/g)) expect(/\p{Script=Han}/u.test(told ?? ""), told).toBe(locale === "zh");
  expect(table(true)).toContain("same_person");
});

it("both languages name the same words of the interface", () => {
  const named = (locale: "zh" | "en") =>
    [...DOCS_WORDS[locale].intro, DOCS_WORDS[locale].webhooks].map(({ lines }) =>
      lines.map((line) => [...new Set([...line.matchAll(/<code>(.*?)<\/code>/g)].map(([, word]) => word))].sort()),
    );
  expect(named("zh")).toEqual(named("en"));
});
