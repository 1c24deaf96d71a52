/** Files of a made-up house with three days, and every way of forging them that one can think of: each is found by the stand-alone verifier. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, businessDayStart } from "../../src/contract/time.ts";
import { leafHash, pathOf, rootOf, RootStack } from "../../src/domain/seals/merkle.ts";
import {
  accountLine,
  archiveText,
  auditLine,
  entryLine,
  headText,
  keyText,
  NOTHING_BEFORE,
  noteMark,
  sealLine,
  summaryText,
} from "../../src/domain/seals/texts.ts";
import { loadVerifier, verified, verifiedFolder } from "../support/parts/proof.ts";

const sha = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
interface Key {
  readonly id: string;
  readonly public: string;
  readonly key: KeyObject;
}
function newKey(): Key {
  const pair = generateKeyPairSync("ed25519");
  const raw = pair.publicKey.export({ type: "spki", format: "der" }).subarray(-32);
  return { id: `dsk_${sha(raw).slice(0, 16)}`, public: raw.toString("base64"), key: pair.privateKey };
}
const signed = (text: string, key: Key): string => sign(null, Buffer.from(text), key.key).toString("base64");
const json = (value: unknown): string => `${JSON.stringify(value)}\n`;
const hex64 = (digit: string): string => digit.repeat(64);

interface House {
  /** Signs all days but the last. */
  readonly signer: Key;
  readonly keys: readonly Record<string, string | null>[];
  readonly days: readonly { day: string; head: string; summary: string; signature: string; entries: string; audit: string; proof: string }[];
}

const FIRST = "2026-11-01";
const NOTE = 'a "note",\twith 中文';

/** Three days of a merchant, its hold and a wallet: ten entries on each account a day. The second key signs the last day. */
function house(first = FIRST): House {
  const [one, two] = [newKey(), newKey()] as const;
  const keys = [
    { id: one.id, public: one.public, endorsed_by: null, endorsement: null },
    { id: two.id, public: two.public, endorsed_by: one.id, endorsement: signed(keyText(two.id, two.public, one.id), one) },
  ];
  const days: House["days"][number][] = [];
  let [previous, trail, row] = [NOTHING_BEFORE, "00", 0];
  for (const index of [0, 1, 2]) {
    const day = addDays(first, index);
    const key = index < 2 ? one : two;
    const salt = sha(`salt ${index}`);
    let [file, mine] = [`floatdesk entries v1 ${day}\n`, ""];
    const leaves: Buffer[] = [];
    const own: { line: string; entries: string }[] = [];
    for (const account of ["wallet", "merchant", "hold"] as const) {
      const tree = new RootStack();
      let balance = index * 1000;
      mine = "";
      for (let n = 0; n < 10; n += 1) {
        const note = n === 4 && account === "merchant" ? NOTE : null;
        const id = `J2611010000${index}${n}${account.slice(0, 2).toUpperCase()}`;
        const line = entryLine({
          seq: String(index * 10 + n + 1),
          at: businessDayStart(day) + n,
          id,
          txn: `B261101000000${index}${n}`,
          kind: "payment",
          refType: "payment",
          refId: `P261101000000${index}${n}`,
          amount: "100",
          before: String(balance),
          after: String(balance + 100),
          note: note === null ? "" : noteMark(salt, id, note),
        });
        balance += 100;
        tree.add(leafHash(line));
        file += `${line}${note === null ? "" : `\t${JSON.stringify(note)}`}\n`;
        mine += json({ entry: line });
      }
      const line = accountLine({
        kind: account,
        owner: account === "wallet" ? "W26110100000001" : "M26110100000001",
        operator: account === "wallet" ? "bkash" : "-",
        normal: account === "wallet" ? 1 : -1,
        entries: "10",
        firstSeq: String(index * 10 + 1),
        before: String(index * 1000),
        after: String(index * 1000 + 1000),
        root: tree.root().toString("hex"),
      });
      // The hold falls as the merchant rises, so that debits are credits: half of the rises count twice.
      leaves.push(leafHash(line));
      file += `${line}\n`;
      own.push({ line, entries: mine });
    }
    // The three accounts rise alike: a fourth one takes the difference.
    const other = new RootStack();
    let balance = -index * 1000;
    for (let n = 0; n < 10; n += 1) {
      const line = entryLine({
        seq: String(index * 10 + n + 1),
        at: businessDayStart(day) + n,
        id: `J2611010000${index}${n}ZZ`,
        txn: `B261101000000${index}${n}`,
        kind: "payment",
        refType: "payment",
        refId: `P261101000000${index}${n}`,
        amount: "-100",
        before: String(balance),
        after: String(balance - 100),
        note: "",
      });
      balance -= 100;
      other.add(leafHash(line));
      file += `${line}\n`;
    }
    const last = accountLine({
      kind: "suspense",
      owner: "-",
      operator: "bkash",
      normal: -1,
      entries: "10",
      firstSeq: String(index * 10 + 1),
      before: String(-index * 1000),
      after: String(-index * 1000 - 1000),
      root: other.root().toString("hex"),
    });
    leaves.push(leafHash(last));
    file += `${last}\n`;
    const before = trail;
    let rows = `floatdesk audit v1 ${day}\n`;
    const auditLeaves: Buffer[] = [];
    for (let n = 0; n < 7; n += 1) {
      row += 1;
      const text = JSON.stringify([row, "user", 1, "某人", "act", { n }]);
      const line = auditLine(String(row), text);
      trail = sha(Buffer.concat([Buffer.from(trail, "hex"), Buffer.from(text)]));
      auditLeaves.push(leafHash(line));
      rows += `${line}\n`;
    }
    const summary = summaryText({
      day,
      currency: "BDT",
      entries: 40,
      accounts: 4,
      debits: 2000n,
      credits: 2000n,
      auditRows: 7,
      auditFirst: row - 6,
      auditLast: row,
      auditBefore: before,
      auditAfter: trail,
      salt,
    });
    const head = headText({
      day,
      previous,
      entries: rootOf(leaves).toString("hex"),
      audit: rootOf(auditLeaves).toString("hex"),
      summary: sha(summary),
      key: key.id,
    });
    const signature = signed(head, key);
    const proof =
      json({ head, signature }) +
      [1, 2]
        .map((at) => {
          const path = pathOf(leaves, at).map(({ side, hash }) => `${side === "left" ? "<" : ">"}${hash.toString("hex")}`);
          return `${own[at]?.entries}${json({ account: own[at]?.line, path })}`;
        })
        .join("");
    days.push({ day, head, summary, signature, entries: file, audit: rows, proof });
    previous = sha(head);
  }
  return { signer: one, keys, days };
}

