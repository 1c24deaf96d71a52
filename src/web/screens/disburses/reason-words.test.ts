/** Every word that the server can keep about a payout is shown in the reader's language: the sources are the list. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { disburses as en } from "../../i18n/en/disburses.ts";
import { disburses as zh } from "../../i18n/zh/disburses.ts";
import { reasonWords } from "./reason-words.ts";

const SERVER = join(import.meta.dirname, "../../../server");

function sources(path: string): string[] {
  if (statSync(path).isFile()) return path.endsWith(".ts") && !/(^|[.-])test(ing)?\.ts$|\.db\.test\.ts$/.test(path) ? [path] : [];
  return readdirSync(path).flatMap((name) => sources(join(path, name)));
}
const text = (paths: readonly string[]): string =>
  paths
    .flatMap((path) => sources(join(SERVER, path)))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");

/** Words written at these places end in `disburse_attempts.error`, in its evidence, or in `disburses.reason`. */
const PLACES = [
  /\b(?:code|why|reason): "([a-z][a-z_]*)"/g,
  /\b(?:code|why): [^"\n{}]*\? "([a-z_]+)" : "([a-z_]+)"/g,
  /\breason: [^\n{}]*\? "([a-z][a-z_]*)"/g,
  /\bcode: [^"\n{}]*(?:\?\?|:) "([a-z_]+)"/g,
  /\bnew (?:NotReached|NoToken)\([^"\n]*"([a-z_]+)"/g,
  /\bnoteEvidence\([^\n]*? "([a-z_]+)"(?: : "([a-z_]+)")?/g,
  /\blearn\([^\n]*? "([a-z_]+)"/g,
];
/** Why a wallet's payouts are stopped, wherever the server or the database writes it. */
function stops(): string[] {
  const sql = join(SERVER, "../../db/functions");
  const own =
    text(["core/posting", "core/payouts"]) +
    readdirSync(sql)
      .map((name) => readFileSync(join(sql, name), "utf8"))
      .join("\n");
  const places = [
    /graverStop\([^)]*?"([a-z_]+)"(?: : "([a-z_]+)")?\)/g,
    /payouts_frozen_reason = (?:case when [\w.]+ then |coalesce\(payouts_frozen_reason, )?'([a-z_]+)'/g,
  ];
  return [...new Set(places.flatMap((place) => [...own.matchAll(place)].flatMap((match) => match.slice(1).filter((word) => word !== undefined))))].toSorted();
}

function codes(): string[] {
  const own = text([
    "features/disburses",
    "core/payouts",
    "core/operators",
    "features/devices/task-answer.ts",
    "features/devices/task-jobs.ts",
    "features/devices/tasks.ts",
    "features/devices/task-hub.ts",
    "features/devices/payout-rail.ts",
  ]);
  const found = PLACES.flatMap((place) => [...own.matchAll(place)].flatMap((match) => match.slice(1).filter((word) => word !== undefined)));
  const contradictions = /type Contradiction =([^;]+);/.exec(own)?.[1] ?? "";
  const lost = /const CODES[^{]*\{([^}]+)\}/.exec(text(["core/outbox/outbound.ts"]))?.[1] ?? "";
  const answers = /type (?:Submitted|Queried)[\s\S]*?;\n\n/g;
  const kinds = [...own.matchAll(answers)].flatMap((match) => [...match[0].matchAll(/kind: "([a-z_]+)"/g)].map((kind) => kind[1] ?? ""));
  return [
    ...new Set([
      ...found,
      ...kinds,
      ...[...contradictions.matchAll(/"([a-z_]+)"/g)].map((match) => match[1] ?? ""),
      ...[...lost.matchAll(/: "([a-z_]+)"/g)].map((match) => match[1] ?? ""),
      "tls", // of errorWord, beside its table
    ]),
  ];
}

describe("the words of what is known about a payout", () => {
  it("are read from the server's sources", () => {
    expect(codes()).toEqual(
      expect.arrayContaining([
        "other_trx",
        "superseded",
        "no_answer",
        "by_hand",
        "slept",
        "no_payout_rail",
        "phone_silent",
        "never_handed",
        "timeout",
        "completed_by_hand",
      ]),
    );
  });

  it("are those of a stopped wallet, too", () => {
    expect(stops()).toEqual(["books_differ", "discrepancy", "reversal", "unexplained_debit"]);
    expect(stops().filter((code) => !(code in zh.reason && code in en.reason))).toEqual([]);
  });

  it.each([
    ["zh", zh.reason],
    ["en", en.reason],
  ] as const)("are all there in %s", (_name, reason) => {
    expect(codes().filter((code) => !(code in reason))).toEqual([]);
  });

  it("are made of parts where a status or a token is in the code, and an operator's own code stays", () => {
    expect([reasonWords("http_503"), reasonWords("token_http_401").endsWith("· HTTP 401"), reasonWords("2029")]).toEqual(["HTTP 503", true, "2029"]);
  });
});
