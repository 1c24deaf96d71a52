/** L6, every list with each of its filters and with drawn combinations, from its newest and from its oldest row; and a file of 100,000 rows, which must not grow the server's memory. */
import { get as httpGet } from "node:http";
import { fillFolder } from "../lib/fill/folder.ts";
import { startFilled } from "../lib/fill/folder.ts";
import { addressOf, type Case, combinations, poolOf, singles } from "../lib/lists/cases.ts";
import { measuredLists } from "../lib/lists/lists.ts";
import { ListsSide } from "../lib/lists/side.ts";
import { signIn, type BenchProduct } from "../lib/product.ts";
import { median, percentile } from "../lib/report.ts";
import { look } from "../lib/soak.ts";
import { seeded } from "../../test/support/messages/random.ts";
import { Result, sized } from "./result.ts";

/** A little more than 100,000 payments; the rest are payouts. */
const ORDERS = sized(105_000, 1_000_000);
const COMBINATIONS = sized(150, 500);
const PAGE = 50;
const EXPORT_ROWS = 100_000;
const GROWTH_MB = 100;
const LOOK_MS = 50;
const LIGHT = "/api/wallets?size=10";
const LIGHT_CALLS = 30;
/** These have orders of their own. */
const OTHER_ORDERS = ["/api/exceptions", "/api/exceptions/lines"];

/** Reads a file to its end and answers its lines and the most that the server's memory grew by, MB. */
async function exported(product: BenchProduct, token: string): Promise<{ lines: number; growthMb: number }> {
  const memory = async (): Promise<number> => (await look(product.server.pid ?? 0, product.owner, 0)).memoryMb;
  const rest = await memory();
  let [lines, most] = [0, rest];
  const watch = setInterval(() => void memory().then((mb) => (most = Math.max(most, mb))), LOOK_MS);
  await new Promise<void>((done, fail) => {
    const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
    httpGet({ port: product.port, path: "/api/payments/export?format=csv&lang=en", headers }, (answer) => {
      if (answer.statusCode !== 200) fail(new Error(`the export was answered ${answer.statusCode}`));
      answer.on("data", (part: Buffer) => {
        for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
      });
      answer.on("error", fail);
      answer.on("end", done);
    }).on("error", fail);
  });
  clearInterval(watch);
  return { lines, growthMb: most - rest };
}

/** The same question from the other end of the list: what somebody sees who has gone to its last page. */
const lastPage = (address: string): string => `${address}&sort=created_at`;

const result = new Result("L6");
console.log(`  on ${fillFolder(ORDERS).split("/").at(-1)}`);
const filled = await startFilled(ORDERS);
const side = await ListsSide.start(filled);
try {
  const random = seeded(20_261_126);
  const lists = measuredLists();
  const rows = await side.sample(lists);
  const empty = lists.filter(({ url }) => rows.get(url)?.length === 0).map(({ url }) => url);
  result.must(`every list has rows${empty.length > 0 ? `, but for ${empty.join(", ")}` : ""}`, empty.length === 0);
  const pool = poolOf(lists, rows);
  const questions: Case[] = [...singles(lists, pool, random), ...combinations(lists, pool, COMBINATIONS, random)];
  const light: number[] = [];
  for (let call = 0; call < LIGHT_CALLS; call += 1) light.push((await side.ask(LIGHT)).httpMs);
  const [first, last]: [number[], number[]] = [[], []];
  const wrong: string[] = [];
  let slowest = { ms: 0, address: "" };
  /** Lists that go by time; others have orders of their own, and no page that is called the last. */
  const byTime = new Set<string>();
  for (const { url } of lists) if ((await side.asked(lastPage(`${url}?size=10`))).status === 200) byTime.add(url);
  for (const question of questions) {
    const address = addressOf(question, pool, PAGE);
    const ends = [[first, address] as const, ...(byTime.has(question.url) ? [[last, lastPage(address)] as const] : [])];
    for (const [times, asked] of ends) {
      const answers = [await side.asked(asked), await side.asked(asked)];
      const failed = answers.find(({ status }) => status !== 200);
      if (failed) wrong.push(`${failed.status} ${asked}`);
      const ms = Math.min(...answers.map(({ httpMs }) => httpMs));
      times.push(ms);
      if (ms > slowest.ms) slowest = { ms, address: asked };
    }
  }
  result.calls += 2 * (first.length + last.length);
  result.must(
    `${questions.length} questions to ${lists.length} lists are answered from both ends${wrong.length > 0 ? `, but for ${wrong.slice(0, 5).join("; ")}` : ""}`,
    wrong.length === 0,
  );
  result.must(
    `${byTime.size} lists have two ends, but for ${OTHER_ORDERS.join(", ")} all`,
    lists.every(({ url }) => byTime.has(url) !== OTHER_ORDERS.includes(url)),
  );
  result.say(
    `first page: p50 ${percentile(first, 0.5).toFixed(1)} ms, p99 ${percentile(first, 0.99).toFixed(1)} ms; last page: p50 ${percentile(last, 0.5).toFixed(1)} ms, p99 ${percentile(last, 0.99).toFixed(1)} ms`,
  );
  result.mark(`the slowest page, ${slowest.address}`, slowest.ms, 300, "ms");
  const yardstick = median(light);
  result.ratio(`a list in the middle, to a light one (${yardstick.toFixed(1)} ms)`, percentile([...first, ...last], 0.5) / yardstick, 5);
  const token = await signIn(filled.product);
  const file = await exported(filled.product, token);
  result.must(`a file of ${file.lines - 1} payments, at least ${EXPORT_ROWS}`, file.lines - 1 >= EXPORT_ROWS);
  result.must(`the server's memory grows by ${file.growthMb.toFixed(0)} MB while it is written, less than ${GROWTH_MB}`, file.growthMb < GROWTH_MB);
} finally {
  await side.stop();
}
result.end();
