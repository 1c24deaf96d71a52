/** What the server seals is kept nowhere by the page: its fields are marked, so that they are not among what outlives a session. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { createForm } from "../screens/wallets/form.ts";
import type { FieldSpec } from "./spec.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = (under: string): string[] =>
  readdirSync(join(root, under), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, under, name), "utf8"));
const found = (text: string, what: RegExp): string[] => [...text.matchAll(what)].map((one) => one[1] ?? "");

/** Columns that hold nothing readable, as the parts of the server name them. */
const sealed = [
  ...new Set(sources("server").flatMap((text) => [...found(text, /sealedById\("\w+", "(\w+)"/g), ...found(text, /table: "\w+", column: "(\w+)"/g)])),
];
/** Descriptions of fields that carry the name of one. */
const described = sources("web").flatMap((text) =>
  sealed.flatMap((column) => [...text.matchAll(new RegExp(`\\{[^{}]*\\bname: "${column}", *kind: [^{}]*\\}`, "g"))].map(([field]) => field)),
);

it("marks every field that is sealed on the server", () => {
  expect(sealed).toEqual(expect.arrayContaining(["proxy", "credentials", "webhook_secret", "secret", "totp_seed"]));
  expect(described.length).toBeGreaterThan(0);
  expect(described.filter((field) => !/secret: true|kind: "password"/.test(field))).toEqual([]);
});

it("marks a wallet's proxy, which may hold a password, and every credential", () => {
  const fields: readonly FieldSpec<null>[] = createForm(["bkash", "nagad"]).fields;
  const secrets = fields.filter(({ name }) => name === "proxy" || name.startsWith("official.credentials."));
  expect(secrets.length).toBeGreaterThan(4);
  expect(secrets.filter(({ secret }) => secret !== true)).toEqual([]);
});
