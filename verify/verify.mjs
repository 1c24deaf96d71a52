#!/usr/bin/env node
// Verifies sealed days of a Floatdesk from its downloads with Node (20.12 or newer) alone and nothing of the product; see README.md.
// Each file says in its first line what it is. The exit code is 0 when everything fits, 1 when anything does not.
import { createHmac, createPublicKey, hash, verify } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { constants, gunzipSync } from "node:zlib";
const [LF, TAB, QUOTE, COMMA, MINUS] = [10, 9, 34, 44, 45];
const need = (fits, text) => {
  if (!fits) throw new Error(text);
};
const sha = (data) => hash("sha256", data, "hex");
/** Binary hash of the leaf in bytes start to end; the byte before it becomes the 0 in front of a leaf. */
const leafAt = (bytes, start, end) => hash("sha256", bytes.fill(0, start - 1, start).subarray(start - 1, end), "latin1");
const leafOf = (text) => leafAt(Buffer.from(` ${text}`), 1);
/** The root of leaves that come one after the other (RFC 6962). Hashes lie side by side, so that a node is hashed where it lies. */
class Tree {
  bytes = Buffer.alloc(1 + 32 * 64);
  nodes = Array.from({ length: 62 }, (_, at) => this.bytes.subarray(32 * at, 32 * at + 65));
  size = 0;
  height = 0;
  add(leaf) {
    this.bytes.latin1Write(leaf, 1 + 32 * this.height++, 32);
    for (let rest = this.size; rest % 2 === 1; rest = (rest - 1) / 2) this.merge();
    this.size += 1;
  }
  merge() {
    const at = --this.height - 1;
    const kept = this.bytes[32 * at]; // the last byte of the hash before
    this.bytes[32 * at] = 1;
    this.bytes.latin1Write(hash("sha256", this.nodes[at], "latin1"), 1 + 32 * at, 32);
    this.bytes[32 * at] = kept;
  }
  root() {
    while (this.height > 1) this.merge();
    return this.size === 0 ? sha("") : this.bytes.toString("hex", 1, 33);
  }
}
/** Calls `take(bytes, start, end)` for each line behind the first; the byte before `start` may be written over. */
function eachLine(file, take) {
  const [fd, packed] = [openSync(file, "r"), file.endsWith(".gz") ? gunzipSync(readFileSync(file)) : null];
  let [bytes, used, line] = [Buffer.alloc(1 + (4 << 20)), 1, 0];
  for (let got, at = 0; (got = packed ? packed.copy(bytes, used, at) : readSync(fd, bytes, used, bytes.length - used)) > 0; at += got) {
    const end = used + got;
    let start = 1;
    for (let cut = bytes.indexOf(LF, used); cut >= 0 && cut < end; cut = bytes.indexOf(LF, start)) {
      if (line++ > 0) take(bytes, start, cut);
      start = cut + 1;
    }
    if (start === 1 && end === bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
    else bytes.copyWithin(1, start, end);
    used = 1 + end - start;
  }
  closeSync(fd);
  need(used === 1, "the last line has no end: the file was cut");
}
const FORMS = /^(floatdesk,(keys|keys,head,signature|merchant,month,days,entries,keys)|head,(summary,)?signature|entry|account,path)$/;
/** Lines that say what they say once and nothing beside it: what stands in one a second time, or more, would be read by others and verified by nobody. */
function jsonLines(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  need(lines.pop() === "", "the last line has no end: the file was cut");
  const all = lines.map((line) => JSON.parse(line));
  for (const [at, value] of all.entries()) if (!FORMS.test(Object.keys(value)) || JSON.stringify(value) !== lines[at]) throw new TypeError(`line ${at + 1}`);
  return all;
}
/** A signed text as an object: a title, then lines of `name value`, by the names in their order. */
function fields(text, title, order) {
  const [lines, names] = [text.split("\n"), order.split(" ")];
  need(lines.shift() === title && lines.pop() === "" && lines.length === names.length, `this is not "${title}"`);
  for (const [at, name] of names.entries()) need(lines[at].startsWith(`${name} `), `a field of "${title}" is missing`);
  return Object.fromEntries(names.map((name, at) => [name, lines[at].slice(name.length + 1)]));
}
const SUMMARY = "day currency entries accounts debits credits audit_rows audit_first audit_last audit_before audit_after salt";
const SPKI = Buffer.from("302a300506032b6570032100", "hex");
/** Keys by id, each but the first endorsed by the one before. @param pinned their ids in their order, as far as other files or a person said them */
function readKeys(list, pinned) {
  const keys = new Map();
  for (const [at, { id, public: raw, endorsement }] of list.entries()) {
    const bytes = Buffer.from(raw, "base64");
    need(bytes.length === 32 && id === `dsk_${sha(bytes).slice(0, 16)}`, `key ${id} is not named by its bytes`);
    need(id === (pinned[at] ??= id), `its key ${at + 1} is ${id}, not ${pinned[at]}`);
    const before = list[at - 1]?.id;
    const text = Buffer.from(`floatdesk seal key v1\nkey ${id}\npublic ${raw}\nprevious ${before}\n`);
    need(at === 0 || (endorsement && verify(null, text, keys.get(before), Buffer.from(endorsement, "base64"))), `key ${id} is not endorsed by ${before}`);
    keys.set(id, createPublicKey({ key: Buffer.concat([SPKI, bytes]), format: "der", type: "spki" }));
  }
  return keys;
}
/** A day whose signature and summary fit. A merchant has no summary. */
function readSeal({ head: text, summary: figures, signature }, keys) {
  const head = fields(text, "floatdesk day seal v1", "day previous entries audit summary key");
  need(keys.has(head.key), `${head.day}: key ${head.key} is not among the keys`);
  need(verify(null, Buffer.from(text), keys.get(head.key), Buffer.from(signature, "base64")), `${head.day}: the signature does not fit`);
  need(figures === undefined || sha(figures) === head.summary, `${head.day}: the summary was changed`);
  const summary = figures === undefined ? null : fields(figures, "floatdesk day summary v1", SUMMARY);
  need(!summary || (summary.day === head.day && summary.debits === summary.credits), `${head.day}: the summary does not fit`);
  return { head, hash: sha(text), key: [...keys.keys()].indexOf(head.key), summary };
}
const msOf = (day) => Date.parse(`${day}T00:00:00+08:00`);
const inOrder = (days) => [...days.values()].sort((a, b) => (a.head.day < b.head.day ? -1 : 1));
const dayAfter = (day) => new Date(Date.parse(day) + 86400000).toISOString().slice(0, 10);
const isNext = (before, { head }) => head.day === dayAfter(before.head.day);
const rowsBefore = (summary) => Number(summary.audit_last) - Number(summary.audit_rows);
function linked(before, { head, key, summary }) {
  need(head.previous === before.hash, `${head.day} is not chained to ${before.head.day}`);
  need(key >= before.key, `${head.day}: its key was replaced before ${before.head.day}`);
  const known = summary && before.summary;
  const goesOn = !known || (summary.audit_before === known.audit_after && rowsBefore(summary) === Number(known.audit_last));
  need(goesOn, `${head.day}: the audit trail does not go on where the day before ended`);
}
/** Keeps a file's days, which follow one another, by their names. In all files a day has one seal and is chained to the one before it. */
function keep(seals, days) {
  for (const [at, seal] of seals.entries()) {
    need(at === 0 || isNext(seals[at - 1], seal), `${seal.head.day} does not follow ${seals[at - 1]?.head.day}`);
    const known = days.get(seal.head.day) ?? seal;
    need(known.hash === seal.hash, `${seal.head.day} is sealed otherwise in another file`);
    days.set(seal.head.day, known.summary === null ? seal : known);
  }
  const all = inOrder(days);
  for (const [at, seal] of all.entries()) if (at > 0 && isNext(all[at - 1], seal)) linked(all[at - 1], seal);
}
/** `{"floatdesk":"seals v1","keys":[…]}`, then a day in each line. */
function sealsFile(file, pinned, days) {
  const [{ keys }, ...lines] = jsonLines(file);
  const known = readKeys(keys, pinned);
  const seals = lines.map((line) => readSeal(line, known));
  need(seals.length > 0 && seals.every(({ summary }) => summary !== null), "there is no day in it");
  keep(seals, days);
  const whole = /^0+$/.test(seals[0].head.previous) ? " from the first day on" : "";
  return `${seals.length} days, ${seals[0].head.day} to ${seals.at(-1).head.day}, signed and chained${whole}; the first key is ${keys[0].id}`;
}
/** A month that stands in files: they are those that were signed, and its days those of the seals beside it. */
function archiveFile(file, pinned, days) {
  const [{ keys, head: text, signature }] = jsonLines(file);
  const head = fields(text, "floatdesk archive v1", "month first last root entries audit_rows at by key files");
  const key = readKeys(keys, pinned).get(head.key);
  need(key && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64")), "the signature does not fit");
  const files = new Map(JSON.parse(head.files).map(([name, , sum]) => [name, sum]));
  for (const [name, sum] of files) need(sha(readFileSync(join(dirname(file), name))) === sum, `${name} is not the signed one`);
  const [tree, own] = [new Tree(), inOrder(days).filter(({ head: { day }, summary }) => summary && day.startsWith(head.month))];
  for (const seal of own) tree.add(leafOf(`${seal.head.day} ${seal.hash}`));
  need(tree.root() === head.root, "its days are not the signed ones");
  for (const name of own.flatMap(({ head: { day } }) => [`entries-${day}.txt.gz`, `audit-${day}.txt.gz`])) need(files.has(name), `it names no ${name}`);
  const sum = (name) => own.reduce((all, { summary }) => all + Number(summary[name]), 0);
  const said = [own[0]?.head.day, own.at(-1)?.head.day, String(sum("entries")), String(sum("audit_rows"))];
  need(String(said) === String([head.first, head.last, head.entries, head.audit_rows]), "its figures are not those of its days");
  return `${head.month}, ${head.entries} entries and ${head.audit_rows} audit rows in ${own.length} days`;
}
let comma = 0; // behind the whole number that was read last
function readNumber(bytes, from) {
  let [value, at] = [0, bytes[from] === MINUS ? from + 1 : from];
  for (; bytes[at] >= 48 && bytes[at] <= 57; at += 1) value = value * 10 + bytes[at] - 48;
  need(bytes[at] === COMMA && at > from && Number.isSafeInteger(value), "a number cannot be read");
  comma = at;
  return bytes[from] === MINUS ? -value : value;
}
/** Entries, which rise or fall, and after those of an account its own line: they must link, and it must say what they come to. */
class Books {
  tree = new Tree();
  moved = [0, 0];
  entry(bytes, start, end, dayMs) {
    const [seq, atMs] = [readNumber(bytes, start + 2), readNumber(bytes, comma + 1)];
    need(atMs >= dayMs && atMs < dayMs + 86400000, `entry ${seq} is of another day`);
    for (let left = 5; left > 0 && comma < end; ) if (bytes[++comma] === COMMA) left -= 1;
    const [amount, before, after] = [readNumber(bytes, comma + 1), readNumber(bytes, comma + 1), readNumber(bytes, comma + 1)];
    need(after === before + amount, `entry ${seq}: the balance after it is not the one before it and its amount`);
    if (this.tree.size === 0) [this.first, this.opening] = [seq, before];
    else need(seq === this.first + this.tree.size && before === this.closing, `entry ${seq} does not follow the one before it`);
    this.closing = after;
    this.moved[amount > 0 ? 0 : 1] += Math.abs(amount);
    this.tree.add(leafAt(bytes, start, end));
  }
  account(line) {
    const [, kind, owner, operator, side, entries, first, before, after, root] = line.split(",");
    const name = [kind, owner, operator].filter((part) => part !== "-").join(" ");
    const { size } = this.tree;
    const isSigned = Number(entries) === size && Number(first) === this.first && Number(before) === this.opening && Number(after) === this.closing;
    need(size > 0 && isSigned && root === this.tree.root(), `${name}: its entries are not the signed ones`);
    const [debits, credits] = side === "1" ? this.moved : this.moved.toReversed();
    [this.moved, this.tree.size, this.tree.height] = [[0, 0], 0, 0];
    return { name, owner, entries: size, first: this.first, opening: this.opening, closing: this.closing, debits, credits };
  }
}
function entriesFile(file, _pinned, _days, { head, summary }) {
  const [books, top, dayMs, salt] = [new Books(), new Tree(), msOf(head.day), Buffer.from(summary.salt, "hex")];
  const figures = { entries: 0, accounts: 0, debits: 0, credits: 0 };
  eachLine(file, (bytes, start, end) => {
    if (bytes[start] === 101) {
      // A note stands behind a tab and in quotes; the entry ends with its mark, and with a comma where it has none.
      const cut = bytes[end - 1] === QUOTE ? bytes.indexOf(TAB, start) : end;
      books.entry(bytes, start, cut, dayMs);
      if (cut === end) return need(bytes[end - 1] === COMMA, "a note is missing");
      const [parts, note] = [bytes.toString("latin1", start, cut).split(","), JSON.parse(bytes.toString("utf8", cut + 1, end))];
      const mark = createHmac("sha256", salt).update(`${parts[3]}\n${note}`).digest("hex").slice(0, 32);
      return need(parts[11] === mark, `the note of ${parts[3]} was changed`);
    }
    const line = bytes.toString("utf8", start, end);
    need(line.startsWith("a,"), "a line is neither an entry nor an account");
    const done = books.account(line);
    top.add(leafOf(line));
    for (const name of Object.keys(figures)) figures[name] += name === "accounts" ? 1 : done[name];
  });
  need(books.tree.size === 0, "the last account is missing: the file was cut");
  need(top.root() === head.entries, "the accounts are not the signed ones");
  const isSigned = ([name, figure]) => Number.isSafeInteger(figure) && String(figure) === summary[name];
  need(Object.entries(figures).every(isSigned), "the figures are not the signed ones");
  return `${figures.entries} entries of ${top.size} accounts, debits = credits = ${figures.debits} hundredths of ${summary.currency}`;
}
function auditFile(file, _pinned, _days, { head, summary }) {
  const [tree, from] = [new Tree(), rowsBefore(summary)];
  let link = Buffer.from(summary.audit_before, "hex");
  eachLine(file, (bytes, start, end) => {
    const number = readNumber(bytes, start + 2);
    need(number === from + tree.size + 1, `row ${number} does not follow the one before it`);
    link = Buffer.from(sha(Buffer.concat([link, bytes.subarray(comma + 1, end)])), "hex");
    tree.add(leafAt(bytes, start, end));
  });
  need(String(tree.size) === summary.audit_rows && tree.root() === head.audit, "the rows are not the signed ones");
  need(link.toString("hex") === summary.audit_after, "the rows do not give the trail's own hash");
  return `${tree.size} rows of the audit trail`;
}
/** A merchant's entries: each account's day stands in a signed day's tree and goes on where it ended. @param ends accounts of statements, by the day after */
function statementFile(file, pinned, signed, _seal, ends) {
  const [first, ...lines] = jsonLines(file);
  const keys = readKeys(first.keys, pinned);
  const [books, days, from, last] = [new Books(), [], new Map(), new Map(ends.get(`${first.merchant} ${first.month}-01`))];
  const entries = lines.filter(({ entry }) => entry).length;
  for (const { head, entry, account, path, ...rest } of lines) {
    if (head) days.push(readSeal({ head, ...rest }, keys));
    need(days.length > 0, "an entry stands before the first day");
    const day = days.at(-1).head;
    if (entry) books.entry(Buffer.from(`\n${entry}`), 1, 1 + Buffer.byteLength(entry), msOf(day.day));
    if (head ?? entry) continue;
    const done = books.account(account);
    need(done.owner === first.merchant, `${done.name} is not the merchant's`);
    const isWay = path.every((step) => /^[<>][0-9a-f]{64}$/.test(step));
    const nodeOf = (node, step) => sha(Buffer.from(step[0] === "<" ? `01${step.slice(1)}${node}` : `01${node}${step.slice(1)}`, "hex"));
    const root = isWay && path.reduce(nodeOf, Buffer.from(leafOf(account), "latin1").toString("hex"));
    need(root === day.entries, `${day.day}: ${done.name} does not stand in the signed day`);
    const before = last.get(done.name) ?? { first: done.first, entries: 0, closing: done.opening };
    need(done.first === before.first + before.entries && done.opening === before.closing, `${day.day}: entries of ${done.name} before it are missing`);
    last.set(done.name, done);
    from.set(done.name, from.get(done.name) ?? done);
  }
  need(books.tree.size === 0 && days.length === first.days && entries === first.entries, "the file was cut");
  need(days.length > 0, `it holds no day of ${first.month}: none was sealed when it was made, or all were left out; it proves nothing`);
  for (const { head } of days) need(head.day.slice(0, 7) === first.month, `${head.day} is no day of the month ${first.month}`);
  const [{ head: begin }, { head: end }] = [days[0], days.at(-1)];
  need(begin.day.endsWith("-01") || /^0+$/.test(begin.previous), `days of ${first.month} before ${begin.day} are missing`);
  keep(days, signed);
  ends.set(`${first.merchant} ${dayAfter(end.day)}`, last);
  const spans = [...from].map(([name, { first: seq, opening }]) => `, ${name} from entry ${seq} at ${opening} to ${last.get(name).closing}`).join("");
  return `${entries} entries in ${days.length} sealed days of ${first.month}${spans} on ${end.day}; the first key is ${first.keys[0].id}`;
}
/** What a file says in its first line that it is, and of which day. */
function kindOf(file) {
  need(!statSync(file).isDirectory(), "it is a folder");
  const [fd, bytes] = [openSync(file, "r"), Buffer.alloc(1024)];
  const start = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0));
  closeSync(fd);
  const text = (file.endsWith(".gz") ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start).toString("utf8", 0, 64);
  need(!/^.*\r/.test(text), "its lines end with CR LF, not with LF alone: a program has written it anew");
  const [, kind, day] = /^(?:\{"floatdesk":"|floatdesk )(seals|entries|audit|statement|archive) v1(?: (\d{4}-\d\d-\d\d)\n|")/.exec(text) ?? [];
  need(kind !== undefined, "this is no file of sealed days, or of another version");
  const order = kind === "seals" ? "" : `${kind} ${kind === "statement" ? JSON.parse(readFileSync(file, "utf8").split("\n", 1)[0]).month : ""}`;
  return { file, kind, day, order };
}
/** Answers what comes of a file. @throws Error with its name and what does not fit */
function inFile(file, work) {
  try {
    return work();
  } catch (cause) {
    const text = /^(Type|Syntax)Error$/.test(cause.name) ? `a line in it is not as verify/README.md describes it (${cause.message})` : cause.message;
    throw new Error(`${file}: ${cause.code?.startsWith("Z_") ? "it is no whole gzip file: it was cut or changed" : text}`, { cause });
  }
}
/** Verifies files, seals first, statements by month; answers a line for each. @param pinned id of the first key @throws Error with what does not fit */
export function verifyFiles(files, pinned) {
  const [days, ends, keys, said] = [new Map(), new Map(), pinned === undefined ? [] : [pinned], []];
  const all = files.flatMap((file) => (statSync(file).isDirectory() ? readdirSync(file).map((name) => join(file, name)) : [file]));
  for (const file of files) need(all.includes(file) || all.includes(join(file, "manifest.json")), `${file} holds no manifest.json: it is no archived month`);
  for (const { file, kind, day } of all.map((one) => inFile(one, () => kindOf(one))).sort((a, b) => a.order.localeCompare(b.order))) {
    const work = { seals: sealsFile, entries: entriesFile, audit: auditFile, statement: statementFile, archive: archiveFile }[kind];
    need(day === undefined || days.get(day)?.summary, `${file}: the seal of ${day} is not among the files`);
    said.push(`ok  ${file}: ${inFile(file, () => work(file, keys, days, days.get(day), ends))}`);
  }
  return said;
}
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2);
  const pinned = args[0] === "--key" ? args.splice(0, 2)[1] : undefined;
  try {
    need(args.length > 0, "node verify.mjs [--key dsk_…] FILE or folder…");
    for (const line of verifyFiles(args, pinned)) process.stdout.write(`${line}\n`);
  } catch (error) {
    process.stdout.write(`WRONG  ${error.message}\n`);
    process.exitCode = 1;
  }
}
