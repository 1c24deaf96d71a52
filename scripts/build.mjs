// Builds what runs: dist/server, dist/simulator, dist/history (esbuild) and dist/web (vite). Up to date parts are skipped.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { BUNDLE, HISTORY, THREADS } from "./lib/bundle.mjs";
import { dist, isCurrent, sourcesHash, stampOf } from "./lib/built.mjs";
import { binOf, checkout, fail, filesBelow, isMain, runQuietly } from "./lib/common.mjs";
import { ensureInstalled } from "./setup.mjs";

/** Makes a part when its sources changed since the last time; the stamp is written last. */
async function part(name, make) {
  const hash = sourcesHash(name);
  const stamp = stampOf(name);
  if (isCurrent(name, hash)) return false;
  const startedAt = performance.now();
  mkdirSync(dist, { recursive: true });
  rmSync(stamp, { force: true });
  await make(join(dist, `.${name}-new-${process.pid}`));
  writeFileSync(stamp, hash);
  console.log(`Built ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return true;
}

/** Puts a finished folder in place of the old one, so that a running server never sees half of it. */
function swap(fresh, name) {
  const old = join(dist, `.${name}-old-${process.pid}`);
  if (existsSync(join(dist, name))) renameSync(join(dist, name), old);
  renameSync(fresh, join(dist, name));
  rmSync(old, { recursive: true, force: true });
}

async function bundle(entryPoints, outdir) {
  const esbuild = await import("esbuild");
  // What is wrong, and where, has been printed by then.
  await esbuild.build({ ...BUNDLE, entryPoints, outdir }).catch(() => fail(`${Object.values(entryPoints).at(-1)} could not be built.`));
}

/** The server and its commands; `data-dir` is what the scripts load of it. */
const SERVER_ENTRIES = {
  "data-dir": "src/server/platform/db/engine/data-dir.ts",
  main: "src/server/main.ts",
  ...THREADS,
  ...Object.fromEntries(["admin", "archive", "backup", "restore", "prove", "parse"].map((name) => [name, `src/server/cli/${name}.ts`])),
};

async function makeServer(fresh) {
  await bundle(SERVER_ENTRIES, fresh);
  // Read at run time beside the bundle (src/server/platform/db/migrate.ts).
  cpSync(join(checkout, "db"), join(fresh, "db"), { recursive: true });
  // Read at run time, too (src/server/features/statements/pdf/make.ts).
  cpSync(join(checkout, "src/server/features/statements/pdf/fonts"), join(fresh, "fonts"), { recursive: true });
  swap(fresh, "server");
}

async function makeSimulator(fresh) {
  await bundle({ main: "simulator/main.ts" }, fresh);
  swap(fresh, "simulator");
}

async function makeHistory(fresh) {
  await bundle(HISTORY, fresh);
  cpSync(join(checkout, "db"), join(fresh, "db"), { recursive: true });
  swap(fresh, "history");
}

/** Compressed once here instead of at each request. The page itself is filled in by the server. */
async function precompress(folder) {
  for (const file of filesBelow(folder)) {
    if (!/\.(js|css|svg|json|woff|ttf|webmanifest)$/.test(file)) continue;
    const content = readFileSync(file);
    if (content.length < 1024) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
    writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}

async function vite(args) {
  // Vite's settings differ under vitest, which may have called us.
  const { VITEST: _under, ...env } = process.env;
  const { code, output } = await runQuietly(binOf("vite"), ["build", "--config", "vite.config.ts", ...args], { env: { ...env, NODE_ENV: "production" } });
  if (code !== 0) fail(`The web could not be built:\n${output}`);
}

/** Draws what pages show before their program has arrived; the server reads it beside the manifest. */
async function drawFirstPaint(fresh) {
  const drawn = `${fresh}-first`;
  await vite(["--ssr", "first-paint.tsx", "--outDir", drawn, "--emptyOutDir", "--manifest", "false"]);
  const { FIRST_PAINT } = await import(pathToFileURL(join(drawn, "first-paint.js")).href);
  writeFileSync(join(fresh, ".vite/first-paint.json"), JSON.stringify(FIRST_PAINT));
  rmSync(drawn, { recursive: true, force: true });
}

async function makeWeb(fresh) {
  await vite(["--outDir", fresh, "--emptyOutDir"]);
  await drawFirstPaint(fresh);
  await precompress(join("dist", fresh.slice(dist.length + 1)));
  swap(fresh, "web");
}

/** Brings all parts up to date. */
export async function build() {
  const has = (path) => existsSync(join(checkout, path));
  await part("server", makeServer);
  if (has("simulator/main.ts")) await part("simulator", makeSimulator);
  if (has("simulator/history/main.ts")) await part("history", makeHistory);
  await part("web", makeWeb);
}

if (isMain(import.meta.url)) {
  await ensureInstalled();
  await build();
}
