/** docs/metrics.md names every metric, with its kind and labels, and no other. */
import { readFileSync } from "node:fs";
import { AggregatorRegistry } from "prom-client";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { FIGURES } from "./app.ts";
import { ownFigures, registry } from "./platform/http/observe.ts";

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

it("no label has a name that Prometheus puts there itself", async () => {
  const config = parse(readFileSync(new URL("../../deploy/prometheus/prometheus.yml", import.meta.url), "utf8")) as {
    scrape_configs: { static_configs: { labels: Record<string, string> }[] }[];
  };
  const ours = config.scrape_configs.flatMap((scrape) => scrape.static_configs.flatMap(({ labels }) => Object.keys(labels)));
  const taken = ["job", "instance", "le", "quantile", ...ours];
  expect(taken).toContain("role");
  // One of these is stored as `exported_job`, and what asks for `job` gets the target's.
  const used = (await existing()).filter(({ labels }) => taken.some((name) => labels.includes(`\`${name}\``)));
  expect(used).toEqual([]);
});

it("several processes show what one shows, and of what an alert asks for the worst of them", async () => {
  const figures = await ownFigures();
  const valued = (value: number): typeof figures =>
    figures.map((metric) => ({ ...metric, values: String(metric.type) === "gauge" ? metric.values.map((each) => ({ ...each, value })) : metric.values }));
  const together = AggregatorRegistry.aggregate([[...valued(1)], [...valued(3)]]);
  const shown = await together.getMetricsAsJSON();
  expect(shown.map(({ name }) => name).toSorted()).toEqual(figures.map(({ name }) => name).toSorted());
  for (const name of ["process_start_time_seconds", "nodejs_eventloop_lag_p99_seconds"])
    expect([name, shown.find((metric) => metric.name === name)?.values[0]?.value]).toEqual([name, 3]);
});
