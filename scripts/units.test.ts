import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "..", "deploy", "systemd");
const units = readdirSync(FOLDER).filter((name) => name.endsWith(".service"));

describe("systemd's units", () => {
  it.each(units)("%s let a thread stand behind the others: what is denied as a group is allowed again by name", (unit) => {
    const filters = readFileSync(join(FOLDER, unit), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("SystemCallFilter="));
    const denied = filters.findIndex((line) => line.includes("~") && line.includes("@resources"));
    const allowed = filters.findIndex((line) => /[= ]setpriority( |$)/.test(line));
    expect(units.length).toBeGreaterThan(1);
    // A group that is denied later would take it away again.
    expect(allowed).toBeGreaterThan(denied);
  });
});
