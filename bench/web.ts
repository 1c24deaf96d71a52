/**
 * The web's marks: bytes (exact, by how they are packed), Lighthouse, 200 rows to paint against one innerHTML table, one live change,
 * drawers that stand at once, and the largest block of script while somebody handles lists, drawers and the palette.
 */
import { loadavg } from "node:os";
import { launch } from "./lib/browser.ts";
import { bytesOf, type Encoding } from "./lib/packed.ts";
import { signIn, startBenchProduct } from "./lib/product.ts";
import type { Figure } from "./lib/readme.ts";
import { median, percentile, reportFigures, spreadOf } from "./lib/report.ts";
import { seedHistory, seedMerchants, seedWallets } from "./lib/seed.ts";
import { type Opening, openings } from "./lib/web/drawer.ts";
import { handle, type Handled, largestOf } from "./lib/web/handling.ts";
import { liveChanges } from "./lib/web/live.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const OPENINGS = Number(process.env["BENCH_OPENINGS"] ?? 40);
const product = await startBenchProduct(async (owner, secrets) => {
  const merchants = await seedMerchants(owner, 5, secrets);
  const wallets = await seedWallets(owner, 10);
  await seedHistory(owner, merchants, wallets, 2000);
});
const base = `http://127.0.0.1:${product.port}`;
const token = await signIn(product);
const place = { base, token };
const browser = await launch();

/** Addresses of the scripts and styles that a page loads, cold. */
async function loaded(path: string, signedIn: boolean): Promise<string[]> {
  const context = await browser.newContext({ locale: "zh-CN" });
  if (signedIn) await context.addInitScript((value) => localStorage.setItem("token", value), token);
  const page = await context.newPage();
  const found = new Set<string>();
  page.on("response", (response) => {
    if (["script", "stylesheet"].includes(response.request().resourceType())) found.add(response.url());
  });
  await page.goto(base + path, { waitUntil: "networkidle" }).catch(() => undefined); // the event stream never goes idle
  await page.waitForTimeout(1500);
  await context.close();
  return [...found];
}

const kib = (bytes: number): number => Math.round(bytes / 102.4) / 10;

/** What these files weigh on the wire, by how they are packed: `br` is what browsers are sent, `gzip` what a proxy may make of it. */
async function weights(name: string, path: string, signedIn: boolean): Promise<Record<string, number>> {
  const urls = await loaded(path, signedIn);
  if (urls.length === 0) throw new Error(`${path} loads nothing`);
  const sum = async (encoding: Encoding): Promise<number> => {
    let total = 0;
    for (const url of urls) total += await bytesOf(url, encoding);
    return kib(total);
  };
  return { [`${name}_brotli_kib`]: await sum("br"), [`${name}_gzip_kib`]: await sum("gzip") };
}