const HOUSE = house();
const OTHER = house();
const [D1, D2, D3] = HOUSE.days as [House["days"][number], House["days"][number], House["days"][number]];
const sealsOf = (keys: House["keys"], days: House["days"]): string =>
  json({ floatdesk: "seals v1", keys }) + days.map(({ head, summary, signature }) => json({ head, summary, signature })).join("");
const SEALS = sealsOf(HOUSE.keys, HOUSE.days);
const proofOf = (keys: House["keys"], days: House["days"], month = "2026-11"): string =>
  json({ floatdesk: "statement v1", merchant: "M26110100000001", month, days: days.length, entries: days.length * 20, keys }) +
  days.map(({ proof }) => proof).join("");
const PROOF = proofOf(HOUSE.keys, HOUSE.days);
/** The seal of a day in a statement, and what stands behind it. */
const headOf = ({ head, signature }: House["days"][number]): string => json({ head, signature });
const bodyOf = (day: House["days"][number]): string => day.proof.slice(headOf(day).length);
/** A statement whose days have lost all entries: the first line is not signed. */
const hollow = (proof: string, days: number): string => {
  const [first = "", ...lines] = proof.split("\n");
  let day = 0;
  const kept = lines.filter((line) => {
    if (line.startsWith('{"head"')) day += 1;
    return line === "" || line.startsWith('{"head"') || day > days;
  });
  return [JSON.stringify({ ...(JSON.parse(first) as object), entries: kept.filter((line) => line.startsWith('{"entry"')).length }), ...kept].join("\n");
};
/** A house whose first sealed days are the last two of November, and a statement of each of its months. */
const TURN = house("2026-11-29");
const NOVEMBER = proofOf(TURN.keys, TURN.days.slice(0, 2));
const DECEMBER = proofOf(TURN.keys, TURN.days.slice(2), "2026-12");
/** The house signs another past: its second day once more, with another salt. */
function otherPast(): House["days"][number] {
  const summary = D2.summary.replace(/salt \w+/, `salt ${hex64("d")}`);
  const head = D2.head.replace(/summary \w+/, `summary ${sha(summary)}`);
  return {
    ...D2,
    head,
    summary,
    signature: signed(head, HOUSE.signer),
    proof: D2.proof.replace(/^.*\n/, json({ head, signature: signed(head, HOUSE.signer) })),
  };
}
const PAST = otherPast();

