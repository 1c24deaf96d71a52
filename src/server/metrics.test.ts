/** docs/metrics.md names every metric, with its kind and labels, and no other. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FIGURES } from "./app.ts";
import { registry } from "./platform/http/observe.ts";

interface Row {
  readonly name: string;
  readonly type: string;
  readonly labels: string;
}
const PAGE = readFileSync(new URL("../../docs/metrics.md", import.meta.url), "utf8");
const documented: Row[] = [...PAGE.matchAll(/^\| `(\w+)` \| (counter|gauge|histogram|summary) \| ([^|]*) \| \S[^|]* \|$/gm)].map(
  ([, name = "", type = "", labels = ""]) => ({
    name,
    type,
    labels: labels.trim(),
  }),
);
const labelText = (labels: readonly string[]): string => labels.map((label) => `\`${label}\``).join(", ") || "–";
const existing = async (): Promise<Row[]> => {
  const own = await registry.getMetricsAsJSON();
  const made = own.map(({ name, type }) => {
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: readonly string[] };
    return { name, type: String(type), labels: labelText(labelNames) };
  });
  const figures = FIGURES.flatMap(({ gauges }) =>
    Object.entries(gauges).map(([name, { labels }]) => ({ name, type: "gauge", labels: labelText(labels ?? []) })),
  );
  return [...made, ...figures];
};
const byName = (rows: readonly Row[]): Row[] => rows.toSorted((left, right) => left.name.localeCompare(right.name));

it("the page and the program name the same metrics", async () => {
  const rows = await existing();
  expect(rows.length).toBeGreaterThan(40);
  expect(byName(documented)).toEqual(byName(rows));
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

it("our own names say their unit, and counters that they are some", async () => {
  for (const { name, type } of (await existing()).filter((row) => row.name.startsWith("floatdesk_"))) {
    if (type === "counter") expect(name).toMatch(/_total$/);
    else expect(name).not.toMatch(/_total$/);
    if (/(^|_)(age|lag|duration|oldest|overdue)(_|$)/.test(name)) expect(name).toMatch(/_seconds$/);
    if (/suspense|unexplained/.test(name)) expect(name).toMatch(/_minor_units$/);
  }
});