/** 200 rows to paint in the list, and the same texts as one innerHTML table, in one page. */
async function paint(): Promise<{ list: number; plain: number }> {
  const context = await browser.newContext({ locale: "zh-CN", viewport: { width: 1440, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem("token", value), token);
  // The loader of these benches names functions with a helper that the page does not have.
  await context.addInitScript("globalThis.__name = (made) => made");
  const page = await context.newPage();
  await page.goto(`${base}/payments?size=10`);
  await page.waitForSelector("tbody tr[data-id]");
  const list = await page.evaluate(async () => {
    const rows = (): number => document.querySelectorAll("tbody tr[data-id]").length;
    const started = performance.now();
    history.pushState(null, "", "/payments?size=200");
    dispatchEvent(new PopStateEvent("popstate"));
    let answered = started;
    const seen = new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) if (entry.name.includes("size=200")) answered = (entry as PerformanceResourceTiming).responseEnd;
    });
    seen.observe({ type: "resource" });
    while (rows() <= 20 && performance.now() - started < 15_000) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - Math.max(answered, started);
  });
  const plain = await page.evaluate(async () => {
    const texts = [...document.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent ?? ""));
    const many = Array.from({ length: 200 }, (_unused, index) => texts[index % texts.length] ?? []);
    const host = document.createElement("div");
    document.body.append(host);
    const started = performance.now();
    host.innerHTML = `<table>${many.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const took = performance.now() - started;
    host.remove();
    return took;
  });
  await context.close();
  return { list, plain };
}

/** A drawer's figures: by the clock, which tells a busy machine too, and by the processor. */
function drawerFigures(all: readonly Opening[]): Figure[] {
  const figure = (name: string, values: readonly number[], share: number): Figure => ({
    name: `${name}, ${share === 0.5 ? "p50" : "p95"} of ${values.length}`,
    unit: "ms",
    value: percentile(values, share),
    low: Math.min(...values),
    high: Math.max(...values),
    mark: 50,
    better: "less",
  });
  const [clock, cpu] = [all.map(({ ms }) => ms), all.map(({ cpuMs }) => cpuMs)];
  const plain = median(all.map(({ plainMs }) => plainMs));
  return [0.5, 0.95].flatMap((share) => [
    {
      ...figure("drawer of a row that was pointed at, by the clock", clock, share),
      yardstick: `a click that changes one word, ${Math.round(plain)} ms just then`,
    },
    figure("the same, processor time of the page's thread", cpu, share),
  ]);
}

try {
  const result: Record<string, unknown> = {
    ...(await weights("signin", "/signin", false)),
    ...(await weights("payments", "/payments", true)),
  };
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await paint());
  result["rows_200_ratio"] = median(rounds.map((round) => round.list / round.plain));
  result["rows_200_ms"] = median(rounds.map((round) => round.list));
  result["plain_200_ms"] = median(rounds.map((round) => round.plain));
  const { times: changes, shift } = await liveChanges(browser, place, ROUNDS);
  result["list_shift"] = shift;
  result["live_changes_ms"] = changes.map((ms) => Math.round(ms * 10) / 10);
  const handled: Handled[] = [];
  for (let round = 0; round < ROUNDS; round += 1) handled.push(await handle(browser, place));
  result["handled_ms_at_full_speed"] = handled;
  const drawers = await openings(browser, place, OPENINGS);
  result["drawers"] = drawers;
  result["load"] = loadavg().map((load) => Math.round(load * 10) / 10);
  const { lighthouseScores } = await import("./lib/lighthouse.ts");
  const scores = await lighthouseScores(base, token);
  result["lighthouse"] = scores;
  const score = (page: string, name: string, mark: number): Figure => ({ name, unit: "points", value: scores[page]?.performance ?? 0, mark, better: "more" });
  reportFigures(
    "web",
    [
      { name: "sign-in, gzip", unit: "KiB", value: result["signin_gzip_kib"] as number, mark: 180, better: "less" },
      { name: "payments list, gzip", unit: "KiB", value: result["payments_gzip_kib"] as number, mark: 320, better: "less" },
      {
        name: "200 rows drawn",
        unit: "times",
        ...spreadOf(rounds.map((round) => round.list / round.plain)),
        yardstick: "one innerHTML table of the same rows",
        mark: 5,
        better: "less",
      },
      { name: "one live change, all its script on a processor slowed four times", unit: "ms", ...spreadOf(changes), mark: 16, aim: 8, better: "less" },
      ...(["list", "drawer", "palette"] as const).map(
        (area): Figure => ({
          name: `largest block of script in a ${area}, processor slowed four times`,
          unit: "ms",
          ...spreadOf(handled.map((round) => largestOf(round, area))),
          mark: 50,
          better: "less",
        }),
      ),
      ...drawerFigures(drawers),
      score("signin_mobile", "Lighthouse, sign-in on a phone", 97),
      score("signin_desktop", "Lighthouse, sign-in on a desk", 100),
      score("payments_mobile", "Lighthouse, list on a phone", 80),
      score("payments_desktop", "Lighthouse, list on a desk", 97),
    ],
    result,
  );
} finally {
  await browser.close();
  await product.stop();
}
