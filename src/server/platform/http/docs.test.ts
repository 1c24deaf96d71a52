import { expect, it } from "vitest";
import { WEBHOOK_TYPES } from "../../../contract/webhooks.ts";
import { documentOf } from "./docs-openapi.ts";
import { docsPage } from "./docs-page.ts";
import { DOCS_WORDS } from "./docs-words.ts";

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
