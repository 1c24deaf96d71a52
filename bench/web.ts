/** The web's marks: bytes (exact, by how they are packed), Lighthouse, 200 rows to paint against one innerHTML table, one live change. */
import { launch } from "./lib/browser.ts";
import { bytesOf, type Encoding } from "./lib/packed.ts";
import { signIn, startBenchProduct } from "./lib/product.ts";
import type { Figure } from "./lib/readme.ts";
import { median, reportFigures, spreadOf } from "./lib/report.ts";
import { seedHistory, seedMerchants, seedWallets } from "./lib/seed.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const product = await startBenchProduct(async (owner, secrets) => {
  const merchants = await seedMerchants(owner, 5, secrets);
  const wallets = await seedWallets(owner, 10);
  await seedHistory(owner, merchants, wallets, 2000);
});
const base = `http://127.0.0.1:${product.port}`;
const token = await signIn(product);
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

/** What moves while 200 rows arrive, and the script of one live change to a row of 200, ms, on a processor slowed four times: from the change on the server to a quiet page. */
async function liveChanges(count: number): Promise<{ times: number[]; shift: number }> {
  const context = await browser.newContext({ locale: "zh-CN", viewport: { width: 1440, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem("token", value), token);
  const page = await context.newPage();
  const answered = page.waitForResponse((response) => response.url().includes("/api/payments?"));
  await page.goto(`${base}/payments?size=200`);
  const { data } = (await (await answered).json()) as { data: { items: { id: string; version: number }[] } };
  await page.waitForSelector("tbody tr[data-id]");
  await page.waitForTimeout(2000);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0;
        new PerformanceObserver((entries) => {
          for (const entry of entries.getEntries())
            total += (entry as PerformanceEntry & { value: number; hadRecentInput: boolean }).hadRecentInput
              ? 0
              : (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(total), 200);
      }),
  );
  const cdp = await context.newCDPSession(page);
  await cdp.send("Performance.enable");
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const scripts = async (): Promise<number> => (await cdp.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0;
  const times: number[] = [];
  for (const row of data.items.slice(2, 2 + count)) {
    const before = await scripts();
    const [changed] = await Promise.all([
      fetch(`${base}/api/payments/${row.id}/note`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}`, "idempotency-key": `note-${row.id}` },
        body: JSON.stringify({ version: row.version, text: "seen" }),
      }),
      page.waitForResponse((response) => response.url().includes(`/api/payments/${row.id}`), { timeout: 15_000 }),
    ]);
    if (!changed.ok) throw new Error(`the note was answered ${changed.status}: ${await changed.text()}`);
    await page.waitForTimeout(500);
    times.push(((await scripts()) - before) * 1000);
    // Home's figures follow a change some seconds later: no part of this one, nor of the next.
    await page.waitForTimeout(5000);
  }
  await context.close();
  return { times, shift };
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
  const { times: changes, shift } = await liveChanges(ROUNDS);
  result["list_shift"] = shift;
  result["live_change_ms"] = median(changes);
  result["live_changes_ms"] = changes.map((ms) => Math.round(ms * 10) / 10);
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
      { name: "one live change, processor slowed four times", unit: "ms", ...spreadOf(changes), mark: 16, better: "less" },
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