/** The house's second day once more, as whoever has its key signs it behind a first day that nobody has. */
function unchained(): House["days"][number] {
  const head = D2.head.replace(/previous \w+/, `previous ${hex64("b")}`);
  return { ...D2, head, signature: signed(head, HOUSE.signer) };
}

/** A fourth day, signed by the first key although the second one signs since the third. */
function underOldKey(): House["days"][number] {
  const day = addDays(FIRST, 3);
  const trail = /audit_after (\w+)/.exec(D3.summary)?.[1] ?? "";
  const summary = D3.summary
    .replace(D3.day, day)
    .replace(/audit_last \d+/, "audit_last 28")
    .replace(/audit_before \w+/, `audit_before ${trail}`);
  const head = D3.head
    .replace(D3.day, day)
    .replace(/previous \w+/, `previous ${sha(D3.head)}`)
    .replace(/summary \w+/, `summary ${sha(summary)}`)
    .replace(/key \w+/, `key ${HOUSE.signer.id}`);
  return { ...D3, day, head, summary, signature: signed(head, HOUSE.signer) };
}

/** A house of two keys: the first one endorsed another second key for somebody who had it for an hour. */
function otherEndorsed(): House["keys"] {
  const own = newKey();
  const { signer } = HOUSE;
  return [HOUSE.keys[0] ?? {}, { id: own.id, public: own.public, endorsed_by: signer.id, endorsement: signed(keyText(own.id, own.public, signer.id), signer) }];
}

/** A statement with an entry that nobody signed, whose way names the two halves of the signed day and hides the account behind them. */
function inventedEntry(): string {
  const leaves = D1.entries.split("\n").flatMap((line) => (line.startsWith("a,") ? [leafHash(line)] : []));
  const [left, right] = [rootOf(leaves.slice(0, 2)), rootOf(leaves.slice(2))].map((half) => half.toString("hex"));
  const entry = entryLine({
    seq: "1",
    at: businessDayStart(D1.day),
    id: "J26110100000001",
    txn: "B26110100000001",
    kind: "payment",
    refType: "payment",
    refId: "P26110100000001",
    amount: "99900",
    before: "0",
    after: "99900",
    note: "",
  });
  const tree = new RootStack();
  tree.add(leafHash(entry));
  const account = accountLine({
    kind: "merchant",
    owner: "M26110100000001",
    operator: "-",
    normal: -1,
    entries: "1",
    firstSeq: "1",
    before: "0",
    after: "99900",
    root: tree.root().toString("hex"),
  });
  return (
    json({ floatdesk: "statement v1", merchant: "M26110100000001", month: "2026-11", days: 1, entries: 1, keys: HOUSE.keys }) +
    json({ head: D1.head, signature: D1.signature }) +
    json({ entry }) +
    json({ account, path: [`<${left}${right}zz`] })
  );
}

/** The house's month as a folder. @param change what the manifest says otherwise @param without a file that it leaves out */
function archiveOf(change: Partial<Parameters<typeof archiveText>[0]> = {}, without = ""): Record<string, string | Buffer> {
  const parts = HOUSE.days.flatMap(({ day, entries, audit }): [string, string | Buffer][] => [
    [`entries-${day}.txt.gz`, gzipSync(entries)],
    [`audit-${day}.txt.gz`, gzipSync(audit)],
  ]);
  const files = new Map<string, string | Buffer>([["seals.ndjson", SEALS], ...parts]);
  files.delete(without);
  const head = archiveText({
    month: "2026-11",
    first: D1.day,
    last: D3.day,
    root: rootOf(HOUSE.days.map(({ day, head: of }) => leafHash(sealLine(day, sha(of))))).toString("hex"),
    entries: 120n,
    auditRows: 21n,
    at: "2027-01-01T00:00:00.000Z",
    by: "somebody",
    key: HOUSE.signer.id,
    files: [...files].map(([name, text]) => [name, 1, sha(text)]),
    ...change,
  });
  return { ...Object.fromEntries(files), "manifest.json": json({ floatdesk: "archive v1", keys: HOUSE.keys, head, signature: signed(head, HOUSE.signer) }) };
}

/** Lines of a text, changed. */
function edited(text: string, change: (lines: string[]) => void): string {
  const lines = text.slice(0, -1).split("\n");
  change(lines);
  return `${lines.join("\n")}\n`;
}
const swap = (lines: string[], a: number, b: number): void => {
  [lines[a], lines[b]] = [lines[b] ?? "", lines[a] ?? ""];
};

