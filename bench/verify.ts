/** The stand-alone verifier on a day of ten million entries: how long it takes, and that it finds what was forged at the very end. */
import { spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leafHash, RootStack } from "../src/domain/seals/merkle.ts";
import { accountLine, entryLine, headText, NOTHING_BEFORE, summaryText } from "../src/domain/seals/texts.ts";
import { reportFigures, spreadOf } from "./lib/report.ts";

const ENTRIES = Number(process.env["BENCH_ENTRIES"] ?? 10_000_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const ACCOUNTS = 1000;
const DAY = "2026-11-25";
const MARK_S = 60;
const PIECE = 1 << 20;
const sha = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");

/** Writes the day's file; half of the accounts rise by debits, half by credits, alike. */
function writeEntries(path: string): { root: string; debits: bigint } {
  const file = openSync(path, "w");
  const top = new RootStack();
  const each = ENTRIES / ACCOUNTS;
  const from = Date.parse(`${DAY}T00:00:00+08:00`);
  let text = `floatdesk entries v1 ${DAY}\n`;
  let debits = 0n;
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const tree = new RootStack();
    const side = account % 2 === 0 ? 1 : -1;
    let balance = 5_000_000;
    for (let n = 0; n < each; n += 1) {
      const amount = 100 + (n % 50_000);
      const id = `${String(account % 1000).padStart(3, "0")}${n.toString(32).toUpperCase().padStart(5, "0")}`;
      const line = entryLine({
        seq: String(n + 1),
        at: from + Math.floor((n / each) * 86_400_000),
        id: `J261125${id}`,
        txn: `B261125${id}`,
        kind: "payment",
        refType: "payment",
        refId: `P261125${id}`,
        amount: String(amount),
        before: String(balance),
        after: String(balance + amount),
        note: "",
      });
      balance += amount;
      if (side === 1) debits += BigInt(amount);
      tree.add(leafHash(line));
      text += `${line}\n`;
      if (text.length > PIECE) {
        writeSync(file, text);
        text = "";
      }
    }
    const line = accountLine({
      kind: side === 1 ? "wallet" : "merchant",
      owner: `W261125${String(account).padStart(8, "0")}`,
      operator: "-",
      normal: side,
      entries: String(each),
      firstSeq: "1",
      before: "5000000",
      after: String(balance),
      root: tree.root().toString("hex"),
    });
    top.add(leafHash(line));
    text += `${line}\n`;
  }
  writeSync(file, text);
  closeSync(file);
  return { root: top.root().toString("hex"), debits };
}

function writeSeals(path: string, root: string, debits: bigint): void {
  const pair = generateKeyPairSync("ed25519");
  const raw = pair.publicKey.export({ type: "spki", format: "der" }).subarray(-32);
  const id = `dsk_${sha(raw).slice(0, 16)}`;
  const summary = summaryText({
    day: DAY,
    currency: "BDT",
    entries: ENTRIES,
    accounts: ACCOUNTS,
    debits,
    credits: debits,
    auditRows: 0,
    auditFirst: 0,
    auditLast: 0,
    auditBefore: "00",
    auditAfter: "00",
    salt: sha("salt"),
  });
  const head = headText({ day: DAY, previous: NOTHING_BEFORE, entries: root, audit: sha(""), summary: sha(summary), key: id });
  const keys = [{ id, public: raw.toString("base64"), endorsed_by: null, endorsement: null }];
  const signature = sign(null, Buffer.from(head), pair.privateKey).toString("base64");
  writeFileSync(path, `${JSON.stringify({ floatdesk: "seals v1", keys })}\n${JSON.stringify({ head, summary, signature })}\n`);
}

const folder = mkdtempSync(join(tmpdir(), "floatdesk-verify-"));
const program = join(import.meta.dirname, "../verify/verify.mjs");
try {
  const [entries, seals] = [join(folder, "entries.txt"), join(folder, "seals.ndjson")];
  console.log(`writing ${ENTRIES} entries`);
  const { root, debits } = writeEntries(entries);
  writeSeals(seals, root, debits);
  const run = (): { seconds: number; code: number | null; output: string } => {
    const began = performance.now();
    const done = spawnSync(process.execPath, [program, seals, entries], { encoding: "utf8" });
    return { seconds: (performance.now() - began) / 1000, code: done.status, output: done.stdout + done.stderr };
  };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { seconds, code, output } = run();
    if (code !== 0) throw new Error(output);
    console.log(`${seconds.toFixed(1)} s: ${output.trim().split("\n").at(-1)}`);
    times.push(seconds);
  }
  const bytes = statSync(entries).size;
  // One digit of a reference in the last entry, which no figure depends on.
  const file = openSync(entries, "r+");
  const tail = Buffer.alloc(1000);
  readSync(file, tail, 0, tail.length, bytes - tail.length);
  writeSync(file, "6", bytes - tail.length + tail.lastIndexOf(",P261125") + 7);
  closeSync(file);
  const forged = run();
  if (forged.code !== 1) throw new Error(`the forged file passed: ${forged.output}`);
  console.log(`forged: ${forged.output.trim().split("\n").at(-1)}`);
  reportFigures("verify", [{ name: `${ENTRIES} entries verified`, unit: "s", ...spreadOf(times), mark: MARK_S, better: "less" }], {
    entries: ENTRIES,
    bytes,
    forged: { seconds: forged.seconds, said: forged.output.trim() },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
