/** The deployment files are as the programs want them that read them, and name only figures and addresses that the product has. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SETTINGS } from "../src/server/platform/settings/table.ts";
import { checkDeploy } from "./check-deploy.mjs";

const CHECKOUT = join(import.meta.dirname, "..");
const below = (folder: string, kind: RegExp): { path: string; text: string }[] =>
  readdirSync(join(CHECKOUT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => kind.test(name))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(CHECKOUT, folder, name), "utf8") }));
const DEPLOY = below("deploy", /\.\w+$|Dockerfile$/);

it("programs that are on this machine take each file", async () => {
  const results = await checkDeploy();
  expect(results.length).toBeGreaterThanOrEqual(8);
  expect(results.filter(({ found }) => found !== null && found !== "not on this machine")).toEqual([]);
}, 60_000);

it("every figure that alerts and dashboard ask for exists", () => {
  // The page of figures is held equal to what the program answers (src/server/metrics.test.ts).
  const page = readFileSync(join(CHECKOUT, "docs/metrics.md"), "utf8");
  const exist = new Set([...page.matchAll(/^\| `([a-z0-9_]+)` \|/gm)].map(([, name]) => name));
  const asked = DEPLOY.filter(({ path }) => /prometheus|grafana/.test(path)).flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:floatdesk|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => ({ path, name })),
  );
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter(({ name }) => !exist.has(name) && !exist.has(name.replace(/_(?:bucket|sum|count)$/, "")))).toEqual([]);
});

it("every setting that they give exists", () => {
  const env = readFileSync(join(CHECKOUT, "deploy/systemd/floatdesk.env"), "utf8");
  const units = DEPLOY.filter(({ path }) => path.endsWith(".service")).flatMap(({ text }) =>
    [...text.matchAll(/^Environment=(.*)$/gm)].map(([, list = ""]) => list),
  );
  const compose = readFileSync(join(CHECKOUT, "deploy/container/compose.yaml"), "utf8");
  // The database's own image has others.
  const ours = compose.replace(/^ {2}db:[\s\S]*?(?=^ {2}# Only)/m, "");
  const given = [
    ...[...env.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
    ...units.flatMap((list) => [...list.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name)),
    ...[...ours.matchAll(/^ +([A-Z_]+): /gm)].map(([, name]) => name),
  ];
  expect(given.length).toBeGreaterThan(15);
  expect(given.filter((name = "") => name !== "NODE_ENV" && !Object.hasOwn(SETTINGS, name))).toEqual([]);
});
