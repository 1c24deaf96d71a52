/** An installation without development packages runs what was built, and says so when that no longer fits its sources. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

const CHECKOUT = join(import.meta.dirname, "..");
let root: string;

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

/** As `npm ci --omit=dev` leaves it: its record names no development package. */
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "floatdesk-production-"));
  cpSync(join(CHECKOUT, "scripts"), join(root, "scripts"), { recursive: true });
  const needed = { version: "1.0.0", integrity: "sha512-a" };
  write("package.json", '{ "name": "floatdesk", "type": "module" }');
  write("package-lock.json", JSON.stringify({ packages: { "": {}, "node_modules/needed": needed, "node_modules/tsx": { ...needed, dev: true } } }));
  write("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/needed": needed } }));
  write("src/server/main.ts", "");
  write("dist/server/main.js", 'console.log("the server that was built")');
  write("dist/server/prove.js", 'console.log("the command that was built", process.argv.slice(2).join(" "))');
  write("dist/web/index.html", "");
  const { sourcesHash } = (await import(`${pathToFileURL(join(root, "scripts/lib/built.mjs")).href}?${root}`)) as { sourcesHash: (part: string) => string };
  for (const part of ["server", "web"]) write(`dist/.${part}-stamp`, sourcesHash(part));
});
afterEach(() => rmSync(root, { recursive: true }));

function run(...args: string[]): { status: number | null; said: string } {
  // Without npm on its path nothing can be installed.
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", env: { PATH: "/nowhere" } });
  return { status, said: stdout + stderr };
}
const START = "scripts/start.mjs";
const PROVE = ["scripts/run.mjs", "src/server/cli/prove.ts", "an argument"];

it("starts the server and runs commands as they were built", () => {
  expect(run(START)).toEqual({ status: 0, said: "the server that was built\n" });
  expect(run(...PROVE)).toEqual({ status: 0, said: "the command that was built an argument\n" });
});

it("refuses when the sources have changed since", () => {
  write("src/server/main.ts", "// changed");
  for (const args of [[START], PROVE])
    expect(run(...args)).toMatchObject({ status: 1, said: expect.stringMatching(/^The packages were installed with --omit=dev, and dist/) });
});

it("says of a command for development that it needs more", () => {
  for (const args of [["scripts/run.mjs", "src/server/cli/schema.ts"], ["scripts/check-deploy.mjs"]])
    expect(run(...args)).toEqual({ status: 1, said: expect.stringMatching(/^\S+ is for development: npm ci installs what it needs\.\n$/) });
});

it("the demo reads its settings as the product does: blank is not set, spaces around a value are none of it", () => {
  const demo = (env: Record<string, string>): string =>
    spawnSync(process.execPath, ["scripts/demo.mjs"], { cwd: root, encoding: "utf8", env: { PATH: "/nowhere", ...env } }).stderr;
  expect(demo({ HOST: " 10.0.0.1 " })).toContain("HOST=10.0.0.1 is refused");
  // Nothing is against it but the packages that are missing here.
  expect(demo({ HOST: " ", DATABASE_URL: " ", PORT: " " })).not.toContain("The demo");
  expect(demo({ HOST: " 127.0.0.1", DATABASE_URL: "postgres://a@b/c", DEMO_DATABASE_OK: "1 " })).not.toContain("The demo");
});

it("is none where the packages are not those of the lockfile: then they are installed, as ever", () => {
  write("node_modules/.package-lock.json", JSON.stringify({ packages: {} }));
  const { status, said } = run(START);
  expect([status, said]).toEqual([1, expect.stringContaining("Installing up to 2 packages")]);
});