describe("what is genuine", () => {
  it("fits: seals, each day's entries and audit rows, a merchant's statement, each alone and together", () => {
    const all = verified({
      "proof.ndjson": PROOF,
      ...Object.fromEntries(
        HOUSE.days.flatMap(({ day, entries, audit }) => [
          [`e-${day}`, entries],
          [`a-${day}`, audit],
        ]),
      ),
      "seals.ndjson": SEALS,
    });
    expect(all.output).not.toContain("WRONG");
    expect(all.code).toBe(0);
    expect(all.output.match(/^ok/gm)).toHaveLength(8);
    expect(verified({ "one-day.ndjson": sealsOf(HOUSE.keys, [D2]), e: D2.entries })).toMatchObject({ code: 0 });
    expect(verified({ "kept.ndjson": sealsOf(HOUSE.keys, [D2]), ...archiveOf(), "all-seals.ndjson": SEALS })).toMatchObject({ code: 0 });
  });
});

/** A statement of November whose last day has its seal and no entry, which it alone cannot show. */
const HOLLOW_END =
  json({ floatdesk: "statement v1", merchant: "M26110100000001", month: "2026-11", days: 2, entries: 20, keys: TURN.keys }) +
  (TURN.days[0]?.proof ?? "") +
  headOf(TURN.days[1] as House["days"][number]);

/** Lines of entries and accounts as one would forge them who knows the form: an amount, every balance and the account's root behind it. */
function forgedLines(lines: readonly string[]): string[] {
  let [off, tree] = [0, new RootStack()];
  return lines.map((line) => {
    const parts = line.split(",");
    if (parts[0] === "e") {
      parts[9] = String(Number(parts[9]) + off);
      if (parts[1] === "3") {
        parts[8] = String(Number(parts[8]) - 1);
        off -= 1;
      }
      parts[10] = String(Number(parts[10]) + off);
      tree.add(leafHash(parts.join(",")));
    } else if (parts[0] === "a") {
      parts[8] = String(Number(parts[8]) + off);
      parts[9] = tree.root().toString("hex");
      [off, tree] = [0, new RootStack()];
    }
    return parts.join(",");
  });
}
const recomputed = (text: string): string => {
  const rows = text.split("\n").map((row) => row.split("\t"));
  const lines = forgedLines(rows.map(([line = ""]) => line));
  return rows.map(([, ...note], at) => [lines[at], ...note].join("\t")).join("\n");
};
const recomputedProof = (proof: string): string => {
  const lines = proof
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line) as { entry?: string; account?: string });
  const forged = forgedLines(lines.map(({ entry, account }) => entry ?? account ?? ""));
  return lines.map((line, at) => json(line.entry ? { entry: forged[at] } : line.account ? { ...line, account: forged[at] } : line)).join("");
};

/** The merchant's account and its way one step shorter: what stands in its place is the node above it. */
function innerNode(): string {
  return edited(D1.proof, (lines) => {
    const at = lines.findIndex((line) => line.startsWith('{"account"'));
    const { account, path } = JSON.parse(lines[at] ?? "") as { account: string; path: string[] };
    const node = leafHash(account).toString("latin1");
    lines[at] = JSON.stringify({ account: `a,${node}`, path: path.slice(1) });
  });
}

