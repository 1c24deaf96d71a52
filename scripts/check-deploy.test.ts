/** The deployment files are as the programs want them that read them, and name only figures and addresses that the product has. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { UNDELIVERED_STATUSES } from "../src/contract/payments.ts";
import { SETTINGS } from "../src/server/platform/settings/table.ts";
import { checkDeploy } from "./lib/deploy-checks.mjs";
import { readYaml, wrongRules } from "./lib/deploy-files.mjs";

const CHECKOUT = join(import.meta.dirname, "..");
const below = (folder: string, kind: RegExp): { path: string; text: string }[] =>
  readdirSync(join(CHECKOUT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => kind.test(name))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(CHECKOUT, folder, name), "utf8") }));
const DEPLOY = below("deploy", /\.\w+$|Dockerfile$/);

it("each file is read, and programs that are on this machine take it", async () => {
  const results = await checkDeploy();
  expect(results.filter(({ found }) => found !== null && found !== "not on this machine")).toEqual([]);
  // Whatever this machine has, these are read.
  expect(results.filter(({ debian }) => debian === null).map(({ file, found }) => [file, found])).toEqual([
    ["prometheus/", null],
    ["container/compose.yaml", null],
    ["container/Dockerfile", null],
    ["grafana/floatdesk.json", null],
  ]);
  expect(results.length).toBe(11);
}, 60_000);

it("what is no YAML, names one thing twice or leaves a bracket open is found without a tool", () => {
  expect(() => readYaml("groups:\n  - name: a\n rules: []\n")).toThrow();
  expect(() => readYaml("a: 1\na: 2\n")).toThrow("unique");
  expect(() => readYaml("a: *nobody\n")).toThrow();
  const rule = { alert: "A", expr: "max(b) > 0", labels: { severity: "page" }, annotations: { summary: "s" } };
  const wrong = (changed: object): string => wrongRules({ groups: [{ rules: [rule, { ...rule, alert: "B", ...changed }] }] });
  expect(wrong({})).toBe("");
  for (const changed of [{ expr: "max(b > 0" }, { alert: "A" }, { labels: { severity: "none" } }, { annotations: {} }, { for: "soon" }, { form: "5m" }])
    expect([changed, wrong(changed)]).not.toEqual([changed, ""]);
});

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

it("the page of figures says what to act on as the alerts do", () => {
  const page = readFileSync(join(CHECKOUT, "docs/metrics.md"), "utf8");
  const said = [...page.matchAll(/^\| [^|`]+ \| `(.+)` \| ([\w ]+) \| (page|ticket) \|$/gm)].map(
    ([, expr, after, severity]) => `${expr} / ${after} / ${severity}`,
  );
  const file = readYaml(readFileSync(join(CHECKOUT, "deploy/prometheus/alerts.yml"), "utf8")) as {
    groups: { rules: { expr: string; for?: string; labels: { severity: string } }[] }[];
  };
  const rules = file.groups.flatMap((group) => group.rules);
  const alerts = rules.map((rule) => `${rule.expr.trim().replaceAll(/\s+/g, " ")} / ${rule.for ?? "at once"} / ${rule.labels.severity}`);
  expect(alerts.length).toBeGreaterThan(10);
  expect(said.toSorted()).toEqual(alerts.toSorted());
});

it("what was given up is an alert whichever way it was", () => {
  const alerts = DEPLOY.find(({ path }) => path.endsWith("alerts.yml"))?.text;
  expect(alerts).toContain(`sum by (instance) (floatdesk_outbox_rows{status=~"${UNDELIVERED_STATUSES.join("|")}"})`);
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
