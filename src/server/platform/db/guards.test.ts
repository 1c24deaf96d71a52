import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LIFE_CYCLE_NAMES } from "../../../contract/life-cycles.ts";
import { staleGuards, withPairs } from "./guards.ts";

describe("the pairs in the guards", () => {
  it("are those of the contract; `npm run schema` writes them", () => {
    expect(staleGuards()).toEqual([]);
  });
  it("are replaced between their comments, and nothing else is", () => {
    const file = readFileSync(join(import.meta.dirname, "../../../../db/functions/transfers_guard.sql"), "utf8");
    const stale = file.replace("('pending', 'cancelled'), ", "");
    expect(stale).not.toBe(file);
    expect(withPairs("transfers", stale)).toBe(file);
    expect(() => withPairs("transfers", "begin end")).toThrow("no place");
  });
});

describe("the server's source", () => {
  const server = join(import.meta.dirname, "../..");
  const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const written = new RegExp(`update (?:${LIFE_CYCLE_NAMES.join("|")})\\b[^"\`]*?\\sstatus = (?:'|case [^"\`]*?then ')`, "g");

  it("decides no status within a text of SQL", () => {
    const found = files.flatMap((file) =>
      [...readFileSync(join(server, file), "utf8").matchAll(written)]
        .map((match) => match[0])
        .filter((text) => !/\bwhere\b/.test(text))
        .map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});
