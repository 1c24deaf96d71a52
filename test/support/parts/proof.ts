/** The stand-alone verifier as a program of its own, and files for it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PROGRAM = join(import.meta.dirname, "../../../verify/verify.mjs");

export interface Verified {
  readonly code: number | null;
  readonly output: string;
}

/** Does something in a folder with files of these texts. */
function withFiles<T>(files: Readonly<Record<string, string | Buffer>>, work: (folder: string, paths: readonly string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "floatdesk-verify-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return work(
      folder,
      Object.keys(files).map((name) => join(folder, name)),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends a verifier that hangs, ms. */
const LONGEST_MS = 120_000;

/** Runs the verifier over files of these texts, in a folder of its own. */
export function verified(files: Readonly<Record<string, string | Buffer>>, ...options: string[]): Verified {
  return withFiles(files, (folder) => {
    const done = spawnSync(process.execPath, [PROGRAM, ...options, ...Object.keys(files)], { cwd: folder, encoding: "utf8", timeout: LONGEST_MS });
    return { code: done.status, output: done.stdout + done.stderr };
  });
}

/** Runs the verifier over a folder, as it is. */
export function verifiedFolder(folder: string): Verified {
  const done = spawnSync(process.execPath, [PROGRAM, folder], { encoding: "utf8" });
  return { code: done.status, output: done.stdout + done.stderr };
}

/** The verifier within this program, for many files: what is wrong, null: nothing. */
export async function loadVerifier(): Promise<(files: Readonly<Record<string, string | Buffer>>) => string | null> {
  const { verifyFiles } = (await import(pathToFileURL(PROGRAM).href)) as { verifyFiles(files: readonly string[]): string[] };
  return (files) =>
    withFiles(files, (_folder, paths) => {
      try {
        verifyFiles(paths);
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    });
}
