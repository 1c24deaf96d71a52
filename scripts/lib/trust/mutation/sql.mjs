// Changes of a function of the database, one place at a time: a comparison turned, a condition left out, plus for minus, a default that
// is not there. Only what stands between the first $$ and the last of its file is changed; its head, rights and triggers stay.

const TOKENS = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\s+|[A-Za-z_]\w*|\d+|=>|:=|::|<=|>=|<>|!=|\|\||->>|->|>>|<<|[^\s\w]/g;
const isSpace = (text) => /^(\s|--)/.test(text);

/** @typedef {{ text: string, at: number, depth: number }} Token */
/** @typedef {{ line: number, from: string, to: string, sql: string }} Mutant */

/** The tokens of a body without space and comments. @returns {Token[]} */
function tokensOf(body) {
  const tokens = [];
  let depth = 0;
  for (const { 0: text, index: at } of body.matchAll(TOKENS)) {
    if (isSpace(text)) continue;
    if (text === ")" || text === "]") depth -= 1;
    tokens.push({ text: /^[A-Za-z_]/.test(text) ? text.toLowerCase() : text, at, depth });
    if (text === "(" || text === "[") depth += 1;
  }
  return tokens;
}

/** What ends a condition at its own depth. */
const ENDS = new Set(
  "and or then from group order having limit returning for union window left join cross loop where else when end on set with ; ,".split(" "),
);
const TURNED = new Map(Object.entries({ "=": "<>", "<>": "=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">" }));
const SWAPPED = new Map(Object.entries({ "+": "-", "-": "+", "*": "/", "/": "*", ">>": "<<", "&": "|" }));
const CALLED = new Map(Object.entries({ min: "max", max: "min", least: "greatest", greatest: "least" }));
const WORDS = new Map(Object.entries({ true: "false", false: "true", desc: "asc" }));
const OPERAND = /^([\w"']|\)$|\]$)/;
const NO_OPERAND = new Set("select return then else when and or where by in on case over set from".split(" "));

/** Whether an `=` gives a column its value: after `set`, or after a comma of such a list. */
function isAssignment(tokens, index) {
  const { depth } = tokens[index];
  const before = tokens[index - 2];
  if (["set", "diagnostics"].includes(before?.text) && before.depth === depth) return true;
  if (before?.text !== ",") return false;
  for (let at = index - 2; at >= 0 && tokens[at].depth >= depth; at -= 1)
    if (tokens[at].depth === depth && ["set", "from", "where", "select", ";"].includes(tokens[at].text)) return tokens[at].text === "set";
  return false;
}

/** The `and` that belongs to a `between`. */
function isOfBetween(tokens, index) {
  for (let at = index - 1; at >= 0 && tokens[at].depth >= tokens[index].depth; at -= 1) {
    if (tokens[at].depth !== tokens[index].depth) continue;
    if (tokens[at].text === "between") return true;
    if (ENDS.has(tokens[at].text)) return false;
  }
  return false;
}

/** Where a condition that begins at a token ends: the index behind its last token. */
function endOf(tokens, first) {
  const { depth } = tokens[first];
  let at = first;
  let cases = 0;
  for (; at < tokens.length && tokens[at].depth >= depth; at += 1) {
    const { text } = tokens[at];
    if (tokens[at].depth !== depth || (text === "and" && isOfBetween(tokens, at))) continue;
    // `is distinct from`, and what a case holds.
    if (text === "from" && tokens[at - 1].text === "distinct") continue;
    if (text === "case") cases += 1;
    if (cases > 0) {
      if (text === "end") cases -= 1;
      continue;
    }
    if (ENDS.has(text)) break;
  }
  return at;
}

/** Where the bracket that is opened at a token is closed. */
function closing(tokens, open) {
  const { depth } = tokens[open];
  let at = open + 1;
  while (tokens[at].depth > depth) at += 1;
  return at;
}

/** The changes at one token: first and last token that are replaced, and by what. */
function changesAt(tokens, index, textOf) {
  const { text } = tokens[index];
  const [before, next] = [tokens[index - 1], tokens[index + 1]];
  const found = [];
  const put = (to, last = index, first = index) => found.push({ first, last, to });
  const isBinary = before !== undefined && OPERAND.test(before.text) && !NO_OPERAND.has(before.text);
  if (TURNED.has(text) && !(text === "=" && isAssignment(tokens, index))) put(TURNED.get(text));
  if (SWAPPED.has(text) && isBinary) put(SWAPPED.get(text));
  if (CALLED.has(text) && next?.text === "(") put(CALLED.get(text));
  if (WORDS.has(text)) put(WORDS.get(text));
  if (text === "not" && before?.text !== "is") put("");
  if (text === "is") {
    const isNot = next.text === "not";
    put(isNot ? "is" : "is not", isNot ? index + 1 : index);
  }
  if ((text === "and" && !isOfBetween(tokens, index)) || text === "or") put("", endOf(tokens, index + 1) - 1);
  if (text === "where" || text === "on" || text === "when") {
    const end = next === undefined || ["conflict", "commit"].includes(next.text) ? index : endOf(tokens, index + 1);
    if (tokens[end]?.text === "and" && end > index + 1) put("true", end - 1, index + 1);
  }
  if (text === "if" && before?.text !== "end") {
    let end = index + 1;
    while (tokens[end].text !== "then" || tokens[end].depth !== tokens[index].depth) end += 1;
    for (const to of ["true", "false"]) put(to, end - 1, index + 1);
  }
  if (text === "coalesce" && next?.text === "(") {
    const close = closing(tokens, index + 1);
    const comma = tokens.findIndex((token, at) => at > index && at < close && token.text === "," && token.depth === tokens[index].depth + 1);
    put(`(${textOf(index + 2, comma - 1)})`, close);
    put(`(${textOf(comma + 1, close - 1)})`, close);
  }
  return found;
}

/**
 * All changes of a file of db/functions.
 * @param {string} sql the file
 * @returns {Mutant[]} each with the statement that makes the changed function
 */
export function sqlMutants(sql) {
  const [open, close] = [sql.indexOf("$$") + 2, sql.lastIndexOf("$$")];
  if (open < 2 || close <= open) return [];
  const [start, end] = [sql.search(/^create or replace function/m), sql.indexOf(";", close) + 1];
  const body = sql.slice(open, close);
  const tokens = tokensOf(body);
  const endAt = (index) => tokens[index].at + tokens[index].text.length;
  const textOf = (first, last) => body.slice(tokens[first].at, endAt(last));
  return tokens.flatMap((_token, index) =>
    changesAt(tokens, index, textOf).map(({ first, last, to }) => ({
      line: sql.slice(0, open + tokens[first].at).split("\n").length,
      from: textOf(first, last).replace(/\s+/g, " "),
      to: to.replace(/\s+/g, " "),
      sql: `${sql.slice(start, open)}${body.slice(0, tokens[first].at)}${to}${body.slice(endAt(last))}${sql.slice(close, end)}`,
    })),
  );
}
