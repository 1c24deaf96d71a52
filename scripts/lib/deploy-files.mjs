// What the files of deploy/ have to be whatever tools a machine has: read as YAML and JSON, and of the shape that their programs want.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { checkout } from "./common.mjs";

const deploy = join(checkout, "deploy");
const textOf = (name) => readFileSync(join(deploy, name), "utf8");

/** What a YAML text holds. @throws Error with the place of what is wrong in it, keys that stand twice included */
export function readYaml(text) {
  const document = parseDocument(text, { merge: true, uniqueKeys: true });
  const [wrong] = [...document.errors, ...document.warnings];
  if (wrong !== undefined) throw new Error(wrong.message);
  return document.toJS();
}

/** Whether every bracket and quote of an expression is closed. */
function isClosed(expression) {
  const open = [];
  for (const [sign] of expression.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").matchAll(/["()[\]{}]/g)) {
    if ("([{".includes(sign)) open.push(sign);
    else if (open.pop() !== { ")": "(", "]": "[", "}": "{" }[sign]) return false;
  }
  return open.length === 0;
}

/** Expressions of the dashboard as rules that promtool reads; what Grafana puts in is put in. */
export function boardRules(board) {
  const rules = board.panels.flatMap(({ id, targets }) =>
    targets.map(({ expr }, index) => ({ record: `panel_${id}_${index}`, expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*") })),
  );
  return { groups: [{ name: "dashboard", rules }] };
}

const RULE_KEYS = new Set(["alert", "expr", "for", "labels", "annotations"]);
/** What is wrong with rules of alerts. */
export function wrongRules(file) {
  const rules = file.groups.flatMap((group) => group.rules);
  const twice = rules.filter(({ alert }, index) => rules.findIndex((one) => one.alert === alert) !== index);
  const bad = rules.filter(
    (rule) =>
      !Object.keys(rule).every((key) => RULE_KEYS.has(key)) ||
      !/^\w+$/.test(rule.alert ?? "") ||
      !/^\d+[smh]$/.test(rule.for ?? "0m") ||
      !["page", "ticket"].includes(rule.labels?.severity) ||
      (rule.annotations?.summary ?? "") === "" ||
      typeof rule.expr !== "string" ||
      !isClosed(rule.expr),
  );
  if (rules.length === 0) return "no rules";
  return [...twice, ...bad].map(({ alert }) => alert).join(", ");
}

/** prometheus.yml and alerts.yml. @returns what is wrong, or null */
export function prometheusFiles() {
  const config = readYaml(textOf("prometheus/prometheus.yml"));
  const missing = config.rule_files.filter((name) => !existsSync(join(deploy, "prometheus", name)));
  const asked = config.scrape_configs.flatMap((scrape) => scrape.static_configs.flatMap(({ targets }) => targets));
  if (missing.length > 0 || asked.length === 0) return `prometheus.yml: not there: ${missing.join(", ")}; ${asked.length} processes are asked`;
  const wrong = wrongRules(readYaml(textOf("prometheus/alerts.yml")));
  return wrong === "" ? null : `alerts.yml: ${wrong}`;
}

/** compose.yaml: its anchors lead somewhere, its files are there, and who waits waits for a service of it. @returns what is wrong, or null */
export function composeFile() {
  const { services, volumes, networks } = readYaml(textOf("container/compose.yaml"));
  const from = (path) => join(deploy, "container", path);
  const wrong = Object.entries(services).flatMap(([name, service]) => [
    ...(service.build === undefined && service.image === undefined ? [`${name} has no image`] : []),
    ...(service.build !== undefined && !existsSync(join(from(service.build.context), service.build.dockerfile))
      ? [`${name}: no ${service.build.dockerfile}`]
      : []),
    ...Object.keys(service.depends_on ?? {})
      .filter((other) => services[other]?.healthcheck === undefined && services[other]?.build === undefined)
      .map((other) => `${name} waits for ${other}, which says nothing of its health`),
    ...(service.volumes ?? [])
      .map((volume) => volume.split(":")[0])
      .filter((source) => (source.startsWith(".") ? !existsSync(from(source)) : !(source in volumes)))
      .map((source) => `${name}: no ${source}`),
    ...(service.networks ?? []).filter((network) => !(network in networks)).map((network) => `${name}: no network ${network}`),
    ...(service.build !== undefined && !(service.read_only && service.cap_drop?.includes("ALL")) ? [`${name} may write, or has rights`] : []),
  ]);
  return wrong.length === 0 ? null : wrong.join("; ");
}

/** The dashboard. @returns what is wrong, or null */
export function dashboardFile() {
  const board = JSON.parse(textOf("grafana/floatdesk.json"));
  const ids = new Set(board.panels.map(({ id }) => id));
  const empty = board.panels.filter(({ targets }) => targets.length === 0);
  if (ids.size !== board.panels.length || empty.length > 0) return "panels without a question, or with one number twice";
  const open = boardRules(board).groups[0].rules.filter(({ expr }) => !isClosed(expr) || expr.includes("$"));
  return open.length === 0 ? null : open.map(({ record, expr }) => `${record}: ${expr}`).join("\n");
}
