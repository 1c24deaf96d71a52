/** The OpenAPI documents are read without an error by the tools that people feed them to. */
import { lintFromString, createConfig } from "@redocly/openapi-core";
import spectral from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestProduct } from "../support/app.ts";

let product: TestProduct;
const texts = new Map<string, string>();
beforeAll(async () => {
  product = await TestProduct.start({ ROLE: "api" });
  for (const url of ["/docs/openapi.json", "/docs/dashboard.json"]) texts.set(url, (await product.call("GET", url)).text);
});
afterAll(async () => {
  await product.stop();
});
/** Advice, not errors: ids never look like `batches`; a summary says what an operation does; whoever runs it is the contact. */
const ACCEPTED: ReadonlySet<string> = new Set(["no-ambiguous-paths", "operation-description", "info-contact"]);
const textOf = (url: string): string => texts.get(url) ?? "";

describe.each(["/docs/openapi.json", "/docs/dashboard.json"])("%s", (url) => {
  it("is taken by Redocly's linter", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const found = await lintFromString({ source: textOf(url), absoluteRef: url.slice(1), config });
    expect(
      found
        .filter(({ ruleId }) => !ACCEPTED.has(ruleId))
        .map((one) => `${one.severity} ${one.ruleId} ${one.message.slice(0, 200)} ${one.location[0]?.pointer ?? ""}`),
    ).toEqual([]);
  });

  it("is taken by Spectral", async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset(new spectral.Ruleset({ extends: [oas] }));
    const found = await linter.run(JSON.parse(textOf(url)) as Record<string, unknown>);
    expect(
      found.filter(({ code }) => !ACCEPTED.has(String(code))).map((one) => `${one.severity} ${one.code} ${one.message.slice(0, 200)} ${one.path.join("/")}`),
    ).toEqual([]);
  });

  it("gives types", async () => {
    const document = JSON.parse(textOf(url)) as OpenAPI3;
    const text = astToString(await openapiTS(document));
    for (const path of Object.keys(document.paths ?? {})) expect(text).toContain(JSON.stringify(path));
  });
});