/** Each takes genuine files and answers forged ones, and what the verifier must say. */
const FORGERIES: Readonly<Record<string, readonly [Readonly<Record<string, string | Buffer>>, RegExp]>> = {
  "an amount": [{ SEALS, e: D1.entries.replace(",100,300,400,", ",101,300,401,") }, /does not follow|not the signed ones/],
  "an amount and every balance behind it": [
    {
      SEALS,
      e: edited(D1.entries, (lines) => {
        let off = 0;
        for (const [at, line] of lines.entries()) {
          const parts = line.split(",");
          if (parts[0] === "a") off = 0;
          if (parts[0] !== "e") continue;
          if (parts[1] === "3" && at < 5) {
            parts[8] = "150";
            parts[10] = String(Number(parts[10]) + 50);
            off = 50;
          } else {
            parts[9] = String(Number(parts[9]) + off);
            parts[10] = String(Number(parts[10]) + off);
          }
          lines[at] = parts.join(",");
        }
      }),
    },
    /not the signed ones/,
  ],
  "a reference": [{ SEALS, e: D1.entries.replace("P26110100000003", "P26110100000004") }, /not the signed ones/],
  "two entries that changed places": [{ SEALS, e: edited(D1.entries, (lines) => swap(lines, 2, 3)) }, /does not follow/],
  "two accounts that changed places": [
    { SEALS, e: edited(D1.entries, (lines) => lines.splice(1, 22, ...lines.slice(12, 23), ...lines.slice(1, 12))) },
    /accounts are not the signed ones/,
  ],
  "a removed entry": [{ SEALS, e: edited(D1.entries, (lines) => lines.splice(4, 1)) }, /does not follow/],
  "a removed last entry of an account": [{ SEALS, e: edited(D1.entries, (lines) => lines.splice(10, 1)) }, /not the signed ones/],
  "a removed account": [{ SEALS, e: edited(D1.entries, (lines) => lines.splice(1, 11)) }, /accounts are not the signed ones/],
  "an added entry": [
    { SEALS, e: edited(D1.entries, (lines) => lines.splice(11, 0, (lines[10] ?? "").replace("e,10,", "e,11,").replace(",900,1000,", ",1000,1100,"))) },
    /not the signed ones/,
  ],
  "an entry twice": [{ SEALS, e: edited(D1.entries, (lines) => lines.splice(4, 0, lines[4] ?? "")) }, /does not follow/],
  "an account twice": [{ SEALS, e: edited(D1.entries, (lines) => lines.splice(1, 0, ...lines.slice(1, 12))) }, /accounts are not the signed ones/],
  "a note": [{ SEALS, e: D1.entries.replace("with", "without") }, /note .* was changed/],
  "a removed note": [{ SEALS, e: D1.entries.replace(/\t".*"/, "") }, /note is missing/],
  "an added note": [{ SEALS, e: D1.entries.replace(/,\n/, ',\t"x"\n') }, /note .* was changed/],
  "an account's balance": [{ SEALS, e: D1.entries.replace(",0,1000,", ",0,1001,") }, /not the signed ones/],
  "a file cut between lines": [{ SEALS, e: edited(D1.entries, (lines) => lines.splice(-1, 1)) }, /was cut/],
  "a file cut within a line": [{ SEALS, e: D1.entries.slice(0, -20) }, /was cut/],
  "an empty file of entries": [{ SEALS, e: `floatdesk entries v1 ${D1.day}\n` }, /accounts are not the signed ones/],
  "another day's entries": [{ SEALS, e: D2.entries.replace(D2.day, D1.day) }, /of another day/],
  "entries without their seal": [{ seals: sealsOf(HOUSE.keys, [D1]), e: D2.entries }, /is not among the files/],
  "an audit row": [{ SEALS, a: D2.audit.replace('"act"', '"art"') }, /not the signed ones/],
  "a removed audit row": [{ SEALS, a: edited(D2.audit, (lines) => lines.splice(3, 1)) }, /does not follow/],
  "a removed last audit row": [{ SEALS, a: edited(D2.audit, (lines) => lines.splice(7, 1)) }, /not the signed ones/],
  "an added audit row": [{ SEALS, a: edited(D2.audit, (lines) => lines.push((lines[7] ?? "").replace("r,14,", "r,15,"))) }, /not the signed ones/],
  "audit rows that changed places": [{ SEALS, a: edited(D2.audit, (lines) => swap(lines, 2, 3)) }, /does not follow/],
  "a head": [{ seals: SEALS.replace(/entries [0-9a-f]{64}/, `entries ${hex64("a")}`) }, /signature does not fit/],
  "a summary": [{ seals: SEALS.replace("debits 2000", "debits 3000") }, /summary was changed/],
  "another key's signature": [{ seals: sealsOf(HOUSE.keys, [{ ...D1, signature: OTHER.days[0]?.signature ?? "" }, D2, D3]) }, /signature does not fit/],
  "keys of another house": [{ seals: sealsOf(OTHER.keys, HOUSE.days) }, /is not among the keys/],
  "a key that nobody endorsed": [{ seals: sealsOf([HOUSE.keys[0] ?? {}, { ...OTHER.keys[1] }], [D1, D2]) }, /is not endorsed by/],
  "a key under another's name": [{ seals: sealsOf([{ ...OTHER.keys[0], id: HOUSE.keys[0]?.["id"] ?? "" }], [D1]) }, /not named by its bytes/],
  "days that changed places": [{ seals: sealsOf(HOUSE.keys, [D1, D3, D2]) }, /does not follow/],
  "a day left out": [{ seals: sealsOf(HOUSE.keys, [D1, D3]) }, /does not follow/],
  "a day twice": [{ seals: sealsOf(HOUSE.keys, [D1, D1, D2]) }, /does not follow/],
  "a day of another chain": [
    { seals: sealsOf([...HOUSE.keys, ...OTHER.keys].slice(0, 2), [D1, { ...D2, head: D2.head.replace(/previous \w+/, `previous ${hex64("b")}`) }]) },
    /signature does not fit/,
  ],
  "a day that is sealed otherwise in the seals of before": [{ kept: SEALS, now: sealsOf(HOUSE.keys, [PAST]) }, /11-02 is sealed otherwise in another file/],
  "a day of a statement that is sealed otherwise in the seals of before": [
    { p: proofOf(HOUSE.keys, [D1, PAST]), kept: SEALS },
    /11-02 is sealed otherwise in another file/,
  ],
  "two statements with two pasts": [{ p: PROOF, q: proofOf(HOUSE.keys, [D1, PAST]) }, /11-02 is sealed otherwise in another file/],
  "an archived month without a day's entries": [archiveOf({}, `entries-${D2.day}.txt.gz`), /names no entries-2026-11-02/],
  "an archived month without a day's audit rows": [archiveOf({}, `audit-${D3.day}.txt.gz`), /names no audit-2026-11-03/],
  "an archived month of more entries": [archiveOf({ entries: 121n }), /figures are not those of its days/],
  "an archived month of fewer audit rows": [archiveOf({ auditRows: 20n }), /figures are not those of its days/],
  "an archived month that begins on another day": [archiveOf({ first: D2.day }), /figures are not those of its days/],
  "a file of nothing": [{ e: "hello\n" }, /no file of sealed days/],
  "an amount in a statement": [{ p: PROOF.replace(",100,300,400,", ",101,300,401,") }, /does not follow|not the signed ones/],
  "an entry left out of a statement": [{ p: edited(PROOF, (lines) => lines.splice(4, 1)) }, /does not follow/],
  "a day left out of a statement": [{ p: proofOf(HOUSE.keys, [D1, D3]) }, /before it are missing|does not follow/],
  "the end cut off a statement": [{ p: edited(PROOF, (lines) => lines.splice(-11, 11)) }, /was cut/],
  "a statement under another month's name": [{ p: PROOF.replace('"month":"2026-11"', '"month":"2026-12"') }, /2026-11-01 is no day of the month 2026-12/],
  "a way to another root": [{ p: PROOF.replace(/([<>])[0-9a-f]{64}/, `$1${hex64("c")}`) }, /does not stand in the signed day/],
  "a way whose sides changed": [{ p: PROOF.replace(/"path":\["</, '"path":[">') }, /does not stand in the signed day/],
  "a statement with an entry that nobody signed": [{ p: inventedEntry() }, /merchant M\w+ does not stand in the signed day/],
  "the first day left out of a statement": [{ p: proofOf(HOUSE.keys, [D2, D3]) }, /days of 2026-11 before 2026-11-02 are missing/],
  "a statement of no day": [
    { p: proofOf(HOUSE.keys, []) },
    /p: it holds no day of 2026-11: none was sealed when it was made, or all were left out; it proves nothing/,
  ],
  "a statement whose entry stands before its day": [{ p: edited(PROOF, (lines) => swap(lines, 1, 2)) }, /p: an entry stands before the first day/],
  "a statement whose account has no way": [{ p: PROOF.replace('"path"', '"pass"') }, /p: a line in it is not as verify\/README.md describes it/],
  "a statement whose entry has no fields": [{ p: edited(PROOF, (lines) => lines.splice(2, 1, json({ entry: "e,1" }).trim())) }, /p: a number cannot be read/],
  "a statement that is no JSON from some line on": [{ p: PROOF.replace('{"account"', "{account") }, /p: a line in it is not as verify\/README.md/],
  "a statement of another house beside the seals that were kept": [
    { SEALS: sealsOf(HOUSE.keys, [D1]), p: proofOf(OTHER.keys, OTHER.days) },
    /p: its key 1 is dsk_\w+, not dsk_/,
  ],
  "seals of another house beside those that were kept": [
    { kept: sealsOf(HOUSE.keys, [D1]), now: sealsOf(OTHER.keys, OTHER.days.slice(1)) },
    /now: its key 1 is dsk_\w+, not dsk_/,
  ],
  "another second key beside the one that was kept": [{ kept: SEALS, now: sealsOf(otherEndorsed(), [D1]) }, /now: its key 2 is dsk_\w+, not dsk_/],
  "a day that is not chained to the one in another file": [
    { kept: sealsOf(HOUSE.keys, [D1]), now: sealsOf(HOUSE.keys, [unchained()]) },
    /now: 2026-11-02 is not chained to 2026-11-01/,
  ],
  "a day that is not chained to the one in a statement": [
    { p: proofOf(HOUSE.keys, [D1]), now: sealsOf(HOUSE.keys, [unchained()]) },
    /is not chained to 2026-11-01/,
  ],
  "a day under a key that was replaced before it": [{ now: sealsOf(HOUSE.keys, [D1, D2, D3, underOldKey()]) }, /2026-11-04: its key was replaced before/],
  "lines that a program has ended otherwise": [{ SEALS, e: D1.entries.replaceAll("\n", "\r\n") }, /e: its lines end with CR LF, not with LF alone/],
  "an empty line among the entries": [{ SEALS, e: edited(D1.entries, (lines) => lines.splice(4, 0, "")) }, /e: a line is neither an entry nor an account/],
  "a packed file that was cut": [{ SEALS, "e.gz": gzipSync(D1.entries).subarray(0, -40) }, /e\.gz: it is no whole gzip file/],
  "a packed file that is none": [{ SEALS, "e.gz": D1.entries }, /e\.gz: it is no whole gzip file/],
  "a statement of another merchant": [{ p: PROOF.replace('"merchant":"M26110100000001"', '"merchant":"M26110100000002"') }, /is not the merchant's/],
  "a statement signed by another key": [{ p: proofOf(OTHER.keys, HOUSE.days) }, /is not among the keys/],
  "a statement that calls itself one of more months, whose end was left out": [
    { november: HOLLOW_END, december: DECEMBER.replace('"month":"2026-12"', '"month":"2026"') },
    /december: 2026-12-01 is no day of the month 2026$/,
  ],
  "an entry that a line says twice, the forged one first": [
    { p: PROOF.replace('{"entry":"e,1,', '{"entry":"e,1,1,J,B,payment,payment,P,99900,0,99900,","entry":"e,1,') },
    /p: a line in it is not as verify\/README\.md describes it \(line 3\)/,
  ],
  "an account that stands beside an entry in its line": [
    { p: edited(PROOF, (lines) => lines.splice(2, 1, (lines[2] ?? "").replace("}", ',"account":"a,merchant,M26110100000001,-,-1,1,1,0,99900,x","path":[]}'))) },
    /p: a line in it is not as .* \(line 3\)/,
  ],
  "a figure beside an entry that nobody signed": [
    { p: PROOF.replace(/\{"entry":("[^"]*")\}/, '{"entry":$1,"fee":"0.00"}') },
    /p: a line in it is not as .* \(line 3\)/,
  ],
  "a day that says its summary twice": [
    { seals: SEALS.replace('"summary":', '"summary":"debits 9","summary":') },
    /seals: a line in it is not as .* \(line 2\)/,
  ],
  "a number of days that is spelt otherwise": [{ p: PROOF.replace('"days":3', '"days":3.0') }, /p: a line in it is not as .* \(line 1\)/],
  "an entry number that is spelt otherwise": [{ p: PROOF.replace('"e,3,', '"e,03,') }, /its entries are not the signed ones/],
  "an amount that is spelt otherwise": [{ SEALS, e: D1.entries.replace(",100,300,400,", ",0100,300,400,") }, /its entries are not the signed ones/],
  "a fee that was changed with all that follows from it": [{ SEALS, e: recomputed(D1.entries) }, /accounts are not the signed ones/],
  "a fee that was changed in a statement with all that follows from it": [
    { p: proofOf(HOUSE.keys, [{ ...D1, proof: recomputedProof(D1.proof) }, D2, D3]) },
    /2026-11-01: merchant M26110100000001 does not stand in the signed day/,
  ],
  "two days of a statement that changed places": [{ p: proofOf(HOUSE.keys, [D2, D1, D3]) }, /before it are missing/],
  "two days' entries under each other's seal": [
    { p: proofOf(HOUSE.keys, [{ ...D1, proof: headOf(D1) + bodyOf(D2) }, { ...D2, proof: headOf(D2) + bodyOf(D1) }, D3]) },
    /entry 11 is of another day/,
  ],
  "an inner node in an account's place": [
    { p: proofOf(HOUSE.keys, [{ ...D1, proof: innerNode() }, D2, D3]) },
    /entries are not the signed ones|does not stand/,
  ],
  "the last account of a day once more": [{ SEALS, e: edited(D1.entries, (lines) => lines.push(...lines.slice(-11))) }, /accounts are not the signed ones/],
  "an account of a statement once more": [
    { p: edited(PROOF.replace('"entries":60', '"entries":70'), (lines) => lines.splice(13, 0, ...lines.slice(2, 13))) },
    /2026-11-01: entries of merchant M26110100000001 before it are missing/,
  ],
  "another merchant's statement under one's own name, its accounts as well": [
    { p: PROOF.replaceAll("M26110100000001", "M26110100000009") },
    /does not stand in the signed day/,
  ],
};

describe("statements of several months", () => {
  const own = "merchant M26110100000001";
  it("go on where the one before ended, in whatever order they are given", () => {
    for (const files of [
      { november: NOVEMBER, december: DECEMBER },
      { december: DECEMBER, november: NOVEMBER },
      { december: DECEMBER, november: NOVEMBER, again: NOVEMBER, part: proofOf(TURN.keys, TURN.days.slice(0, 1)) },
    ]) {
      const { code, output } = verified(files);
      expect([code, output]).toEqual([0, expect.stringContaining(`sealed days of 2026-12, ${own} from entry 21 at 2000 to 3000, hold `)]);
      expect(output).toContain(`20 entries in 1 sealed days of 2026-12`);
      expect(output).toContain(`sealed days of 2026-11, ${own} from entry 1 at 0 to 2000, hold `);
    }
  });

  it("that lost their first entries say where they begin, which is all that one alone can say", () => {
    expect(verified({ p: hollow(PROOF, 1) })).toMatchObject({ code: 0, output: expect.stringContaining(`${own} from entry 11 at 1000 to 3000`) });
  });

  it("do not go on where entries at the end of the one before, or at the beginning of the next, were left out", async () => {
    const wrongOf = await loadVerifier();
    const [one = "", last = ""] = TURN.days.slice(0, 2).map(({ proof }) => proof);
    // Its last day has its seal, and no entry.
    const noEnd =
      json({ floatdesk: "statement v1", merchant: "M26110100000001", month: "2026-11", days: 2, entries: 20, keys: TURN.keys }) +
      one +
      last.replace(/\n[\s\S]*$/, "\n");
    expect(wrongOf({ noEnd })).toBeNull();
    for (const files of [
      { noEnd, december: DECEMBER },
      { december: DECEMBER, noEnd },
    ])
      expect(wrongOf(files)).toMatch(
        /december: 2026-12-01: entries of hold M26110100000001 before it are missing|merchant M26110100000001 before it are missing/,
      );
  });
});

describe("what is forged is found", () => {
  let wrongOf: Awaited<ReturnType<typeof loadVerifier>>;
  beforeAll(async () => {
    wrongOf = await loadVerifier();
  });

  it.each(Object.entries(FORGERIES))("%s", (_name, [files, said]) => {
    expect(wrongOf(files)).toMatch(said);
  });

  it("a genuine chain under a key that was not expected", () => {
    expect(verified({ SEALS }, "--key", HOUSE.keys[0]?.["id"] ?? "")).toMatchObject({ code: 0 });
    expect(verified({ SEALS }, "--key", OTHER.keys[0]?.["id"] ?? "")).toMatchObject({ code: 1 });
  });

  it("a folder that says nothing", () => {
    const folder = mkdtempSync(join(tmpdir(), "floatdesk-verify-"));
    expect(verifiedFolder(folder)).toMatchObject({ code: 1 });
    // What makes it an archived month is its manifest: without it nobody knows which files are missing.
    for (const [name, text] of Object.entries(archiveOf())) if (name !== "manifest.json") writeFileSync(join(folder, name), text);
    expect(verifiedFolder(folder)).toMatchObject({ code: 1, output: expect.stringContaining("no archived month") });
    writeFileSync(join(folder, "manifest.json"), archiveOf()["manifest.json"] ?? "");
    expect(verifiedFolder(folder)).toMatchObject({ code: 0 });
    mkdirSync(join(folder, "more"));
    expect(verifiedFolder(folder)).toMatchObject({ code: 1, output: expect.stringContaining("more: it is a folder") });
    rmSync(folder, { recursive: true });
  });

  it("an entry that breaks off: it is found, and ends", () => {
    const start = businessDayStart(D1.day);
    const short = edited(PROOF, (lines) => lines.splice(2, 1, json({ entry: `e,1,${start},x` }).trim()));
    expect(verified({ p: short })).toMatchObject({ code: 1, output: expect.stringContaining("p: a number cannot be read") });
    expect(verified({ SEALS, e: `floatdesk entries v1 ${D1.day}\ne,1,${start},x,\n` })).toMatchObject({
      code: 1,
      output: expect.stringContaining("e: a number cannot be read"),
    });
  });

  it("any byte of a day's entries", () => {
    const bytes = Buffer.from(D1.entries);
    expect(wrongOf({ SEALS, e: D1.entries })).toBeNull();
    for (let at = `floatdesk entries v1 ${D1.day}\n`.length; at < bytes.length; at += 7) {
      const forged = Buffer.from(bytes);
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect(wrongOf({ SEALS, e: forged }), `byte ${at}`).not.toBeNull();
    }
  });
});
